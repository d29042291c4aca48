//! Samples of a group of rows whose coefficients are broadcast.

use core::ops::Range;

use super::{RowColumns, Shape, Sum, cut, part, within};
use crate::kernel::coefficients::across::Cell;
use crate::kernel::lattice::GROUP;
use crate::simd::{Job, Lanes};
use crate::tables::plan::{MIXED, Segment};

/// Samples of a group of rows.
pub(crate) struct Across<'a, const FIRST: bool, const FOLD: bool> {
    pub(crate) shape: Shape,
    pub(crate) row: RowColumns<'a>,
    /// Runs of the row's vectors; numbers of vectors count from `first_vector`.
    pub(crate) segments: &'a [Segment],
    pub(crate) first_vector: usize,
    /// The coefficients of cells from cell `skipped` of the tile on, and at least [`MOST_CELLS`] more.
    pub(crate) cells: &'a [Cell],
    pub(crate) skipped: usize,
    /// How many rows, and elements from one to the next.
    pub(crate) rows: usize,
    pub(crate) stride: usize,
    pub(crate) out: &'a mut [f32],
}

/// The most cells of a vector.
pub(crate) const MOST_CELLS: usize = 4;

impl<const FIRST: bool, const FOLD: bool> Job for Across<'_, FIRST, FOLD> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let sum = Sum::<L, FIRST, FOLD>::new(l, self.shape);
        // A few rows at a time: more of them, at a distance of a multiple of 4 KiB, would push each other out of the first-level cache.
        let mut done = 0;
        while done < self.rows {
            if self.rows - done >= 4 {
                self.add_rows::<L, 4>(sum, done);
                done += 4;
            } else {
                self.add_rows::<L, 1>(sum, done);
                done += 1;
            }
        }
        let full = self.row.width / L::N;
        if full * L::N < self.row.width {
            for (r, row) in (0..GROUP).zip(self.out.chunks_mut(self.stride)).take(self.rows) {
                let rows = Rows { first: r, ..rows_of(self.cells, self.skipped, self.row) };
                rows.add_rest(sum, full, &mut row[full * L::N..self.row.width]);
            }
        }
    }
}

impl<const FIRST: bool, const FOLD: bool> Across<'_, FIRST, FOLD> {
    /// `R` rows from row `done` on.
    #[inline(always)]
    fn add_rows<L: Lanes, const R: usize>(&mut self, sum: Sum<L, FIRST, FOLD>, done: usize) {
        let rows =
            Rows { first: within(done, GROUP - R), ..rows_of::<L>(self.cells, self.skipped, self.row) };
        let full = self.row.width / L::N;
        let mut whole = cut::<L, R>(&mut self.out[done * self.stride..], self.stride, self.row.width);
        for segment in self.segments {
            let first = (segment.first as usize).max(self.first_vector) - self.first_vector;
            let end = ((segment.first + segment.count) as usize - self.first_vector).min(full);
            // In this form, compilers see how long it is.
            let run = first..first + end.saturating_sub(first);
            if segment.cell != MIXED {
                rows.add_run(sum, segment.cell as usize, run, &mut whole);
            } else {
                for v in run {
                    rows.add_vector(sum, v, &mut whole);
                }
            }
        }
    }
}

/// What some rows share.
struct Rows<'a, L: Lanes> {
    cells: &'a [Cell],
    skipped: usize,
    /// The first row in its group.
    first: usize,
    t: &'a [L::Floats],
    u: &'a [L::Floats],
    base: &'a [u32],
    lane: &'a [L::Words],
}

#[inline(always)]
fn rows_of<'a, L: Lanes>(cells: &'a [Cell], skipped: usize, row: RowColumns<'a>) -> Rows<'a, L> {
    let (t, u, lane) = (L::floats(row.t), L::floats(row.u), L::words(row.lane));
    Rows { cells, skipped, first: 0, t, u, base: row.base, lane }
}

impl<L: Lanes> Rows<'_, L> {
    /// Vectors of one cell.
    #[inline(always)]
    fn add_run<const FIRST: bool, const FOLD: bool, const R: usize>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        cell: usize,
        run: Range<usize>,
        rows: &mut [&mut [L::Floats]; R],
    ) {
        let (t, u) = (&self.t[run.clone()], &self.u[run.clone()]);
        let cell = &self.cells[cell - self.skipped];
        let mut to = part(rows, run);
        if R <= L::CELL_ROWS {
            return sum.add_cell::<R>(lines(sum.l, cell, self.first), t, u, to);
        }
        for (n, to) in to.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let [a, b] = to;
            sum.add_cell::<2>(lines(sum.l, cell, self.first + 2 * n), t, u, [a, b]);
        }
    }

    /// One vector, of one cell or a few.
    #[inline(always)]
    fn add_vector<const FIRST: bool, const FOLD: bool, const R: usize>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        to: &mut [&mut [L::Floats]; R],
    ) {
        let span = L::last(&self.lane[v]) as usize;
        if span == 0 {
            self.add_blend::<FIRST, FOLD, R, 0>(sum, v, to);
        } else if L::PERMUTES && R == 4 {
            self.add_permuted(sum, v, to);
        } else if span == 1 && R == 4 {
            self.add_blend::<FIRST, FOLD, R, 1>(sum, v, to);
        } else {
            self.add_blend::<FIRST, FOLD, R, 3>(sum, v, to);
        }
    }

    /// One vector of four rows. The four rows' coefficients of all of its cells are one vector: a permutation brings a row's to the lanes.
    #[inline(always)]
    fn add_permuted<const FIRST: bool, const FOLD: bool, const R: usize>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        to: &mut [&mut [L::Floats]; R],
    ) {
        let l = sum.l;
        let (cells, first) = (self.cells_of(v), within(self.first, GROUP - 4));
        let mut coefficients = [l.splat(0.0); 4];
        for i in 0..4 {
            let mut fours = [&[0.0; 4]; 4];
            for k in 0..MOST_CELLS {
                fours[k] = four(&cells[k][i], first);
            }
            coefficients[i] = l.concat(fours);
        }
        let lane = l.load_u(&self.lane[v]);
        let lane = l.add_u(l.add_u(lane, lane), l.add_u(lane, lane));
        let (t, u) = (l.load(&self.t[v]), l.load(&self.u[v]));
        for r in 0..R {
            let at = l.add_u(lane, l.splat_u(r as u32));
            let mut line = coefficients;
            for i in 0..4 {
                line[i] = l.permute(coefficients[i], at);
            }
            sum.add(line, t, u, &mut to[r][v]);
        }
    }

    /// One vector whose lanes are in up to `SPAN` cells and one.
    #[inline(always)]
    fn add_blend<const FIRST: bool, const FOLD: bool, const R: usize, const SPAN: usize>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        to: &mut [&mut [L::Floats]; R],
    ) {
        let blend = Blend::<L, SPAN>::new(sum.l, self, v);
        let (t, u) = (sum.l.load(&self.t[v]), sum.l.load(&self.u[v]));
        for r in 0..R {
            sum.add(blend.line(sum.l, self.first + r), t, u, &mut to[r][v]);
        }
    }

    /// The cells of vector `v`, and perhaps more.
    #[inline(always)]
    fn cells_of(&self, v: usize) -> &[Cell; MOST_CELLS] {
        const NONE: &[Cell; MOST_CELLS] = &[[[0.0; GROUP]; 4]; MOST_CELLS];
        self.cells[self.base[v] as usize - self.skipped..].first_chunk().unwrap_or(NONE)
    }

    /// What is left of a row after whole vectors; tables are padded.
    #[inline(always)]
    fn add_rest<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        to: &mut [f32],
    ) {
        let blend = Blend::<L, 3>::new(sum.l, self, v);
        let (t, u) = (sum.l.load(&self.t[v]), sum.l.load(&self.u[v]));
        sum.add_first(blend.line(sum.l, self.first), t, u, to);
    }
}

/// The coefficients of `R` rows from `row` on, alike in all lanes.
#[inline(always)]
fn lines<L: Lanes, const R: usize>(l: L, cell: &Cell, row: usize) -> [[L::F; 4]; R] {
    let row = within(row, GROUP - R);
    let mut lines = [[l.splat(0.0); 4]; R];
    for r in 0..R {
        for i in 0..4 {
            lines[r][i] = l.splat(cell[i][row + r]);
        }
    }
    lines
}

/// Coefficients of up to `SPAN` cells and one, blended by the lanes' cells.
struct Blend<'a, L: Lanes, const SPAN: usize> {
    cells: &'a [Cell; MOST_CELLS],
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<'a, L: Lanes, const SPAN: usize> Blend<'a, L, SPAN> {
    #[inline(always)]
    fn new(l: L, rows: &'a Rows<'_, L>, v: usize) -> Self {
        let lane = l.load_u(&rows.lane[v]);
        let mut beyond = [l.above(lane, lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(lane, l.splat_u(k as u32));
        }
        Blend { cells: rows.cells_of(v), beyond }
    }

    /// Those of row `r`.
    #[inline(always)]
    fn line(&self, l: L, r: usize) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.splat(self.cells[0][i][r]);
            for k in 0..SPAN {
                line[i] = l.select(self.beyond[k], l.splat(self.cells[k + 1][i][r]), line[i]);
            }
        }
        line
    }
}

/// Four rows from `first` on.
#[inline(always)]
fn four(rows: &[f32; GROUP], first: usize) -> &[f32; 4] {
    rows[first..].first_chunk().unwrap_or(&[0.0; 4])
}
