//! The samples of a rectangle, from the points that pruning has left.

use core::ops::Range;

use super::base::{AddTo, Base, Held, Start, Streamed};
use super::finish::Finish;
use super::metric::{Greatest, Magnitudes, Metric, Squares, Sums};
use super::set::{GROUP, MOST_POINTS, Set};
use super::want::{Found, One, Owner, Two, Want};
use crate::kernel::layout::runs::Vectors;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::noise::{Distance, Returns};
use crate::simd::past_caches::Streams;
use crate::simd::{Job, LINE_SAMPLES, Lanes, WIDEST};
use crate::tables::cellular::Cellular;
use crate::tables::octave::Folded;

/// Working memory.
pub(super) struct Memory {
    columns: Zeroed,
    rows: Zeroed,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory { columns: Zeroed::new(COLUMNS), rows: Zeroed::new(ROWS) }
    }

    pub(super) fn parts(&mut self) -> Parts<'_> {
        Parts { columns: self.columns.first_mut(), rows: self.rows.first_mut() }
    }
}

const COLUMNS: usize = WIDEST * MOST_POINTS;
const ROWS: usize = GROUP * MOST_POINTS;

/// The contributions of axes to distances.
pub(super) struct Parts<'a> {
    /// Along x: for each point, a vector of columns.
    columns: &'a mut [f32; COLUMNS],
    /// Along the other axes together: for each point, each row.
    rows: &'a mut [f32; ROWS],
}

/// Where samples lie along an axis.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) fractions: &'a [f32],
    /// There may be more of them.
    pub(super) cells: &'a [f32],
}

impl Places<'_> {
    /// Of an axis that the noise does not have.
    pub(super) const NONE: Self = Places { fractions: &[], cells: &[] };
}

/// The samples of a rectangle.
pub(super) struct Samples<'a> {
    pub(super) cellular: &'a Cellular,
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
    /// What the octave is added to; `None`: to what `out` holds.
    pub(super) start: Option<f32>,
    pub(super) points: &'a Set,
    /// The columns: at least a vector of them.
    pub(super) columns: Places<'a>,
    /// The column where the second vector starts. Each vector starts where the one before ends, but the second and the last may overlap that one.
    pub(super) lead: usize,
    /// How many of the first columns have been written with those before. There is one vector then, or one line.
    pub(super) shared: usize,
    /// The rows: [`GROUP`] of them.
    pub(super) rows: Places<'a>,
    /// The number of rows that are stored.
    pub(super) count: usize,
    /// Fraction and cell of the plane.
    pub(super) plane: (f32, f32),
    pub(super) parts: Parts<'a>,
    /// The buffer, from the first sample on.
    pub(super) out: &'a mut [f32],
    /// Elements from a row to the next one.
    pub(super) step: usize,
    /// If samples are stored past the caches: the right to do so.
    pub(super) past_caches: Option<Streams<'a>>,
}

/// Whether samples are distances to the nearest points, found from sums along the axes, as those of most noises are.
pub(super) fn is_nearest(cellular: &Cellular) -> bool {
    cellular.returns == Returns::F1 && cellular.distance != Distance::Chebyshev
}

impl Job for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let squares = matches!(self.cellular.distance, Distance::Euclidean | Distance::Squared);
        let greatest = self.cellular.distance == Distance::Chebyshev;
        if squares {
            self.set_rows(l, Squares);
        } else {
            self.set_rows(l, Magnitudes { greatest });
        }
        let finish = Finish::new(l, self.cellular, self.fold);
        // Most noises take this way. Programs that must be small do without it.
        if is_nearest(self.cellular) && !finish.folds() && !cfg!(perlane_small) {
            return self.add_nearest(l, squares, &finish);
        }
        let mut found = Found::<L> { first: [l.splat(0.0); GROUP], other: [l.splat(0.0); GROUP] };
        for v in 0..self.units(L::N) {
            self.set_columns(l, squares, self.column(L::N, v), 0);
            // Squares are combined like magnitudes: by addition.
            if greatest {
                self.find(l, Greatest, false, &mut found);
            } else {
                self.find(l, Sums, finish.root, &mut found);
            }
            self.add(l, v, &finish, &mut found);
        }
    }
}

impl<'a> Samples<'a> {
    /// The number of units of `unit` columns, which are vectors or lines of a cache.
    #[inline(always)]
    fn units(&self, unit: usize) -> usize {
        let after_first =
            if self.columns.fractions.len() > unit { self.columns.fractions.len() - self.lead } else { 0 };
        1 + after_first.div_ceil(unit)
    }

    /// The column where unit `v` starts.
    #[inline(always)]
    fn column(&self, unit: usize, v: usize) -> usize {
        let last = self.columns.fractions.len().saturating_sub(unit);
        if v == 0 { 0 } else { last.min(self.lead + (v - 1) * unit) }
    }

    /// The columns of unit `v` that no other unit has.
    #[inline(always)]
    fn own(&self, unit: usize, v: usize) -> Range<usize> {
        if self.units(unit) == 1 {
            return self.shared..unit;
        }
        let cut = Vectors { lanes: unit, width: self.columns.fractions.len(), lead: self.lead % unit };
        cut.own(self.column(unit, v))
    }

    /// Computes the contributions of y and z to distances.
    #[inline(always)]
    fn set_rows<L: Lanes, M: Metric>(&mut self, l: L, metric: M) {
        let Samples { cellular, points, rows, plane, parts, .. } = self;
        let count = points.len.min(MOST_POINTS);
        let parts = &mut parts.rows.as_chunks_mut::<GROUP>().0[..count];
        let (t, cells) = (L::floats(rows.fractions), L::floats(rows.cells));
        for (c, parts) in parts.iter_mut().enumerate() {
            let v = ((points.cells[2][c] - plane.1) + points.points[2][c]) - plane.0;
            // Where there is no z axis, it contributes nothing.
            let z = if cellular.dims == 3 { metric.part(l, l.splat(v)) } else { l.splat(0.0) };
            for (to, (t, cells)) in L::floats_mut(parts).iter_mut().zip(t.iter().zip(cells)) {
                let offset = l.sub(l.splat(points.cells[1][c]), l.load(cells));
                let y = metric.part(l, l.sub(l.add(offset, l.splat(points.points[1][c])), l.load(t)));
                l.store(metric.join(l, y, z), to);
            }
        }
    }

    /// Computes the contributions of x to distances, for the vector of columns from `first` on; as vector `k` of a line.
    #[inline(always)]
    fn set_columns<L: Lanes>(&mut self, l: L, squares: bool, first: usize, k: usize) {
        if squares {
            self.set_columns_by(l, Squares, first, k);
        } else {
            self.set_columns_by(l, Sums, first, k);
        }
    }

    #[inline(always)]
    fn set_columns_by<L: Lanes>(&mut self, l: L, metric: impl Metric, first: usize, k: usize) {
        let Samples { points, columns, parts, .. } = self;
        let (t, cell) = (l.load_at(columns.fractions, first), l.load_at(columns.cells, first));
        let points = points.cells[0].iter().zip(&points.points[0]).take(points.len);
        for (to, (c, x)) in L::floats_mut(parts.columns)[k * MOST_POINTS..].iter_mut().zip(points) {
            let offset = l.sub(l.splat(*c), cell);
            l.store(metric.part(l, l.sub(l.add(offset, l.splat(*x)), t)), to);
        }
    }

    /// Compares the points, and takes square roots where they are needed.
    #[inline(always)]
    fn find<L: Lanes, M: Metric>(&self, l: L, metric: M, root: bool, found: &mut Found<L>) {
        // As many rows at a time as fit 16 registers, of which a vector of the portable backend takes two.
        match self.cellular.returns {
            Returns::F1 if const { L::ROWS == 2 } => self.find_by::<L, M, One<L>, 4>(l, metric, root, found),
            Returns::F1 => self.find_by::<L, M, One<L>, 8>(l, metric, root, found),
            Returns::F2 | Returns::Difference if const { L::ROWS == 2 } => {
                self.find_by::<L, M, Two<L>, 2>(l, metric, root, found)
            }
            Returns::F2 | Returns::Difference => self.find_by::<L, M, Two<L>, 4>(l, metric, root, found),
            Returns::Value if const { L::ROWS == 2 } => {
                self.find_by::<L, M, Owner<L>, 2>(l, metric, root, found)
            }
            // Instruction sets with 16 lanes have 32 registers. The other loops gain nothing from more rows.
            Returns::Value if const { L::N == 16 } => {
                self.find_by::<L, M, Owner<L>, 8>(l, metric, root, found)
            }
            Returns::Value => self.find_by::<L, M, Owner<L>, 4>(l, metric, root, found),
        }
    }

    /// Compares the points, `R` rows at a time.
    #[inline(always)]
    fn find_by<L: Lanes, M: Metric, W: Want<L>, const R: usize>(
        &self,
        l: L,
        metric: M,
        root: bool,
        found: &mut Found<L>,
    ) {
        for n in 0..self.count.div_ceil(R).min(GROUP / R) {
            let mut best = self.compare::<L, M, W, R>(l, metric, n);
            // Square roots take long. Here they overlap with the comparisons of the next rows.
            if root {
                for r in 0..R {
                    best[r] = best[r].rooted(l, self.cellular.returns == Returns::Difference);
                }
            }
            for r in 0..R {
                best[r].keep(found, n * R + r);
            }
        }
    }

    /// Compares the points in the `n`-th `R` rows.
    #[inline(always)]
    fn compare<L: Lanes, M: Metric, W: Want<L>, const R: usize>(&self, l: L, metric: M, n: usize) -> [W; R] {
        let Samples { points, parts, .. } = self;
        let len = points.len.min(MOST_POINTS);
        let (columns, values) = (&L::floats(parts.columns)[..len], &points.values[..len]);
        let rows = &parts.rows.as_chunks::<R>().0[..len * (GROUP / R)];
        let mut best = [W::none(l); R];
        for c in 0..len {
            let (x, value) = (l.load(&columns[c]), l.splat(values[c]));
            let others = &rows[c * (GROUP / R) + n];
            for r in 0..R {
                best[r] = best[r].with(l, metric.join(l, x, l.splat(others[r])), value);
            }
        }
        best
    }

    /// Adds the distances to the nearest points.
    #[inline(always)]
    fn add_nearest<L: Lanes>(&mut self, l: L, squares: bool, finish: &Finish<L>) {
        match (self.past_caches, self.start) {
            (Some(streams), Some(start)) if const { L::IN_LINE == 2 } => {
                return self.add_nearest_by_lines(l, squares, finish, (streams, start));
            }
            _ => {}
        }
        for v in 0..self.units(L::N) {
            self.set_columns(l, squares, self.column(L::N, v), 0);
            // Loops of their own: if all were one, those without `past_caches` would take longer.
            match self.base(l, v) {
                Base::Streamed(start) => self.add_nearest_to::<L, 8>(l, v, finish, start),
                Base::Held if const { L::ROWS == 2 } => self.add_nearest_to::<L, 4>(l, v, finish, Held),
                Base::Held => self.add_nearest_to::<L, 8>(l, v, finish, Held),
                Base::Start(start) if const { L::ROWS == 2 } => {
                    self.add_nearest_to::<L, 4>(l, v, finish, start)
                }
                Base::Start(start) => self.add_nearest_to::<L, 8>(l, v, finish, start),
            }
        }
    }

    /// The same for samples that are stored past the caches, where a line is two vectors.
    #[inline(always)]
    fn add_nearest_by_lines<L: Lanes>(
        &mut self,
        l: L,
        squares: bool,
        finish: &Finish<L>,
        (streams, start): (Streams<'_>, f32),
    ) {
        const R: usize = 4;
        let start = l.splat(start);
        for v in 0..self.units(LINE_SAMPLES) {
            let (first, own) = (self.column(LINE_SAMPLES, v), self.own(LINE_SAMPLES, v));
            self.set_columns(l, squares, first, 0);
            self.set_columns(l, squares, first + L::N, 1);
            for n in 0..self.count.div_ceil(R).min(GROUP / R) {
                let best = self.compare_lines::<L, R>(l, n);
                let out = &mut self.out[first + n * R * self.step..];
                for (r, row) in out.chunks_mut(self.step).enumerate().take(R.min(self.count - n * R)) {
                    let mut samples = [start; 2];
                    for k in 0..2 {
                        let distance = if finish.root { l.sqrt(best[r][k].0) } else { best[r][k].0 };
                        samples[k] = l.add(start, l.mul(distance, finish.factor));
                    }
                    streams.store(l, samples, row, &own);
                }
            }
        }
    }

    /// Compares the points in the `n`-th `R` rows of a line. (With `compare` for any number of vectors, planes took 1.08 times as long.)
    #[inline(always)]
    fn compare_lines<L: Lanes, const R: usize>(&self, l: L, n: usize) -> [[One<L>; 2]; R] {
        let Samples { points, parts, .. } = self;
        let len = points.len.min(MOST_POINTS);
        let (first, second) = L::floats(parts.columns).split_at(MOST_POINTS);
        let (first, second) = (&first[..len], &second[..len]);
        let rows = &parts.rows.as_chunks::<R>().0[..len * (GROUP / R)];
        let mut best = [[One::none(l); 2]; R];
        for c in 0..len {
            let x = [l.load(&first[c]), l.load(&second[c])];
            let others = &rows[c * (GROUP / R) + n];
            for r in 0..R {
                for k in 0..2 {
                    best[r][k] = best[r][k].with(l, l.add(x[k], l.splat(others[r])), x[k]);
                }
            }
        }
        best
    }

    /// The same for a vector of columns, `R` rows at a time.
    #[inline(always)]
    fn add_nearest_to<L: Lanes, const R: usize>(
        &mut self,
        l: L,
        v: usize,
        finish: &Finish<L>,
        base: impl AddTo<L>,
    ) {
        for n in 0..self.count.div_ceil(R).min(GROUP / R) {
            let best = self.compare::<L, Sums, One<L>, R>(l, Sums, n);
            self.put(l, (v, n), finish, &best, &base);
        }
    }

    /// What vector `v` of results is added to.
    #[inline(always)]
    fn base<L: Lanes>(&self, l: L, v: usize) -> Base<'a, L> {
        let Some(start) = self.start else { return Base::Held };
        let start = Start(l.splat(start));
        match self.past_caches {
            Some(streams) if const { L::IN_LINE == 1 } => {
                Base::Streamed(Streamed { start, streams, own: self.own(L::N, v) })
            }
            _ => Base::Start(start),
        }
    }

    /// Adds distances, or their roots, to the `n`-th `R` rows of vector `v`.
    #[inline(always)]
    fn put<L: Lanes, const R: usize>(
        &mut self,
        l: L,
        (v, n): (usize, usize),
        finish: &Finish<L>,
        best: &[One<L>; R],
        base: &impl AddTo<L>,
    ) {
        if finish.root {
            self.put_by::<L, R, true>(l, (v, n), finish, best, base);
        } else {
            self.put_by::<L, R, false>(l, (v, n), finish, best, base);
        }
    }

    #[inline(always)]
    fn put_by<L: Lanes, const R: usize, const ROOT: bool>(
        &mut self,
        l: L,
        (v, n): (usize, usize),
        finish: &Finish<L>,
        best: &[One<L>; R],
        base: &impl AddTo<L>,
    ) {
        let mut at = self.column(L::N, v) + n * R * self.step;
        for r in 0..R {
            if n * R + r < self.count {
                let distance = if ROOT { l.sqrt(best[r].0) } else { best[r].0 };
                base.add(l, l.mul(distance, finish.factor), self.vector_at::<L>(at));
                at += self.step;
            }
        }
    }

    /// Adds the samples at a vector of columns. This is not part of the loops that compare, because it would be most of the code of each.
    #[inline(always)]
    fn add<L: Lanes>(&mut self, l: L, v: usize, finish: &Finish<L>, found: &mut Found<L>) {
        if self.cellular.returns == Returns::Difference {
            for (first, other) in found.first.iter_mut().zip(&found.other) {
                *first = l.sub(*other, *first);
            }
        }
        let from_first = matches!(self.cellular.returns, Returns::F1 | Returns::Difference);
        let results = if from_first { &mut found.first } else { &mut found.other };
        if finish.folds() {
            for result in results.iter_mut() {
                *result = finish.octave(*result);
            }
        }
        match self.base(l, v) {
            Base::Held => self.add_rows(l, v, finish, results, Held),
            Base::Start(start) => self.add_rows(l, v, finish, results, start),
            Base::Streamed(start) => self.add_rows(l, v, finish, results, start),
        }
    }

    /// Adds rows of results.
    #[inline(always)]
    fn add_rows<L: Lanes>(
        &mut self,
        l: L,
        v: usize,
        finish: &Finish<L>,
        results: &[L::F; GROUP],
        base: impl AddTo<L>,
    ) {
        let mut at = self.column(L::N, v);
        for result in &results[..self.count.min(GROUP)] {
            base.add(l, l.mul(*result, finish.factor), self.vector_at::<L>(at));
            at += self.step;
        }
    }

    /// A vector of samples of `out`.
    #[inline(always)]
    fn vector_at<L: Lanes>(&mut self, at: usize) -> &mut L::Floats {
        &mut L::floats_mut(&mut self.out[at..])[0]
    }
}
