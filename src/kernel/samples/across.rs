//! Samples of a group of rows whose coefficients are broadcast.

use core::marker::PhantomData;
use core::ops::Range;

use super::{RowColumns, Shape, Sum, vectors, within};
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
            match self.rows - done {
                1 => self.add_rows::<L, 1>(sum, done),
                2 | 3 => self.add_rows::<L, 2>(sum, done),
                _ => self.add_rows::<L, 4>(sum, done),
            }
            done += match self.rows - done {
                1 => 1,
                2 | 3 => 2,
                _ => 4,
            };
        }
    }
}

impl<const FIRST: bool, const FOLD: bool> Across<'_, FIRST, FOLD> {
    /// `R` rows from row `done` on.
    #[inline(always)]
    fn add_rows<L: Lanes, const R: usize>(&mut self, sum: Sum<L, FIRST, FOLD>, done: usize) {
        let full = self.row.width / L::N;
        let rows = Rows::<L, R> {
            cells: self.cells,
            skipped: self.skipped,
            row: self.row,
            first: within(done, GROUP - R),
            stride: self.stride,
            l: PhantomData,
        };
        let out = &mut self.out[done * self.stride..];
        for segment in self.segments {
            let first = (segment.first as usize).max(self.first_vector) - self.first_vector;
            let end = ((segment.first + segment.count) as usize - self.first_vector).min(full);
            if segment.cell == MIXED {
                for v in first..end {
                    rows.add_vector(sum, v, out);
                }
            } else if first < end {
                rows.add_run(sum, segment.cell as usize, first..end, out);
            }
        }
        if full * L::N < self.row.width {
            rows.add_rest(sum, full, out);
        }
    }
}

/// `R` rows.
struct Rows<'a, L: Lanes, const R: usize> {
    cells: &'a [Cell],
    skipped: usize,
    row: RowColumns<'a>,
    /// The first row in its group.
    first: usize,
    stride: usize,
    l: PhantomData<L>,
}

impl<L: Lanes, const R: usize> Rows<'_, L, R> {
    /// Vectors of one cell.
    #[inline(always)]
    fn add_run<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        cell: usize,
        run: Range<usize>,
        out: &mut [f32],
    ) {
        let (t, u) = (&L::floats(self.row.t)[run.clone()], &L::floats(self.row.u)[run.clone()]);
        let cell = &self.cells[cell - self.skipped];
        let mut to = vectors::<L, R>(out, self.stride, run);
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
    fn add_vector<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        out: &mut [f32],
    ) {
        let lane = &L::words(self.row.lane)[v];
        match self.row.lane[v * L::N + L::N - 1] {
            0 => self.add_blend::<FIRST, FOLD, 0>(sum, v, lane, out),
            1 => self.add_blend::<FIRST, FOLD, 1>(sum, v, lane, out),
            2 => self.add_blend::<FIRST, FOLD, 2>(sum, v, lane, out),
            _ => self.add_blend::<FIRST, FOLD, 3>(sum, v, lane, out),
        }
    }

    /// One vector whose lanes are in `SPAN` cells and one.
    #[inline(always)]
    fn add_blend<const FIRST: bool, const FOLD: bool, const SPAN: usize>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        lane: &L::Words,
        out: &mut [f32],
    ) {
        let blend = Blend::<L, SPAN>::new(sum.l, self.cells, self.row.base[v] as usize - self.skipped, lane);
        let (t, u) = (sum.l.load(&L::floats(self.row.t)[v]), sum.l.load(&L::floats(self.row.u)[v]));
        for (r, to) in vectors::<L, R>(out, self.stride, v..v + 1).into_iter().enumerate() {
            if let [to] = to {
                sum.add(blend.line(sum.l, self.first + r), t, u, to);
            }
        }
    }

    /// What is left of the rows after whole vectors; tables are padded.
    #[inline(always)]
    fn add_rest<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        v: usize,
        out: &mut [f32],
    ) {
        let lane = &L::words(self.row.lane)[v];
        let blend = Blend::<L, 3>::new(sum.l, self.cells, self.row.base[v] as usize - self.skipped, lane);
        let (t, u) = (sum.l.load(&L::floats(self.row.t)[v]), sum.l.load(&L::floats(self.row.u)[v]));
        for (r, row) in (0..R).zip(out.chunks_mut(self.stride)) {
            sum.add_first(blend.line(sum.l, self.first + r), t, u, &mut row[v * L::N..self.row.width]);
        }
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
    fn new(l: L, cells: &'a [Cell], first: usize, lane: &L::Words) -> Self {
        let lane = l.load_u(lane);
        let mut beyond = [l.above(lane, lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(lane, l.splat_u(k as u32));
        }
        Blend { cells: cells_from(cells, first), beyond }
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

/// The cells from `first` on.
#[inline(always)]
fn cells_from(cells: &[Cell], first: usize) -> &[Cell; MOST_CELLS] {
    const NONE: &[Cell; MOST_CELLS] = &[[[0.0; GROUP]; 4]; MOST_CELLS];
    cells[first..].first_chunk().unwrap_or(NONE)
}
