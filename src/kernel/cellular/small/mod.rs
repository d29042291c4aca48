//! Small grids of one octave in two dimensions, without tables.
//!
//! One job places the samples of both axes and finds all points around them. Making, comparing and keeping tables would take longer than all the rest.

pub(super) mod line;
pub(super) mod memory;
mod plan;

use super::candidates::{Codes, Gather, Table};
use super::memory::Memory as OfCellular;
use super::prune::TablePart;
use super::samples::Places;
use super::segments::Group;
use super::tiles::Tiles;
use crate::grid::Axis;
use crate::kernel::small::shapes::{Planned, Shape};
use crate::simd::{Backend, Job, Lanes};
use crate::tables::cellular::Cellular;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use line::Line;
use memory::Memory;

/// Fills a grid of exactly the buffer's samples, if it is a small one whose coordinates the octave accepts. (Axes are at most
/// [`MOST`](crate::kernel::small::shapes::MOST) long.)
pub(in crate::kernel) fn fill(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
    memory: &mut OfCellular,
) -> bool {
    let OfCellular { table, near, small, .. } = memory;
    let Memory { plans, x, y, groups } = &mut **small.get_or_insert_with(Memory::new);
    let Some((octave, cellular)) = octaves.cellular_plane() else { return false };
    let Some(Planned { shape, plan, starts, same }) = plans.of(octaves, axes, backend, |_| true) else {
        return false;
    };
    let start = octave.start(Some(octaves.bias), |bias| out.fill(bias));
    let (tile, [width, height, _], radius) = (plan.tile, shape.lens, cellular.radius);
    backend.run(PlaceGrid {
        octave,
        cellular,
        shape,
        starts,
        same: same[1],
        x: &mut *x,
        y: &mut *y,
        to: &mut *table,
    });
    if !same[1] {
        for (group, first) in groups.iter_mut().zip((0..height).step_by(tile[1])) {
            *group = y.group(first, tile[1].min(height - first), radius);
        }
    }
    let points = table.points();
    for first in (0..width).step_by(tile[0]) {
        let len = tile[0].min(width - first);
        let column = x.count_from(first, len);
        let tiles = Tiles {
            backend,
            cellular,
            fold: octave.fold,
            start,
            table: TablePart { cellular, points: &points, first: column, rows: y.codes.lines },
            x: &x.group(first, len, radius),
            columns: Places { fractions: &x.t[first..first + len], cells: &x.cells[first..] },
            lead: backend.lanes(),
            shared: 0,
            ys: &groups[..height.div_ceil(tile[1])],
            rows: Places { fractions: &y.t, cells: &y.cells },
            z: &Group::FLAT,
            planes: Places::NONE,
            steps: [0, width],
            past_caches: None,
        };
        tiles.add(near, &mut out[first..]);
    }
    true
}

/// Places the samples of a grid along x and y, and finds the points in the cells around them.
struct PlaceGrid<'a> {
    octave: &'a Octave,
    cellular: &'a Cellular,
    shape: &'a Shape,
    /// Along x, y, z.
    starts: &'a [i64; 3],
    /// Whether `y` is set.
    same: bool,
    x: &'a mut Line,
    y: &'a mut Line,
    to: &'a mut Table,
}

impl Job for PlaceGrid<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let PlaceGrid { octave, cellular, shape, starts, same, x, y, to } = self;
        for (a, line) in [&mut *x, &mut *y].into_iter().enumerate() {
            if a == 0 || !same {
                line.set(l, octave, a, &shape.axis(a, starts), shape.lens[a], cellular.radius);
            }
        }
        Gather { cellular, codes: [&x.codes, &y.codes, &Codes::FLAT], to }.run(l);
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // such programs fill all grids alike
mod tests;
