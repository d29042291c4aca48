//! The samples of a few rows at once: `(S t + O) + u (DS t + DO)`, added to what the rows hold.
//!
//! Three ways to bring the coefficients to the lanes, the same arithmetic each time: broadcast, where a run of vectors lies in
//! one cell; a window of columns and a permutation, where the lanes of a vector lie in a few; straight loads, where each
//! sample has its own.

use core::ops::Range;

use super::{Coefficients, STRIDE};
use crate::simd::Lanes;
use crate::tables::plan::{Layout, MIXED, OctavePlan, Segment, TILE};

/// A few rows of samples.
pub(super) struct Rows<'a> {
    /// The first row's first sample; the next rows follow at multiples of `stride`.
    pub(super) out: &'a mut [f32],
    pub(super) stride: usize,
    /// The samples' columns in the row axis' tables.
    pub(super) columns: Range<usize>,
    /// Runs of their vectors, and perhaps of some before and after them.
    pub(super) segments: &'a [Segment],
}

/// Adds an octave to as many rows as there are coefficients of, or writes `start` plus it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn add<L: Lanes>(
    l: L,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    rows: Rows<'_>,
    coefficients: &[Coefficients],
) {
    let Rows { out, stride, columns, segments } = rows;
    let mut done = 0;
    while done < coefficients.len() {
        let coefficients = &coefficients[done..];
        let out = &mut out[done * stride..];
        let rows = Rows { out, stride, columns: columns.clone(), segments };
        if coefficients.len() < L::ROWS {
            add_folded::<L, 1>(l, octave, start, rows, coefficients);
            done += 1;
        } else if L::ROWS == 4 {
            add_folded::<L, 4>(l, octave, start, rows, coefficients);
            done += 4;
        } else {
            add_folded::<L, 2>(l, octave, start, rows, coefficients);
            done += 2;
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn add_folded<L: Lanes, const R: usize>(
    l: L,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    rows: Rows<'_>,
    coefficients: &[Coefficients],
) {
    let (k, c) = octave.octave.fold.unwrap_or((0.0, 0.0));
    let sum = Sum { l, start: l.splat(start.unwrap_or(0.0)), k: l.splat(k), c: l.splat(c), coefficients };
    match (start.is_some(), octave.octave.fold.is_some()) {
        (false, false) => sum.add_rows::<R, false, false>(octave, rows),
        (false, true) => sum.add_rows::<R, false, true>(octave, rows),
        (true, false) => sum.add_rows::<R, true, false>(octave, rows),
        (true, true) => sum.add_rows::<R, true, true>(octave, rows),
    }
}

/// One octave of some rows. In its functions, `FIRST` writes `start` plus the octave, otherwise it is added to what is there;
/// `FOLD` adds `k·|n| + c` instead of `n`.
#[derive(Clone, Copy)]
struct Sum<'a, L: Lanes> {
    l: L,
    start: L::F,
    k: L::F,
    c: L::F,
    coefficients: &'a [Coefficients],
}

impl<L: Lanes> Sum<'_, L> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_rows<const R: usize, const FIRST: bool, const FOLD: bool>(
        self,
        octave: &OctavePlan<'_>,
        rows: Rows<'_>,
    ) {
        let Rows { out, stride, columns, segments } = rows;
        let padded = columns.start..columns.end.next_multiple_of(L::N);
        let t = L::floats(&octave.row.fractions.t()[padded.clone()]);
        let u = L::floats(&octave.row.fractions.u()[padded.clone()]);
        let (mut whole, rest) = cut::<L, R>(out, stride, columns.len());
        let full = columns.len() / L::N;
        match &octave.row.layout {
            Layout::Shared { base, lane, few, .. } => {
                let base = &base[padded.start / L::N..padded.end / L::N];
                let (lane, few) = (L::words(&lane[padded.clone()]), *few);
                let window = Window { base, lane };
                let first_vector = columns.start / L::N;
                let whole_tile = columns.len() == TILE;
                for segment in segments {
                    let (mut first, mut count) = (segment.first as usize, segment.count as usize);
                    if !whole_tile {
                        let last = (first + count).min(first_vector + full);
                        first = first.max(first_vector);
                        count = last - first;
                    }
                    // In this form, compilers see how long it is.
                    let run = first - first_vector..first - first_vector + count;
                    let (t, u, mut to) =
                        (&t[run.clone()], &u[run.clone()], part::<_, R>(&mut whole, run.clone()));
                    if segment.cell != MIXED {
                        let first = if few { 4 * segment.cell as usize } else { segment.cell as usize };
                        self.add_cell_in_parts::<R, FIRST, FOLD>(first, few, t, u, &mut to);
                    } else if few {
                        self.add_each::<R, FIRST, FOLD>(FewColumns(window), run, t, u, to);
                    } else {
                        self.add_each::<R, FIRST, FOLD>(window, run, t, u, to);
                    }
                }
                if full == t.len() {
                } else if few {
                    self.add_tail::<R, FIRST, FOLD>(FewColumns(window), full, &t[full], &u[full], rest);
                } else {
                    self.add_tail::<R, FIRST, FOLD>(window, full, &t[full], &u[full], rest);
                }
            }
            Layout::Own { .. } => {
                self.add_each::<R, FIRST, FOLD>(
                    Straight { first: 0 },
                    0..full,
                    &t[..full],
                    &u[..full],
                    whole,
                );
                if full < t.len() {
                    self.add_tail::<R, FIRST, FOLD>(Straight { first: 0 }, full, &t[full], &u[full], rest);
                }
            }
        }
    }

    /// Vectors that lie in one cell, of as many rows at a time as registers hold the coefficients of.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_cell_in_parts<const R: usize, const FIRST: bool, const FOLD: bool>(
        self,
        first: usize,
        few: bool,
        t: &[L::Floats],
        u: &[L::Floats],
        to: &mut [&mut [L::Floats]; R],
    ) {
        if R <= L::CELL_ROWS {
            return self.add_cell::<R, FIRST, FOLD>(first, few, t, u, to);
        }
        for (n, to) in to.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let rows = Sum { coefficients: &self.coefficients[2 * n..], ..self };
            rows.add_cell::<2, FIRST, FOLD>(first, few, t, u, to);
        }
    }

    /// Vectors that lie in one cell.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_cell<const R: usize, const FIRST: bool, const FOLD: bool>(
        self,
        first: usize,
        few: bool,
        t: &[L::Floats],
        u: &[L::Floats],
        to: &mut [&mut [L::Floats]; R],
    ) {
        let l = self.l;
        let step = if few { 1 } else { STRIDE };
        let first = within(first, 4 * STRIDE - 1 - 3 * step);
        let mut lines = [[self.start; 4]; R];
        for r in 0..R {
            for i in 0..4 {
                lines[r][i] = l.splat(self.coefficients[r][first + i * step]);
            }
        }
        let (u, to) = (&u[..t.len()], same_length(to.each_mut().map(|row| &mut **row), t.len()));
        for j in 0..t.len() {
            let (t, u) = (l.load(&t[j]), l.load(&u[j]));
            for r in 0..R {
                let acc = if FIRST { self.start } else { l.load(&to[r][j]) };
                l.store(self.sample::<FOLD>(lines[r], t, u, acc), &mut to[r][j]);
            }
        }
    }

    /// Vectors whose lanes have their coefficients from `source`; `run` are their numbers in the tile.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_each<const R: usize, const FIRST: bool, const FOLD: bool>(
        self,
        source: impl Source<L>,
        run: Range<usize>,
        t: &[L::Floats],
        u: &[L::Floats],
        to: [&mut [L::Floats]; R],
    ) {
        let l = self.l;
        let source = source.part(run.start, t.len());
        let (u, to) = (&u[..t.len()], same_length(to, t.len()));
        for j in 0..t.len() {
            let (t, u, at) = (l.load(&t[j]), l.load(&u[j]), source.at(l, j));
            for r in 0..R {
                let line = source.line(l, &self.coefficients[r], at);
                let acc = if FIRST { self.start } else { l.load(&to[r][j]) };
                l.store(self.sample::<FOLD>(line, t, u, acc), &mut to[r][j]);
            }
        }
    }

    /// What is left of the rows after whole vectors; tables are padded.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_tail<const R: usize, const FIRST: bool, const FOLD: bool>(
        self,
        source: impl Source<L>,
        vector: usize,
        t: &L::Floats,
        u: &L::Floats,
        rests: [&mut [f32]; R],
    ) {
        let l = self.l;
        let (t, u) = (l.load(t), l.load(u));
        let at = source.part(vector, 1).at(l, 0);
        for (r, rest) in rests.into_iter().enumerate() {
            let mut held = [0.0; 16];
            held[..rest.len()].copy_from_slice(rest);
            let held = &mut L::floats_mut(&mut held)[0];
            let line = source.line(l, &self.coefficients[r], at);
            let acc = if FIRST { self.start } else { l.load(held) };
            l.store(self.sample::<FOLD>(line, t, u, acc), held);
            rest.copy_from_slice(&held.as_ref()[..rest.len()]);
        }
    }

    /// `line` is S, O, DS, DO.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sample<const FOLD: bool>(self, line: [L::F; 4], t: L::F, u: L::F, acc: L::F) -> L::F {
        let l = self.l;
        let [s, o, ds, d_o] = line;
        let near = l.add(l.mul(s, t), o);
        let change = l.add(l.mul(ds, t), d_o);
        let n = l.add(near, l.mul(u, change));
        l.add(acc, if FOLD { l.add(l.mul(self.k, l.abs(n)), self.c) } else { n })
    }
}

const fn nothing<'a, T>() -> &'a mut [T] {
    &mut []
}

/// An index that is at most `last` already, said so that compilers know it and need not check later.
#[cfg_attr(not(unoptimized), inline(always))]
fn within(index: usize, last: usize) -> usize {
    if index < last { index } else { last }
}

/// The first `width` samples of `R` rows: their whole vectors, and the rest.
#[cfg_attr(not(unoptimized), inline(always))]
fn cut<L: Lanes, const R: usize>(
    out: &mut [f32],
    stride: usize,
    width: usize,
) -> ([&mut [L::Floats]; R], [&mut [f32]; R]) {
    let (mut whole, mut rest) = ([const { nothing() }; R], [const { nothing() }; R]);
    for (r, row) in out.chunks_mut(stride).enumerate().take(R) {
        let (vectors, samples) = row[..width].split_at_mut(width / L::N * L::N);
        (whole[r], rest[r]) = (L::floats_mut(vectors), samples);
    }
    (whole, rest)
}

/// Some vectors of each row.
#[cfg_attr(not(unoptimized), inline(always))]
fn part<'a, V, const R: usize>(rows: &'a mut [&mut [V]; R], run: Range<usize>) -> [&'a mut [V]; R] {
    let mut parts = [const { nothing() }; R];
    for (part, row) in parts.iter_mut().zip(rows) {
        *part = &mut row[run.clone()];
    }
    parts
}

/// Rows of that length already, said once and not with every vector.
#[cfg_attr(not(unoptimized), inline(always))]
fn same_length<V, const R: usize>(rows: [&mut [V]; R], len: usize) -> [&mut [V]; R] {
    let mut same = [const { nothing() }; R];
    for (same, row) in same.iter_mut().zip(rows) {
        *same = &mut row[..len];
    }
    same
}

/// Where the lanes of a vector have their coefficients from.
trait Source<L: Lanes>: Copy {
    /// The place of a vector's coefficients, the same for all rows.
    type At: Copy;
    /// The source of `count` vectors from vector `first` of the tile on.
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(self, first: usize, count: usize) -> Self {
        Window { base: &self.base[first..][..count], lane: &self.lane[first..][..count] }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn at(self, l: L, v: usize) -> (usize, L::U) {
        (within(self.base[v] as usize, STRIDE - L::N), l.load_u(&self.lane[v]))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(self, l: L, coefficients: &Coefficients, (base, lane): (usize, L::U)) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.permute(l.load_at(coefficients, i * STRIDE + base), lane);
        }
        line
    }
}

/// The same where a vector holds all coefficients of its columns: one load instead of four.
#[derive(Clone, Copy)]
struct FewColumns<'a, L: Lanes>(Window<'a, L>);

impl<L: Lanes> Source<L> for FewColumns<'_, L> {
    type At = (usize, [L::U; 4]);

    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(self, first: usize, count: usize) -> Self {
        FewColumns(self.0.part(first, count))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn at(self, l: L, v: usize) -> (usize, [L::U; 4]) {
        let base = within(self.0.base[v] as usize, 4 * STRIDE - L::N);
        let lane = l.load_u(&self.0.lane[v]);
        let mut lanes = [lane; 4];
        for i in 1..4 {
            lanes[i] = l.add_u(lane, l.splat_u(i as u32));
        }
        (base, lanes)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(self, l: L, coefficients: &Coefficients, (base, lanes): (usize, [L::U; 4])) -> [L::F; 4] {
        let columns = l.load_at(coefficients, base);
        let mut line = [columns; 4];
        for i in 0..4 {
            line[i] = l.permute(columns, lanes[i]);
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(self, first: usize, _count: usize) -> Self {
        Straight { first }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn at(self, _: L, v: usize) -> usize {
        within((self.first + v) * L::N, STRIDE - L::N)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(self, l: L, coefficients: &Coefficients, at: usize) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.load_at(coefficients, i * STRIDE + at);
        }
        line
    }
}

const _: () = assert!(STRIDE >= TILE + 2 * 16, "a window may start at any column");
