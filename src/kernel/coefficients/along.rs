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
        let Along { kind, constants, corners, at, right, t, u, columns, to } = self;
        let around = &Around::splat(l, t, u);
        let count = columns.div_ceil(L::N);
        let sides = Sides { corners, at: &at, right };
        let mut to = To::<L>::new(l, to, count);
        match kind {
            Kind::Perlin if D == 2 && constants => {
                let [a, b] = sides.loaded::<3>();
                let left = Perlin::<L, _, D, true> { around, corners: a };
                lines::<L, D>(l, [left, Perlin { around, corners: b }], &sides, to);
            }
            Kind::Perlin => {
                let [a, b] = sides.loaded::<D>();
                let left = Perlin::<L, _, D, false> { around, corners: a };
                lines::<L, D>(l, [left, Perlin { around, corners: b }], &sides, to);
            }
            Kind::Value => {
                let [a, b] = sides.loaded::<1>();
                let left = Value::<L, _, D> { around, corners: a };
                lines::<L, D>(l, [left, Value { around, corners: b }], &sides, to);
            }
            Kind::Cell | Kind::Cellular => {
                let ([corners, _], zero) = (sides.loaded::<1>(), l.splat(0.0));
                for k in 0..count {
                    to.store(k, [zero, corners.component(l, 0, k, 0), zero, zero]);
                }
            }
        }
    }
}

/// The corners of a row: those of one lattice column after the other, or of the columns on either side of each sample.
struct Sides<'a> {
    corners: &'a [f32],
    at: &'a [usize; 8],
    right: Option<usize>,
}

impl<'a> Sides<'a> {
    /// Corners of `C` components, of the left sides and of the right ones.
    #[inline(always)]
    fn loaded<const C: usize>(&self) -> [Loaded<'a, C>; 2] {
        let Sides { corners, at, right } = *self;
        [Loaded { corners, at, start: 0 }, Loaded { corners, at, start: right.unwrap_or(0) }]
    }
}

/// Corners of a row, a vector of columns at a time: those of the lattice rows around it, of `C` components.
struct Loaded<'a, const C: usize> {
    corners: &'a [f32],
    at: &'a [usize; 8],
    /// Floats before those of the columns' side.
    start: usize,
}

impl<L: Lanes, const C: usize> Corners<L> for Loaded<'_, C> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        // One check serves all components of a vector of corners.
        let corners = &self.corners[self.at[b] + self.start + k * (C * L::N)..][..C * L::N];
        l.load_at(corners, c * L::N)
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

/// From the lines through columns, of the left sides and of the right ones, to coefficients.
#[inline(always)]
fn lines<L: Lanes, const D: usize>(l: L, columns: [impl Columns<L>; 2], sides: &Sides<'_>, to: To<'_, L>) {
    match sides.right {
        None if D <= 2 => lines_of_one(l, &columns[0], to),
        Some(_) if D <= 2 => lines_of_two(l, &columns, to),
        _ => lines_in_one_place(l, &columns, sides.right.is_some(), to),
    }
}

/// The same where the right side of a column is the next column.
///
/// Differences to the next column are taken in registers: to read back what was just written at another alignment would wait for it.
#[inline(always)]
fn lines_of_one<L: Lanes>(l: L, columns: &impl Columns<L>, mut to: To<'_, L>) {
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
fn lines_of_two<L: Lanes>(l: L, [left, right]: &[impl Columns<L>; 2], mut to: To<'_, L>) {
    for k in 0..to.count {
        to.store(k, between(l, left.line(l, k), right.line(l, k)));
    }
}

/// Either, by a loop with one place for the lines' code, which is long in many dimensions.
#[inline(always)]
fn lines_in_one_place<L: Lanes>(l: L, columns: &[impl Columns<L>; 2], own: bool, mut to: To<'_, L>) {
    let sides = usize::from(own);
    let all = to.count << sides;
    let mut before = (l.splat(0.0), l.splat(0.0));
    for n in 0..all + usize::from(!own) {
        let here = if n < all { columns[n & sides].line(l, n >> sides) } else { before };
        if own {
            if n & 1 == 1 {
                to.store(n >> 1, between(l, before, here));
            }
        } else if n > 0 {
            let right = (l.next(before.0, here.0), l.next(before.1, here.1));
            to.store(n - 1, between(l, before, right));
        }
        before = here;
    }
}
