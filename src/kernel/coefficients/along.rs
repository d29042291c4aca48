//! Coefficients of one row, a vector of columns at a time.

use super::{Around, Columns, Corners, Perlin, Value, between};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// The coefficients of a row of samples in `D` dimensions.
pub(crate) struct Along<'a, const D: usize> {
    pub(crate) kind: Kind,
    /// Whether constants follow the corners' vectors, which they do in two dimensions only.
    pub(crate) constants: bool,
    pub(crate) corners: &'a [f32],
    /// Where the lattice rows around the samples start: bits 0, 1, 2 of the index are y, z, w.
    pub(crate) at: [usize; 8],
    /// Floats from the left side of columns to the right one, where samples have columns of their own.
    pub(crate) right: Option<usize>,
    /// Fractions and fades along y, z, w.
    pub(crate) t: [f32; 3],
    pub(crate) u: [f32; 3],
    /// How many columns.
    pub(crate) columns: usize,
    pub(crate) to: &'a mut Coefficients,
}

impl<const D: usize> Job for Along<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let around = Around::splat(l, self.t, self.u);
        let count = self.columns.div_ceil(L::N);
        let mut to = To::<L>::new(l, self.to, count);
        let (corners, at, around) = (self.corners, self.at, &around);
        match (self.kind, self.right) {
            (Kind::Perlin, right) if D == 2 && self.constants => {
                perlin::<L, D, 3, true>(l, around, (corners, at, count), right, to);
            }
            (Kind::Perlin, right) => perlin::<L, D, D, false>(l, around, (corners, at, count), right, to),
            (Kind::Value, None) => {
                let corners = Loaded::new::<D>(corners, at, 0, count);
                lines(l, Value::<L, Loaded<'_, L, 1>, D> { around, corners }, to);
            }
            (Kind::Value, Some(side)) => {
                let left =
                    Value::<L, _, D> { around, corners: Loaded::<L, 1>::new::<D>(corners, at, 0, count) };
                let right =
                    Value::<L, _, D> { around, corners: Loaded::<L, 1>::new::<D>(corners, at, side, count) };
                lines_of_two(l, left, right, to);
            }
            (Kind::Cell | Kind::Cellular, _) => {
                let (zero, corners) = (l.splat(0.0), Loaded::<L, 1>::new::<1>(corners, at, 0, count));
                for k in 0..count {
                    to.store(k, [zero, corners.component(l, 0, k, 0), zero, zero]);
                }
            }
        }
    }
}

/// The coefficients of Perlin noise, from corners of `C` components; `V`: the last one is a constant.
#[inline(always)]
fn perlin<L: Lanes, const D: usize, const C: usize, const V: bool>(
    l: L,
    around: &Around<L>,
    (corners, at, count): (&[f32], [usize; 8], usize),
    right: Option<usize>,
    to: To<'_, L>,
) {
    let left = Perlin::<L, _, D, V> { around, corners: Loaded::<L, C>::new::<D>(corners, at, 0, count) };
    match right {
        None => lines(l, left, to),
        Some(side) => {
            let corners = Loaded::<L, C>::new::<D>(corners, at, side, count);
            lines_of_two(l, left, Perlin::<L, _, D, V> { around, corners }, to);
        }
    }
}

/// Corners of a row, a vector of columns at a time: those of the lattice rows around it, of `C` components.
struct Loaded<'a, L: Lanes, const C: usize>([&'a [[L::Floats; C]]; 8]);

impl<'a, L: Lanes, const C: usize> Loaded<'a, L, C> {
    /// The first `count` vectors, of the left side of columns or the right one.
    #[inline(always)]
    fn new<const D: usize>(corners: &'a [f32], at: [usize; 8], side: usize, count: usize) -> Self {
        let mut rows: [&[[L::Floats; C]]; 8] = [&[]; 8];
        for b in 0..1 << (D - 1) {
            rows[b] = &L::floats(&corners[at[b] + side..]).as_chunks().0[..count];
        }
        Loaded(rows)
    }
}

impl<L: Lanes, const C: usize> Corners<L> for Loaded<'_, L, C> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.load(&self.0[b][k][c])
    }
}

/// Where coefficients go: the vectors of each of the four.
struct To<'a, L: Lanes> {
    l: L,
    count: usize,
    vectors: [&'a mut [L::Floats]; 4],
}

impl<'a, L: Lanes> To<'a, L> {
    #[inline(always)]
    fn new(l: L, to: &'a mut Coefficients, count: usize) -> Self {
        let mut vectors: [&mut [L::Floats]; 4] = [&mut [], &mut [], &mut [], &mut []];
        for (vectors, to) in vectors.iter_mut().zip(to.as_chunks_mut::<STRIDE>().0) {
            *vectors = &mut L::floats_mut(to)[..count];
        }
        To { l, count, vectors }
    }

    #[inline(always)]
    fn store(&mut self, k: usize, coefficients: [L::F; 4]) {
        for i in 0..4 {
            self.l.store(coefficients[i], &mut self.vectors[i][k]);
        }
    }
}

/// From the lines through columns to coefficients.
///
/// Differences to the next column are taken in registers: to read back what was just written at another alignment would wait for it.
#[inline(always)]
fn lines<L: Lanes>(l: L, columns: impl Columns<L>, mut to: To<'_, L>) {
    let mut here = columns.line(l, 0);
    for k in 0..to.count {
        let after = if k + 1 < to.count { columns.line(l, k + 1) } else { here };
        let right = (l.next(here.0, after.0), l.next(here.1, after.1));
        to.store(k, between(l, here, right));
        here = after;
    }
}

/// The same for samples that have columns of their own.
#[inline(always)]
fn lines_of_two<L: Lanes>(l: L, left: impl Columns<L>, right: impl Columns<L>, mut to: To<'_, L>) {
    for k in 0..to.count {
        to.store(k, between(l, left.line(l, k), right.line(l, k)));
    }
}
