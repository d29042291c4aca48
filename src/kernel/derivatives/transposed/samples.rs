//! Values and derivatives of narrow cells, with rows in lanes: a cell's coefficients stay in registers for all of its columns, and what depends on the
//! column is the same in all lanes. All numbers of a sample are computed together, so that a folded octave's factor is at hand for its derivatives.

use crate::kernel::coefficients::cells::{Cell, GROUP, Plane};
use crate::kernel::coefficients::sample;
use crate::kernel::derivatives::samples::value_and_x;
use crate::kernel::samples::fold::Fold;
use crate::kernel::samples::transposed::Span;
use crate::kernel::samples::{RowTable, nothing, within};
use crate::simd::{Job, Lanes};
use crate::tables::octave::Folded;

/// Adds an octave to the values and derivatives of groups of rows in planes. `OUTER` is the number of axes beside x.
pub(super) struct Transposed<'a, const OUTER: usize> {
    /// Lattice units in a world unit, along x, y, z, w.
    pub(super) factors: [f32; 4],
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
    pub(super) row: RowTable<'a>,
    /// The derivatives of the columns' fades.
    pub(super) fade_slopes: &'a [f32],
    /// The cells of all columns.
    pub(super) spans: &'a [Span],
    pub(super) width: usize,
    pub(super) planes: &'a [Plane],
    /// Rows of each plane.
    pub(super) rows: usize,
    /// S, O, DS, DO of the values: those of each plane's groups, one after the other. Then the same for the derivatives along y, z.
    pub(super) cells: &'a [Cell],
    /// Cells of a group, and cells from those of one quantity to those of the next.
    pub(super) each: usize,
    pub(super) quantity: usize,
    /// Elements before the first group of a plane.
    pub(super) skipped: usize,
    /// The values, then the derivatives by z, y, x: so many elements each.
    pub(super) floats: usize,
    pub(super) out: &'a mut [f32],
}

/// A column of a group: the samples of its rows.
type Column = [f32; GROUP];

impl<const OUTER: usize> Job for Transposed<'_, OUTER> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Transposed { factors, fold, row, fade_slopes, spans, cells, each, .. } = self;
        let fold = Fold::new(l, fold);
        let (value, derivatives) = self.out.split_at_mut(self.floats);
        let (others, x) = derivatives.split_at_mut(OUTER * self.floats);
        let mut outer_factors = [l.splat(0.0); OUTER];
        for a in 0..OUTER {
            outer_factors[a] = l.splat(factors[a + 1]);
        }
        let of_columns = OfColumns { t: row.t, u: row.u, fade_slopes };
        let groups = self.rows.div_ceil(GROUP);
        for (p, plane) in self.planes.iter().enumerate() {
            for g in 0..groups {
                let first = plane.out + self.skipped + g * self.width * GROUP;
                let of_group = first..first + self.width * GROUP;
                let first_cell = (p * groups + g) * each;
                let cells_of = |n: usize| &cells[n * self.quantity + first_cell..][..each];
                for v in 0..(self.rows - g * GROUP).min(GROUP).div_ceil(L::N) {
                    let mut outer_cells = [cells_of(0); OUTER];
                    let mut outer = [const { nothing() }; OUTER];
                    // The planes of y, z are stored last to first.
                    for (a, plane) in others.chunks_exact_mut(self.floats).rev().enumerate().take(OUTER) {
                        outer_cells[a] = cells_of(a + 1);
                        outer[a] = plane[of_group.clone()].as_chunks_mut().0;
                    }
                    Vectors::<L, OUTER> {
                        fold,
                        factor: l.splat(factors[0]),
                        outer_factors,
                        cells: cells_of(0),
                        outer_cells,
                        value: value[of_group.clone()].as_chunks_mut().0,
                        x: x[of_group.clone()].as_chunks_mut().0,
                        outer,
                        vector: v,
                    }
                    .add(l, spans, of_columns);
                }
            }
        }
    }
}

/// What is the same for all rows.
#[derive(Clone, Copy)]
struct OfColumns<'a> {
    t: &'a [f32],
    u: &'a [f32],
    fade_slopes: &'a [f32],
}

/// One vector of rows of a group, in all columns.
struct Vectors<'a, L: Lanes, const OUTER: usize> {
    fold: Fold<L>,
    factor: L::F,
    outer_factors: [L::F; OUTER],
    cells: &'a [Cell],
    outer_cells: [&'a [Cell]; OUTER],
    value: &'a mut [Column],
    x: &'a mut [Column],
    outer: [&'a mut [Column]; OUTER],
    /// The vector's number in the group.
    vector: usize,
}

impl<L: Lanes, const OUTER: usize> Vectors<'_, L, OUTER> {
    #[inline(always)]
    fn add(mut self, l: L, spans: &[Span], of: OfColumns<'_>) {
        let mut first = 0;
        for span in spans {
            let (cell, columns) = (span.cell as usize, first..first + span.columns as usize);
            let line = self.line(l, self.cells, cell);
            let mut lines = [line; OUTER];
            for a in 0..OUTER {
                lines[a] = self.line(l, self.outer_cells[a], cell);
            }
            first = columns.end;
            self.add_columns(l, columns, line, lines, of);
        }
    }

    /// The coefficients of the rows in a cell.
    #[inline(always)]
    fn line(&self, l: L, cells: &[Cell], cell: usize) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.load_at(&cells[cell][i], self.at());
        }
        line
    }

    /// The vector's first row.
    #[inline(always)]
    fn at(&self) -> usize {
        within(self.vector, GROUP / L::N - 1) * L::N
    }

    /// Adds the columns of a cell.
    #[inline(always)]
    fn add_columns(
        &mut self,
        l: L,
        columns: core::ops::Range<usize>,
        line: [L::F; 4],
        lines: [[L::F; 4]; OUTER],
        of: OfColumns<'_>,
    ) {
        let count = columns.len();
        let (t, u) = (&of.t[columns.clone()][..count], &of.u[columns.clone()][..count]);
        let fade_slopes = &of.fade_slopes[columns.clone()][..count];
        let at = self.at();
        let value = &mut self.value[columns.clone()][..count];
        let x = &mut self.x[columns.clone()][..count];
        let mut outer = [const { nothing() }; OUTER];
        for (to, plane) in outer.iter_mut().zip(&mut self.outer) {
            *to = &mut plane[columns.clone()][..count];
        }
        for c in 0..count {
            let (t, u, fade_slope) = (l.splat(t[c]), l.splat(u[c]), l.splat(fade_slopes[c]));
            let (mut n, mut along) = value_and_x(l, line, (t, u, fade_slope), self.factor);
            let mut across = [t; OUTER];
            for a in 0..OUTER {
                across[a] = l.mul(sample(l, lines[a], t, u), self.outer_factors[a]);
            }
            if self.fold.folds {
                let factor = self.fold.slope(l, n);
                n = self.fold.of(l, n);
                along = l.mul(factor, along);
                for a in 0..OUTER {
                    across[a] = l.mul(factor, across[a]);
                }
            }
            add(l, &mut value[c], at, n);
            add(l, &mut x[c], at, along);
            for a in 0..OUTER {
                add(l, &mut outer[a][c], at, across[a]);
            }
        }
    }
}

/// Adds to a vector of a column.
#[inline(always)]
fn add<L: Lanes>(l: L, column: &mut Column, at: usize, v: L::F) {
    let sum = l.add(l.load_at(column, at), v);
    l.store(sum, &mut L::floats_mut(&mut column[at..at + L::N])[0]);
}
