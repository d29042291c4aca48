//! Scattered points: each lane has a cell of its own on every axis. The same arithmetic as on a grid, with nothing shared.

use super::columns::reduce;
use super::corners::{corner_hash, table_index, unit_value};
use super::place::{NEAR, fade};
use crate::hash::{M1, M2, WEYL};
use crate::lanes::Lanes;
use crate::noise::Kind;
use crate::octaves::{Corners, Octave, Octaves, Scale, Table};

/// Points that are placed on the lattice together. A multiple of every vector's lanes.
const CHUNK: usize = 64;

/// Fills `out` with the samples at points, a slice of world coordinates for each axis in the order x, y, z, w.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn fill<L: Lanes>(l: L, octaves: &Octaves, world: &[&[f64]], out: &mut [f32]) {
    let mut place = Places::new();
    let mut at = 0;
    while at < out.len() {
        let end = out.len().min(at + CHUNK);
        let mut sums = [octaves.bias; CHUNK];
        for octave in &octaves.octaves {
            match world.len() {
                1 => add_octave::<L, 1>(l, octave, world, at, end, &mut place, &mut sums),
                2 => add_octave::<L, 2>(l, octave, world, at, end, &mut place, &mut sums),
                3 => add_octave::<L, 3>(l, octave, world, at, end, &mut place, &mut sums),
                _ => add_octave::<L, 4>(l, octave, world, at, end, &mut place, &mut sums),
            }
        }
        out[at..end].copy_from_slice(&sums[..end - at]);
        at = end;
    }
}

/// Where the points of a chunk lie, along x, y, z, w.
struct Places {
    t: [[f32; CHUNK]; 4],
    u: [[f32; CHUNK]; 4],
    /// Codes of the two lattice lines on either side.
    codes: [[[u32; CHUNK]; 2]; 4],
}

impl Places {
    fn new() -> Self {
        Places { t: [[0.0; CHUNK]; 4], u: [[0.0; CHUNK]; 4], codes: [[[0; CHUNK]; 2]; 4] }
    }

    /// Places up to [`CHUNK`] points along an axis.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set<L: Lanes>(&mut self, l: L, octave: &Octave, axis: usize, world: &[f64]) {
        match octave.scales[axis] {
            Scale::Free { offset, frequency } if near(world, offset, frequency) => {
                let Ok(world) = world.try_into() else {
                    let mut padded = [0.0; CHUNK];
                    padded[..world.len()].copy_from_slice(world);
                    return self.set_near(l, octave, axis, &padded, offset, frequency);
                };
                self.set_near(l, octave, axis, world, offset, frequency);
            }
            scale => self.set_anywhere(octave, axis, world, &scale),
        }
    }

    /// Points within [`NEAR`], in lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set_near<L: Lanes>(
        &mut self,
        l: L,
        octave: &Octave,
        axis: usize,
        world: &[f64; CHUNK],
        offset: f64,
        frequency: f64,
    ) {
        let one = l.splat_u(1);
        for (v, world) in L::doubles(world).iter().enumerate() {
            let (cell, t) = l.place(world, offset, frequency);
            let at = v * L::N;
            l.store(t, &mut L::floats_mut(&mut self.t[axis][at..])[0]);
            l.store(fade(l, octave.fade, t), &mut L::floats_mut(&mut self.u[axis][at..])[0]);
            for (side, c) in [cell, l.add_u(cell, one)].into_iter().enumerate() {
                let code = match &octave.corners {
                    Corners::Permutation { links, .. } if axis == 0 => l.pick256_u(links, c),
                    Corners::Permutation { .. } => l.and(c, l.splat_u(255)),
                    _ => l.mul_u(c, l.splat_u(WEYL)),
                };
                l.store_u(code, &mut L::words_mut(&mut self.codes[axis][side][at..])[0]);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn set_anywhere(&mut self, octave: &Octave, axis: usize, world: &[f64], scale: &Scale) {
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
}

/// Whether all of these are within [`NEAR`].
#[cfg_attr(not(unoptimized), inline(always))]
fn near(world: &[f64], offset: f64, frequency: f64) -> bool {
    // Without a way out of the loop, compilers do it in lanes.
    world.iter().fold(true, |near, w| near & (((w + offset) * frequency).abs() < NEAR))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn add_octave<L: Lanes, const D: usize>(
    l: L,
    octave: &Octave,
    world: &[&[f64]],
    at: usize,
    end: usize,
    place: &mut Places,
    sums: &mut [f32; CHUNK],
) {
    for axis in 0..D {
        place.set(l, octave, axis, &world[axis][at..end]);
    }
    let vectors = (end - at).div_ceil(L::N);
    match &octave.corners {
        Corners::MixTable { keys, len, table } if *len <= 16 => {
            add_vectors::<L, D>(
                l,
                octave,
                MixTable::<true> { keys: *keys, len: *len, table },
                vectors,
                place,
                sums,
            );
        }
        Corners::MixTable { keys, len, table } => {
            add_vectors::<L, D>(
                l,
                octave,
                MixTable::<false> { keys: *keys, len: *len, table },
                vectors,
                place,
                sums,
            );
        }
        Corners::MixValue { keys, amplitude } => {
            add_vectors::<L, D>(
                l,
                octave,
                Values { keys: *keys, amplitude: *amplitude },
                vectors,
                place,
                sums,
            );
        }
        Corners::Permutation { links, table } if octave.kind == Kind::Perlin => {
            add_vectors::<L, D>(l, octave, Chain::<true> { links, table }, vectors, place, sums);
        }
        Corners::Permutation { links, table } => {
            add_vectors::<L, D>(l, octave, Chain::<false> { links, table }, vectors, place, sums);
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn add_vectors<L: Lanes, const D: usize>(
    l: L,
    octave: &Octave,
    source: impl Source<L>,
    vectors: usize,
    place: &Places,
    sums: &mut [f32; CHUNK],
) {
    for v in 0..vectors {
        let point = Point::<L, D>::load(l, place, v * L::N);
        let n = point.octave(octave.kind, source);
        let n = match octave.fold {
            Some((k, c)) => l.add(l.mul(l.splat(k), l.abs(n)), l.splat(c)),
            None => n,
        };
        let sum = l.add(l.load_at(sums, v * L::N), n);
        l.store(sum, &mut L::floats_mut(&mut sums[v * L::N..])[0]);
    }
}

/// What stands at corners, as `octaves::Corners`, by kind, so that the choice is made once and not per corner.
trait Source<L: Lanes>: Copy {
    /// Whether corners have gradients; if not, they have values.
    const SLOPES: bool;
    /// The keys of `Mix`.
    fn keys(self) -> (u32, u32);
    /// Component `c` at corners with this hash.
    fn component(self, l: L, h: L::U, c: usize) -> L::F;
    /// The hash of corners: `row` is the state of their lattice row, `lines` the codes of their lines along y, z, w.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn hash(self, l: L, row: L::U, _lines: &[L::U], column: L::U) -> L::U {
        corner_hash(l, row, rotate16(l, row), column)
    }
}

/// `SMALL`: up to 16 entries.
#[derive(Clone, Copy)]
struct MixTable<'a, const SMALL: bool> {
    keys: (u32, u32),
    len: u32,
    table: &'a Table,
}

impl<L: Lanes, const SMALL: bool> Source<L> for MixTable<'_, SMALL> {
    const SLOPES: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn keys(self) -> (u32, u32) {
        self.keys
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        let index = table_index(l, h, self.len);
        if SMALL {
            l.pick16(&self.table[c].as_chunks().0[0], index)
        } else {
            l.pick256(&self.table[c], index)
        }
    }
}

#[derive(Clone, Copy)]
struct Values {
    keys: (u32, u32),
    amplitude: f32,
}

impl<L: Lanes> Source<L> for Values {
    const SLOPES: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn keys(self) -> (u32, u32) {
        self.keys
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, _: usize) -> L::F {
        unit_value(l, h, self.amplitude)
    }
}

/// A permutation's chain starts with x, so that rows have no state.
#[derive(Clone, Copy)]
struct Chain<'a, const SLOPES: bool> {
    links: &'a [u32; 256],
    table: &'a Table,
}

impl<L: Lanes, const SLOPES: bool> Source<L> for Chain<'_, SLOPES> {
    const SLOPES: bool = SLOPES;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn keys(self) -> (u32, u32) {
        (0, 0)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(self, l: L, h: L::U, c: usize) -> L::F {
        l.pick256(&self.table[c], h)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn hash(self, l: L, _row: L::U, lines: &[L::U], column: L::U) -> L::U {
        let mut h = column;
        for &line in lines {
            h = l.pick256_u(self.links, l.add_u(h, line));
        }
        h
    }
}

/// A vector of points.
struct Point<L: Lanes, const D: usize> {
    l: L,
    t: [L::F; 4],
    u: [L::F; 4],
    codes: [[L::U; 2]; 4],
}

impl<L: Lanes, const D: usize> Point<L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(l: L, place: &Places, v: usize) -> Self {
        let mut point =
            Point { l, t: [l.splat(0.0); 4], u: [l.splat(0.0); 4], codes: [[l.splat_u(0); 2]; 4] };
        for axis in 0..D {
            point.t[axis] = l.load_at(&place.t[axis], v);
            point.u[axis] = l.load_at(&place.u[axis], v);
            for side in 0..2 {
                point.codes[axis][side] = l.load_u(&L::words(&place.codes[axis][side][v..])[0]);
            }
        }
        point
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn octave<S: Source<L>>(&self, kind: Kind, source: S) -> L::F {
        let l = self.l;
        let rows = self.rows(source.keys());
        if !S::SLOPES && kind == Kind::Cell {
            return source.component(l, self.corner(source, &rows, 0, 0), 0);
        }
        let (s_0, o_0) = self.column(source, &rows, 0);
        let (s_1, o_1) = self.column(source, &rows, 1);
        let ds = l.sub(s_1, s_0);
        let d_o = l.sub(l.sub(o_1, s_1), o_0);
        let (t, u) = (self.t[0], self.u[0]);
        l.add(l.add(l.mul(s_0, t), o_0), l.mul(u, l.add(l.mul(ds, t), d_o)))
    }

    /// `hash::row_state` of the lattice rows around the points; bits 0, 1, 2 of the index are y, z, w.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rows(&self, keys: (u32, u32)) -> [L::U; 8] {
        let mut rows = [self.l.splat_u(keys.0); 8];
        if D == 1 {
            rows[0] = self.link(rows[0], self.l.splat_u(0), keys.1); // y is 0, whose code is 0
        }
        for a in 1..D {
            let axis = D - a;
            for i in (0..1 << (a - 1)).rev() {
                let r = rows[i];
                rows[2 * i + 1] = self.link(r, self.codes[axis][1], keys.1);
                rows[2 * i] = self.link(r, self.codes[axis][0], keys.1);
            }
        }
        rows
    }

    /// `mix(r ^ code) + k1`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn link(&self, r: L::U, code: L::U, k1: u32) -> L::U {
        let l = self.l;
        let mut h = l.xor(r, code);
        h = l.mul_u(l.xor(h, l.shr::<16>(h)), l.splat_u(M1));
        h = l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2));
        l.add_u(l.xor(h, l.shr::<15>(h)), l.splat_u(k1))
    }

    /// The hash of the corners of column `k` in the lattice row `b`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn corner<S: Source<L>>(&self, source: S, rows: &[L::U; 8], b: usize, k: usize) -> L::U {
        let mut lines = [self.codes[0][0]; 3];
        for a in 1..D {
            lines[a - 1] = self.codes[a][b >> (a - 1) & 1];
        }
        source.hash(self.l, rows[b], &lines[..D - 1], self.codes[0][k])
    }

    /// Slope and offset of column `k`. Values are offsets without a slope.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn column<S: Source<L>>(&self, source: S, rows: &[L::U; 8], k: usize) -> (L::F, L::F) {
        let l = self.l;
        let u = [self.u[1], self.u[2], self.u[3]];
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            let h = self.corner(source, rows, b, k);
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

#[cfg_attr(not(unoptimized), inline(always))]
fn rotate16<L: Lanes>(l: L, v: L::U) -> L::U {
    l.add_u(l.shr::<16>(v), l.mul_u(v, l.splat_u(1 << 16)))
}
