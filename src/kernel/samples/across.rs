//! Samples of groups of rows whose coefficients are broadcast.

use core::ops::Range;

use super::{RowTable, Shape, Sum, within};
use crate::kernel::coefficients::cells::{Cell, GROUP};
use crate::kernel::runs::Run;
use crate::simd::{Job, Lanes, WIDEST};

/// Samples of some rows along the lane axis, in some planes.
pub(crate) struct Across<'a, const FIRST: bool, const FOLD: bool> {
    pub(crate) shape: Shape,
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    /// The rows, and how many pieces of them a vector of columns walks down before the next one does.
    pub(crate) pieces: &'a [Piece],
    pub(crate) at_once: usize,
    /// The coefficients of groups, and at least [`MOST_CELLS`] cells more.
    pub(crate) cells: &'a [Cell],
    /// Elements from a row to the next one.
    pub(crate) step: usize,
    pub(crate) out: &'a mut [f32],
}

/// Rows of a group.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The group's first cell.
    pub(crate) cells: usize,
    /// The first of the rows, counted from the group's, and the one after the last.
    pub(crate) rows: (usize, usize),
    /// Where the first row's samples go.
    pub(crate) out: usize,
}

impl Piece {
    pub(crate) const NONE: Piece = Piece { cells: 0, rows: (0, 0), out: 0 };
}

/// The most cells of a vector.
pub(crate) const MOST_CELLS: usize = 4;

/// The most vectors of one cell that are done together.
pub(crate) const MOST_VECTORS: u32 = 4;

impl<const FIRST: bool, const FOLD: bool> Job for Across<'_, FIRST, FOLD> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { shape, row, runs, pieces, at_once, cells, step, out } = self;
        let sum = Sum::<L, FIRST, FOLD>::new(l, shape);
        for pieces in pieces.chunks(at_once) {
            let mut target = Target { pieces, cells, step, out: &mut *out };
            for run in runs {
                add_run(sum, row, *run, &mut target);
            }
        }
    }
}

/// Rows that runs walk down.
struct Target<'a> {
    pieces: &'a [Piece],
    cells: &'a [Cell],
    step: usize,
    out: &'a mut [f32],
}

impl Target<'_> {
    #[inline(always)]
    fn walk(&mut self, run: Run, walk: impl Walk) {
        for piece in self.pieces {
            let Some(cells) = self.cells[piece.cells + run.cell as usize..].first_chunk() else { return };
            let out = &mut self.out[piece.out + run.column as usize..];
            walk.add(cells, piece.rows.0..piece.rows.1, out, self.step);
        }
    }
}

/// Adds a run's vectors, in the way that its cells ask for.
#[inline(always)]
fn add_run<L: Lanes, const FIRST: bool, const FOLD: bool>(
    sum: Sum<L, FIRST, FOLD>,
    row: RowTable<'_>,
    run: Run,
    to: &mut Target<'_>,
) {
    match (run.span, run.vectors) {
        (0, 4) => to.walk(run, OneCell::<L, FIRST, FOLD, 4>::new(sum, row, run)),
        (0, 3) => to.walk(run, OneCell::<L, FIRST, FOLD, 3>::new(sum, row, run)),
        (0, 2) => to.walk(run, OneCell::<L, FIRST, FOLD, 2>::new(sum, row, run)),
        (0, _) => to.walk(run, OneCell::<L, FIRST, FOLD, 1>::new(sum, row, run)),
        // The widest vectors hold four rows' coefficients of all cells that there may be.
        _ if L::PERMUTES && L::N == WIDEST => {
            to.walk(run, Permuted::<L, FIRST, FOLD>::new(sum, row, run));
        }
        (1, _) if L::PERMUTES => to.walk(run, Permuted::<L, FIRST, FOLD>::new(sum, row, run)),
        (1, _) => to.walk(run, Blended::<L, FIRST, FOLD, 1>::new(sum, row, run)),
        (2, _) => to.walk(run, Blended::<L, FIRST, FOLD, 2>::new(sum, row, run)),
        _ => to.walk(run, Blended::<L, FIRST, FOLD, 3>::new(sum, row, run)),
    }
}

/// Vectors of columns that walk down the rows of a group. (Not a closure: closures are not always inlined into the instruction set's entry.)
trait Walk {
    /// Adds rows whose coefficients in these cells are given; `out` begins with the first row's first sample.
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize);
}

/// `V` vectors of one cell.
struct OneCell<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> {
    sum: Sum<L, FIRST, FOLD>,
    t: [L::F; V],
    u: [L::F; V],
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> OneCell<L, FIRST, FOLD, V> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let mut walk = OneCell { sum, t: [sum.l.splat(0.0); V], u: [sum.l.splat(0.0); V] };
        for v in 0..V {
            walk.t[v] = sum.l.load_at(row.t, run.column as usize + v * L::N);
            walk.u[v] = sum.l.load_at(row.u, run.column as usize + v * L::N);
        }
        walk
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> Walk for OneCell<L, FIRST, FOLD, V> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let mut at = 0;
        for r in rows.start..rows.end.min(GROUP) {
            let mut line = [self.sum.l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = self.sum.l.splat(cells[0][i][r]);
            }
            let Some(to) = L::floats_mut(&mut out[at..at + V * L::N]).first_chunk_mut() else { return };
            self.sum.add_all([line; V], self.t, self.u, to.each_mut());
            at += step;
        }
    }
}

/// A vector of a few cells.
struct Mixed<L: Lanes, const FIRST: bool, const FOLD: bool> {
    sum: Sum<L, FIRST, FOLD>,
    t: L::F,
    u: L::F,
    /// The lanes' cells, counted from the first one's.
    lane: L::U,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Mixed<L, FIRST, FOLD> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, column) = (sum.l, run.column as usize);
        let first = l.splat_u(row.first[column].wrapping_neg());
        let lane = l.add_u(l.load_u_at(row.first, column), first);
        Mixed { sum, t: l.load_at(row.t, column), u: l.load_at(row.u, column), lane }
    }

    #[inline(always)]
    fn add(&self, line: [L::F; 4], out: &mut [f32], at: usize) {
        self.sum.add(line, self.t, self.u, &mut L::floats_mut(&mut out[at..at + L::N])[0]);
    }
}

/// A vector of a few cells, four rows at a time. The four rows' coefficients of all of its cells are one vector: a permutation brings a
/// row's to the lanes.
struct Permuted<L: Lanes, const FIRST: bool, const FOLD: bool> {
    mixed: Mixed<L, FIRST, FOLD>,
    /// Where the lanes find the first row's.
    index: L::U,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Permuted<L, FIRST, FOLD> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let two = l.add_u(mixed.lane, mixed.lane);
        Permuted { mixed, index: l.add_u(two, two) }
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Walk for Permuted<L, FIRST, FOLD> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let mut at = 0;
        for first in rows.clone().step_by(4) {
            let count = rows.end - first;
            let first = within(first, GROUP - 4);
            let mut coefficients = [l.splat(0.0); 4];
            for i in 0..4 {
                let mut fours = [&[0.0; 4]; 4];
                for k in 0..MOST_CELLS {
                    fours[k] = four(&cells[k][i], first);
                }
                coefficients[i] = l.concat(fours);
            }
            for r in 0..4 {
                if r >= count {
                    return;
                }
                let index = l.add_u(self.index, l.splat_u(r as u32));
                let mut line = coefficients;
                for i in 0..4 {
                    line[i] = l.permute(coefficients[i], index);
                }
                self.mixed.add(line, out, at);
                at += step;
            }
        }
    }
}

/// A vector whose lanes are in up to `SPAN` cells and one, whose coefficients are blended.
struct Blended<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> {
    mixed: Mixed<L, FIRST, FOLD>,
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> Blended<L, FIRST, FOLD, SPAN> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let mut beyond = [l.above(mixed.lane, mixed.lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(mixed.lane, l.splat_u(k as u32));
        }
        Blended { mixed, beyond }
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> Walk
    for Blended<L, FIRST, FOLD, SPAN>
{
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let mut at = 0;
        for r in rows.start..rows.end.min(GROUP) {
            let mut line = [l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = l.splat(cells[0][i][r]);
                for k in 0..SPAN {
                    line[i] = l.select(self.beyond[k], l.splat(cells[k + 1][i][r]), line[i]);
                }
            }
            self.mixed.add(line, out, at);
            at += step;
        }
    }
}

/// Four rows from `first` on.
#[inline(always)]
pub(in crate::kernel) fn four(rows: &[f32; GROUP], first: usize) -> &[f32; 4] {
    rows[first..].first_chunk().unwrap_or(&[0.0; 4])
}
