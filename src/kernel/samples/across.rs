//! Samples of groups of rows whose coefficients are broadcast.

use core::ops::Range;

use super::{ADD, FOLD, RowTable, Shape, Sum, within};
use crate::kernel::coefficients::cells::{Cell, GROUP};
use crate::kernel::runs::Run;
use crate::simd::{Job, Lanes, Rows, WIDEST};

/// Samples of some rows along the lane axis, in some planes.
pub(crate) struct Across<'a, const HOW: usize> {
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

/// The most vectors of one cell that are done together: fewer in programs that must be small.
pub(crate) const MOST_VECTORS: usize = if cfg!(perlane_small) { 2 } else { 4 };

impl<const HOW: usize> Job for Across<'_, HOW> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { shape, row, runs, pieces, at_once, cells, step, out } = self;
        let sum = Sum::<L, HOW>::new(l, shape);
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
fn add_run<L: Lanes, const HOW: usize>(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run, to: &mut Target<'_>) {
    match (run.span, run.vectors) {
        (0, 4) if !cfg!(perlane_small) => to.walk(run, OneCell::<L, HOW, 4>::new(sum, row, run)),
        (0, 3) if !cfg!(perlane_small) => to.walk(run, OneCell::<L, HOW, 3>::new(sum, row, run)),
        (0, 2) => to.walk(run, OneCell::<L, HOW, 2>::new(sum, row, run)),
        (0, _) => to.walk(run, OneCell::<L, HOW, 1>::new(sum, row, run)),
        // The widest vectors hold four rows' coefficients of all cells that there may be.
        _ if L::PERMUTES && L::N == WIDEST => {
            to.walk(run, Permuted::<L, HOW>::new(sum, row, run));
        }
        (1, _) if L::PERMUTES => to.walk(run, Permuted::<L, HOW>::new(sum, row, run)),
        (1, _) => to.walk(run, Blended::<L, HOW, 1>::new(sum, row, run)),
        (2, _) => to.walk(run, Blended::<L, HOW, 2>::new(sum, row, run)),
        _ => to.walk(run, Blended::<L, HOW, 3>::new(sum, row, run)),
    }
}

/// Vectors of columns that walk down the rows of a group. (Not a closure: closures are not always inlined into the instruction set's entry.)
trait Walk {
    /// Adds rows whose coefficients in these cells are given; `out` begins with the first row's first sample.
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize);
}

/// `V` vectors of one cell; the last may overlap the one before.
struct OneCell<L: Lanes, const HOW: usize, const V: usize> {
    sum: Sum<L, HOW>,
    t: [L::F; V],
    u: [L::F; V],
    /// Columns of all of them.
    columns: usize,
}

impl<L: Lanes, const HOW: usize, const V: usize> OneCell<L, HOW, V> {
    #[inline(always)]
    fn new(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run) -> Self {
        let (l, zeros) = (sum.l, [sum.l.splat(0.0); V]);
        // Between these already, said so that compilers know it.
        let least = (V - 1) * L::N + 1;
        let columns = match HOW {
            ADD | FOLD => V * L::N,
            _ => least + within((run.columns as usize).saturating_sub(least), L::N - 1),
        };
        let mut walk = OneCell { sum, t: zeros, u: zeros, columns };
        for v in 0..V {
            let column = run.column as usize + if v + 1 < V { v * L::N } else { columns - L::N };
            walk.t[v] = l.load_at(row.t, column);
            walk.u[v] = l.load_at(row.u, column);
        }
        walk
    }
}

impl<L: Lanes, const HOW: usize, const V: usize> Walk for OneCell<L, HOW, V> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let Some(lines) = lines_of(&cells[0], rows) else { return };
        let Some(mut to) = Rows::new(out, lines[0].len(), step, self.columns) else { return };
        for n in 0..lines[0].len() {
            let Some(row) = to.row(n) else { return };
            self.sum.add_row(line_at(self.sum.l, lines, n), self.t, self.u, row);
        }
    }
}

/// A vector of a few cells.
struct Mixed<L: Lanes, const HOW: usize> {
    sum: Sum<L, HOW>,
    t: L::F,
    u: L::F,
    /// The lanes' cells, counted from the first one's.
    lane: L::U,
}

impl<L: Lanes, const HOW: usize> Mixed<L, HOW> {
    #[inline(always)]
    fn new(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run) -> Self {
        let (l, column) = (sum.l, run.column as usize);
        let first = l.splat_u(row.first[column].wrapping_neg());
        let lane = l.add_u(l.load_u_at(row.first, column), first);
        Mixed { sum, t: l.load_at(row.t, column), u: l.load_at(row.u, column), lane }
    }

    #[inline(always)]
    fn add(&self, line: [L::F; 4], row: &mut [f32]) {
        self.sum.add(line, self.t, self.u, &mut L::floats_mut(&mut row[..L::N])[0]);
    }
}

/// A vector of a few cells, four rows at a time. The four rows' coefficients of all of its cells are one vector: a permutation brings a
/// row's to the lanes.
struct Permuted<L: Lanes, const HOW: usize> {
    mixed: Mixed<L, HOW>,
    /// Where the lanes find the first row's.
    index: L::U,
}

impl<L: Lanes, const HOW: usize> Permuted<L, HOW> {
    #[inline(always)]
    fn new(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let two = l.add_u(mixed.lane, mixed.lane);
        Permuted { mixed, index: l.add_u(two, two) }
    }
}

impl<L: Lanes, const HOW: usize> Walk for Permuted<L, HOW> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let Some(mut to) = Rows::new(out, rows.len(), step, L::N) else { return };
        for first in rows.clone().step_by(4) {
            let (count, done) = (rows.end - first, first - rows.start);
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
                let Some(row) = to.row(done + r) else { return };
                self.mixed.add(line, row);
            }
        }
    }
}

/// A vector whose lanes are in up to `SPAN` cells and one, whose coefficients are blended.
struct Blended<L: Lanes, const HOW: usize, const SPAN: usize> {
    mixed: Mixed<L, HOW>,
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<L: Lanes, const HOW: usize, const SPAN: usize> Blended<L, HOW, SPAN> {
    #[inline(always)]
    fn new(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let mut beyond = [l.above(mixed.lane, mixed.lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(mixed.lane, l.splat_u(k as u32));
        }
        Blended { mixed, beyond }
    }
}

impl<L: Lanes, const HOW: usize, const SPAN: usize> Walk for Blended<L, HOW, SPAN> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let mut lines = [[&[][..]; 4]; MOST_CELLS];
        for k in 0..=SPAN {
            let Some(of_cell) = lines_of(&cells[k], rows.clone()) else { return };
            lines[k] = of_cell;
        }
        let Some(mut to) = Rows::new(out, lines[0][0].len(), step, L::N) else { return };
        for n in 0..lines[0][0].len() {
            let Some(row) = to.row(n) else { return };
            let mut line = line_at(l, lines[0], n);
            for k in 0..SPAN {
                let next = line_at(l, lines[k + 1], n);
                for i in 0..4 {
                    line[i] = l.select(self.beyond[k], next[i], line[i]);
                }
            }
            self.mixed.add(line, row);
        }
    }
}

/// The coefficients of some rows in a cell; `None` where a group has no such rows.
#[inline(always)]
fn lines_of(cell: &Cell, rows: Range<usize>) -> Option<[&[f32]; 4]> {
    let mut lines: [&[f32]; 4] = [&[]; 4];
    for i in 0..4 {
        lines[i] = cell[i].get(rows.clone())?;
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

/// Four rows from `first` on.
#[inline(always)]
pub(in crate::kernel) fn four(rows: &[f32; GROUP], first: usize) -> &[f32; 4] {
    rows[first..].first_chunk().unwrap_or(&[0.0; 4])
}
