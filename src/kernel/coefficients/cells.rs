//! The coefficients of cells, for groups of rows, and the planes that rows lie in.

use super::{between, never_negative_zero};
use crate::simd::{Lanes, NUMBERS};

/// Rows whose coefficients the schedule across computes together.
pub(crate) const GROUP: usize = 16;

/// `S`, `O`, `DS`, `DO` of a cell, for each row of a group.
pub(crate) type Cell = [[f32; GROUP]; 4];

/// Rows along the lane axis that lie alike along the others.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    /// Where the corners of its first lines start.
    pub(crate) at: usize,
    /// Fractions and fades along y, z, w; those of the lane axis do not count.
    pub(crate) t: [f32; 3],
    pub(crate) u: [f32; 3],
    /// Where the samples of its first row go.
    pub(crate) out: usize,
}

impl Plane {
    pub(crate) const NONE: Plane = Plane { at: 0, t: [0.0; 3], u: [0.0; 3], out: 0 };
}

/// Rows whose coefficients are computed together: vector `n` of a group.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct VectorRows {
    pub(super) n: usize,
    /// The first lane that counts, if it is not the first of all.
    pub(super) from: Option<u32>,
}

impl VectorRows {
    /// Stores one of the coefficients.
    #[inline(always)]
    pub(in crate::kernel) fn store<L: Lanes>(self, l: L, v: L::F, to: &mut [f32; GROUP]) {
        let Some(to) = L::floats_mut(to).get_mut(self.n) else { return };
        let v = match self.from {
            Some(from) => {
                let counts = l.above(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(from - 1));
                l.select(counts, v, l.load(to))
            }
            None => v,
        };
        l.store(v, to);
    }

    /// One of the coefficients, as it was stored.
    #[inline(always)]
    fn load<L: Lanes>(self, l: L, from: &[f32; GROUP]) -> L::F {
        match L::floats(from).get(self.n) {
            Some(from) => l.load(from),
            None => l.splat(0.0),
        }
    }

    /// Stores the rest of a cell that has its column's line already: how far it is from there to the line of the next column.
    #[inline(always)]
    pub(in crate::kernel) fn finish<L: Lanes>(self, l: L, next: (L::F, L::F), cell: &mut Cell) {
        let line = (self.load(l, &cell[0]), self.load(l, &cell[1]));
        let [_, _, ds, d_o] = between(l, line, next);
        self.store(l, ds, &mut cell[2]);
        self.store(l, d_o, &mut cell[3]);
    }
}

/// Stores the coefficients of some rows.
#[inline(always)]
pub(super) fn store<L: Lanes>(l: L, to: &mut Cell, rows: VectorRows, coefficients: [L::F; 4]) {
    let [s, o, ds, d_o] = coefficients;
    for (to, v) in to.iter_mut().zip([s, never_negative_zero(l, o), ds, d_o]) {
        rows.store(l, v, to);
    }
}
