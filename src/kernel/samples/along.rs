//! Samples of a few rows whose coefficients stand along columns.

use core::ops::Range;

use super::{RowColumns, Shape, Sum, cut, part, same_length, within};
use crate::kernel::scratch::{Coefficients, STRIDE};
use crate::simd::{Job, Lanes};
use crate::tables::plan::{MIXED, Segment};

/// Samples of a few rows.
pub(crate) struct Along<'a, const FIRST: bool, const FOLD: bool> {
    pub(crate) shape: Shape,
    pub(crate) row: RowColumns<'a>,
    /// Runs of the row's vectors, where samples share columns; numbers of vectors count from `first_vector`.
    pub(crate) segments: Option<&'a [Segment]>,
    pub(crate) first_vector: usize,
    /// One for each row.
    pub(crate) coefficients: &'a [Coefficients],
    /// Elements from a row to the next one.
    pub(crate) stride: usize,
    pub(crate) out: &'a mut [f32],
}

impl<const FIRST: bool, const FOLD: bool> Job for Along<'_, FIRST, FOLD> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let sum = Sum::<L, FIRST, FOLD>::new(l, self.shape);
        let mut done = 0;
        while done < self.coefficients.len() {
            let left = self.coefficients.len() - done;
            if left >= L::ROWS && L::ROWS == 4 {
                self.add_rows::<L, 4>(sum, done);
                done += 4;
            } else if left >= 2 && L::ROWS == 2 {
                self.add_rows::<L, 2>(sum, done);
                done += 2;
            } else {
                self.add_rows::<L, 1>(sum, done);
                done += 1;
            }
        }
        match self.segments {
            Some(_) => self.add_rests(sum, Window { base: self.row.base, lane: L::words(self.row.lane) }),
            None => self.add_rests(sum, Straight { first: 0 }),
        }
    }
}

impl<const FIRST: bool, const FOLD: bool> Along<'_, FIRST, FOLD> {
    /// `R` rows from row `done` on.
    #[inline(always)]
    fn add_rows<L: Lanes, const R: usize>(&mut self, sum: Sum<L, FIRST, FOLD>, done: usize) {
        let (row, stride) = (self.row, self.stride);
        let full = row.width / L::N;
        let rows = Rows::<L, R> {
            coefficients: &self.coefficients[done..done + R],
            t: L::floats(row.t),
            u: L::floats(row.u),
        };
        let mut whole = cut::<L, R>(&mut self.out[done * stride..], stride, row.width);
        let window = Window::<L> { base: row.base, lane: L::words(row.lane) };
        let Some(segments) = self.segments else {
            return rows.add_each(sum, Straight { first: 0 }, 0..full, whole);
        };
        for segment in segments {
            let first = (segment.first as usize).max(self.first_vector) - self.first_vector;
            let end = ((segment.first + segment.count) as usize - self.first_vector).min(full);
            // In this form, compilers see how long it is.
            let run = first..first + end.saturating_sub(first);
            let to = part(&mut whole, run.clone());
            if segment.cell == MIXED {
                rows.add_each(sum, window, run, to);
            } else {
                rows.add_run(sum, segment.cell as usize, run, to);
            }
        }
    }

    /// What is left of the rows after whole vectors; tables are padded.
    #[inline(always)]
    fn add_rests<L: Lanes>(&mut self, sum: Sum<L, FIRST, FOLD>, source: impl Source<L>) {
        let (l, full) = (sum.l, self.row.width / L::N);
        if full * L::N == self.row.width {
            return;
        }
        let (t, u) = (l.load(&L::floats(self.row.t)[full]), l.load(&L::floats(self.row.u)[full]));
        let at = source.part(full, 1).at(l, 0);
        for (row, coefficients) in self.out.chunks_mut(self.stride).zip(self.coefficients) {
            sum.add_first(source.line(l, coefficients, at), t, u, &mut row[full * L::N..self.row.width]);
        }
    }
}

/// A few rows.
struct Rows<'a, L: Lanes, const R: usize> {
    coefficients: &'a [Coefficients],
    t: &'a [L::Floats],
    u: &'a [L::Floats],
}

impl<L: Lanes, const R: usize> Rows<'_, L, R> {
    /// Vectors of one cell.
    #[inline(always)]
    fn add_run<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        cell: usize,
        run: Range<usize>,
        mut to: [&mut [L::Floats]; R],
    ) {
        let (t, u) = (&self.t[run.clone()], &self.u[run]);
        if R <= L::CELL_ROWS {
            return sum.add_cell::<R>(self.lines(sum.l, cell, 0), t, u, to);
        }
        for (n, to) in to.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let [a, b] = to;
            sum.add_cell::<2>(self.lines(sum.l, cell, 2 * n), t, u, [a, b]);
        }
    }

    /// The coefficients of a cell for `N` rows from `row` on, alike in all lanes.
    #[inline(always)]
    fn lines<const N: usize>(&self, l: L, cell: usize, row: usize) -> [[L::F; 4]; N] {
        let cell = within(cell, STRIDE - 1);
        let mut lines = [[l.splat(0.0); 4]; N];
        for r in 0..N {
            for i in 0..4 {
                lines[r][i] = l.splat(self.coefficients[row + r][i * STRIDE + cell]);
            }
        }
        lines
    }

    /// Vectors whose lanes have their coefficients from `source`.
    #[inline(always)]
    fn add_each<const FIRST: bool, const FOLD: bool>(
        &self,
        sum: Sum<L, FIRST, FOLD>,
        source: impl Source<L>,
        run: Range<usize>,
        to: [&mut [L::Floats]; R],
    ) {
        let l = sum.l;
        let (t, u) = (&self.t[run.clone()], &self.u[run.clone()]);
        let source = source.part(run.start, t.len());
        let to = same_length(to, t.len());
        for j in 0..t.len() {
            let (t, u, at) = (l.load(&t[j]), l.load(&u[j]), source.at(l, j));
            for r in 0..R {
                sum.add(source.line(l, &self.coefficients[r], at), t, u, &mut to[r][j]);
            }
        }
    }
}

/// Where the lanes of a vector have their coefficients from.
trait Source<L: Lanes>: Copy {
    /// The place of a vector's coefficients, the same for all rows.
    type At: Copy;
    /// The source of `count` vectors from vector `first` on.
    fn part(self, first: usize, count: usize) -> Self;
    /// The place of those of vector `v`.
    fn at(self, l: L, v: usize) -> Self::At;
    /// S, O, DS, DO for the lanes.
    fn line(self, l: L, coefficients: &Coefficients, at: Self::At) -> [L::F; 4];
}

/// From a vector of columns, permuted.
struct Window<'a, L: Lanes> {
    base: &'a [u32],
    lane: &'a [L::Words],
}

impl<L: Lanes> Clone for Window<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for Window<'_, L> {}

impl<L: Lanes> Source<L> for Window<'_, L> {
    type At = (usize, L::U);

    #[inline(always)]
    fn part(self, first: usize, count: usize) -> Self {
        Window { base: &self.base[first..][..count], lane: &self.lane[first..][..count] }
    }

    #[inline(always)]
    fn at(self, l: L, v: usize) -> (usize, L::U) {
        (within(self.base[v] as usize, STRIDE - L::N), l.load_u(&self.lane[v]))
    }

    #[inline(always)]
    fn line(self, l: L, coefficients: &Coefficients, (base, lane): (usize, L::U)) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.permute(l.load_at(coefficients, i * STRIDE + base), lane);
        }
        line
    }
}

/// From columns of their own.
#[derive(Clone, Copy)]
struct Straight {
    first: usize,
}

impl<L: Lanes> Source<L> for Straight {
    type At = usize;

    #[inline(always)]
    fn part(self, first: usize, _count: usize) -> Self {
        Straight { first }
    }

    #[inline(always)]
    fn at(self, _: L, v: usize) -> usize {
        within((self.first + v) * L::N, STRIDE - L::N)
    }

    #[inline(always)]
    fn line(self, l: L, coefficients: &Coefficients, at: usize) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.load_at(coefficients, i * STRIDE + at);
        }
        line
    }
}
