//! Drops the points that are the nearest, or the second nearest, nowhere in a tile.

use super::candidates::{NUMBERS, STRIDE, Table};
use super::metric::{Chosen, Magnitudes, Metric, Squares};
use super::segments::Group;
use super::set::Set;
use crate::noise::{Distance, Returns};
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::cellular::Cellular;

/// What a point must be farther by to be dropped. It covers all roundings: coordinates here are below 16, so that they, and differences of
/// them, are off by at most 2^-20; squares of differences by 2^-15, sums of three by 2^-13. Twice that for two points, and as much again for
/// the samples' own arithmetic, is 2^-11.
const MARGIN: f32 = 1.0 / 1024.0;

/// Points that are compared with each other, at most; where more are left, all are kept.
const FEW: usize = 64;

/// Points that are not compared, as it takes less time to look at them everywhere.
const ENOUGH_2D: usize = 10;
const ENOUGH_3D: usize = 6;

/// Where a point lies that stands for none: far from everything.
const FAR: f32 = 1e6;

/// Working memory.
pub(super) struct Pruned {
    /// The squared distances of few points from each corner.
    corners: [[f32; FEW + WIDEST]; 8],
    /// How many points each of few is farther than everywhere.
    beaten: [f32; FEW + WIDEST],
}

impl Pruned {
    pub(super) const EMPTY: Pruned =
        Pruned { corners: [[0.0; FEW + WIDEST]; 8], beaten: [0.0; FEW + WIDEST] };
}

/// Takes those points of a table that may be the nearest or, where it is wanted, the second nearest somewhere in a tile.
pub(super) struct Prune<'a> {
    pub(super) cellular: &'a Cellular,
    /// The tile's samples along x, y, z. (References: of what is copied here, whole vectors would be read back that were written in parts,
    /// which waits until all that was written before is in the cache.)
    pub(super) tile: [&'a Group; 3],
    pub(super) from: &'a Table,
    /// The table's column of the tile's first cells, and its rows of a plane of cells.
    pub(super) column: usize,
    pub(super) rows: usize,
    pub(super) to: &'a mut Set,
    pub(super) pruned: &'a mut Pruned,
}

impl Job for Prune<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        let distance = self.cellular.distance;
        match distance {
            _ if cfg!(perlane_small) => self.take(l, Chosen(distance)),
            Distance::Euclidean | Distance::Squared => self.take(l, Squares),
            other => self.take(l, Magnitudes { greatest: other == Distance::Chebyshev }),
        }
        let enough = if self.cellular.dims == 2 { ENOUGH_2D } else { ENOUGH_3D };
        if matches!(distance, Distance::Euclidean | Distance::Squared) && self.to.len > enough {
            self.drop_beaten(l);
        }
    }
}

impl Prune<'_> {
    #[inline(always)]
    fn take<L: Lanes, M: Metric>(&mut self, l: L, metric: M) {
        match self.cellular.dims {
            _ if cfg!(perlane_small) => self.take_in::<L, M, 0>(l, metric),
            2 => self.take_in::<L, M, 2>(l, metric),
            _ => self.take_in::<L, M, 3>(l, metric),
        }
    }

    /// In `D` dimensions; 0: in as many as the noise has.
    #[inline(always)]
    fn take_in<L: Lanes, M: Metric, const D: usize>(&mut self, l: L, metric: M) {
        let bound = self.farthest::<L, M, D>(l, metric);
        self.take_within::<L, M, D>(l, metric, bound);
    }

    #[inline(always)]
    fn dims<const D: usize>(&self) -> usize {
        if D == 0 { self.cellular.dims } else { D }
    }

    /// A distance that as many points as are wanted are nowhere beyond. Points in the tile's own cells and next to them suffice.
    #[inline(always)]
    fn farthest<L: Lanes, M: Metric, const D: usize>(&self, l: L, metric: M) -> f32 {
        let Prune { cellular, tile, from, column, rows, .. } = self;
        let dims = self.dims::<D>();
        let beyond = cellular.radius - 1;
        let [x, y, z] = tile.map(|group| group.lines);
        let zs = if dims == 3 { z.0 + beyond..z.1 - beyond } else { 0..1 };
        let mut greatest = [l.splat(FAR); 2];
        for kz in zs {
            for ky in y.0 + beyond..y.1 - beyond {
                let at = (kz * rows + ky) * STRIDE + column;
                for first in (0..x.1).step_by(L::N) {
                    let mut far = l.splat(0.0);
                    // Axes are joined in another order than those of samples: the margin covers it.
                    for a in 0..dims {
                        let cell = cells(l, cellular.radius, a, first, [ky, kz]);
                        let x = l.add(cell, l.load_at(&from.points[a], at + first));
                        let (low, high) = (l.sub(x, l.splat(tile[a].low)), l.sub(x, l.splat(tile[a].high)));
                        far = metric.join(l, far, metric.part(l, l.greater(l.abs(low), l.abs(high))));
                    }
                    greatest[1] = l.lesser(greatest[1], l.greater(greatest[0], far));
                    greatest[0] = l.lesser(greatest[0], far);
                }
            }
        }
        least(l, greatest, cellular.points())
    }

    /// Takes the points whose least distance is not beyond the bound.
    #[inline(always)]
    fn take_within<L: Lanes, M: Metric, const D: usize>(&mut self, l: L, metric: M, bound: f32) {
        let wants_values = self.cellular.returns == Returns::Value;
        let dims = self.dims::<D>();
        let bound = bound + MARGIN;
        let [x, y, z] = self.tile.map(|group| group.lines);
        let zs = if dims == 3 { z.0..z.1 } else { 0..1 };
        let mut len = 0;
        for kz in zs {
            for ky in y.0..y.1 {
                if self.is_beyond(metric, dims, [ky, kz], bound) {
                    continue;
                }
                let at = (kz * self.rows + ky) * STRIDE + self.column;
                for first in (0..x.1).step_by(L::N) {
                    let Prune { tile, from, to, .. } = self;
                    let mut near = l.splat(0.0);
                    let mut points = [near; 3];
                    for a in 0..dims {
                        points[a] = l.load_at(&from.points[a], at + first);
                        let cell = cells(l, self.cellular.radius, a, first, [ky, kz]);
                        let x = l.add(cell, points[a]);
                        let (below, above) =
                            (l.sub(l.splat(tile[a].low), x), l.sub(x, l.splat(tile[a].high)));
                        let outside = l.greater(l.greater(below, above), l.splat(0.0));
                        near = metric.join(l, near, metric.part(l, outside));
                    }
                    let within = l.below(near, l.splat(bound));
                    let mut count = 0;
                    for a in 0..dims {
                        let kept;
                        (kept, count) = l.compress(within, points[a]);
                        l.store(kept, &mut L::floats_mut(&mut to.points[a][len..len + L::N])[0]);
                        let cell = cells(l, self.cellular.radius, a, first, [ky, kz]);
                        let cell = if a == 0 { l.compress(within, cell).0 } else { cell };
                        l.store(cell, &mut L::floats_mut(&mut to.cells[a][len..len + L::N])[0]);
                    }
                    if wants_values {
                        let (kept, _) = l.compress(within, l.load_at(&from.values, at + first));
                        l.store(kept, &mut L::floats_mut(&mut to.values[len..len + L::N])[0]);
                    }
                    len += count;
                }
            }
        }
        self.to.len = len;
    }

    /// Whether all points of a row of cells are farther away along y and z.
    #[inline(always)]
    fn is_beyond<M: Metric>(&self, metric: M, dims: usize, row: [usize; 2], bound: f32) -> bool {
        let Prune { cellular, tile, .. } = self;
        let mut gaps = [0.0; 2];
        for a in 1..dims {
            let cell = row[a - 1] as f32 - cellular.radius as f32;
            let (first, last) = (cell + cellular.least, cell + (1.0 - cellular.least));
            let (below, above) = (tile[a].low - last, first - tile[a].high);
            let gap = if below > above { below } else { above };
            gaps[a - 1] = if gap > 0.0 { gap } else { 0.0 };
        }
        metric.of_gaps(gaps) > bound
    }

    /// Drops points that enough others are nearer than everywhere. The difference of two squared distances is affine: what holds at all
    /// corners holds between them.
    #[inline(always)]
    fn drop_beaten<L: Lanes>(&mut self, l: L) {
        let Prune { cellular, tile, to, pruned, .. } = self;
        let (count, wanted) = (to.len, cellular.points());
        if count <= wanted || count > FEW {
            return;
        }
        // A plane has no extent along z.
        let flat = cellular.dims == 2 || tile[2].low == tile[2].high;
        // Then corners are there twice, for programs that must be small.
        let corners = if flat && !cfg!(perlane_small) { 4 } else { 8 };
        for first in (0..count).step_by(L::N) {
            let mut squares = [[l.splat(0.0); 2]; 3];
            for a in 0..cellular.dims.min(3) {
                let x = l.add(l.load_at(&to.cells[a], first), l.load_at(&to.points[a], first));
                let (low, high) = (l.sub(x, l.splat(tile[a].low)), l.sub(x, l.splat(tile[a].high)));
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
        pruned.beaten[count..count + WIDEST].fill(FAR);
        let values = cellular.returns == Returns::Value;
        drop_most_beaten(l, wanted, values, to, &pruned.beaten);
    }
}

/// The cells of a vector of points along an axis.
#[inline(always)]
fn cells<L: Lanes>(l: L, radius: usize, a: usize, first: usize, row: [usize; 2]) -> L::F {
    let radius = radius as f32;
    if a == 0 {
        l.add(l.load_at(&NUMBERS, first), l.splat(-radius))
    } else {
        l.splat(row[a - 1] as f32 - radius)
    }
}

/// The least of all lanes, or the second least; `d[0]` has the least ones, `d[1]` those that follow.
#[inline(always)]
fn least<L: Lanes>(l: L, d: [L::F; 2], wanted: usize) -> f32 {
    let (mut one, mut two) = ([FAR; WIDEST], [FAR; WIDEST]);
    l.store(d[0], &mut L::floats_mut(&mut one)[0]);
    l.store(d[1], &mut L::floats_mut(&mut two)[0]);
    let lesser = |a: f32, b: f32| if a < b { a } else { b };
    let mut half = L::N / 2;
    while half > 0 {
        for i in 0..half {
            let (a, b) = (one[i], one[i + half]);
            let farther = if a < b { b } else { a };
            two[i] = lesser(farther, lesser(two[i], two[i + half]));
            one[i] = lesser(a, b);
        }
        half /= 2;
    }
    if wanted == 1 { one[0] } else { two[0] }
}

/// Drops the points that at least `wanted` others are nearer than.
#[inline(always)]
fn drop_most_beaten<L: Lanes>(
    l: L,
    wanted: usize,
    wants_values: bool,
    set: &mut Set,
    beaten: &[f32; FEW + WIDEST],
) {
    let enough = l.splat(wanted as f32 - 0.5);
    let mut left = 0;
    for first in (0..set.len.min(FEW)).step_by(L::N) {
        let kept = l.below(l.load_at(beaten, first), enough);
        let mut count = 0;
        let Set { cells, points, values, .. } = &mut *set;
        let arrays = 6 + usize::from(wants_values);
        for i in 0..arrays {
            let array = match i {
                0..3 => &mut cells[i],
                3..6 => &mut points[i - 3],
                _ => &mut *values,
            };
            let some;
            (some, count) = l.compress(kept, l.load_at(array, first));
            l.store(some, &mut L::floats_mut(&mut array[left..left + L::N])[0]);
        }
        left += count;
    }
    set.len = left;
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
