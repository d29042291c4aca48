//! One sample, without tables or lanes: the arithmetic of `points`, for one point.

use crate::hash::{self, corner, link};
use crate::kernel::{cellular, shaping};
use crate::noise::Kind;
use crate::tables::corners::{Corners, FewVectors};
use crate::tables::fades::faded;
use crate::tables::octave::{Folded, Form, Octave};
use crate::tables::octaves::Octaves;

/// The sample at a point with 1 to 4 world coordinates in array order. `None` where a coordinate is not finite, or beyond the lattice.
///
/// This function is not generic, so that the code for each number of axes is compiled once, in this crate, and not in each crate that samples.
pub(crate) fn sample(octaves: &Octaves, point: &[f64]) -> Option<f32> {
    match *point {
        [x] => sample_in(octaves, [x]),
        [y, x] => sample_in(octaves, [y, x]),
        [z, y, x] => sample_in(octaves, [z, y, x]),
        [w, z, y, x] => sample_in(octaves, [w, z, y, x]),
        _ => None,
    }
}

fn sample_in<const D: usize>(octaves: &Octaves, point: [f64; D]) -> Option<f32> {
    let mut sum = octaves.bias;
    let mut weight = 1.0;
    let mut moves = Moves { index: usize::MAX, along: [0.0; 4] };
    for octave in &octaves.octaves {
        moves.set(octaves, octave, point)?;
        let n = match &octave.form {
            Form::Lattice => PlaceOfPoint::new(octave, &point, &moves.along)?.sample(octave),
            Form::Cellular(cellular) => cellular::sample(octave, cellular, &point, &moves.along)?,
        };
        sum += match (octave.fold, &octave.shaped) {
            (_, Some(shaped)) => shaping::of_one(shaped, n, &mut weight),
            (Some(Folded { k, c }), None) => k * n.abs() + c,
            (None, None) => n,
        };
    }
    Some(sum)
}

/// How far a point moves in warped octaves.
struct Moves {
    /// The number of the warp among those of the octaves.
    index: usize,
    /// World units along x, y, z, w.
    along: [f32; 4],
}

impl Moves {
    /// Sets the displacement for an octave. The octaves of one noise share it.
    #[inline]
    fn set<const D: usize>(&mut self, octaves: &Octaves, octave: &Octave, point: [f64; D]) -> Option<()> {
        match &octave.warp {
            Some(warped) if warped.index != self.index => {
                self.index = warped.index;
                for (along, moves) in self.along.iter_mut().zip(&octaves.warps[warped.index]) {
                    *along = sample_in(moves, point)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }
}

/// Where a point lies in an octave's lattice, for axes x, y, z, w.
struct PlaceOfPoint<const D: usize> {
    t: [f32; D],
    u: [f32; D],
    /// The codes of the lines on both sides.
    codes: [[u32; 2]; D],
}

impl<const D: usize> PlaceOfPoint<D> {
    #[inline]
    fn new(octave: &Octave, point: &[f64; D], moves: &[f32; 4]) -> Option<Self> {
        let mut place = PlaceOfPoint { t: [0.0; D], u: [0.0; D], codes: [[0; 2]; D] };
        for (a, world) in point.iter().rev().enumerate() {
            let (cell, t) = octave.place(a, *world, moves[a])?;
            (place.t[a], place.u[a]) = (t, faded(octave.fade, t));
            place.codes[a] = [cell, cell + 1].map(|c| octave.code(a, c));
        }
        Some(place)
    }

    #[inline]
    fn sample(&self, octave: &Octave) -> f32 {
        let perlin = octave.kind == Kind::Perlin;
        match &octave.corners {
            Corners::MixFew { keys, vectors: FewVectors { len, table, .. } } => {
                self.perlin(octave, &self.mixed(*keys), |h, c| {
                    table[c][hash::table_index(h, *len as usize) & 15]
                })
            }
            Corners::MixMany { keys, len, table } => {
                let mut indices = self.mixed(*keys);
                for h in &mut indices[..1 << D] {
                    *h = hash::table_index(*h, *len as usize) as u32;
                }
                self.perlin_of_many(octave, &indices, table)
            }
            Corners::MixValue { keys, amplitude } => {
                self.value(octave, &self.mixed(*keys), |h| hash::unit_value(h) * amplitude)
            }
            Corners::Permutation { links, table } if perlin => {
                self.perlin_of_many(octave, &self.chained(links), table)
            }
            Corners::Permutation { links, table } => {
                self.value(octave, &self.chained(links), |h| table[0][h as usize & 255])
            }
        }
    }

    /// The hashes of the corners: bits 0, 1, 2, 3 of an index are x, y, z, w.
    #[inline]
    fn mixed(&self, keys: (u32, u32)) -> [u32; 16] {
        let mut rows = [keys.0; 8];
        if D == 1 {
            rows[0] = link(rows[0], 0, keys.1); // y is 0, whose code is 0
        }
        for a in (1..D).rev() {
            for i in (0..1 << (D - 1 - a)).rev() {
                let r = rows[i];
                rows[2 * i + 1] = link(r, self.codes[a][1], keys.1);
                rows[2 * i] = link(r, self.codes[a][0], keys.1);
            }
        }
        let mut hashes = [0; 16];
        for b in 0..1 << (D - 1) {
            let state = (rows[b], rows[b].rotate_left(16));
            hashes[2 * b] = corner(state, self.codes[0][0]);
            hashes[2 * b + 1] = corner(state, self.codes[0][1]);
        }
        hashes
    }

    /// The hashes of the corners by a permutation, whose chain starts with x.
    #[inline]
    fn chained(&self, links: &[u32; 256]) -> [u32; 16] {
        let mut h = [0; 16];
        (h[0], h[1]) = (self.codes[0][0], self.codes[0][1]);
        for a in 1..D {
            for i in 0..1 << a {
                let from = h[i];
                h[(1 << a) + i] = links[(from.wrapping_add(self.codes[a][1]) & 255) as usize];
                h[i] = links[(from.wrapping_add(self.codes[a][0]) & 255) as usize];
            }
        }
        h
    }

    /// Perlin noise with a table of 256 entries, and an index for each corner.
    fn perlin_of_many(&self, octave: &Octave, indices: &[u32; 16], table: &[[f32; 256]]) -> f32 {
        self.perlin(octave, indices, |index, c| table[c][index as usize & 255])
    }

    #[inline]
    fn perlin(&self, octave: &Octave, hashes: &[u32; 16], gradient: impl Fn(u32, usize) -> f32) -> f32 {
        let constants = octave.has_constants(D);
        let line = |k: usize| {
            let (mut s, mut o) = ([0.0; 8], [0.0; 8]);
            for b in 0..1 << (D - 1) {
                let h = hashes[2 * b + k];
                s[b] = gradient(h, 0);
                if constants {
                    o[b] = gradient(h, D);
                }
                for a in 1..D {
                    let t = if b >> (a - 1) & 1 == 0 { self.t[a] } else { self.t[a] - 1.0 };
                    let term = gradient(h, a) * t;
                    o[b] = if a == 1 && !constants { term } else { o[b] + term };
                }
            }
            (self.reduce(s), self.reduce(o))
        };
        self.between(line(0), line(1))
    }

    #[inline]
    fn value(&self, octave: &Octave, hashes: &[u32; 16], value: impl Fn(u32) -> f32) -> f32 {
        if octave.kind == Kind::Cell {
            return value(hashes[0]);
        }
        let line = |k: usize| {
            let mut o = [0.0; 8];
            for b in 0..1 << (D - 1) {
                o[b] = value(hashes[2 * b + k]);
            }
            (0.0, self.reduce(o))
        };
        self.between(line(0), line(1))
    }

    /// Lerps along y, then z, then w.
    #[inline]
    fn reduce(&self, mut v: [f32; 8]) -> f32 {
        for a in 1..D {
            for b in 0..1 << (D - 1 - a) {
                v[b] = v[2 * b] + self.u[a] * (v[2 * b + 1] - v[2 * b]);
            }
        }
        v[0]
    }

    /// The sample between two columns, given slope and offset of each.
    #[inline]
    fn between(&self, (s_0, o_0): (f32, f32), (s_1, o_1): (f32, f32)) -> f32 {
        let (ds, d_o) = (s_1 - s_0, (o_1 - s_1) - o_0);
        let (t, u) = (self.t[0], self.u[0]);
        (s_0 * t + o_0) + u * (ds * t + d_o)
    }
}
