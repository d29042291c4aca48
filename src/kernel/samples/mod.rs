//! The samples of a few rows: `(S t + O) + u (DS t + DO)`, added to what the rows hold. Each file brings the coefficients to the lanes in its own way;
//! the arithmetic is the same:
//!
//! - `across`: vectors of columns walk down the rows. `walk` broadcasts the coefficients of a vector in one cell, and permutes or blends those of a few.
//! - `along`: a vector takes a window of columns and permutes it. Where each sample has its own column, it loads them straight.
//! - `narrow`, `transposed`: rows are in lanes, for grids of a few columns and for narrow cells. `thin` does the former without coefficients in memory.
//! - `own`: each sample is made from hashes, where hardly any two share a corner.
//! - `series`: a single row or column, whose samples are placed as they are computed. A row permutes coefficients, as `along` does; `column` makes them for
//!   each vector from what stands at lattice lines.
//! - `fold`: what is added for a sample, and to what, where a file does not ask `Sum` for it.

pub(super) mod across;
pub(super) mod along;
pub(super) mod column;
pub(super) mod fold;
pub(super) mod narrow;
pub(super) mod own;
pub(super) mod series;
pub(super) mod thin;
pub(super) mod transposed;
pub(super) mod walk;

use core::ops::Range;

use crate::kernel::coefficients::sample;
use crate::simd::Lanes;
use crate::tables::axis::AxisTable;
use crate::tables::octave::Folded;
use fold::Fold;

/// Samples are written as they are. These are the bits of their sum with 0.
pub(super) const WRITE: usize = 0;
/// Samples are added to what the first octave is added to, and the sums are written.
pub(super) const START: usize = 1;
/// Samples are added as they are.
pub(super) const ADD: usize = 2;
/// Samples are added folded.
pub(super) const FOLD: usize = 3;
/// The shape decides at run time which of these it is, once for several vectors: one loop in place of four.
pub(super) const ASK: usize = 4;

/// What samples are added to, and how: `HOW` is one of the numbers above.
#[derive(Clone, Copy)]
pub(super) struct Sum<L: Lanes, const HOW: usize> {
    pub(super) l: L,
    shape: Shape,
    start: L::F,
    fold: Fold<L>,
}

impl<L: Lanes, const HOW: usize> Sum<L, HOW> {
    #[inline(always)]
    pub(super) fn new(l: L, shape: Shape) -> Self {
        Sum { l, shape, start: l.splat(shape.start.unwrap_or(0.0)), fold: Fold::new(l, shape.fold) }
    }

    /// What samples start from, plus these.
    #[inline(always)]
    pub(super) fn started(self, n: L::F) -> L::F {
        self.l.add(self.start, n)
    }

    /// The same, where the caller knows what the shape says.
    #[inline(always)]
    pub(super) fn told<const T: usize>(self) -> Sum<L, T> {
        let Sum { l, shape, start, fold } = self;
        Sum { l, shape, start, fold }
    }

    /// Makes a vector of samples for each of `to`, from the coefficients S, O, DS, DO in `lines`, and adds it to vector `j` there.
    #[inline(always)]
    pub(super) fn add_all<const V: usize>(
        self,
        lines: [[L::F; 4]; V],
        t: [L::F; V],
        u: [L::F; V],
        to: &mut [&mut [L::Floats]; V],
        j: usize,
    ) {
        let mut n = t;
        for v in 0..V {
            n[v] = sample(self.l, lines[v], t[v], u[v]);
        }
        self.put(n, to, j);
    }

    /// Adds vectors of samples to vector `j` of each of `to`.
    #[inline(always)]
    pub(super) fn put<const V: usize>(self, n: [L::F; V], to: &mut [&mut [L::Floats]; V], j: usize) {
        let n = self.added(n, to, j);
        for v in 0..V {
            self.l.store(n[v], &mut to[v][j]);
        }
    }

    /// Adds vectors next to each other with the same coefficients. The last one ends with the row: it may overlap the one before, where samples
    /// are not added to others.
    #[inline(always)]
    pub(super) fn add_row<const V: usize>(
        self,
        line: [L::F; 4],
        t: [L::F; V],
        u: [L::F; V],
        row: &mut [f32],
    ) {
        if HOW != ASK {
            for v in 0..V {
                let at = if v + 1 < V { v * L::N } else { row.len() - L::N };
                self.add(line, t[v], u[v], L::floats_mut(&mut row[at..at + L::N]));
            }
            return;
        }
        let mut to = [const { nothing() }; V];
        let mut left = L::floats_mut(row);
        for v in 0..V {
            let Some(vector) = left.split_off_mut(..1) else { return };
            to[v] = vector;
        }
        self.add_all([line; V], t, u, &mut to, 0);
    }

    /// Adds a vector of samples to the first of `to`.
    #[inline(always)]
    pub(super) fn add(self, line: [L::F; 4], t: L::F, u: L::F, to: &mut [L::Floats]) {
        self.add_all([line], [t], [u], &mut [to], 0);
    }

    /// What is stored for samples, where memory holds vector `j` of each of `held`.
    #[inline(always)]
    fn added<const V: usize>(self, mut n: [L::F; V], held: &[&mut [L::Floats]; V], j: usize) -> [L::F; V] {
        let l = self.l;
        match (HOW, self.shape) {
            (WRITE, _) => {}
            (START, _) | (ASK, Shape { start: Some(_), .. }) => {
                for v in 0..V {
                    n[v] = self.started(n[v]);
                }
            }
            (ADD, _) | (ASK, Shape { fold: None, .. }) => {
                for v in 0..V {
                    n[v] = l.add(l.load(&held[v][j]), n[v]);
                }
            }
            _ => {
                for v in 0..V {
                    n[v] = l.add(l.load(&held[v][j]), self.fold.folded(l, n[v]));
                }
            }
        }
        n
    }

    /// Vectors of one cell in `R` rows, whose coefficients stay in registers.
    #[inline(always)]
    pub(super) fn add_cell<const R: usize>(
        self,
        lines: [[L::F; 4]; R],
        t: &[L::Floats],
        u: &[L::Floats],
        to: [&mut [L::Floats]; R],
    ) {
        let (u, mut to) = (&u[..t.len()], same_length(to, t.len()));
        for j in 0..t.len() {
            let (t, u) = (self.l.load(&t[j]), self.l.load(&u[j]));
            self.add_all(lines, [t; R], [u; R], &mut to, j);
        }
    }
}

/// What an octave does to its samples.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What the first octave is added to.
    pub(super) start: Option<f32>,
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
}

/// The table of a block's columns.
#[derive(Clone, Copy)]
pub(super) struct RowTable<'a> {
    /// Fractions and fades.
    pub(super) t: &'a [f32],
    pub(super) u: &'a [f32],
    /// Cells.
    pub(super) first: &'a [u32],
}

impl<'a> RowTable<'a> {
    pub(super) fn of(axis: &'a AxisTable, columns: &Range<usize>) -> Self {
        let from = columns.start;
        RowTable { t: &axis.t()[from..], u: &axis.u()[from..], first: &axis.first()[from..] }
    }
}

pub(super) const fn nothing<'a, T>() -> &'a mut [T] {
    &mut []
}

/// The rows, which have that length already. To cut them once lets compilers drop the checks with every vector.
#[inline(always)]
fn same_length<V, const R: usize>(rows: [&mut [V]; R], len: usize) -> [&mut [V]; R] {
    let mut same = [const { nothing() }; R];
    for (n, row) in rows.into_iter().enumerate() {
        same[n] = &mut row[..len];
    }
    same
}

/// The index, which is at most `last` already. To repeat the bound lets compilers drop later checks.
#[inline(always)]
pub(super) fn within(index: usize, last: usize) -> usize {
    if index < last { index } else { last }
}
