//! The ways in which coefficients come to the lanes of vectors that walk down the rows of a group.

use super::{RowTable, within};
use crate::kernel::coefficients::cells::{Cell, GROUP};
use crate::simd::Lanes;
use crate::tables::axis::MOST_COLUMNS;

/// The most cells of a vector.
pub(crate) const MOST_CELLS: usize = 4;

/// Cells of a row and those that vectors look at beyond them.
pub(crate) const MOST_CELLS_AT_ONCE: usize = MOST_COLUMNS + 1 + MOST_CELLS;

/// Rows of a group, next to each other.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) first: usize,
    pub(crate) count: usize,
}

/// What is done with the vectors of a row. (Not a closure: closures are not always inlined into the instruction set's entry.)
pub(in crate::kernel) trait Row<L: Lanes> {
    /// Adds the vectors of row `row` (0 is the first), whose coefficients S, O, DS, DO are `line`. Does nothing if there is no such row.
    fn add(&mut self, l: L, row: usize, line: [L::F; 4]);
}

/// How coefficients come to lanes.
pub(in crate::kernel) trait Walk<L: Lanes>: Copy {
    /// Calls `to` with some rows of a group, one after the other, whose coefficients in these cells are given.
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Part, to: &mut impl Row<L>);
}

/// All lanes are in one cell.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct OneCell;

impl<L: Lanes> Walk<L> for OneCell {
    #[inline(always)]
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Part, to: &mut impl Row<L>) {
        let Some(lines) = lines_of(&cells[0], rows) else { return };
        for n in 0..rows.count {
            to.add(l, n, line_at(l, lines, n));
        }
    }
}

/// The lanes' cells, counted from the first one's, of the vector that begins with this column.
#[inline(always)]
fn lanes<L: Lanes>(l: L, row: RowTable<'_>, column: usize) -> L::U {
    l.add_u(l.load_u_at(row.first, column), l.splat_u(row.first[column].wrapping_neg()))
}

/// A vector of `CELLS` cells, 2 or 4, and some rows at a time: as many as their coefficients in all of these cells are one vector. A permutation
/// brings those of a row to the lanes.
pub(in crate::kernel) struct Permuted<L: Lanes, const CELLS: usize> {
    /// Where the lanes find the first row's.
    index: L::U,
}

impl<L: Lanes, const CELLS: usize> Clone for Permuted<L, CELLS> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes, const CELLS: usize> Copy for Permuted<L, CELLS> {}

impl<L: Lanes, const CELLS: usize> Permuted<L, CELLS> {
    /// Rows at a time.
    const ROWS: usize = L::N / CELLS;

    /// For the vector that begins with this column.
    #[inline(always)]
    pub(in crate::kernel) fn new(l: L, row: RowTable<'_>, column: usize) -> Self {
        let lane = lanes(l, row, column);
        Permuted { index: l.mul_u(lane, l.splat_u(Self::ROWS as u32)) }
    }

    /// One of the coefficients of some rows in all cells, cell by cell.
    #[inline(always)]
    fn load(l: L, cells: &[Cell; MOST_CELLS], coefficient: usize, first: usize) -> L::F {
        let mut fours = [&[0.0; 4]; 4];
        for n in 0..L::N / 4 {
            let (cell, row) = (4 * n / Self::ROWS, 4 * n % Self::ROWS);
            fours[n] = cells[cell][coefficient][first + row..].first_chunk().unwrap_or(&[0.0; 4]);
        }
        l.concat(fours)
    }
}

impl<L: Lanes, const CELLS: usize> Walk<L> for Permuted<L, CELLS> {
    #[inline(always)]
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Part, to: &mut impl Row<L>) {
        let first = rows.first / Self::ROWS * Self::ROWS;
        for base in (first..rows.first + rows.count).step_by(Self::ROWS) {
            let base = within(base, GROUP - Self::ROWS);
            let mut coefficients = [l.splat(0.0); 4];
            for i in 0..4 {
                coefficients[i] = Self::load(l, cells, i, base);
            }
            let mut index = self.index;
            // Some of these rows may be before the first or beyond the last one: `to` does nothing for them.
            for r in 0..Self::ROWS {
                let mut line = coefficients;
                for i in 0..4 {
                    line[i] = l.permute(coefficients[i], index);
                }
                index = l.add_u(index, l.splat_u(1));
                to.add(l, (base + r).wrapping_sub(rows.first), line);
            }
        }
    }
}

/// A vector whose lanes are in up to `SPAN + 1` cells, whose coefficients are blended.
pub(in crate::kernel) struct Blended<L: Lanes, const SPAN: usize> {
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<L: Lanes, const SPAN: usize> Clone for Blended<L, SPAN> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes, const SPAN: usize> Copy for Blended<L, SPAN> {}

impl<L: Lanes, const SPAN: usize> Blended<L, SPAN> {
    /// For the vector that begins with this column.
    #[inline(always)]
    pub(in crate::kernel) fn new(l: L, row: RowTable<'_>, column: usize) -> Self {
        let lane = lanes(l, row, column);
        let mut beyond = [l.above(lane, lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(lane, l.splat_u(k as u32));
        }
        Blended { beyond }
    }
}

impl<L: Lanes, const SPAN: usize> Walk<L> for Blended<L, SPAN> {
    #[inline(always)]
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Part, to: &mut impl Row<L>) {
        let mut lines = [[&[][..]; 4]; MOST_CELLS];
        for k in 0..=SPAN {
            let Some(of_cell) = lines_of(&cells[k], rows) else { return };
            lines[k] = of_cell;
        }
        for n in 0..rows.count {
            let mut line = line_at(l, lines[0], n);
            for k in 0..SPAN {
                let next = line_at(l, lines[k + 1], n);
                for i in 0..4 {
                    line[i] = l.select(self.beyond[k], next[i], line[i]);
                }
            }
            to.add(l, n, line);
        }
    }
}

/// The coefficients of some rows in a cell; `None` where a group has no such rows.
#[inline(always)]
fn lines_of(cell: &Cell, rows: Part) -> Option<[&[f32]; 4]> {
    let mut lines: [&[f32]; 4] = [&[]; 4];
    for i in 0..4 {
        // In two steps, so that compilers see that these are so many.
        lines[i] = cell[i].get(rows.first..)?.get(..rows.count)?;
    }
    Some(lines)
}

/// S, O, DS, DO of row `n` of some, alike in all lanes.
#[inline(always)]
fn line_at<L: Lanes>(l: L, lines: [&[f32]; 4], n: usize) -> [L::F; 4] {
    let mut line = [l.splat(0.0); 4];
    for i in 0..4 {
        line[i] = l.splat(lines[i][n]);
    }
    line
}
