//! The samples of a rectangle, from the points that are left.

use super::metric::{Greatest, Metric, Squares, Sums};
use super::set::{GROUP, MOST_POINTS, Set};
use crate::noise::{Distance, Returns};
use crate::simd::{Job, Lanes};
use crate::tables::cellular::Cellular;

/// Working memory: for each point, what the distances along the other axes than x contribute, for each row.
pub(super) struct Parts([f32; GROUP * MOST_POINTS]);

impl Parts {
    pub(super) const EMPTY: Parts = Parts([0.0; GROUP * MOST_POINTS]);
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
    pub(super) parts: &'a mut Parts,
    /// From the first sample on.
    pub(super) out: &'a mut [f32],
    /// Elements from a row to the next one.
    pub(super) step: usize,
}

impl Job for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        match self.cellular.distance {
            Distance::Euclidean | Distance::Squared => self.measured::<L, Squares>(l),
            Distance::Manhattan => self.measured::<L, Sums>(l),
            Distance::Chebyshev => self.measured::<L, Greatest>(l),
        }
    }
}

impl Samples<'_> {
    #[inline(always)]
    fn measured<L: Lanes, M: Metric>(mut self, l: L) {
        self.set_parts::<L, M>(l);
        match self.cellular.returns {
            Returns::F1 => self.add::<L, M, One<L>, 8>(l),
            Returns::F2 | Returns::Difference => self.add::<L, M, Two<L>, 4>(l),
            Returns::Value => self.add::<L, M, Owner<L>, 4>(l),
        }
    }

    /// What the distances along y and z contribute.
    #[inline(always)]
    fn set_parts<L: Lanes, M: Metric>(&mut self, l: L) {
        let Samples { cellular, points, rows, plane, parts, .. } = self;
        let count = points.len.min(MOST_POINTS);
        let parts = &mut parts.0.as_chunks_mut::<GROUP>().0[..count];
        let (t, cells) = (L::floats(rows.0), L::floats(rows.1));
        for (c, parts) in parts.iter_mut().enumerate() {
            let v = ((points.cells[2][c] - plane.1) + points.points[2][c]) - plane.0;
            let z = M::part(l, l.splat(v));
            for (to, (t, cells)) in L::floats_mut(parts).iter_mut().zip(t.iter().zip(cells)) {
                let offset = l.sub(l.splat(points.cells[1][c]), l.load(cells));
                let y = M::part(l, l.sub(l.add(offset, l.splat(points.points[1][c])), l.load(t)));
                l.store(if cellular.dims == 3 { M::join(l, y, z) } else { y }, to);
            }
        }
    }

    /// Adds the samples, `R` rows at a time.
    #[inline(always)]
    fn add<L: Lanes, M: Metric, W: Want<L>, const R: usize>(self, l: L) {
        let Samples { cellular, fold, start, points, columns, count, parts, out, step, .. } = self;
        let finish = Finish::new(l, cellular, fold);
        let parts = parts.0.as_chunks::<R>().0;
        let len = points.len.min(MOST_POINTS);
        let (xs, cells, values) = (&points.points[0][..len], &points.cells[0][..len], &points.values[..len]);
        let parts = &parts[..len * (GROUP / R)];
        for (v, (t, cell)) in L::floats(columns.0).iter().zip(L::floats(columns.1)).enumerate() {
            let (t, cell) = (l.load(t), l.load(cell));
            for n in 0..count.div_ceil(R).min(GROUP / R) {
                let mut best = [W::none(l); R];
                for c in 0..len {
                    let offset = l.sub(l.splat(cells[c]), cell);
                    let x = M::part(l, l.sub(l.add(offset, l.splat(xs[c])), t));
                    let value = l.splat(values[c]);
                    let others = &parts[c * (GROUP / R) + n];
                    for r in 0..R {
                        best[r] = best[r].with(l, M::join(l, x, l.splat(others[r])), value);
                    }
                }
                for r in 0..R.min(count - n * R) {
                    let at = (n * R + r) * step + v * L::N;
                    let to = &mut L::floats_mut(&mut out[at..at + L::N])[0];
                    let n = finish.octave(best[r].result(l, finish.root, finish.second));
                    let held = match start {
                        Some(start) => l.splat(start),
                        None => l.load(to),
                    };
                    l.store(l.add(held, n), to);
                }
            }
        }
    }
}

/// From a distance or a value to what is added to samples.
#[derive(Clone, Copy)]
pub(super) struct Finish<L: Lanes> {
    l: L,
    amplitude: L::F,
    fold: Option<(L::F, L::F)>,
    /// Whether square roots are taken.
    pub(super) root: bool,
    /// Whether the second nearest point's distance is wanted by itself.
    pub(super) second: bool,
}

impl<L: Lanes> Finish<L> {
    #[inline(always)]
    #[expect(clippy::manual_map, reason = "closures are not always inlined into the instruction set's entry")]
    pub(super) fn new(l: L, cellular: &Cellular, fold: Option<(f32, f32)>) -> Self {
        let fold = match fold {
            Some((k, c)) => Some((l.splat(k), l.splat(c))),
            None => None,
        };
        Finish {
            l,
            amplitude: l.splat(cellular.amplitude),
            fold,
            root: cellular.distance == Distance::Euclidean,
            second: cellular.returns == Returns::F2,
        }
    }

    #[inline(always)]
    pub(super) fn octave(self, result: L::F) -> L::F {
        let n = self.l.mul(result, self.amplitude);
        match self.fold {
            Some((k, c)) => self.l.add(self.l.mul(k, self.l.abs(n)), c),
            None => n,
        }
    }
}

/// What is kept of the points while they are compared.
pub(super) trait Want<L: Lanes>: Copy {
    /// Before the first point.
    fn none(l: L) -> Self;
    /// With one point more.
    fn with(self, l: L, distance: L::F, value: L::F) -> Self;
    /// What is wanted of all.
    fn result(self, l: L, root: bool, second: bool) -> L::F;
}

#[inline(always)]
fn rooted<L: Lanes>(l: L, distance: L::F, root: bool) -> L::F {
    if root { l.sqrt(distance) } else { distance }
}

/// The nearest point's distance.
#[derive(Clone, Copy)]
pub(super) struct One<L: Lanes>(L::F);

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
    fn result(self, l: L, root: bool, _: bool) -> L::F {
        rooted(l, self.0, root)
    }
}

/// The distances of the nearest and of the second nearest point.
#[derive(Clone, Copy)]
pub(super) struct Two<L: Lanes>(L::F, L::F);

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
    fn result(self, l: L, root: bool, second: bool) -> L::F {
        let farther = rooted(l, self.1, root);
        if second { farther } else { l.sub(farther, rooted(l, self.0, root)) }
    }
}

/// The nearest point's distance, and its cell's value.
#[derive(Clone, Copy)]
pub(super) struct Owner<L: Lanes>(L::F, L::F);

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
    fn result(self, _: L, _: bool, _: bool) -> L::F {
        self.1
    }
}
