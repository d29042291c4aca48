//! Small grids of one octave in two dimensions, without tables.
//!
//! One job places the samples of both axes and finds all points around them. Making, comparing and keeping tables would take longer than all the rest.

use alloc::boxed::Box;

use super::candidates::{Codes, Gather, STRIDE, Table};
use super::prune::TablePart;
use super::segments::Group;
use super::set::{GROUP, LINES, MOST_LINES};
use super::tiles::Tiles;
use super::{COLUMNS, ROWS, Scratch, tile_x, tile_y};
use crate::grid::Axis;
use crate::kernel::tile::places::{near_first, set_codes};
use crate::kernel::tile::plans::MOST;
use crate::kernel::tile::plans::{OfShape, Planned, Plans, Shape, Steady};
use crate::simd::{Backend, Job, Lanes};
use crate::tables::cellular::Cellular;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::place::{Even, Near};

/// The most cells that a grid spans along x: its coordinates are then as small as those of other tiles.
const CELLS: f64 = 8.0;

/// What a thread keeps for its next small grid.
pub(super) struct Memory {
    plans: Plans<Plan>,
    x: Line,
    y: Line,
    /// The tiles along y.
    groups: [Group; MOST / ROWS],
}

impl Memory {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Memory> {
        let groups = [Group::FLAT; MOST / ROWS];
        Box::new(Memory { plans: Plans::NONE, x: Line::NONE, y: Line::NONE, groups })
    }
}

/// The samples of an axis: fractions, cells from that of the first one on, and the codes of the lattice lines around them.
#[repr(align(64))] // whole vectors in it do not cross cache lines
struct Line {
    t: [f32; MOST + GROUP],
    cells: [f32; MOST + GROUP],
    codes: Codes,
}

impl Line {
    const NONE: Line = Line { t: [0.0; MOST + GROUP], cells: [0.0; MOST + GROUP], codes: Codes::FLAT };

    /// Places samples of an axis.
    #[inline(always)]
    fn set<L: Lanes>(&mut self, l: L, octave: &Octave, a: usize, axis: &Even, len: usize, radius: usize) {
        let Near { offset, frequency, base } = near_first(octave, a, axis);
        let whole = len.next_multiple_of(L::N).min(MOST);
        let (t, cells) = (L::floats_mut(&mut self.t[..whole]), L::floats_mut(&mut self.cells[..whole]));
        for ((t, cells), world) in t.iter_mut().zip(cells).zip(axis.worlds::<L>()) {
            let (cell, fraction) = l.place(&world, offset, frequency, base);
            l.store(l.to_f32(cell), cells);
            l.store(fraction, t);
        }
        let Codes { codes, lines } = &mut self.codes;
        *lines = self.cells[len - 1] as usize + 1 + 2 * radius;
        // Along x, whole vectors are read beyond them.
        let most = (*lines + LINES).next_multiple_of(L::N).min(STRIDE);
        set_codes(l, base as i64 - radius as i64, &mut codes[..most]);
    }

    /// Counts the cells of some samples from that of the first of them, which is returned.
    fn count_from(&mut self, first: usize, len: usize) -> usize {
        let least = self.cells[first];
        if least > 0.0 {
            self.cells[first..first + len].iter_mut().for_each(|cell| *cell -= least);
        }
        least as usize
    }

    /// Samples next to each other.
    fn group(&self, first: usize, len: usize, radius: usize) -> Group {
        let last = first + len - 1;
        let ends = [first, last].map(|n| self.cells[n] + self.t[n]);
        Group::new((first, len), ends, [first, last].map(|n| self.cells[n] as usize), radius)
    }
}

/// How small grids of a shape are filled.
#[derive(Clone, Copy)]
struct Plan {
    /// The samples of a tile along x and y.
    tile: [usize; 2],
    farthest: [i64; 3],
}

impl OfShape for Plan {
    fn new(octaves: &Octaves, shape: &Shape) -> Option<Self> {
        let Shape { backend, lens: [width, height, _], .. } = *shape;
        let (octave, cellular) = octaves.cellular_plane()?;
        let Steady { rates, lines, farthest } = shape.steady(octave)?;
        let lanes = backend.lanes();
        let beyond = 2 * cellular.radius;
        let fits = width >= lanes
            && rates[0] * width as f64 <= CELLS
            && lines[1] - 1 + beyond <= MOST_LINES
            // Such a vector by itself would be too long for a tile.
            && rates[0] * lanes as f64 <= tile_x(backend, cellular)
            && rates[1] * ROWS as f64 <= tile_y(backend, cellular);
        if !fits {
            return None;
        }
        let mut tile = [COLUMNS, GROUP];
        while rates[0] * tile[0].min(width) as f64 > tile_x(backend, cellular) {
            tile[0] -= lanes;
        }
        while rates[1] * tile[1].min(height) as f64 > tile_y(backend, cellular) {
            tile[1] /= 2;
        }
        // Vectors overlap at the end of a row, where no sample must be added twice.
        let whole = width.is_multiple_of(lanes) || (tile[0] >= width && !octaves.is_summed);
        let accepted = shape.accepted(octaves);
        let farthest = core::array::from_fn(|a| farthest[a].min(accepted[a]));
        whole.then_some(Plan { tile, farthest })
    }

    fn farthest(&self) -> [i64; 3] {
        self.farthest
    }
}

/// Fills a grid of exactly the buffer's samples, if it is a small one whose coordinates the octave accepts. (Axes are at most
/// [`MOST`] long.)
pub(in crate::kernel) fn fill(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
    scratch: &mut Scratch,
) -> bool {
    let Scratch { table, near, small, .. } = scratch;
    let Memory { plans, x, y, groups } = &mut **small.get_or_insert_with(Memory::new);
    let Some((octave, cellular)) = octaves.cellular_plane() else { return false };
    let Some(Planned { shape, plan, starts, same }) = plans.of(octaves, axes, backend, |_| true) else {
        return false;
    };
    let mut start = Some(octaves.bias);
    if octave.is_added() {
        out.fill(octaves.bias);
        start = None;
    }
    let (tile, [width, height, _], radius) = (plan.tile, shape.lens, cellular.radius);
    backend.run(Place {
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
            columns: (&x.t[first..first + len], &x.cells[first..]),
            lead: backend.lanes(),
            ys: &groups[..height.div_ceil(tile[1])],
            rows: (&y.t, &y.cells),
            z: &Group::FLAT,
            planes: (&[], &[]),
            steps: [0, width],
            past_caches: None,
        };
        tiles.add(near, &mut out[first..]);
    }
    true
}

/// Places the samples of a grid along x and y, and finds the points in the cells around them.
struct Place<'a> {
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

impl Job for Place<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Place { octave, cellular, shape, starts, same, x, y, to } = self;
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
