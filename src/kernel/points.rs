//! Scattered points: each lane has a cell of its own on every axis. The same arithmetic as on a grid, with nothing shared.

use super::profile::reduce;
use crate::hash::{M1, M2};
use crate::kernel::corners::{corner_hash, table_lookup, unit_value};
use crate::lanes::Lanes;
use crate::noise::Kind;
use crate::octaves::{Corners, Octave, Octaves};

/// Points that are placed on the lattice together, in scalar f64, before lanes take over. A multiple of every vector's lanes.
const CHUNK: usize = 64;

/// Fills `out` with the samples at points, a slice of world coordinates for each axis in the order x, y, z, w.
#[inline(always)]
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

    #[inline(always)]
    fn set(&mut self, octave: &Octave, axis: usize, world: &[f64]) {
        let scale = octave.scales[axis];
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

#[inline(always)]
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
        place.set(octave, axis, &world[axis][at..end]);
    }
    let mut v = 0;
    while v < end - at {
        let point = Point::<L, D>::load(l, place, v);
        let n = point.octave(octave);
        let n = match octave.fold {
            Some((k, c)) => l.add(l.mul(l.splat(k), l.abs(n)), l.splat(c)),
            None => n,
        };
        let sum = l.add(l.load_at(sums, v), n);
        l.store(sum, &mut L::floats_mut(&mut sums[v..])[0]);
        v += L::N;
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
    #[inline(always)]
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

    #[inline(always)]
    fn octave(&self, octave: &Octave) -> L::F {
        let l = self.l;
        let rows = self.rows(octave);
        if octave.kind == Kind::Cell {
            return self.corner(octave, rows[0], self.codes[0][0])[0];
        }
        let (s_0, o_0) = self.column(octave, &rows, 0);
        let (s_1, o_1) = self.column(octave, &rows, 1);
        let ds = l.sub(s_1, s_0);
        let d_o = l.sub(l.sub(o_1, s_1), o_0);
        let (t, u) = (self.t[0], self.u[0]);
        l.add(l.add(l.mul(s_0, t), o_0), l.mul(u, l.add(l.mul(ds, t), d_o)))
    }

    /// `hash::row_state` of the lattice rows around the points; bits 0, 1, 2 of the index are y, z, w. A permutation's chain starts
    /// with x, so that its rows have no state.
    #[inline(always)]
    fn rows(&self, octave: &Octave) -> [Row<L>; 8] {
        let l = self.l;
        let (Corners::MixTable { keys, .. } | Corners::MixValue { keys, .. }) = octave.corners else {
            let mut rows = [Row { r: l.splat_u(0), bits: 0 }; 8];
            for (b, row) in rows.iter_mut().enumerate() {
                row.bits = b;
            }
            return rows;
        };
        let mut rows = [Row { r: l.splat_u(keys.0), bits: 0 }; 8];
        if D == 1 {
            rows[0].r = self.link(rows[0].r, l.splat_u(0), keys.1); // y is 0, whose code is 0
        }
        for a in 1..D {
            let axis = D - a;
            for i in (0..1 << (a - 1)).rev() {
                let r = rows[i].r;
                rows[2 * i + 1].r = self.link(r, self.codes[axis][1], keys.1);
                rows[2 * i].r = self.link(r, self.codes[axis][0], keys.1);
            }
        }
        rows
    }

    /// `mix(r ^ code) + k1`.
    #[inline(always)]
    fn link(&self, r: L::U, code: L::U, k1: u32) -> L::U {
        let l = self.l;
        let mut h = l.xor(r, code);
        h = l.mul_u(l.xor(h, l.shr::<16>(h)), l.splat_u(M1));
        h = l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2));
        l.add_u(l.xor(h, l.shr::<15>(h)), l.splat_u(k1))
    }

    /// Slope and offset of column `k`.
    #[inline(always)]
    fn column(&self, octave: &Octave, rows: &[Row<L>; 8], k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            let corner = self.corner(octave, rows[b], self.codes[0][k]);
            if octave.kind == Kind::Value {
                o[b] = corner[0];
                continue;
            }
            s[b] = corner[0];
            for a in 1..D {
                let away = if b >> (a - 1) & 1 == 0 { self.t[a] } else { l.sub(self.t[a], l.splat(1.0)) };
                let term = l.mul(corner[a], away);
                o[b] = if a == 1 { term } else { l.add(o[b], term) };
            }
        }
        let u = [self.u[1], self.u[2], self.u[3]];
        reduce::<L, D>(l, &mut s, u);
        reduce::<L, D>(l, &mut o, u);
        (s[0], o[0])
    }

    /// The components of the vectors at corners, or their values in the first.
    #[inline(always)]
    fn corner(&self, octave: &Octave, row: Row<L>, column: L::U) -> [L::F; 4] {
        let l = self.l;
        let mut components = [l.splat(0.0); 4];
        match &octave.corners {
            Corners::MixTable { len, table, .. } => {
                let h = corner_hash(l, row.r, rotate16(l, row.r), column);
                let mut c = 0;
                while c < D {
                    components[c] = table_lookup(l, h, *len, &table[c]);
                    c += 1;
                }
            }
            Corners::MixValue { amplitude, .. } => {
                let h = corner_hash(l, row.r, rotate16(l, row.r), column);
                components[0] = unit_value(l, h, *amplitude);
            }
            Corners::Permutation { links, table } => {
                let mut h = column;
                for a in 1..D {
                    h = l.pick256_u(links, l.add_u(h, self.codes[a][row.bits >> (a - 1) & 1]));
                }
                let mut c = 0;
                while c < table.len() {
                    components[c] = l.pick256(&table[c], h);
                    c += 1;
                }
            }
        }
        components
    }
}

/// A lattice row beside a vector of points.
#[derive(Clone, Copy)]
struct Row<L: Lanes> {
    r: L::U,
    /// Which side of the points it lies on: bits 0, 1, 2 for y, z, w.
    bits: usize,
}

#[inline(always)]
fn rotate16<L: Lanes>(l: L, v: L::U) -> L::U {
    l.add_u(l.shr::<16>(v), l.mul_u(v, l.splat_u(1 << 16)))
}
