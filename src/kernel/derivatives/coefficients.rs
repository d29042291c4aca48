//! Coefficients of one row, a vector of columns at a time: those of the value, then those of its derivatives along y, z, w.

use crate::kernel::coefficients::along::Loaded;
use crate::kernel::coefficients::{Around, Corners, between, lerp};
use crate::kernel::scratch::{Coefficients, STRIDE};
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// The coefficients of a row of samples in `D` dimensions.
pub(super) struct WithDerivatives<'a, const D: usize> {
    pub(super) kind: Kind,
    /// Whether constants follow the corners' vectors, which they do in two dimensions only.
    pub(super) constants: bool,
    pub(super) corners: &'a [f32],
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
    /// At least `D`.
    pub(super) to: &'a mut [Coefficients],
}

impl<const D: usize> Job for WithDerivatives<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let row = Row {
            around: Around::splat(l, self.t, self.u),
            fade_slopes: self.fade_slopes.map(|slope| l.splat(slope)),
        };
        let count = self.columns.div_ceil(L::N);
        let (corners, at, right) = (self.corners, self.at, self.right);
        let mut to = To { coefficients: self.to };
        if D == 2 && self.constants {
            perlin::<L, D, 3, true>(l, &row, (corners, at, count), right, &mut to);
        } else if self.kind == Kind::Perlin {
            perlin::<L, D, D, false>(l, &row, (corners, at, count), right, &mut to);
        } else {
            let left = Loaded::<L, 1>::new::<D>(corners, at, 0, count);
            match right {
                None => next_to_each_other::<L, D>(l, &row, Values(left), count, &mut to),
                Some(side) => {
                    let right = Loaded::<L, 1>::new::<D>(corners, at, side, count);
                    apart::<L, D>(l, &row, Values(left), Values(right), count, &mut to);
                }
            }
        }
    }
}

/// Perlin noise, from corners of `C` components; `V`: the last one is a constant.
#[inline(always)]
fn perlin<L: Lanes, const D: usize, const C: usize, const V: bool>(
    l: L,
    row: &Row<L>,
    (corners, at, count): (&[f32], [usize; 8], usize),
    right: Option<usize>,
    to: &mut To<'_>,
) {
    let left = Gradients::<_, V>(Loaded::<L, C>::new::<D>(corners, at, 0, count));
    match right {
        None => next_to_each_other::<L, D>(l, row, left, count, to),
        Some(side) => {
            let right = Gradients::<_, V>(Loaded::<L, C>::new::<D>(corners, at, side, count));
            apart::<L, D>(l, row, left, right, count, to);
        }
    }
}

/// Where samples lie along y, z, w.
pub(super) struct Row<L: Lanes> {
    pub(super) around: Around<L>,
    /// The derivatives of the fades.
    pub(super) fade_slopes: [L::F; 3],
}

/// What stands at the corners around some samples.
pub(super) trait Ends<L: Lanes> {
    /// Slope along x, offset, and slopes along y, z, w at the corners of column or columns `k`, as seen from the samples; bits 0, 1, 2 of an
    /// index are y, z, w.
    fn ends<const D: usize>(&self, l: L, around: &Around<L>, k: usize) -> CornersOfColumn<L>;
}

/// The corners of a column: bits 0, 1, 2 of an index are y, z, w.
#[derive(Clone, Copy)]
pub(super) struct CornersOfColumn<L: Lanes> {
    /// Slopes along x.
    slopes: [L::F; 8],
    offsets: [L::F; 8],
    /// Components along y, z, w.
    components: [[L::F; 8]; 3],
}

/// Corners with gradients. `V`: a constant follows each of them.
pub(super) struct Gradients<C, const V: bool>(pub(super) C);

impl<L: Lanes, C: Corners<L>, const V: bool> Ends<L> for Gradients<C, V> {
    #[inline(always)]
    fn ends<const D: usize>(&self, l: L, around: &Around<L>, k: usize) -> CornersOfColumn<L> {
        let zeros = [l.splat(0.0); 8];
        let mut ends = CornersOfColumn { slopes: zeros, offsets: zeros, components: [zeros; 3] };
        for b in 0..1 << (D - 1) {
            ends.slopes[b] = self.0.component(l, b, k, 0);
            if V {
                ends.offsets[b] = self.0.component(l, b, k, D);
            }
            for a in 0..D - 1 {
                let component = self.0.component(l, b, k, a + 1);
                let term = l.mul(component, around.t[a][b >> a & 1]);
                ends.offsets[b] = if a == 0 && !V { term } else { l.add(ends.offsets[b], term) };
                ends.components[a][b] = component;
            }
        }
        ends
    }
}

/// Corners with values, which have no slopes.
pub(super) struct Values<C>(pub(super) C);

impl<L: Lanes, C: Corners<L>> Ends<L> for Values<C> {
    #[inline(always)]
    fn ends<const D: usize>(&self, l: L, _: &Around<L>, k: usize) -> CornersOfColumn<L> {
        let zeros = [l.splat(0.0); 8];
        let mut ends = CornersOfColumn { slopes: zeros, offsets: zeros, components: [zeros; 3] };
        for b in 0..1 << (D - 1) {
            ends.offsets[b] = self.0.component(l, b, k, 0);
        }
        ends
    }
}

impl<L: Lanes> CornersOfColumn<L> {
    /// Slope and offset of the column for the value, then for the derivatives along y, z, w.
    #[inline(always)]
    pub(super) fn lines<const D: usize>(self, l: L, row: &Row<L>) -> [(L::F, L::F); D] {
        let mut lines = [self.line::<D>(l, row, D); D];
        for a in 0..D - 1 {
            lines[a + 1] = self.line::<D>(l, row, a);
        }
        lines
    }

    /// Those for the derivative along y, z or w, which are 0, 1, 2; from `D - 1` on for the value.
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

/// Where coefficients go.
struct To<'a> {
    coefficients: &'a mut [Coefficients],
}

impl To<'_> {
    /// Stores those of vector `k` of columns.
    #[inline(always)]
    fn store<L: Lanes, const D: usize>(
        &mut self,
        l: L,
        k: usize,
        left: &[(L::F, L::F); D],
        right: &[(L::F, L::F); D],
    ) {
        for (d, to) in self.coefficients.iter_mut().enumerate().take(D) {
            let line = between(l, left[d], right[d]);
            for (i, to) in to.as_chunks_mut::<STRIDE>().0.iter_mut().enumerate() {
                l.store(line[i], &mut L::floats_mut(to)[k]);
            }
        }
    }
}

/// Of columns whose cells lie between them and the next ones.
#[inline(always)]
fn next_to_each_other<L: Lanes, const D: usize>(
    l: L,
    row: &Row<L>,
    columns: impl Ends<L>,
    count: usize,
    to: &mut To<'_>,
) {
    let mut here = columns.ends::<D>(l, &row.around, 0).lines::<D>(l, row);
    for k in 0..count {
        let after =
            if k + 1 < count { columns.ends::<D>(l, &row.around, k + 1).lines::<D>(l, row) } else { here };
        let mut right = here;
        for d in 0..D {
            right[d] = (l.next(here[d].0, after[d].0), l.next(here[d].1, after[d].1));
        }
        to.store(l, k, &here, &right);
        here = after;
    }
}

/// Of samples that have columns of their own.
#[inline(always)]
fn apart<L: Lanes, const D: usize>(
    l: L,
    row: &Row<L>,
    left: impl Ends<L>,
    right: impl Ends<L>,
    count: usize,
    to: &mut To<'_>,
) {
    for k in 0..count {
        let left = left.ends::<D>(l, &row.around, k).lines::<D>(l, row);
        let right = right.ends::<D>(l, &row.around, k).lines::<D>(l, row);
        to.store(l, k, &left, &right);
    }
}
