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
    pub(crate) corners: CornerTable<'a>,
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(crate) axis: usize,
    /// The first lines of the rows along that axis, and the first of all.
    pub(crate) line: &'a [u32],
    pub(crate) first_line: u32,
    /// Fractions and fades of the rows along that axis.
    pub(crate) t: &'a [f32],
    pub(crate) u: &'a [f32],
    /// Fractions and fades along y, z, w of all rows; those of the axis in lanes do not count.
    pub(crate) others: ([f32; 3], [f32; 3]),
    /// How many rows.
    pub(crate) rows: usize,
    /// The cells between columns: one less than columns.
    pub(crate) to: &'a mut [Cell],
}

/// Corners around rows, lines of the lane axis next to each other.
#[derive(Clone, Copy)]
pub(crate) struct CornerTable<'a> {
    pub(crate) corners: &'a [f32],
    /// Where the corners around the rows start: bits 0, 1, 2 of the index are y, z, w.
    pub(crate) at: [usize; 8],
    /// Floats from a column to the next one, and from a component to the next one.
    pub(crate) steps: (usize, usize),
}

impl<'a> CornerTable<'a> {
    /// The table from a line of the lane axis on.
    #[inline(always)]
    fn from(self, line: u32) -> Self {
        CornerTable { corners: &self.corners[line as usize..], ..self }
    }

    /// Component `c` of a corner, at this line and those after it.
    #[inline(always)]
    fn lines(&self, b: usize, k: usize, c: usize) -> &'a [f32] {
        &self.corners[self.at[b] + k * self.steps.0 + c * self.steps.1..]
    }
}

impl<const D: usize> Job for Across<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        for n in 0..self.rows.div_ceil(L::N) {
            let first = n * L::N;
            let lines = &self.line[first..self.rows.min(first + L::N)];
            let mut around = Around::splat(l, self.others.0, self.others.1);
            around.set(l, self.axis, l.load_at(self.t, first), l.load_at(self.u, first));
            let table = self.corners.from(lines[0] - self.first_line);
            if !L::PERMUTES {
                add_shared::<L, D>(l, self.kind, &around, table, lines, n, self.to);
            } else if D > 2 && self.kind == Kind::Perlin && lines[0] == lines[lines.len() - 1] {
                let corners = Shared(table);
                add_lines(l, Perlin::<L, _, D> { around: &around, corners }, Rows { n, from: None }, self.to);
            } else {
                let line = l.load_u(&L::words(self.line)[n]);
                let corners = Picked { table, line: l.add_u(line, l.splat_u(lines[0].wrapping_neg())) };
                add::<L, _, D>(l, self.kind, &around, corners, Rows { n, from: None }, self.to);
            }
        }
    }
}

/// Adds rows whose lanes cannot pick their lines: those between the same lines share corners. Theirs are computed for all lanes, and kept
/// from the first of these rows on.
#[inline(always)]
fn add_shared<L: Lanes, const D: usize>(
    l: L,
    kind: Kind,
    around: &Around<L>,
    table: CornerTable<'_>,
    lines: &[u32],
    n: usize,
    to: &mut [Cell],
) {
    let mut row = 0;
    while row < lines.len() {
        let corners = Shared(table.from(lines[row] - lines[0]));
        let from = if row == 0 { None } else { Some(row as u32) };
        add::<L, _, D>(l, kind, around, corners, Rows { n, from }, to);
        row += lines[row..].iter().take_while(|line| **line == lines[row]).count();
    }
}

/// Corners at one column, of rows that lie between several lines: each lane picks those of its own.
struct Picked<'a, L: Lanes> {
    table: CornerTable<'a>,
    /// The rows' lines, counted from the table's first.
    line: L::U,
}

impl<L: Lanes> Corners<L> for Picked<'_, L> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.permute(l.load_at(self.table.lines(b, k, c), 0), self.line)
    }
}

/// Corners at one column, of rows that lie between the same lines.
struct Shared<'a>(CornerTable<'a>);

impl<L: Lanes> Corners<L> for Shared<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.splat(self.0.lines(b, k, c)[0])
    }
}

/// Rows whose coefficients are computed together: vector `n` of a group.
#[derive(Clone, Copy)]
struct Rows {
    n: usize,
    /// The first lane that counts, if it is not the first of all.
    from: Option<u32>,
}

/// Computes the coefficients of some rows.
#[inline(always)]
fn add<L: Lanes, C: Corners<L>, const D: usize>(
    l: L,
    kind: Kind,
    around: &Around<L>,
    corners: C,
    rows: Rows,
    to: &mut [Cell],
) {
    match kind {
        Kind::Perlin => add_lines(l, Perlin::<L, _, D> { around, corners }, rows, to),
        Kind::Value => add_lines(l, Value::<L, _, D> { around, corners }, rows, to),
        Kind::Cell => add_cells(l, corners, rows, to),
    }
}

/// From the lines through columns to coefficients.
#[inline(always)]
fn add_lines<L: Lanes>(l: L, columns: impl Columns<L>, rows: Rows, to: &mut [Cell]) {
    let mut left = columns.line(l, 0);
    for (k, to) in to.iter_mut().enumerate() {
        let right = columns.line(l, k + 1);
        store(l, to, rows, between(l, left, right));
        left = right;
    }
}

/// The same for cell noise: the corner's value is the offset of a line that nothing is faded to.
#[inline(always)]
fn add_cells<L: Lanes>(l: L, corners: impl Corners<L>, rows: Rows, to: &mut [Cell]) {
    let zero = l.splat(0.0);
    for (k, to) in to.iter_mut().enumerate() {
        store(l, to, rows, [zero, corners.component(l, 0, k, 0), zero, zero]);
    }
}

/// Stores the coefficients of some rows.
#[inline(always)]
fn store<L: Lanes>(l: L, to: &mut Cell, rows: Rows, coefficients: [L::F; 4]) {
    const NUMBERS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    for (to, v) in to.iter_mut().zip(coefficients) {
        let Some(to) = L::floats_mut(to).get_mut(rows.n) else { return };
        let v = match rows.from {
            Some(from) => {
                let counts = l.above(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(from - 1));
                l.select(counts, v, l.load(to))
            }
            None => v,
        };
        l.store(v, to);
    }
}
