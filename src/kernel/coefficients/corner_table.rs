//! The corners around rows that are in lanes, and how the lanes get those of their own rows.

use super::Corners;
use crate::simd::Lanes;

/// Corners around rows, lines of the lane axis next to each other.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct CornerTable<'a> {
    /// Those of all columns, for each corner that a column has: bits 0, 1, 2 of the index are y, z, w. All are equally long, so that one check
    /// of a place serves for all of them.
    rows: [&'a [f32]; 8],
    /// Floats from a column to the next one, and from a component to the next one.
    steps: (usize, usize),
    /// Where the first line stands.
    line: usize,
}

impl<'a> CornerTable<'a> {
    /// From the corners of rows' first lines: how far those around are from them, and of how many columns they are, in `dims` dimensions.
    #[inline(always)]
    pub(in crate::kernel) fn new(
        corners: &'a [f32],
        around: &[usize; 8],
        steps: (usize, usize),
        columns: usize,
        dims: usize,
    ) -> Self {
        // The corners at a second line of the lane axis begin one further on.
        let len = columns * steps.0 - 1;
        let mut rows: [&[f32]; 8] = [&[]; 8];
        for b in 0..1 << (dims - 1) {
            rows[b] = &corners[around[b]..][..len];
        }
        CornerTable { rows, steps, line: 0 }
    }

    /// The table from a line of the lane axis on.
    #[inline(always)]
    pub(super) fn from(self, line: u32) -> Self {
        CornerTable { line: line as usize, ..self }
    }

    /// The corners from a column and a line on: each lane picks those of a line, counted from that one.
    #[inline(always)]
    pub(in crate::kernel) fn picked<L: Lanes>(self, column: usize, line: u32, picks: L::U) -> Picked<'a, L> {
        Picked { table: CornerTable { line: column * self.steps.0 + line as usize, ..self }, line: picks }
    }

    /// The corners at a column and the next one, around a line and the next one.
    #[inline(always)]
    pub(in crate::kernel) fn around_cell<L: Lanes, const D: usize>(
        self,
        l: L,
        column: usize,
        line: u32,
    ) -> OfCell<L> {
        let mut of_cell = OfCell([[[l.splat(0.0); 3]; 2]; 4]);
        let shared = Shared(CornerTable { line: column * self.steps.0 + line as usize, ..self });
        for b in 0..1 << (D - 1) {
            for k in 0..2 {
                for c in 0..D {
                    of_cell.0[b][k][c] = shared.component(l, b, k, c);
                }
            }
        }
        of_cell
    }

    /// Where component `c` of column `k` stands.
    #[inline(always)]
    fn place(&self, k: usize, c: usize) -> usize {
        k * self.steps.0 + c * self.steps.1 + self.line
    }
}

/// Corners at one column, of rows that lie between several lines: each lane picks those of its own.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Picked<'a, L: Lanes> {
    table: CornerTable<'a>,
    /// The rows' lines, counted from the table's first.
    line: L::U,
}

impl<L: Lanes> Corners<L> for Picked<'_, L> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.permute(l.load_at(self.table.rows[b], self.table.place(k, c)), self.line)
    }
}

/// Corners at one column, of rows that lie between the same lines.
pub(super) struct Shared<'a>(pub(super) CornerTable<'a>);

impl Shared<'_> {
    /// The first of these lines, counted from the table's first.
    #[inline(always)]
    pub(super) fn line(&self) -> usize {
        self.0.line
    }

    /// The component that all lanes have.
    #[inline(always)]
    pub(super) fn number(&self, b: usize, k: usize, c: usize) -> f32 {
        self.0.rows[b][self.0.place(k, c)]
    }
}

impl<L: Lanes> Corners<L> for Shared<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.splat(self.number(b, k, c))
    }
}

/// The corners around a cell in two or three dimensions, by corner, column and component: they stay in registers while many rows pass.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct OfCell<L: Lanes>([[[L::F; 3]; 2]; 4]);

impl<L: Lanes> Corners<L> for OfCell<L> {
    #[inline(always)]
    fn component(&self, _: L, b: usize, k: usize, c: usize) -> L::F {
        self.0[b][k][c]
    }
}
