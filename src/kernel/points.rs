//! Scattered points: each lane has a cell of its own on every axis. The same arithmetic as on a grid, with nothing shared.

use core::array;

use super::columns::reduce;
use super::corners::{first16, table_index, unit_value};
use crate::tables::curves::{Cubic, Curve, Linear, Quintic};
use crate::hash::{M1, M2, WEYL};
use crate::simd::Lanes;
use crate::noise::{Fade, Kind};
use crate::tables::octaves::{Corners, NEAR, Octave, Octaves, Scale, Table};

/// Points that are done together, octave by octave, so that what they need stays in the first-level cache. A multiple of every
/// vector's lanes.
const CHUNK: usize = 128;

/// Points to sample.
pub(crate) struct Points<'a> {
    /// World coordinates for each axis in the order x, y, z, w.
    pub(crate) world: &'a [&'a [f64]],
    /// Whether all of them are near in all octaves, as [`Octaves::near`] says.
    pub(crate) near: bool,
}

/// Fills `out` with the samples at points.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn fill<L: Lanes>(l: L, octaves: &Octaves, points: &Points<'_>, out: &mut [f32]) {
    match points.world.len() {
        1 => fill_in::<L, 1>(l, octaves, points, out),
        2 => fill_in::<L, 2>(l, octaves, points, out),
        3 => fill_in::<L, 3>(l, octaves, points, out),
        _ => fill_in::<L, 4>(l, octaves, points, out),
    }
}

/// The same in `D` dimensions: chunks of whole vectors, then the rest as a vector of its own, filled up with one of its points: all of
/// those have been checked.
#[cfg_attr(not(unoptimized), inline(always))]
fn fill_in<L: Lanes, const D: usize>(l: L, octaves: &Octaves, points: &Points<'_>, out: &mut [f32]) {
    let mut places = Places::<D>::new();
    let mut last = ([[0.0; 16]; D], [0.0; 16]);
    let mut at = 0;
    while at < out.len() {
        let rest = out.len() - at;
        let whole = rest.min(CHUNK) / L::N * L::N;
        let (world, to) = if whole > 0 {
            (array::from_fn(|axis| &points.world[axis][at..at + whole]), &mut out[at..at + whole])
        } else {
            for axis in 0..D {
                last.0[axis].fill(points.world[axis][at]);
                last.0[axis][..rest].copy_from_slice(&points.world[axis][at..]);
            }
            (array::from_fn(|axis| &last.0[axis][..L::N]), &mut last.1[..L::N])
        };
        let chunk = Chunk::<D> { world, near: points.near };
        to.fill(octaves.bias);
        for octave in &octaves.octaves {
            chunk.add_octave(l, octave, &mut places, L::floats_mut(to));
        }
        if whole == 0 {
            out[at..].copy_from_slice(&last.1[..rest]);
            return;
        }
        at += whole;
    }
}

/// Whole vectors of points.
struct Chunk<'a, const D: usize> {
    world: [&'a [f64]; D],
    near: bool,
}

impl<const D: usize> Chunk<'_, D> {
    /// In short passes over the chunk (fractions and codes, fades, rows, hashes, samples), though each stores what the next one loads: a
    /// processor looks ahead a few hundred instructions, and of a short pass those are several vectors at once.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_octave<L: Lanes>(&self, l: L, octave: &Octave, places: &mut Places<D>, sums: &mut [L::Floats]) {
        for axis in 0..D {
            places.set(l, octave, axis, self.world[axis], self.near);
        }
        let (cell, vectors) = (octave.kind == Kind::Cell, sums.len());
        match &octave.corners {
            Corners::MixTable { keys, .. } | Corners::MixValue { keys, .. } if cell => {
                places.hash::<L, true>(l, *keys, vectors);
            }
            Corners::MixTable { keys, .. } | Corners::MixValue { keys, .. } => {
                places.hash::<L, false>(l, *keys, vectors);
            }
            Corners::Permutation { links, .. } if cell => places.permute::<L, true>(l, links, vectors),
            Corners::Permutation { links, .. } => places.permute::<L, false>(l, links, vectors),
        }
        match &octave.corners {
            Corners::MixTable { opposite: true, table, .. } => {
                add_vectors::<L, D>(l, octave, Opposite::<D>(first16s(table)), places, sums);
            }
            Corners::MixTable { len: 16, table, .. } => {
                add_vectors::<L, D>(l, octave, Sixteen::<D>(first16s(table)), places, sums);
            }
            Corners::MixTable { len, table, .. } if *len < 16 => {
                add_vectors::<L, D>(l, octave, Fewer::<D>(*len, first16s(table)), places, sums);
            }
            Corners::MixTable { len, table, .. } => {
                add_vectors::<L, D>(l, octave, More::<D>(*len, components(table)), places, sums);
            }
            Corners::MixValue { amplitude, .. } => {
                add_vectors::<L, D>(l, octave, Values(*amplitude), places, sums);
            }
            Corners::Permutation { table, .. } if octave.kind == Kind::Perlin => {
                add_vectors::<L, D>(l, octave, Permuted::<D, true>(components(table)), places, sums);
            }
            Corners::Permutation { table, .. } => {
                add_vectors::<L, D>(l, octave, Permuted::<1, false>(components(table)), places, sums);
            }
        }
    }
}

/// The components of a table that has at least as many, so that kernels need not check it.
#[cfg_attr(not(unoptimized), inline(always))]
fn components<const D: usize>(table: &Table) -> [&[f32; 256]; D] {
    let mut components = [&table[0]; D];
    for c in 1..D {
        components[c] = &table[c];
    }
    components
}

/// The same of a table of up to 16 entries.
#[cfg_attr(not(unoptimized), inline(always))]
fn first16s<const D: usize>(table: &Table) -> [&[f32; 16]; D] {
    let mut components = [first16(&table[0]); D];
    for c in 1..D {
        components[c] = first16(&table[c]);
    }
    components
}

/// Whether all of these are near.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_near(world: &[f64], offset: f64, frequency: f64) -> bool {
    // Without a way out of the loop, compilers do it in lanes.
    world.iter().fold(true, |near, w| near & (((w + offset) * frequency).abs() < NEAR))
}

/// Whether all of these are at most `bound`, which is not negative.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn all_within(world: &[f64], bound: f64) -> bool {
    // The bits of numbers that are not negative are in the numbers' order, and those of a NaN beyond them. A difference below 0 sets the
    // top bit.
    let bound = bound.to_bits();
    let below = world.iter().fold(0, |below, w| below | bound.wrapping_sub(w.abs().to_bits()));
    below >> 63 == 0
}

/// Where the points of a chunk lie, along x, y, z, w, and the hashes of the corners around them.
struct Places<const D: usize> {
    t: [[f32; CHUNK]; D],
    u: [[f32; CHUNK]; D],
    /// Codes of the two lattice lines on either side.
    codes: [[[u32; CHUNK]; 2]; D],
    /// Of up to `2^D` corners, which are no more than `4 D`.
    hashes: [[[u32; CHUNK]; 4]; D],
}

impl<const D: usize> Places<D> {
    fn new() -> Self {
        Places {
            t: [[0.0; CHUNK]; D],
            u: [[0.0; CHUNK]; D],
            codes: [[[0; CHUNK]; 2]; D],
            hashes: [[[0; CHUNK]; 4]; D],
        }
    }

    /// The hashes of a corner: bits 0, 1, 2, 3 of its index are x, y, z, w.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn corner(&self, index: usize) -> &[u32; CHUNK] {
        &self.hashes[index / 4][index % 4]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_corner<L: Lanes>(&mut self, l: L, index: usize, v: usize, h: L::U) {
        l.store_u(h, &mut L::words_mut(&mut self.hashes[index / 4][index % 4])[v]);
    }

    /// Places up to [`CHUNK`] points, whole vectors of them, along an axis.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set<L: Lanes>(&mut self, l: L, octave: &Octave, axis: usize, world: &[f64], near: bool) {
        match octave.scales[axis] {
            Scale::Free { offset, frequency } if near || is_near(world, offset, frequency) => {
                self.set_near(l, octave, axis, L::doubles(world), (offset, frequency));
            }
            scale => self.set_far(octave, axis, world, &scale),
        }
    }

    /// Points that are near, in lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set_near<L: Lanes>(
        &mut self,
        l: L,
        octave: &Octave,
        axis: usize,
        world: &[L::Doubles],
        scale: (f64, f64),
    ) {
        let factor = match &octave.corners {
            Corners::Permutation { .. } => 1, // the next link looks at the low 8 bits of what it is given
            _ => WEYL,
        };
        match octave.fade {
            Fade::Linear => self.place(l, Linear, axis, world, scale, factor),
            Fade::Cubic => self.place(l, Cubic, axis, world, scale, factor),
            Fade::Quintic => self.place(l, Quintic, axis, world, scale, factor),
        }
        let (Corners::Permutation { links, .. }, 0) = (&octave.corners, axis) else { return };
        for codes in &mut self.codes[0] {
            for code in &mut L::words_mut(codes)[..world.len()] {
                l.store_u(l.pick256_u(links, l.load_u(code)), code);
            }
        }
    }

    /// Fractions, their fades, and codes: cells times a factor.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn place<L: Lanes>(
        &mut self,
        l: L,
        curve: impl Curve<L>,
        axis: usize,
        world: &[L::Doubles],
        (offset, frequency): (f64, f64),
        factor: u32,
    ) {
        let factor = l.splat_u(factor);
        let [first, second] = &mut self.codes[axis];
        let first = &mut L::words_mut(first)[..world.len()];
        let second = &mut L::words_mut(second)[..world.len()];
        let t = &mut L::floats_mut(&mut self.t[axis])[..world.len()];
        let u = &mut L::floats_mut(&mut self.u[axis])[..world.len()];
        for v in 0..world.len() {
            let (cell, fraction) = l.place(&world[v], offset, frequency, 0.0);
            l.store(fraction, &mut t[v]);
            let code = l.mul_u(cell, factor);
            l.store_u(code, &mut first[v]);
            l.store_u(l.add_u(code, factor), &mut second[v]);
        }
        for v in 0..world.len() {
            l.store(curve.fade(l, l.load(&t[v])), &mut u[v]);
        }
    }

    /// Points anywhere, one by one.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set_far(&mut self, octave: &Octave, axis: usize, world: &[f64], scale: &Scale) {
        for (i, &w) in world.iter().enumerate().take(CHUNK) {
            let (cell, t) = scale.place(w);
            self.t[axis][i] = t;
            self.u[axis][i] = octave.fade(t);
            for side in 0..2 {
                let c = scale.reduce(cell + side as i64);
                let code = if axis == 0 { octave.column_code(c) } else { octave.line_code(c) };
                self.codes[axis][side][i] = code;
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn code<L: Lanes>(&self, l: L, axis: usize, side: usize, v: usize) -> L::U {
        l.load_u(&L::words(&self.codes[axis][side])[v])
    }

    /// Hashes the corners of so many vectors of points; of `CELL`s the first corner only.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn hash<L: Lanes, const CELL: bool>(&mut self, l: L, keys: (u32, u32), vectors: usize) {
        let vectors = vectors.min(CHUNK / L::N);
        let rows = if CELL { 1 } else { 1 << (D - 1) };
        // States of rows wait where the first of their corners go.
        for v in 0..vectors {
            let states = self.states(l, keys, v);
            for b in 0..rows {
                self.store_corner(l, 2 * b, v, states[b]);
            }
        }
        for v in 0..vectors {
            for b in 0..rows {
                let r = l.load_u(&L::words(self.corner(2 * b))[v]);
                // `hash::corner`, whose first step takes row and column apart: shifts and exclusive-ors may change places.
                let (row, q) = (xor_shifted(l, r), l.rotate16(r));
                for k in 0..if CELL { 1 } else { 2 } {
                    let h = l.xor(row, xor_shifted(l, self.code(l, 0, k, v)));
                    let h = l.add_u(l.mul_u(h, l.splat_u(M1)), q);
                    let h = l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2));
                    self.store_corner(l, 2 * b + k, v, h);
                }
            }
        }
    }

    /// `hash::row_state` of the lattice rows around a vector of points.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn states<L: Lanes>(&self, l: L, keys: (u32, u32), v: usize) -> [L::U; 8] {
        let mut rows = [l.splat_u(keys.0); 8];
        if D == 1 {
            rows[0] = link(l, rows[0], l.splat_u(0), keys.1); // y is 0, whose code is 0
        }
        for a in 1..D {
            let axis = D - a;
            for i in (0..1 << (a - 1)).rev() {
                let r = rows[i];
                rows[2 * i + 1] = link(l, r, self.code(l, axis, 1, v), keys.1);
                rows[2 * i] = link(l, r, self.code(l, axis, 0, v), keys.1);
            }
        }
        rows
    }

    /// The same by a permutation, whose chain starts with x.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn permute<L: Lanes, const CELL: bool>(&mut self, l: L, links: &[u32; 256], vectors: usize) {
        for v in 0..vectors.min(CHUNK / L::N) {
            let mut h = [l.splat_u(0); 16];
            (h[0], h[1]) = (self.code(l, 0, 0, v), self.code(l, 0, 1, v));
            for axis in 1..D {
                for i in 0..if CELL { 1 } else { 1 << axis } {
                    h[(1 << axis) + i] = l.pick256_u(links, l.add_u(h[i], self.code(l, axis, 1, v)));
                    h[i] = l.pick256_u(links, l.add_u(h[i], self.code(l, axis, 0, v)));
                }
            }
            for i in 0..if CELL { 1 } else { 1 << D } {
                self.store_corner(l, i, v, h[i]);
            }
        }
    }
}

/// `mix(r ^ code) + k1`.
#[cfg_attr(not(unoptimized), inline(always))]
fn link<L: Lanes>(l: L, r: L::U, code: L::U, k1: u32) -> L::U {
    let mut h = l.mul_u(xor_shifted(l, l.xor(r, code)), l.splat_u(M1));
    h = l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2));
    l.add_u(l.xor(h, l.shr::<15>(h)), l.splat_u(k1))
}

/// `v ^ (v >> 16)`.
#[cfg_attr(not(unoptimized), inline(always))]
fn xor_shifted<L: Lanes>(l: L, v: L::U) -> L::U {
    l.xor(v, l.shr::<16>(v))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn add_vectors<L: Lanes, const D: usize>(
    l: L,
    octave: &Octave,
    source: impl Source<L>,
    places: &Places<D>,
    sums: &mut [L::Floats],
) {
    for (v, sum) in sums.iter_mut().enumerate().take(CHUNK / L::N) {
        let n = Point::<L, D>::load(l, places, v).octave(octave.kind, source);
        let n = match octave.fold {
            Some((k, c)) => l.add(l.mul(l.splat(k), l.abs(n)), l.splat(c)),
            None => n,
        };
        l.store(l.add(l.load(sum), n), sum);
    }
}

/// What stands at corners, as `octaves::Corners`, by kind, so that the choice is made once and not per corner.
trait Source<L: Lanes>: Copy {
    /// Whether corners have gradients; if not, they have values.
    const SLOPES: bool;
    /// Component `c` at corners with this hash.
    fn component(self, l: L, h: L::U, c: usize) -> L::F;
}

/// A table of 16 gradients.
#[derive(Clone, Copy)]
struct Sixteen<'a, const D: usize>([&'a [f32; 16]; D]);

impl<L: Lanes, const D: usize> Source<L> for Sixteen<'_, D> {
    const SLOPES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick16(self.0[c], table_index(l, h, 16))
    }
}

/// The same of opposite halves.
#[derive(Clone, Copy)]
struct Opposite<'a, const D: usize>([&'a [f32; 16]; D]);

impl<L: Lanes, const D: usize> Source<L> for Opposite<'_, D> {
    const SLOPES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick_opposite(self.0[c], table_index(l, h, 16))
    }
}

/// A table of so many gradients, fewer than 16.
#[derive(Clone, Copy)]
struct Fewer<'a, const D: usize>(u32, [&'a [f32; 16]; D]);

impl<L: Lanes, const D: usize> Source<L> for Fewer<'_, D> {
    const SLOPES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick16(self.1[c], table_index(l, h, self.0))
    }
}

/// The same of more than 16.
#[derive(Clone, Copy)]
struct More<'a, const D: usize>(u32, [&'a [f32; 256]; D]);

impl<L: Lanes, const D: usize> Source<L> for More<'_, D> {
    const SLOPES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick256(self.1[c], table_index(l, h, self.0))
    }
}

/// Values of this amplitude.
#[derive(Clone, Copy)]
struct Values(f32);

impl<L: Lanes> Source<L> for Values {
    const SLOPES: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, _: usize) -> L::F {
        unit_value(l, h, self.0)
    }
}

/// What a permutation's results stand for.
#[derive(Clone, Copy)]
struct Permuted<'a, const COMPONENTS: usize, const SLOPES: bool>([&'a [f32; 256]; COMPONENTS]);

impl<L: Lanes, const COMPONENTS: usize, const SLOPES: bool> Source<L> for Permuted<'_, COMPONENTS, SLOPES> {
    const SLOPES: bool = SLOPES;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick256(self.0[c], h)
    }
}

/// A vector of points.
struct Point<'a, L: Lanes, const D: usize> {
    l: L,
    t: [L::F; D],
    u: [L::F; D],
    places: &'a Places<D>,
    v: usize,
}

impl<'a, L: Lanes, const D: usize> Point<'a, L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(l: L, places: &'a Places<D>, v: usize) -> Self {
        let (mut t, mut u) = ([l.splat(0.0); D], [l.splat(0.0); D]);
        for axis in 0..D {
            t[axis] = l.load(&L::floats(&places.t[axis])[v]);
            u[axis] = l.load(&L::floats(&places.u[axis])[v]);
        }
        Point { l, t, u, places, v }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn octave<S: Source<L>>(&self, kind: Kind, source: S) -> L::F {
        let l = self.l;
        if !S::SLOPES && kind == Kind::Cell {
            return source.component(l, self.hash(0), 0);
        }
        let (s_0, o_0) = self.column(source, 0);
        let (s_1, o_1) = self.column(source, 1);
        let ds = l.sub(s_1, s_0);
        let d_o = l.sub(l.sub(o_1, s_1), o_0);
        let (t, u) = (self.t[0], self.u[0]);
        l.add(l.add(l.mul(s_0, t), o_0), l.mul(u, l.add(l.mul(ds, t), d_o)))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn hash(&self, corner: usize) -> L::U {
        self.l.load_u(&L::words(self.places.corner(corner))[self.v])
    }

    /// Slope and offset of column `k`. Values are offsets without a slope.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn column<S: Source<L>>(&self, source: S, k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut u = [self.u[0]; 3];
        u[..D - 1].copy_from_slice(&self.u[1..]);
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            let h = self.hash(2 * b + k);
            if !S::SLOPES {
                o[b] = source.component(l, h, 0);
                continue;
            }
            s[b] = source.component(l, h, 0);
            for a in 1..D {
                let away = if b >> (a - 1) & 1 == 0 { self.t[a] } else { l.sub(self.t[a], l.splat(1.0)) };
                let term = l.mul(source.component(l, h, a), away);
                o[b] = if a == 1 { term } else { l.add(o[b], term) };
            }
        }
        if S::SLOPES {
            reduce::<L, D>(l, &mut s, u);
        }
        reduce::<L, D>(l, &mut o, u);
        (s[0], o[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_within_a_bound() {
        for bound in [0.0_f64, 1.0, 1e300, f64::MAX] {
            let beyond =
                [bound.next_up(), -bound.next_up(), f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN];
            for (w, within) in
                [bound, -bound, 0.0, -0.0].map(|w| (w, true)).into_iter().chain(beyond.map(|w| (w, false)))
            {
                for at in 0..19 {
                    let mut world = [0.0; 19];
                    world[at] = w;
                    assert_eq!(all_within(&world, bound), within, "{w:e} within {bound:e}");
                }
            }
        }
        assert!(all_within(&[], 0.0));
    }
}
