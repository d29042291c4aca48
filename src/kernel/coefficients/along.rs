//! Coefficients of a few rows, a vector of columns at a time.

use super::cells::Plane;
use super::row::{Coefficients, STRIDE};
use super::{Around, Columns, Corners, Perlin, Value, between, never_negative_zero};
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// The coefficients of rows of samples in `D` dimensions.
pub(crate) struct Along<'a, const D: usize> {
    pub(crate) kind: Kind,
    /// Whether constants follow the corners' vectors, which they do in two dimensions only.
    pub(crate) constants: bool,
    pub(crate) corners: &'a [f32],
    /// How far the lattice rows around samples are from their first one: bits 0, 1, 2 of the index are y, z, w.
    pub(crate) around: [usize; 8],
    /// Floats from the left side of columns to the right one, where samples have columns of their own.
    pub(crate) right: Option<usize>,
    /// How many columns.
    pub(crate) columns: usize,
    pub(crate) rows: &'a [Plane],
    /// For each of the rows.
    pub(crate) to: &'a mut [Coefficients],
}

impl<const D: usize> Job for Along<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let count = self.columns.div_ceil(L::N);
        let components = match self.kind {
            Kind::Perlin => D + usize::from(self.constants),
            Kind::Value | Kind::Cell | Kind::Cellular => 1,
        };
        let each = components * L::N;
        let right = self.right.map(|floats| floats / each);
        let len = (right.unwrap_or(0) + count) * each;
        for (row, to) in self.rows.iter().zip(self.to) {
            let mut rows: [&[f32]; 8] = [&[]; 8];
            for b in 0..1 << (D - 1) {
                rows[b] = &self.corners[row.at + self.around[b]..][..len];
            }
            let around = &Around::splat(l, row.t, row.u);
            set::<L, D>(l, (self.kind, self.constants), (around, rows), right, To::new(l, to, count));
        }
    }
}

/// Computes the coefficients of a row: of a kind, with constants or without; where it lies, and the corners around it. `right`: how many vectors
/// of columns the right sides are from the left ones, where samples have columns of their own.
#[inline(always)]
fn set<L: Lanes, const D: usize>(
    l: L,
    (kind, constants): (Kind, bool),
    (around, rows): (&Around<L>, [&[f32]; 8]),
    right: Option<usize>,
    mut to: To<'_, L>,
) {
    match kind {
        Kind::Perlin if const { D == 2 } && constants => {
            lines::<L, D>(l, &Perlin::<L, _, D, true> { around, corners: Loaded::<3> { rows } }, right, to);
        }
        Kind::Perlin => {
            lines::<L, D>(l, &Perlin::<L, _, D, false> { around, corners: Loaded::<D> { rows } }, right, to);
        }
        Kind::Value => {
            lines::<L, D>(l, &Value::<L, _, D> { around, corners: Loaded::<1> { rows } }, right, to)
        }
        Kind::Cell | Kind::Cellular => {
            let (corners, zero) = (Loaded::<1> { rows }, l.splat(0.0));
            for k in 0..to.count {
                to.store(k, [zero, corners.component(l, 0, k, 0), zero, zero]);
            }
        }
    }
}

/// Corners of `C` components around a row of samples, a vector of columns at a time.
struct Loaded<'a, const C: usize> {
    /// Those of each lattice row: bits 0, 1, 2 of the index are y, z, w. All are equally long, so that one check of a place serves for all.
    rows: [&'a [f32]; 8],
}

impl<L: Lanes, const C: usize> Corners<L> for Loaded<'_, C> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        // One check serves all components of a vector of corners.
        let corners = &self.rows[b][k * (C * L::N)..][..C * L::N];
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
    fn store(&mut self, k: usize, [s, o, ds, d_o]: [L::F; 4]) {
        // For samples that are written, which `series` has; programs that must be small do without it.
        let o = if cfg!(perlane_small) { o } else { never_negative_zero(self.l, o) };
        let coefficients = [s, o, ds, d_o];
        for i in 0..4 {
            self.l.store(coefficients[i], &mut self.vectors[i][k]);
        }
    }
}

/// From the lines through columns to coefficients.
#[inline(always)]
fn lines<L: Lanes, const D: usize>(l: L, columns: &impl Columns<L>, right: Option<usize>, to: To<'_, L>) {
    match right {
        None if const { D <= 2 } => lines_of_one(l, columns, to),
        Some(right) if const { D <= 2 } => lines_of_two(l, columns, right, to),
        _ => lines_in_one_place(l, columns, right, to),
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
fn lines_of_two<L: Lanes>(l: L, columns: &impl Columns<L>, right: usize, mut to: To<'_, L>) {
    for k in 0..to.count {
        to.store(k, between(l, columns.line(l, k), columns.line(l, right + k)));
    }
}

/// Either, by a loop with one place for the lines' code, which is long in many dimensions.
#[inline(always)]
fn lines_in_one_place<L: Lanes>(l: L, columns: &impl Columns<L>, right: Option<usize>, mut to: To<'_, L>) {
    let (own, right) = (right.is_some(), right.unwrap_or(0));
    let sides = usize::from(own);
    let all = to.count << sides;
    let mut before = (l.splat(0.0), l.splat(0.0));
    for n in 0..all + usize::from(!own) {
        let here = if n < all { columns.line(l, (n >> sides) + (n & sides) * right) } else { before };
        if own {
            if n & 1 == 1 {
                to.store(n >> 1, between(l, before, here));
            }
        } else if n > 0 {
            let next = (l.next(before.0, here.0), l.next(before.1, here.1));
            to.store(n - 1, between(l, before, next));
        }
        before = here;
    }
}
