//! The samples of a few rows: `(S t + O) + u (DS t + DO)`, added to what the rows hold. Three ways to bring the coefficients to the
//! lanes, the same arithmetic each time: broadcasts, where a vector lies in one cell or a few; a window of columns and a permutation, where
//! it lies in more; straight loads, where each sample has its own.

pub(super) mod across;
pub(super) mod along;
pub(super) mod narrow;
pub(super) mod own;
pub(super) mod thin;

use core::ops::Range;

use crate::kernel::coefficients::sample;
use crate::simd::Lanes;
use crate::tables::axis::AxisTable;

/// What samples are added to, and how: `FIRST` writes `start` plus the octave, otherwise it is added to what is there; `FOLD` adds
/// `k·|n| + c` instead of `n`. Programs that must be small have one kernel, where neither is said: it asks its shape, once for some vectors.
#[derive(Clone, Copy)]
pub(super) struct Sum<L: Lanes, const FIRST: bool, const FOLD: bool> {
    pub(super) l: L,
    shape: Shape,
    start: L::F,
    k: L::F,
    c: L::F,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Sum<L, FIRST, FOLD> {
    #[inline(always)]
    pub(super) fn new(l: L, shape: Shape) -> Self {
        let (start, (k, c)) = (shape.start.unwrap_or(0.0), shape.fold.unwrap_or((0.0, 0.0)));
        Sum { l, shape, start: l.splat(start), k: l.splat(k), c: l.splat(c) }
    }

    /// Adds a vector of samples with the coefficients `line`, which are S, O, DS, DO.
    #[inline(always)]
    pub(super) fn add(self, line: [L::F; 4], t: L::F, u: L::F, to: &mut L::Floats) {
        self.add_all([line], [t], [u], [to]);
    }

    /// Adds vectors of samples.
    #[inline(always)]
    pub(super) fn add_all<const V: usize>(
        self,
        lines: [[L::F; 4]; V],
        t: [L::F; V],
        u: [L::F; V],
        to: [&mut L::Floats; V],
    ) {
        if !cfg!(perlane_small) {
            for (v, to) in to.into_iter().enumerate() {
                self.store(sample(self.l, lines[v], t[v], u[v]), to);
            }
            return;
        }
        let mut n = t;
        for v in 0..V {
            n[v] = sample(self.l, lines[v], t[v], u[v]);
        }
        match self.shape {
            Shape { start: Some(_), .. } => self.said::<true, false>().store_all(n, to),
            Shape { fold: None, .. } => self.said::<false, false>().store_all(n, to),
            Shape { fold: Some(_), .. } => self.said::<false, true>().store_all(n, to),
        }
    }

    /// The same, where its shape is known.
    #[inline(always)]
    fn said<const F: bool, const O: bool>(self) -> Sum<L, F, O> {
        let Sum { l, shape, start, k, c } = self;
        Sum { l, shape, start, k, c }
    }

    #[inline(always)]
    fn store_all<const V: usize>(self, n: [L::F; V], to: [&mut L::Floats; V]) {
        for (v, to) in to.into_iter().enumerate() {
            self.store(n[v], to);
        }
    }

    #[inline(always)]
    fn store(self, n: L::F, to: &mut L::Floats) {
        let l = self.l;
        let held = if FIRST { self.start } else { l.load(to) };
        l.store(l.add(held, if FOLD { l.add(l.mul(self.k, l.abs(n)), self.c) } else { n }), to);
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
            self.add_all(lines, [t; R], [u; R], to.each_mut().map(|to| &mut to[j]));
        }
    }
}

/// What an octave does to its samples.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What the first octave is added to.
    pub(super) start: Option<f32>,
    /// `k` and `c` of octaves that are folded.
    pub(super) fold: Option<(f32, f32)>,
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
