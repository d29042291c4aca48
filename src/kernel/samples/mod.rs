//! The samples of a few rows: `(S t + O) + u (DS t + DO)`, added to what the rows hold. Three ways to bring the coefficients to the
//! lanes, the same arithmetic each time: broadcasts, where a vector lies in one cell or a few; a window of columns and a permutation, where
//! it lies in more; straight loads, where each sample has its own.

pub(super) mod across;
pub(super) mod along;
pub(super) mod narrow;

use core::ops::Range;

use crate::kernel::coefficients::sample;
use crate::simd::Lanes;
use crate::tables::axis::AxisTable;

/// What samples are added to, and how: `FIRST` writes `start` plus the octave, otherwise it is added to what is there; `FOLD` adds
/// `k·|n| + c` instead of `n`.
#[derive(Clone, Copy)]
pub(super) struct Sum<L: Lanes, const FIRST: bool, const FOLD: bool> {
    pub(super) l: L,
    start: L::F,
    k: L::F,
    c: L::F,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Sum<L, FIRST, FOLD> {
    #[inline(always)]
    pub(super) fn new(l: L, shape: Shape) -> Self {
        Sum { l, start: l.splat(shape.start), k: l.splat(shape.fold.0), c: l.splat(shape.fold.1) }
    }

    /// Adds a vector of samples with the coefficients `line`, which are S, O, DS, DO.
    #[inline(always)]
    pub(super) fn add(self, line: [L::F; 4], t: L::F, u: L::F, to: &mut L::Floats) {
        let held = if FIRST { self.start } else { self.l.load(to) };
        self.l.store(self.sample(line, t, u, held), to);
    }

    #[inline(always)]
    fn sample(self, line: [L::F; 4], t: L::F, u: L::F, held: L::F) -> L::F {
        let l = self.l;
        let n = sample(l, line, t, u);
        l.add(held, if FOLD { l.add(l.mul(self.k, l.abs(n)), self.c) } else { n })
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
        let (u, to) = (&u[..t.len()], same_length(to, t.len()));
        for j in 0..t.len() {
            let (t, u) = (self.l.load(&t[j]), self.l.load(&u[j]));
            for r in 0..R {
                self.add(lines[r], t, u, &mut to[r][j]);
            }
        }
    }
}

/// What an octave does to its samples.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What the first octave is added to.
    pub(super) start: f32,
    /// `k` and `c` of octaves that are folded.
    pub(super) fold: (f32, f32),
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

const fn nothing<'a, T>() -> &'a mut [T] {
    &mut []
}

/// Rows of that length already, said once and not with every vector.
#[inline(always)]
fn same_length<V, const R: usize>(rows: [&mut [V]; R], len: usize) -> [&mut [V]; R] {
    let mut same = [const { nothing() }; R];
    for (same, row) in same.iter_mut().zip(rows) {
        *same = &mut row[..len];
    }
    same
}

/// An index that is at most `last` already, said so that compilers know it and need not check later.
#[inline(always)]
fn within(index: usize, last: usize) -> usize {
    if index < last { index } else { last }
}
