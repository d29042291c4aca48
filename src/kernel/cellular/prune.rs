//! Drops the points that are nowhere in a tile the nearest or the second nearest.

use super::candidates::{NUMBERS, Points, STRIDE};
use super::metric::{Chosen, Metric};
use super::segments::Group;
use super::set::Set;
use crate::noise::{Distance, Returns};
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::cellular::Cellular;

/// How much farther a point must be than others to be dropped. This covers all rounding errors. Coordinates here are below 16 and off by at most
/// 2^-21. The middle of a tile and half its length are computed from two of them, and distances from the middle have two more roundings: all of
/// these are off by less than 2^-18. Tiles are at most 4 cells long, so that a point in or next to one of their cells is less than 6 away along each
/// axis, 10.4 in all, and so is a point that is not farther. Squared distances are therefore off by 2^-12, including the roundings of squares and
/// sums. Twice that for two points, and half as much again for the samples' own arithmetic, is less than 2^-10.
const MARGIN: f32 = 1.0 / 1024.0;

/// The most points that are compared with each other. Where more are left, all are kept.
const FEW: usize = 64;

/// So few points are not compared with each other: the samples compare them in less time.
const ENOUGH_2D: usize = 10;
const ENOUGH_3D: usize = 6;

/// Coordinate and distance of a missing point: far from everything.
const FAR: f32 = 1e6;

/// Working memory.
pub(super) struct Pruned {
    /// The squared distances of up to [`FEW`] points from each corner of the tile.
    corners: [[f32; FEW + WIDEST]; 8],
    /// For each of these points, 1 if enough others are nearer everywhere, or 0.
    beaten: [f32; FEW + WIDEST],
}

impl Pruned {
    pub(super) const EMPTY: Pruned =
        Pruned { corners: [[0.0; FEW + WIDEST]; 8], beaten: [0.0; FEW + WIDEST] };
}

/// The most tiles that are pruned together. A step of one tile waits for the step before it. A processor does the same step of several tiles at a time.
pub(super) const BATCH: usize = 4;

/// Keeps those points of a table that may be the nearest somewhere in a tile, or the second nearest if the noise needs that one. Each of at most
/// [`BATCH`] tiles has a set of its own.
pub(super) struct Prune<'a> {
    pub(super) table: TablePart<'a>,
    /// The samples along y of tiles, which have the same ones along x and z. (References, because a copy would be written in parts and then read as
    /// whole vectors, and such a read waits until all earlier writes are in the cache.)
    pub(super) x: &'a Group,
    pub(super) ys: &'a [Group],
    pub(super) z: &'a Group,
    pub(super) to: &'a mut [Set; BATCH],
    pub(super) pruned: &'a mut Pruned,
}

impl Job for Prune<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        match self.table.cellular.dims {
            2 if !cfg!(perlane_small) => self.prune::<L, 2>(l),
            _ => self.prune::<L, 3>(l),
        }
    }
}

impl Prune<'_> {
    /// Prunes along `D` axes. Programs that must be small handle two dimensions as three.
    #[inline(always)]
    fn prune<L: Lanes, const D: usize>(self, l: L) {
        let Prune { table, x, ys, z, to, pruned } = self;
        let mut bounds = [0.0; BATCH];
        for (y, bound) in ys.iter().zip(&mut bounds) {
            let tile = Tile { table, groups: [x, y, z] };
            // Programs that must be small find the second nearest point, too, where it is not needed.
            *bound = match table.cellular.points() {
                1 if !cfg!(perlane_small) => tile.farthest::<L, D, false>(l),
                _ => tile.farthest::<L, D, true>(l),
            };
        }
        for ((y, bound), to) in ys.iter().zip(bounds).zip(&mut *to) {
            Tile { table, groups: [x, y, z] }.take_within::<L, D>(l, bound, to);
        }
        let cellular = table.cellular;
        let enough = if cellular.dims == 2 { ENOUGH_2D } else { ENOUGH_3D };
        if matches!(cellular.distance, Distance::Euclidean | Distance::Squared) {
            for (y, to) in ys.iter().zip(to) {
                if to.len > enough {
                    Tile { table, groups: [x, y, z] }.drop_beaten(l, to, pruned);
                }
            }
        }
    }
}

/// A table's points, from some column on.
#[derive(Clone, Copy)]
pub(super) struct TablePart<'a> {
    pub(super) cellular: &'a Cellular,
    pub(super) points: &'a Points<'a>,
    /// The column of the table where the tiles' first cells are, and the table's rows for each plane of cells.
    pub(super) first: usize,
    pub(super) rows: usize,
}

/// A tile: its samples along x, y, z.
#[derive(Clone, Copy)]
struct Tile<'a> {
    table: TablePart<'a>,
    groups: [&'a Group; 3],
}

impl Tile<'_> {
    /// Whether the noise has axis `a`.
    #[inline(always)]
    fn has(&self, a: usize) -> bool {
        !cfg!(perlane_small) || a < self.table.cellular.dims
    }

    /// A distance within which, everywhere in the tile, there are as many points as the noise needs. It suffices to look at points in the tile's own
    /// cells and next to them.
    #[inline(always)]
    fn farthest<L: Lanes, const D: usize, const SECOND: bool>(&self, l: L) -> f32 {
        let Tile { table: TablePart { cellular, .. }, groups } = *self;
        let beyond = cellular.radius - 1;
        let [x, y, z] = groups.map(|group| group.lines);
        let zs = if D == 3 && self.has(2) { z.0 + beyond..z.1 - beyond } else { 0..1 };
        let mut greatest = [l.splat(FAR); 2];
        for kz in zs {
            let ys = y.0 + beyond..y.1 - beyond;
            for ky in ys.clone().step_by(self.rows_at_once::<L>()) {
                let mut cells = Cells::<L>::new(l, self, [ky, kz], ys.end);
                for _ in 0..x.1.div_ceil(L::N) {
                    let mut along = self.beside_middle::<L, D>(l, &cells);
                    for a in 0..D {
                        along[a] = l.add(along[a], l.splat(groups[a].half));
                    }
                    let far = measure(l, cellular.distance, along);
                    if SECOND {
                        greatest[1] = l.lesser_positive(greatest[1], l.greater_positive(greatest[0], far));
                    }
                    greatest[0] = l.lesser_positive(greatest[0], far);
                    cells = cells.next(l);
                }
            }
        }
        least::<L, SECOND>(l, greatest, cellular.points())
    }

    /// The distance of a vector of points from the tile's middle, along each axis.
    #[inline(always)]
    fn beside_middle<L: Lanes, const D: usize>(&self, l: L, cells: &Cells<L>) -> [L::F; D] {
        let mut along = [cells.x; D];
        for a in 0..D {
            if !self.has(a) {
                along[a] = l.splat(0.0);
                continue;
            }
            let middle = self.groups[a].middle;
            let cell = match a {
                0 => l.sub(cells.x, l.splat(middle)),
                1 => l.sub(cells.y, l.splat(middle)),
                _ => l.splat(cells.z - middle),
            };
            along[a] = l.abs(l.add(cell, cells.load(l, self.table.points.places[a])));
        }
        along
    }

    /// Takes the points whose least distance from the tile is not beyond the bound.
    #[inline(always)]
    fn take_within<L: Lanes, const D: usize>(&self, l: L, bound: f32, to: &mut Set) {
        let Tile { table: TablePart { cellular, .. }, groups } = *self;
        let bound = bound + MARGIN;
        let [_, y, z] = groups.map(|group| group.lines);
        let zs = if D == 3 && self.has(2) { z.0..z.1 } else { 0..1 };
        // In two dimensions, nearly all points that are beaten are beaten by those in the tile's own rows of cells.
        let own = if D == 2 { y.0 + cellular.radius..y.1 - cellular.radius } else { y.0..y.1 };
        let (mut len, mut rivals) = (0, (0, 0));
        for kz in zs {
            for ky in (y.0..y.1).step_by(self.rows_at_once::<L>()) {
                if D == 2 && ky <= own.start {
                    rivals.0 = len;
                }
                let cells = Cells::<L>::new(l, self, [ky, kz], y.1);
                // With 16 lanes in two dimensions, to look at all rows takes less time than to guess wrong which ones are beyond.
                if const { L::N == 16 && D == 2 } || !self.are_beyond::<L, D>(&cells, bound) {
                    len = self.take_row::<L, D>(l, cells, bound, to, len);
                }
                if ky < own.end {
                    rivals.1 = len;
                }
            }
        }
        (to.len, to.rivals) = (len, rivals);
    }

    /// Takes those of a vector's rows of cells. There are `len` points before them; returns how many there are then.
    #[inline(always)]
    fn take_row<L: Lanes, const D: usize>(
        &self,
        l: L,
        mut cells: Cells<L>,
        bound: f32,
        to: &mut Set,
        mut len: usize,
    ) -> usize {
        let Tile { table: TablePart { cellular, points: from, .. }, groups } = *self;
        for _ in 0..groups[0].lines.1.div_ceil(L::N) {
            let mut along = self.beside_middle::<L, D>(l, &cells);
            for a in 0..D {
                along[a] = l.greater_positive(l.sub(along[a], l.splat(groups[a].half)), l.splat(0.0));
            }
            let within = l.below(measure(l, cellular.distance, along), l.splat(bound));
            let kept = Kept { within, at: len };
            let mut count = 0;
            for a in 0..D {
                count = kept.put(l, cells.load(l, from.places[a]), &mut to.points[a]);
                match a {
                    0 => _ = kept.put(l, cells.x, &mut to.cells[0]),
                    // With more lanes, they may be of two rows.
                    1 if const { L::N == 16 } => _ = kept.put(l, cells.y, &mut to.cells[1]),
                    1 => kept.put_all(l, cells.y, &mut to.cells[1]),
                    _ => kept.put_all(l, l.splat(cells.z), &mut to.cells[a]),
                }
            }
            if cellular.returns == Returns::Value {
                kept.put(l, cells.load(l, from.values), &mut to.values);
            }
            len += count;
            cells = cells.next(l);
        }
        len
    }

    /// How many rows of cells a vector holds. Eight of sixteen lanes mostly suffice for a row.
    #[inline(always)]
    fn rows_at_once<L: Lanes>(&self) -> usize {
        if const { L::N == 16 } && self.groups[0].lines.1 <= 8 { 2 } else { 1 }
    }

    /// Whether all points of a vector's rows of cells are beyond the bound along y and z alone.
    #[inline(always)]
    fn are_beyond<L: Lanes, const D: usize>(&self, cells: &Cells<L>, bound: f32) -> bool {
        let [first, second] = cells.ys;
        self.is_beyond::<D>([first, cells.z], bound)
            && (L::N < 16 || self.is_beyond::<D>([second, cells.z], bound))
    }

    /// The same for a row.
    #[inline(always)]
    fn is_beyond<const D: usize>(&self, yz: [f32; 2], bound: f32) -> bool {
        let Tile { table: TablePart { cellular, .. }, groups } = self;
        let mut gaps = [0.0; 2];
        for a in 1..D {
            // From the middle of the cell to the margin that its points keep, then to the border of the tile.
            let gap = (yz[a - 1] - groups[a].middle + 0.5).abs() - (0.5 - cellular.least) - groups[a].half;
            gaps[a - 1] = if gap > 0.0 && self.has(a) { gap } else { 0.0 };
        }
        Chosen(cellular.distance).of_gaps(gaps) > bound
    }

    /// Drops a point if enough rivals are nearer everywhere in the tile. The difference of two squared distances is an affine function: what holds
    /// at all corners holds between them.
    #[inline(always)]
    fn drop_beaten<L: Lanes>(&self, l: L, to: &mut Set, pruned: &mut Pruned) {
        let Tile { table: TablePart { cellular, .. }, groups } = *self;
        let (count, wanted) = (to.len, cellular.points());
        if count <= wanted || count > FEW {
            return;
        }
        // A single plane has no extent along z.
        let flat = cellular.dims == 2 || groups[2].low == groups[2].high;
        // Programs that must be small compute each corner twice then.
        let corners = if flat && !cfg!(perlane_small) { 4 } else { 8 };
        for first in (0..count).step_by(L::N) {
            let mut squares = [[l.splat(0.0); 2]; 3];
            for a in 0..cellular.dims.min(3) {
                let x = l.add(l.load_at(&to.cells[a], first), l.load_at(&to.points[a], first));
                let (low, high) = (l.sub(x, l.splat(groups[a].low)), l.sub(x, l.splat(groups[a].high)));
                squares[a] = [l.mul(low, low), l.mul(high, high)];
            }
            for corner in 0..corners {
                let [x, y, z] = squares;
                let d = l.add(l.add(x[corner & 1], y[corner >> 1 & 1]), z[corner >> 2]);
                l.store(d, &mut L::floats_mut(&mut pruned.corners[corner][first..first + L::N])[0]);
            }
        }
        match (corners, wanted) {
            (4, 1) => pruned.compare::<L, 4, 1>(l, count, to.rivals),
            (4, _) => pruned.compare::<L, 4, 2>(l, count, to.rivals),
            (_, 1) => pruned.compare::<L, 8, 1>(l, count, to.rivals),
            _ => pruned.compare::<L, 8, 2>(l, count, to.rivals),
        }
        pruned.beaten[count..count + WIDEST].fill(FAR);
        drop_all_beaten(l, cellular, to, &pruned.beaten);
    }
}

/// The distances, given the offsets along each axis.
#[inline(always)]
fn measure<L: Lanes, const D: usize>(l: L, distance: Distance, along: [L::F; D]) -> L::F {
    let metric = Chosen(distance);
    let mut all = metric.part(l, along[0]);
    for a in 1..D {
        all = metric.join(l, all, metric.part(l, along[a]));
    }
    all
}

/// A vector of cells in a table: of a row, or of a row and the one after it.
#[derive(Clone, Copy)]
struct Cells<L: Lanes> {
    /// Where the first cell and the ninth are in the table.
    at: [usize; 2],
    /// Cells along x, y and z, counted from the least cells of the tile's segments.
    x: L::F,
    y: L::F,
    z: f32,
    /// The rows' cells along y.
    ys: [f32; 2],
}

impl<L: Lanes> Cells<L> {
    /// The first cells of row `ky`, and of the one after it if that is below `end` and a vector holds two.
    #[inline(always)]
    fn new(l: L, tile: &Tile<'_>, [ky, kz]: [usize; 2], end: usize) -> Self {
        let table = tile.table;
        let radius = table.cellular.radius as i32;
        let from = |k: usize| (k as i32 - radius) as f32;
        let at = (kz * table.rows + ky) * STRIDE + table.first;
        let (y, z) = (from(ky), from(kz));
        if tile.rows_at_once::<L>() == 1 {
            let x = l.add(l.load_at(&NUMBERS, 0), l.splat(from(0)));
            return Cells { at: [at, at + 8], x, y: l.splat(y), z, ys: [y; 2] };
        }
        let x = l.add(l.load_halves(&NUMBERS, 0, 0), l.splat(from(0)));
        // Where there is no second row, cells far away stand for it.
        let (second, after) = if ky + 1 < end { (y + 1.0, STRIDE) } else { (FAR, 0) };
        Cells { at: [at, at + after], x, y: l.halves(y, second), z, ys: [y, second] }
    }

    /// What an array has for these cells.
    #[inline(always)]
    fn load(&self, l: L, array: &[f32]) -> L::F {
        l.load_halves(array, self.at[0], self.at[1])
    }

    /// The cells that follow in the row.
    #[inline(always)]
    fn next(self, l: L) -> Self {
        Cells { at: self.at.map(|at| at + L::N), x: l.add(self.x, l.splat(L::N as f32)), ..self }
    }
}

/// Lanes that are kept, and where they go.
struct Kept<L: Lanes> {
    within: L::M,
    at: usize,
}

impl<L: Lanes> Kept<L> {
    /// Stores the kept lanes one after the other; elements after them get arbitrary values. Returns how many lanes are kept.
    #[inline(always)]
    fn put(&self, l: L, v: L::F, to: &mut [f32]) -> usize {
        let (kept, count) = l.compress(self.within, v);
        l.store(kept, &mut L::floats_mut(&mut to[self.at..self.at + L::N])[0]);
        count
    }

    /// Stores all lanes, of which the kept ones are the same.
    #[inline(always)]
    fn put_all(&self, l: L, v: L::F, to: &mut [f32]) {
        l.store(v, &mut L::floats_mut(&mut to[self.at..self.at + L::N])[0]);
    }
}

/// The least of all lanes, or the second least: `d[0]` has the least of each lane, `d[1]` (if `SECOND` is needed) the second least.
#[inline(always)]
fn least<L: Lanes, const SECOND: bool>(l: L, d: [L::F; 2], wanted: usize) -> f32 {
    let (mut one, mut two) = ([FAR; WIDEST], [FAR; WIDEST]);
    l.store(d[0], &mut L::floats_mut(&mut one)[0]);
    l.store(d[1], &mut L::floats_mut(&mut two)[0]);
    let lesser = |a: f32, b: f32| if a < b { a } else { b };
    let mut half = L::N / 2;
    while half > 0 {
        for i in 0..half {
            let (a, b) = (one[i], one[i + half]);
            if SECOND {
                let farther = if a < b { b } else { a };
                two[i] = lesser(farther, lesser(two[i], two[i + half]));
            }
            one[i] = lesser(a, b);
        }
        half /= 2;
    }
    if wanted == 1 { one[0] } else { two[0] }
}

/// Drops the points that are beaten.
#[inline(always)]
fn drop_all_beaten<L: Lanes>(l: L, cellular: &Cellular, set: &mut Set, beaten: &[f32; FEW + WIDEST]) {
    let dims = cellular.dims.min(3);
    let mut left = 0;
    for first in (0..set.len.min(FEW)).step_by(L::N) {
        let kept = Kept::<L> { within: l.below(l.load_at(beaten, first), l.splat(0.5)), at: left };
        let mut count = 0;
        let Set { cells, points, values, .. } = &mut *set;
        for a in 0..dims {
            for array in [&mut cells[a], &mut points[a]] {
                count = kept.put(l, l.load_at(array, first), array);
            }
        }
        if cellular.returns == Returns::Value {
            kept.put(l, l.load_at(values, first), values);
        }
        left += count;
    }
    set.len = left;
}

impl Pruned {
    /// Finds, for each of up to [`FEW`] points, whether at least `WANTED` rivals, one or two, are nearer to all of `C` corners.
    #[inline(always)]
    fn compare<L: Lanes, const C: usize, const WANTED: usize>(
        &mut self,
        l: L,
        count: usize,
        rivals: (usize, usize),
    ) {
        let Pruned { corners, beaten, .. } = self;
        let count = count.min(FEW);
        let (margin, one, zero) = (l.splat(MARGIN), l.splat(1.0), l.splat(0.0));
        for first in (0..count).step_by(L::N) {
            let mut own = [zero; C];
            for corner in 0..C {
                own[corner] = l.load_at(&corners[corner], first);
            }
            // How much farther than rivals the points are: the greatest and the second greatest distance.
            let mut most = [zero; 2];
            for rival in rivals.0..rivals.1.min(FEW) {
                // Below zero as soon as one of them is.
                let mut farther = l.sub(own[0], l.splat(corners[0][rival]));
                for corner in 1..C {
                    farther = l.lesser_positive(farther, l.sub(own[corner], l.splat(corners[corner][rival])));
                }
                if WANTED > 1 {
                    most[1] = l.greater_positive(most[1], l.lesser_positive(most[0], farther));
                }
                most[0] = l.greater_positive(most[0], farther);
            }
            let is_beaten = l.below(margin, most[WANTED - 1]);
            l.store(l.select(is_beaten, one, zero), &mut L::floats_mut(&mut beaten[first..first + L::N])[0]);
        }
    }
}
