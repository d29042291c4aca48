//! Coefficients of 16 rows at a time, a row in each lane.

use super::{Around, Columns, Corners, Perlin, Value, between};
use crate::kernel::lattice::GROUP;
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// `S`, `O`, `DS`, `DO` of a cell, for each row of a group.
pub(crate) type Cell = [[f32; GROUP]; 4];

/// The coefficients of a group of rows in `D` dimensions, 2 to 4.
pub(crate) struct Across<'a, const D: usize> {
    pub(crate) kind: Kind,
    pub(crate) corners: &'a [f32],
    /// Where the corners around the rows start, at the first line of the lane axis: bits 0, 1, 2 of the index are y, z, w.
    pub(crate) at: [usize; 8],
    /// Floats from a column of corners to the next one, and from a component to the next one.
    pub(crate) steps: (usize, usize),
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(crate) axis: usize,
    /// The lines of the rows along that axis, as indices from `at`, and their fractions and fades: whole vectors.
    pub(crate) line: &'a [u32],
    pub(crate) first_line: u32,
    pub(crate) t: &'a [f32],
    pub(crate) u: &'a [f32],
    /// Fractions and fades along y, z, w of all rows; those of the axis in lanes do not count.
    pub(crate) others: ([f32; 3], [f32; 3]),
    /// How many rows.
    pub(crate) rows: usize,
    /// The cells between columns: one less than columns.
    pub(crate) to: &'a mut [Cell],
}

impl<const D: usize> Job for Across<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { kind, corners, at, steps, axis, line, first_line, t, u, others, rows, to } = self;
        let tables = L::words(line).iter().zip(L::floats(t)).zip(L::floats(u));
        for (n, ((line, t), u)) in tables.enumerate().take(rows.div_ceil(L::N)) {
            let mut around = Around::splat(l, others.0, others.1);
            around.set(l, axis, l.load(t), l.load(u));
            let first = self.line[n * L::N];
            let index = l.add_u(l.load_u(line), l.splat_u(first.wrapping_neg()));
            let corners = Picked { corners: &corners[(first - first_line) as usize..], at, steps, index };
            let last = self.line[rows.min(n * L::N + L::N) - 1];
            match kind {
                Kind::Perlin if D > 2 && last == first => {
                    lines(l, Perlin::<L, _, D> { around: &around, corners: Shared(corners) }, to, n);
                }
                Kind::Perlin => lines(l, Perlin::<L, _, D> { around: &around, corners }, to, n),
                Kind::Value => lines(l, Value::<L, _, D> { around: &around, corners }, to, n),
                Kind::Cell => cells(l, corners, to, n),
            }
        }
    }
}

/// Corners of a vector of rows, one column at a time: each lane picks its row's line.
struct Picked<'a, L: Lanes> {
    /// The corners from the first row's line on.
    corners: &'a [f32],
    at: [usize; 8],
    steps: (usize, usize),
    /// The rows' lines from there on.
    index: L::U,
}

impl<L: Lanes> Corners<L> for Picked<'_, L> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        let lines = l.load_at(self.corners, self.at[b] + k * self.steps.0 + c * self.steps.1);
        l.permute(lines, self.index)
    }
}

/// The same of rows that lie between the same lines.
struct Shared<'a, L: Lanes>(Picked<'a, L>);

impl<L: Lanes> Corners<L> for Shared<'_, L> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        let Picked { corners, at, steps, .. } = self.0;
        l.splat(corners[at[b] + k * steps.0 + c * steps.1])
    }
}

/// From the lines through columns to coefficients, of vector `n` of the rows.
#[inline(always)]
fn lines<L: Lanes>(l: L, columns: impl Columns<L>, to: &mut [Cell], n: usize) {
    let mut left = columns.line(l, 0);
    for (k, to) in to.iter_mut().enumerate() {
        let right = columns.line(l, k + 1);
        store(l, to, n, between(l, left, right));
        left = right;
    }
}

/// The same for cell noise: the corner's value is the offset of a line that nothing is faded to.
#[inline(always)]
fn cells<L: Lanes>(l: L, corners: impl Corners<L>, to: &mut [Cell], n: usize) {
    let zero = l.splat(0.0);
    for (k, to) in to.iter_mut().enumerate() {
        store(l, to, n, [zero, corners.component(l, 0, k, 0), zero, zero]);
    }
}

/// Stores the coefficients of vector `n` of the rows.
#[inline(always)]
fn store<L: Lanes>(l: L, to: &mut Cell, n: usize, coefficients: [L::F; 4]) {
    for (to, v) in to.iter_mut().zip(coefficients) {
        if let Some(to) = L::floats_mut(to).get_mut(n) {
            l.store(v, to);
        }
    }
}
