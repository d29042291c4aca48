//! Coefficients of one row: those of the value, then those of its derivatives along y, z, w.
//!
//! All kinds have the same arithmetic here, with zeros for what a kind lacks, and one loop serves both sides of columns: the code of four
//! dimensions would be several times as long otherwise.

use super::memory::Lines;
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::coefficients::{Around, between, lerp, rolled};
use crate::kernel::sources::{Components, ZEROS};
use crate::simd::{Job, Lanes};

/// The coefficients of a row of samples in `D` dimensions.
pub(super) struct WithDerivatives<'a, const D: usize> {
    pub(super) corners: &'a [f32],
    pub(super) components: Components,
    /// Where the lattice rows around the samples start: bits 0, 1, 2 of the index are y, z, w.
    pub(super) at: [usize; 8],
    /// Floats from the left side of columns to the right one, where samples have columns of their own.
    pub(super) right: Option<usize>,
    /// Fractions, fades, and the fades' derivatives along y, z, w.
    pub(super) t: [f32; 3],
    pub(super) u: [f32; 3],
    pub(super) fade_slopes: [f32; 3],
    /// How many columns.
    pub(super) columns: usize,
    /// For the right sides of columns.
    pub(super) beside: &'a mut [Lines; 4],
    pub(super) to: &'a mut [Coefficients; 4],
}

impl<const D: usize> Job for WithDerivatives<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let WithDerivatives { corners, components, at, right, columns, beside, to, .. } = self;
        let mut row = Row { around: Around::splat(l, self.t, self.u), fade_slopes: [l.splat(0.0); 3] };
        for (slopes, slope) in row.fade_slopes.iter_mut().zip(self.fade_slopes) {
            *slopes = l.splat(slope);
        }
        let count = columns.div_ceil(L::N);
        for side in 0..if right.is_some() { 2 } else { 1 } {
            let from = side * right.unwrap_or(0);
            for k in 0..count {
                let corners = InRows { corners, components, at, from, k };
                let lines = lines::<L, D>(l, &row, &corners);
                for (d, (slope, offset)) in lines.into_iter().enumerate() {
                    let to = if side == 0 { &mut to[d][..2 * STRIDE] } else { &mut beside[d][..] };
                    let (slopes, offsets) = to.split_at_mut(STRIDE);
                    l.store(slope, &mut L::floats_mut(slopes)[k]);
                    l.store(offset, &mut L::floats_mut(offsets)[k]);
                }
            }
        }
        for (to, beside) in to.iter_mut().zip(beside.iter()).take(D) {
            let (left, differences) = to.split_at_mut(2 * STRIDE);
            // The next column stands one further on.
            let (ends, next) = if right.is_some() { (&beside[..], 0) } else { (&*left, 1) };
            let (slopes, offsets) = differences.split_at_mut(STRIDE);
            for k in 0..count {
                let at = k * L::N;
                let near = (l.load_at(left, at), l.load_at(left, STRIDE + at));
                let far = (l.load_at(ends, at + next), l.load_at(ends, STRIDE + at + next));
                let [_, _, ds, d_o] = between(l, near, far);
                l.store(ds, &mut L::floats_mut(slopes)[k]);
                l.store(d_o, &mut L::floats_mut(offsets)[k]);
            }
        }
    }
}

/// Where samples lie along y, z, w.
pub(super) struct Row<L: Lanes> {
    pub(super) around: Around<L>,
    /// The derivatives of the fades.
    pub(super) fade_slopes: [L::F; 3],
}

/// What stands at the corners of a column, or of a vector of columns.
pub(super) trait OfColumn<L: Lanes> {
    /// Component `c` at the corner whose bits 0, 1, 2 are y, z, w: the slope along x, the constant or value, the slopes along y, z, w.
    fn component(&self, l: L, b: usize, c: usize) -> L::F;
}

/// In the rows of a block's lattice.
struct InRows<'a> {
    corners: &'a [f32],
    components: Components,
    at: [usize; 8],
    /// Floats before the side of the columns.
    from: usize,
    /// The vector of columns.
    k: usize,
}

impl<L: Lanes> OfColumn<L> for InRows<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, c: usize) -> L::F {
        let (slice, at) = match self.components.slots[c] {
            Some(slot) => {
                (self.corners, self.at[b] + self.from + (self.k * self.components.count + slot) * L::N)
            }
            None => (&ZEROS[..], 0),
        };
        l.load_at(slice, at)
    }
}

/// Slope and offset of a column for the value, then for the derivatives along y, z, w.
#[inline(always)]
pub(super) fn lines<L: Lanes, const D: usize>(
    l: L,
    row: &Row<L>,
    corners: &impl OfColumn<L>,
) -> [(L::F, L::F); D] {
    let zeros = [l.splat(0.0); 8];
    let mut ends = Corners { slopes: zeros, offsets: zeros, components: [zeros; 3] };
    for b in 0..1 << (D - 1) {
        ends.slopes[b] = corners.component(l, b, 0);
        ends.offsets[b] = corners.component(l, b, 1);
        for a in 0..D - 1 {
            let component = corners.component(l, b, a + 2);
            ends.offsets[b] = l.add(ends.offsets[b], l.mul(component, row.around.t[a][b >> a & 1]));
            ends.components[a][b] = component;
        }
    }
    let zero = l.splat(0.0);
    let mut lines = [(zero, zero); D];
    for d in 0..rolled::<D>(D) {
        let along = if d == 0 { D } else { d - 1 };
        lines[d] = ends.line::<D>(l, row, along);
    }
    lines
}

/// The corners of a column as seen from the samples: bits 0, 1, 2 of an index are y, z, w.
#[derive(Clone, Copy)]
struct Corners<L: Lanes> {
    /// Slopes along x.
    slopes: [L::F; 8],
    offsets: [L::F; 8],
    /// Slopes along y, z, w.
    components: [[L::F; 8]; 3],
}

impl<L: Lanes> Corners<L> {
    /// The line for the derivative along y, z or w, which are 0, 1, 2; from `D - 1` on for the value.
    #[inline(always)]
    fn line<const D: usize>(mut self, l: L, row: &Row<L>, along: usize) -> (L::F, L::F) {
        for a in 0..D - 1 {
            let (u, slope) = (row.around.u[a], row.fade_slopes[a]);
            for b in 0..1 << (D - 2 - a) {
                let (near, far) = (2 * b, 2 * b + 1);
                let ([s_0, s_1], [o_0, o_1]) =
                    ([self.slopes[near], self.slopes[far]], [self.offsets[near], self.offsets[far]]);
                if a == along {
                    let components = &self.components[a];
                    let inner = lerp(l, u, components[near], components[far]);
                    self.slopes[b] = l.mul(slope, l.sub(s_1, s_0));
                    self.offsets[b] = l.add(inner, l.mul(slope, l.sub(o_1, o_0)));
                } else {
                    self.slopes[b] = lerp(l, u, s_0, s_1);
                    self.offsets[b] = lerp(l, u, o_0, o_1);
                }
                if a < along && along < D - 1 {
                    let components = &mut self.components[along];
                    components[b] = lerp(l, u, components[near], components[far]);
                }
            }
        }
        (self.slopes[0], self.offsets[0])
    }
}
