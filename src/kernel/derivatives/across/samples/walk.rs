//! The ways in which coefficients come to the lanes of vectors that walk down rows, as `kernel::samples::across` has them.

use core::ops::Range;

use crate::kernel::coefficients::cells::Cell;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::across::{MOST_CELLS, four};
use crate::simd::Lanes;

/// What is done with the vectors of a row.
pub(super) trait Row<L: Lanes> {
    /// Adds those of the next row, whose coefficients are S, O, DS, DO.
    fn add(&mut self, l: L, line: [L::F; 4]);
}

/// How coefficients come to lanes.
pub(super) trait Walk<L: Lanes>: Copy {
    /// Calls `to` with the rows of a group, one after the other, whose coefficients in these cells are given.
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Range<usize>, to: &mut impl Row<L>);
}

/// All lanes are in one cell.
#[derive(Clone, Copy)]
pub(super) struct OneCell;

impl<L: Lanes> Walk<L> for OneCell {
    #[inline(always)]
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Range<usize>, to: &mut impl Row<L>) {
        for r in rows {
            let mut line = [l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = l.splat(cells[0][i][r]);
            }
            to.add(l, line);
        }
    }
}

/// The lanes' cells, counted from the first one's, of the vector that begins with this column.
#[inline(always)]
fn lanes<L: Lanes>(l: L, row: RowTable<'_>, column: usize) -> L::U {
    l.add_u(l.load_u_at(row.first, column), l.splat_u(row.first[column].wrapping_neg()))
}

/// Four rows' coefficients of all cells are one vector, which is permuted: of two cells, or four, where vectors are the widest.
pub(super) struct Permuted<L: Lanes> {
    /// Where the lanes find the first row's.
    index: L::U,
}

impl<L: Lanes> Clone for Permuted<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for Permuted<L> {}

impl<L: Lanes> Permuted<L> {
    /// Those of the vector that begins with this column.
    #[inline(always)]
    pub(super) fn new(l: L, row: RowTable<'_>, column: usize) -> Self {
        let lane = lanes(l, row, column);
        let two = l.add_u(lane, lane);
        Permuted { index: l.add_u(two, two) }
    }
}

impl<L: Lanes> Walk<L> for Permuted<L> {
    #[inline(always)]
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Range<usize>, to: &mut impl Row<L>) {
        for first in rows.clone().step_by(4) {
            let mut coefficients = [l.splat(0.0); 4];
            for i in 0..4 {
                let mut fours = [&[0.0; 4]; 4];
                for k in 0..MOST_CELLS {
                    fours[k] = four(&cells[k][i], first);
                }
                coefficients[i] = l.concat(fours);
            }
            for r in 0..4.min(rows.end - first) {
                let index = l.add_u(self.index, l.splat_u(r as u32));
                let mut line = coefficients;
                for i in 0..4 {
                    line[i] = l.permute(coefficients[i], index);
                }
                to.add(l, line);
            }
        }
    }
}

/// The lanes are in up to `SPAN` cells and one, whose coefficients are blended.
pub(super) struct Blended<L: Lanes, const SPAN: usize> {
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
    /// Those of the vector that begins with this column.
    #[inline(always)]
    pub(super) fn new(l: L, row: RowTable<'_>, column: usize) -> Self {
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
    fn rows(self, l: L, cells: &[Cell; MOST_CELLS], rows: Range<usize>, to: &mut impl Row<L>) {
        for r in rows {
            let mut line = [l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = l.splat(cells[0][i][r]);
                for k in 0..SPAN {
                    line[i] = l.select(self.beyond[k], l.splat(cells[k + 1][i][r]), line[i]);
                }
            }
            to.add(l, line);
        }
    }
}
