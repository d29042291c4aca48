//! Samples of a few rows, whose coefficients stand next to each other along the row.

use super::{ADD, ASK, FOLD, RowTable, START, Shape, Sum, nothing, same_length, within};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::coefficients::sample;
use crate::kernel::layout::runs::Run;
use crate::simd::{Job, Lanes};

/// Samples of a few rows.
pub(crate) struct Along<'a> {
    pub(crate) shape: Shape,
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    /// Whether each sample has a lattice column of its own.
    pub(crate) own: bool,
    /// One for each row.
    pub(crate) coefficients: &'a [Coefficients],
    /// Elements from a row to the next one.
    pub(crate) stride: usize,
    pub(crate) out: &'a mut [f32],
}

impl Job for Along<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let sum = Sum::<L, ASK>::new(l, self.shape);
        let mut done = 0;
        while done < self.coefficients.len() {
            let left = self.coefficients.len() - done;
            if const { L::ROWS == 4 } && left >= 4 {
                self.add_rows::<L, 4, ASK>(sum, done);
                done += 4;
            } else if const { L::ROWS == 2 } && left >= 2 {
                self.add_rows::<L, 2, ASK>(sum, done);
                done += 2;
            } else {
                self.add_row(sum, done);
                done += 1;
            }
        }
    }
}

impl Along<'_> {
    /// One row, by loops for each shape: to ask once a vector would take a twentieth of the time.
    #[inline(always)]
    fn add_row<L: Lanes>(&mut self, sum: Sum<L, ASK>, done: usize) {
        match self.shape {
            _ if cfg!(perlane_small) => self.add_rows::<L, 1, ASK>(sum, done),
            Shape { start: Some(_), .. } => self.add_rows::<L, 1, START>(sum.told(), done),
            Shape { start: None, fold: None } => self.add_rows::<L, 1, ADD>(sum.told(), done),
            Shape { start: None, fold: Some(_) } => self.add_rows::<L, 1, FOLD>(sum.told(), done),
        }
    }

    /// `R` rows from row `done` on.
    #[inline(always)]
    fn add_rows<L: Lanes, const R: usize, const HOW: usize>(&mut self, sum: Sum<L, HOW>, done: usize) {
        for run in self.runs {
            let (column, count) = (run.column as usize, run.vectors as usize);
            let mut to = [const { nothing() }; R];
            for (to, row) in to.iter_mut().zip(self.out[done * self.stride..].chunks_mut(self.stride)) {
                *to = L::floats_mut(&mut row[column..column + count * L::N]);
            }
            let rows = Rows::<L, R> {
                coefficients: &self.coefficients[done..done + R],
                t: &L::floats(&self.row.t[column..])[..count],
                u: &L::floats(&self.row.u[column..])[..count],
            };
            // They have this length already. To repeat it lets one check of an index serve for all rows.
            let to = same_length(to, count);
            if self.own {
                rows.add_each(sum, Straight { first: column }, to);
            } else if run.span == 0 {
                rows.add_run(sum, run.cell as usize, to);
            } else {
                let first = &L::words(&self.row.first[column..])[..count];
                rows.add_each(sum, Window::<L> { first, skipped: self.row.first[0] }, to);
            }
        }
    }
}

/// Some vectors of a few rows.
struct Rows<'a, L: Lanes, const R: usize> {
    coefficients: &'a [Coefficients],
    t: &'a [L::Floats],
    u: &'a [L::Floats],
}

impl<L: Lanes, const R: usize> Rows<'_, L, R> {
    /// Vectors of one cell.
    #[inline(always)]
    fn add_run<const HOW: usize>(&self, sum: Sum<L, HOW>, cell: usize, mut to: [&mut [L::Floats]; R]) {
        let (t, u) = (self.t, self.u);
        if const { R <= L::CELL_ROWS } {
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
        let mut lines = [[l.splat(0.0); 4]; N];
        for r in 0..N {
            lines[r] = line_of_cell(l, &self.coefficients[row + r], cell);
        }
        lines
    }

    /// Vectors whose lanes get their coefficients from `source`.
    #[inline(always)]
    fn add_each<const HOW: usize>(
        &self,
        sum: Sum<L, HOW>,
        source: impl Source<L>,
        to: [&mut [L::Floats]; R],
    ) {
        let l = sum.l;
        let (t, u) = (self.t, &self.u[..self.t.len()]);
        let mut to = same_length(to, t.len());
        for j in 0..t.len() {
            let (t, u, at) = (l.load(&t[j]), l.load(&u[j]), source.at(l, j));
            let mut n = [t; R];
            for r in 0..R {
                n[r] = sample(l, source.line(l, &self.coefficients[r], at), t, u);
                if !L::PERMUTES {
                    // Lanes that are looked up one by one leave no registers for other rows.
                    sum.put([n[r]], &mut [&mut *to[r]], j);
                }
            }
            if L::PERMUTES {
                sum.put(n, &mut to, j);
            }
        }
    }
}

/// The coefficients of a cell, alike in all lanes.
#[inline(always)]
pub(in crate::kernel) fn line_of_cell<L: Lanes>(l: L, coefficients: &Coefficients, cell: usize) -> [L::F; 4] {
    let cell = within(cell, STRIDE - 1);
    let mut line = [l.splat(0.0); 4];
    for i in 0..4 {
        line[i] = l.splat(coefficients[i * STRIDE + cell]);
    }
    line
}

/// Where the coefficients of a vector's lanes come from.
pub(in crate::kernel) trait Source<L: Lanes>: Copy {
    /// The place of a vector's coefficients, the same for all rows.
    type At: Copy;
    /// The place of those of vector `j` of a run, which has as many as the caller asks for.
    fn at(self, l: L, j: usize) -> Self::At;
    /// S, O, DS, DO for the lanes.
    fn line(self, l: L, coefficients: &Coefficients, at: Self::At) -> [L::F; 4];
}

/// From a window of as many cells as a vector has lanes, which is permuted.
pub(in crate::kernel) struct Window<'a, L: Lanes> {
    /// The cells of the run's vectors.
    pub(in crate::kernel) first: &'a [L::Words],
    /// The row's first cell.
    pub(in crate::kernel) skipped: u32,
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
    fn at(self, l: L, j: usize) -> (usize, L::U) {
        let cells = &self.first[j];
        let base = L::leading(cells);
        let lane = l.add_u(l.load_u(cells), l.splat_u(base.wrapping_neg()));
        (within((base - self.skipped) as usize, STRIDE - L::N), lane)
    }

    #[inline(always)]
    fn line(self, l: L, coefficients: &Coefficients, (base, lane): (usize, L::U)) -> [L::F; 4] {
        permuted(l, coefficients, base, lane)
    }
}

/// The coefficients of cells that are so many lanes after `base`.
#[inline(always)]
pub(in crate::kernel) fn permuted<L: Lanes>(
    l: L,
    coefficients: &Coefficients,
    base: usize,
    lane: L::U,
) -> [L::F; 4] {
    let mut line = [l.splat(0.0); 4];
    for i in 0..4 {
        line[i] = l.permute(l.load_at(coefficients, i * STRIDE + base), lane);
    }
    line
}

/// From columns of their own, one after the other.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Straight {
    /// Where the run begins.
    pub(in crate::kernel) first: usize,
}

impl<L: Lanes> Source<L> for Straight {
    type At = usize;

    #[inline(always)]
    fn at(self, _: L, j: usize) -> usize {
        within(self.first + j * L::N, STRIDE - L::N)
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
