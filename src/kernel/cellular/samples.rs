//! The samples of a rectangle, from the points that are left.

use super::finish::Finish;
use super::metric::{Greatest, Magnitudes, Metric, Squares, Sums};
use super::set::{GROUP, MOST_POINTS, Set};
use crate::kernel::zeroed::Zeroed;
use crate::noise::{Distance, Returns};
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::cellular::Cellular;

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

/// What the distances along axes contribute.
pub(super) struct Parts<'a> {
    /// Along x: for each point, for a vector of columns.
    columns: &'a mut [f32; COLUMNS],
    /// Along the other axes: for each point, for each row.
    rows: &'a mut [f32; ROWS],
}

/// The samples of a rectangle.
pub(super) struct Samples<'a> {
    pub(super) cellular: &'a Cellular,
    /// `k` and `c` of octaves that are folded.
    pub(super) fold: Option<(f32, f32)>,
    /// What the octave is added to; if there is nothing, to what `out` holds.
    pub(super) start: Option<f32>,
    pub(super) points: &'a Set,
    /// Fractions and cells of the columns, whole vectors of them.
    pub(super) columns: (&'a [f32], &'a [f32]),
    /// Those of the rows, [`GROUP`] of them.
    pub(super) rows: (&'a [f32], &'a [f32]),
    /// The rows that count.
    pub(super) count: usize,
    /// Fraction and cell of the plane.
    pub(super) plane: (f32, f32),
    pub(super) parts: Parts<'a>,
    /// From the first sample on.
    pub(super) out: &'a mut [f32],
    /// Elements from a row to the next one.
    pub(super) step: usize,
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
        let mut found = Found::<L> { first: [l.splat(0.0); GROUP], other: [l.splat(0.0); GROUP] };
        for v in 0..self.columns.0.len() / L::N {
            if squares {
                self.set_columns(l, Squares, v);
            } else {
                self.set_columns(l, Sums, v);
            }
            // Squares are joined as magnitudes are: where they are added.
            if greatest {
                self.find(l, Greatest, false, &mut found);
            } else {
                self.find(l, Sums, finish.root, &mut found);
            }
            self.add(l, v, &finish, &mut found);
        }
    }
}

impl Samples<'_> {
    /// What the distances along y and z contribute.
    #[inline(always)]
    fn set_rows<L: Lanes, M: Metric>(&mut self, l: L, metric: M) {
        let Samples { cellular, points, rows, plane, parts, .. } = self;
        let count = points.len.min(MOST_POINTS);
        let parts = &mut parts.rows.as_chunks_mut::<GROUP>().0[..count];
        let (t, cells) = (L::floats(rows.0), L::floats(rows.1));
        for (c, parts) in parts.iter_mut().enumerate() {
            let v = ((points.cells[2][c] - plane.1) + points.points[2][c]) - plane.0;
            // Where there is no z, it adds nothing to a distance.
            let z = if cellular.dims == 3 { metric.part(l, l.splat(v)) } else { l.splat(0.0) };
            for (to, (t, cells)) in L::floats_mut(parts).iter_mut().zip(t.iter().zip(cells)) {
                let offset = l.sub(l.splat(points.cells[1][c]), l.load(cells));
                let y = metric.part(l, l.sub(l.add(offset, l.splat(points.points[1][c])), l.load(t)));
                l.store(metric.join(l, y, z), to);
            }
        }
    }

    /// What the distances along x contribute, at a vector of columns.
    #[inline(always)]
    fn set_columns<L: Lanes>(&mut self, l: L, metric: impl Metric, v: usize) {
        let Samples { points, columns, parts, .. } = self;
        let (t, cell) = (l.load(&L::floats(columns.0)[v]), l.load(&L::floats(columns.1)[v]));
        let points = points.cells[0].iter().zip(&points.points[0]).take(points.len);
        for (to, (c, x)) in L::floats_mut(parts.columns).iter_mut().zip(points) {
            let offset = l.sub(l.splat(*c), cell);
            l.store(metric.part(l, l.sub(l.add(offset, l.splat(*x)), t)), to);
        }
    }

    /// Compares the points, and takes square roots where that is wanted.
    #[inline(always)]
    fn find<L: Lanes, M: Metric>(&self, l: L, metric: M, root: bool, found: &mut Found<L>) {
        // As many rows at a time as have room in 16 registers, of which a portable vector takes two.
        match (self.cellular.returns, L::ROWS) {
            (Returns::F1, 2) => self.find_by::<L, M, One<L>, 4>(l, metric, root, found),
            (Returns::F1, _) => self.find_by::<L, M, One<L>, 8>(l, metric, root, found),
            (Returns::F2 | Returns::Difference, 2) => self.find_by::<L, M, Two<L>, 2>(l, metric, root, found),
            (Returns::F2 | Returns::Difference, _) => self.find_by::<L, M, Two<L>, 4>(l, metric, root, found),
            (Returns::Value, 2) => self.find_by::<L, M, Owner<L>, 2>(l, metric, root, found),
            // Instruction sets with 16 lanes have 32 registers. Other loops gain nothing from more rows.
            (Returns::Value, _) if L::N == 16 => self.find_by::<L, M, Owner<L>, 8>(l, metric, root, found),
            (Returns::Value, _) => self.find_by::<L, M, Owner<L>, 4>(l, metric, root, found),
        }
    }

    /// Compares them `R` rows at a time.
    #[inline(always)]
    fn find_by<L: Lanes, M: Metric, W: Want<L>, const R: usize>(
        &self,
        l: L,
        metric: M,
        root: bool,
        found: &mut Found<L>,
    ) {
        let Samples { points, count, parts, .. } = self;
        let len = points.len.min(MOST_POINTS);
        let (columns, values) = (&L::floats(parts.columns)[..len], &points.values[..len]);
        let rows = &parts.rows.as_chunks::<R>().0[..len * (GROUP / R)];
        for n in 0..count.div_ceil(R).min(GROUP / R) {
            let mut best = [W::none(l); R];
            for c in 0..len {
                let (x, value) = (l.load(&columns[c]), l.splat(values[c]));
                let others = &rows[c * (GROUP / R) + n];
                for r in 0..R {
                    best[r] = best[r].with(l, metric.join(l, x, l.splat(others[r])), value);
                }
            }
            // Square roots take long; taken here, they overlap with the comparisons of the next rows.
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

    /// Adds the samples at a vector of columns: apart from the loops that compare, as it would be most of each of them.
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
        if self.start.is_some() {
            self.add_rows::<L, true>(l, v, finish, results);
        } else {
            self.add_rows::<L, false>(l, v, finish, results);
        }
    }

    /// Adds rows of results to what is there, or (`START`) to what samples start from.
    #[inline(always)]
    fn add_rows<L: Lanes, const START: bool>(
        &mut self,
        l: L,
        v: usize,
        finish: &Finish<L>,
        results: &[L::F; GROUP],
    ) {
        let start = l.splat(self.start.unwrap_or(0.0));
        let mut at = v * L::N;
        for result in &results[..self.count.min(GROUP)] {
            let to = &mut L::floats_mut(&mut self.out[at..])[0];
            let held = if START { start } else { l.load(to) };
            l.store(l.add(held, l.mul(*result, finish.factor)), to);
            at += self.step;
        }
    }
}

/// What was found for each row.
struct Found<L: Lanes> {
    /// The nearest point's distance.
    first: [L::F; GROUP],
    /// The second nearest one's, or the value of the nearest one's cell.
    other: [L::F; GROUP],
}

/// What is kept of the points while they are compared.
trait Want<L: Lanes>: Copy {
    /// Before the first point.
    fn none(l: L) -> Self;
    /// With one point more.
    fn with(self, l: L, distance: L::F, value: L::F) -> Self;
    /// With square roots of distances; of the nearest of two only where `both` are wanted.
    fn rooted(self, l: L, both: bool) -> Self;
    /// Keeps what is wanted of a row.
    fn keep(self, found: &mut Found<L>, row: usize);
}

/// The nearest point's distance.
#[derive(Clone, Copy)]
struct One<L: Lanes>(L::F);

impl<L: Lanes> Want<L> for One<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        One(l.splat(f32::INFINITY))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, _: L::F) -> Self {
        One(l.lesser(distance, self.0))
    }

    #[inline(always)]
    fn rooted(self, l: L, _: bool) -> Self {
        One(l.sqrt(self.0))
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.first[row] = self.0;
    }
}

/// The distances of the nearest and of the second nearest point.
#[derive(Clone, Copy)]
struct Two<L: Lanes>(L::F, L::F);

impl<L: Lanes> Want<L> for Two<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        Two(l.splat(f32::INFINITY), l.splat(f32::INFINITY))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, _: L::F) -> Self {
        Two(l.lesser(distance, self.0), l.lesser(l.greater(distance, self.0), self.1))
    }

    #[inline(always)]
    fn rooted(self, l: L, both: bool) -> Self {
        Two(if both { l.sqrt(self.0) } else { self.0 }, l.sqrt(self.1))
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.first[row] = self.0;
        found.other[row] = self.1;
    }
}

/// The nearest point's distance, and its cell's value.
#[derive(Clone, Copy)]
struct Owner<L: Lanes>(L::F, L::F);

impl<L: Lanes> Want<L> for Owner<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        Owner(l.splat(f32::INFINITY), l.splat(0.0))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, value: L::F) -> Self {
        let nearer = l.below(distance, self.0);
        Owner(l.select(nearer, distance, self.0), l.select(nearer, value, self.1))
    }

    #[inline(always)]
    fn rooted(self, _: L, _: bool) -> Self {
        self
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.other[row] = self.1;
    }
}
