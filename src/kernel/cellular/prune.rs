//! Drops the points that are the nearest, or the second nearest, nowhere in a rectangle.

use super::metric::{Magnitudes, Metric, Squares};
use super::set::{MOST_POINTS, Set};
use crate::noise::Distance;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::cellular::Cellular;

/// What a point must be farther by to be dropped. It covers all roundings: coordinates here are below 16, so that they, and differences of
/// them, are off by at most 2^-20; squares of differences by 2^-15, sums of three by 2^-13. Twice that for two points, and as much again for
/// the samples' own arithmetic, is 2^-11.
const MARGIN: f32 = 1.0 / 1024.0;

/// Points that are compared with each other, at most; where more are left, all are kept.
const FEW: usize = 64;

/// Where a point lies that stands for none: far from everything.
const FAR: f32 = 1e6;

/// The least and the greatest coordinates of some samples along x, y, z, from the cells from which those of points are counted.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
}

/// Working memory.
pub(super) struct Pruned {
    /// The least distance of each point.
    least: [f32; MOST_POINTS],
    /// The squared distances of few points from each corner.
    corners: [[f32; FEW + WIDEST]; 8],
    /// How many points each of few is farther than everywhere.
    beaten: [f32; FEW + WIDEST],
    /// The points that are kept.
    kept: [u32; MOST_POINTS],
}

impl Pruned {
    pub(super) const EMPTY: Pruned = Pruned {
        least: [0.0; MOST_POINTS],
        corners: [[0.0; FEW + WIDEST]; 8],
        beaten: [0.0; FEW + WIDEST],
        kept: [0; MOST_POINTS],
    };
}

/// Copies those points of a set that may be the nearest or, where it is wanted, the second nearest somewhere in a rectangle.
pub(super) struct Prune<'a> {
    pub(super) cellular: &'a Cellular,
    pub(super) rectangle: Rectangle,
    pub(super) from: &'a Set,
    pub(super) to: &'a mut Set,
    pub(super) pruned: &'a mut Pruned,
}

impl Job for Prune<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let distance = self.cellular.distance;
        let bound = match distance {
            Distance::Euclidean | Distance::Squared => self.measure(l, Squares),
            other => self.measure(l, Magnitudes { greatest: other == Distance::Chebyshev }),
        };
        keep_within(bound, self.from, self.to, self.pruned);
        if matches!(distance, Distance::Euclidean | Distance::Squared) {
            self.drop_beaten(l);
        }
    }
}

impl Prune<'_> {
    /// Finds the least distance of each point; returns one that as many points as are wanted are nowhere beyond.
    #[inline(always)]
    fn measure<L: Lanes, M: Metric>(&mut self, l: L, metric: M) -> f32 {
        if self.cellular.dims == 2 {
            self.measure_in::<L, M, 2>(l, metric)
        } else {
            self.measure_in::<L, M, 3>(l, metric)
        }
    }

    #[inline(always)]
    fn measure_in<L: Lanes, M: Metric, const D: usize>(&mut self, l: L, metric: M) -> f32 {
        let Prune { cellular, rectangle, from, pruned, .. } = self;
        let mut greatest = [l.splat(FAR); 2];
        let zero = l.splat(0.0);
        let count = from.len.min(MOST_POINTS - WIDEST);
        for first in (0..count).step_by(L::N) {
            let (mut near, mut far) = (zero, zero);
            // Axes are joined in another order than those of samples: the margin covers it.
            for a in 0..D {
                let x = l.add(l.load_at(&from.cells[a], first), l.load_at(&from.points[a], first));
                let (below, above) =
                    (l.sub(l.splat(rectangle.low[a]), x), l.sub(x, l.splat(rectangle.high[a])));
                let outside = l.greater(l.greater(below, above), zero);
                let across = l.greater(l.abs(below), l.abs(above));
                near = metric.join(l, near, M::part(l, outside));
                far = metric.join(l, far, M::part(l, across));
            }
            if first + L::N > count {
                let beyond = l.below(l.splat((count - first) as f32 - 0.5), lane_numbers(l));
                far = l.select(beyond, l.splat(FAR), far);
            }
            l.store(near, &mut L::floats_mut(&mut pruned.least[first..first + L::N])[0]);
            greatest[1] = l.lesser(greatest[1], l.greater(greatest[0], far));
            greatest[0] = l.lesser(greatest[0], far);
        }
        let mut lanes = [FAR; 2 * WIDEST];
        l.store(greatest[0], &mut L::floats_mut(&mut lanes)[0]);
        l.store(greatest[1], &mut L::floats_mut(&mut lanes)[1]);
        let (mut one, mut two) = (FAR, FAR);
        for &d in &lanes[..2 * L::N] {
            let (nearer, farther) = if d < one { (d, one) } else { (one, d) };
            one = nearer;
            two = if farther < two { farther } else { two };
        }
        if cellular.points() == 1 { one } else { two }
    }

    /// Drops points that enough others are nearer than everywhere. The difference of two squared distances is affine: what holds at all
    /// corners holds between them.
    #[inline(always)]
    fn drop_beaten<L: Lanes>(&mut self, l: L) {
        let Prune { cellular, rectangle, to, pruned, .. } = self;
        let (count, wanted) = (to.len, cellular.points());
        if count <= wanted || count > FEW {
            return;
        }
        // A plane has no extent along z.
        let corners = if cellular.dims == 2 || rectangle.low[2] == rectangle.high[2] { 4 } else { 8 };
        for first in (0..count).step_by(L::N) {
            let mut squares = [[l.splat(0.0); 2]; 3];
            for a in 0..cellular.dims.min(3) {
                let x = l.add(l.load_at(&to.cells[a], first), l.load_at(&to.points[a], first));
                let (low, high) = (l.sub(x, l.splat(rectangle.low[a])), l.sub(x, l.splat(rectangle.high[a])));
                squares[a] = [l.mul(low, low), l.mul(high, high)];
            }
            for corner in 0..corners {
                let [x, y, z] = squares;
                let d = l.add(l.add(x[corner & 1], y[corner >> 1 & 1]), z[corner >> 2]);
                l.store(d, &mut L::floats_mut(&mut pruned.corners[corner][first..first + L::N])[0]);
            }
        }
        if corners == 4 {
            pruned.compare::<L, 4>(l, count);
        } else {
            pruned.compare::<L, 8>(l, count);
        }
        drop_most_beaten(wanted, to, pruned);
    }
}

/// Copies the points whose least distance is not beyond the bound. (No lanes here, and so the same code for all instruction sets.)
#[inline(never)]
fn keep_within(bound: f32, from: &Set, to: &mut Set, pruned: &mut Pruned) {
    let bound = bound + MARGIN;
    let Pruned { least, kept, .. } = pruned;
    let mut count = 0;
    // No branch depends on a distance: half of them would be mispredicted.
    for (i, least) in least.iter().enumerate().take(from.len.min(MOST_POINTS - 1)) {
        kept[count] = i as u32;
        count += usize::from(*least <= bound);
    }
    for (k, &i) in kept[..count].iter().enumerate() {
        copy(from, i as usize, to, k);
    }
    to.len = count;
}

/// Drops the points that at least `wanted` others are nearer than. (The same code for all instruction sets, too.)
#[inline(never)]
fn drop_most_beaten(wanted: usize, points: &mut Set, pruned: &mut Pruned) {
    let Pruned { beaten, kept, .. } = pruned;
    let mut left = 0;
    for (i, beaten) in beaten.iter().enumerate().take(points.len) {
        kept[left] = i as u32;
        left += usize::from(*beaten < wanted as f32);
    }
    for (k, &i) in kept[..left].iter().enumerate() {
        move_within(points, i as usize, k);
    }
    points.len = left;
}

impl Pruned {
    /// Counts, for each of few points, those that are nearer to all of `C` corners.
    #[inline(always)]
    fn compare<L: Lanes, const C: usize>(&mut self, l: L, count: usize) {
        let Pruned { corners, beaten, .. } = self;
        let count = count.min(FEW);
        let (margin, one, zero) = (l.splat(MARGIN), l.splat(1.0), l.splat(0.0));
        for first in (0..count).step_by(L::N) {
            let mut own = [zero; C];
            for corner in 0..C {
                own[corner] = l.load_at(&corners[corner], first);
            }
            let mut sum = zero;
            for other in 0..count {
                let mut farther = l.sub(own[0], l.splat(corners[0][other]));
                for corner in 1..C {
                    farther = l.lesser(farther, l.sub(own[corner], l.splat(corners[corner][other])));
                }
                sum = l.add(sum, l.select(l.below(margin, farther), one, zero));
            }
            l.store(sum, &mut L::floats_mut(&mut beaten[first..first + L::N])[0]);
        }
    }
}

#[inline(always)]
fn lane_numbers<L: Lanes>(l: L) -> L::F {
    const NUMBERS: [f32; WIDEST] = [0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15.];
    l.load(&L::floats(&NUMBERS)[0])
}

#[inline(always)]
fn copy(from: &Set, i: usize, to: &mut Set, k: usize) {
    for a in 0..3 {
        to.cells[a][k] = from.cells[a][i];
        to.points[a][k] = from.points[a][i];
    }
    to.values[k] = from.values[i];
}

#[inline(always)]
fn move_within(set: &mut Set, i: usize, k: usize) {
    for a in 0..3 {
        set.cells[a][k] = set.cells[a][i];
        set.points[a][k] = set.points[a][i];
    }
    set.values[k] = set.values[i];
}
