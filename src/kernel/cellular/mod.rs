//! Cellular noise: `bits.md` section 4.
//!
//! A grid is cut into rectangles of a few cells. The points in the cells around a rectangle are found once, and most of them are dropped, as
//! others are nearer everywhere in it. What is left, mostly three to six, is compared sample by sample, where everything that depends on the
//! row alone is computed once a row:
//!
//! ```text
//! for each box of at most 64 columns, 64 rows and 16 planes:
//!     gather        cells around it → points
//!     prune         points → those that are the nearest somewhere in it; once more for 16 rows of each plane
//!     samples       the nearest of them, a vector of columns and some rows at a time
//! ```
//!
//! Scattered points, and those parts of a grid where samples are far apart, look at the points in all cells around each sample.

mod candidates;
mod finish;
mod metric;
mod neighbours;
mod points;
mod prune;
mod samples;
mod segments;
mod set;
mod single;

use alloc::boxed::Box;

use candidates::Gather;
use neighbours::{Chunk, Nearest};
pub(super) use points::{Placed, add as add_to_points, add_to_placed};
use prune::{Prune, Pruned, Rectangle};
use samples::{Parts, Samples};
use segments::{Cut, Segment, Segments};
use set::{GROUP, MOST_GROUPS, Set};
pub(super) use single::sample;

use super::band::Band;
use super::block::Block;
use super::octave::OctavePlan;
use crate::simd::Backend;
use crate::tables::cellular::Cellular;

/// Columns of a rectangle, at most.
const COLUMNS: usize = 64;

/// Planes whose points are found together, at most.
const PLANES: usize = 16;

/// Rows that are tried together: groups of rows are made of so many.
const ROWS: usize = 4;

/// Working memory.
pub(super) struct Scratch {
    /// Along x, y, z.
    segments: [Segments; 3],
    /// The points around a rectangle: all of them, those of all its planes, those of one plane.
    sets: [Set; 3],
    pruned: Pruned,
    parts: Parts,
    chunk: Chunk,
}

impl Scratch {
    /// Working memory, of which a thread that samples no cellular noise has none.
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Scratch> {
        Box::new(Scratch {
            segments: [Segments::EMPTY; 3],
            sets: [Set::EMPTY; 3],
            pruned: Pruned::EMPTY,
            parts: Parts::EMPTY,
            chunk: Chunk::EMPTY,
        })
    }

    /// A thread's working memory, made when it is first needed.
    pub(super) fn of(kept: &mut Option<Box<Scratch>>) -> &mut Scratch {
        kept.get_or_insert_with(Scratch::new)
    }
}

/// Adds an octave to a block, or writes `start` plus it.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    cellular: &Cellular,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    scratch: &mut Scratch,
) {
    let work = Work { backend, octave, cellular, start, block };
    let lanes = backend.lanes();
    let cuts = [
        Cut { unit: lanes, whole: true, most: COLUMNS, cells: 1.7 },
        Cut { unit: ROWS, whole: false, most: MOST_GROUPS * GROUP, cells: 1.0 },
        Cut { unit: 1, whole: false, most: PLANES, cells: 1.0 },
    ];
    let ranges = [block.columns.clone(), block.outer[2].clone(), block.outer[1].clone()];
    for (axis, (cut, range)) in cuts.into_iter().zip(ranges).enumerate().take(cellular.dims) {
        scratch.segments[axis].set(octave, axis, cellular.radius, cut, range);
    }
    let Scratch { segments, sets, pruned, parts, chunk } = scratch;
    let flat = [Segment::FLAT];
    let zs = if cellular.dims == 3 { segments[2].as_slice() } else { &flat[..] };
    for x in segments[0].as_slice() {
        let mut placed = false;
        for z in zs {
            for y in segments[1].as_slice() {
                let at = [x, y, z];
                if at.iter().any(|segment| segment.sparse) {
                    if !placed {
                        work.place_columns(x, chunk);
                        placed = true;
                    }
                    work.add_sparse(at, band, chunk);
                } else {
                    work.add_dense(at, segments, band, (sets, pruned, parts));
                }
            }
        }
    }
}

/// One octave of one block.
struct Work<'a> {
    backend: Backend,
    octave: &'a OctavePlan<'a>,
    cellular: &'a Cellular,
    start: Option<f32>,
    block: &'a Block,
}

impl Work<'_> {
    /// The rectangles of some columns and rows, in each of some planes.
    fn add_dense(
        &self,
        [x, y, z]: [&Segment; 3],
        segments: &[Segments; 3],
        band: &mut Band<'_>,
        (sets, pruned, parts): (&mut [Set; 3], &mut Pruned, &mut Parts),
    ) {
        let Work { backend, octave, cellular, .. } = *self;
        let [all, around, near] = sets;
        backend.run(Gather { cellular, segments: [x, y, z], to: all });
        let mut rectangle = Rectangle { low: [x.low, y.low, z.low], high: [x.high, y.high, z.high] };
        backend.run(Prune { cellular, rectangle, from: all, to: around, pruned });
        let step = band.steps()[2];
        for plane in 0..z.len {
            let mut at_z = (0.0, 0.0);
            if cellular.dims == 3 {
                at_z = (octave.outer[1].t()[z.first + plane], segments[2].cells(z)[plane]);
                (rectangle.low[2], rectangle.high[2]) = (at_z.0 + at_z.1, at_z.0 + at_z.1);
            }
            for (group, row) in (y.first..y.first + y.len).step_by(GROUP).enumerate() {
                let mut points = &*around;
                if cellular.dims == 3 || y.len > GROUP {
                    (rectangle.low[1], rectangle.high[1]) = y.groups[group];
                    backend.run(Prune { cellular, rectangle, from: around, to: near, pruned });
                    points = near;
                }
                let first = band.row([self.block.outer[0].start, z.first + plane, row]);
                let first = first + (x.first - band.columns.start);
                backend.run(Samples {
                    cellular,
                    fold: octave.octave.fold,
                    start: self.start,
                    points,
                    columns: (&octave.row.t()[x.first..x.first + x.len], segments[0].cells(x)),
                    rows: (&octave.outer[2].t()[row..row + GROUP], &segments[1].cells(y)[group * GROUP..]),
                    count: GROUP.min(y.first + y.len - row),
                    plane: at_z,
                    parts,
                    out: &mut band.out[first..],
                    step,
                });
            }
        }
    }

    /// Places the columns of a segment, for samples that are done one by one.
    fn place_columns(&self, x: &Segment, chunk: &mut Chunk) {
        let columns = x.first..x.first + x.len;
        chunk.t[0][..x.len].copy_from_slice(&self.octave.row.t()[columns.clone()]);
        for (i, column) in columns.enumerate() {
            chunk.set_codes(0, i, self.cellular.radius, self.octave.octave, self.octave.row.cell(column));
        }
    }

    /// Samples that are done one by one, though the columns' places are known.
    fn add_sparse(&self, [x, y, z]: [&Segment; 3], band: &mut Band<'_>, chunk: &mut Chunk) {
        let Work { backend, octave, cellular, .. } = *self;
        for plane in z.first..z.first + z.len {
            if cellular.dims == 3 {
                let table = octave.outer[1];
                chunk.set_row(
                    2,
                    x.len,
                    cellular.radius,
                    octave.octave,
                    (table.cell(plane), table.t()[plane]),
                );
            }
            for row in y.first..y.first + y.len {
                let table = octave.outer[2];
                chunk.set_row(1, x.len, cellular.radius, octave.octave, (table.cell(row), table.t()[row]));
                let vectors = x.len.div_ceil(backend.lanes());
                backend.run(Nearest { cellular, fold: octave.octave.fold, vectors, chunk });
                let first =
                    band.row([self.block.outer[0].start, plane, row]) + (x.first - band.columns.start);
                for (to, n) in band.out[first..first + x.len].iter_mut().zip(&chunk.n) {
                    *to = self.start.unwrap_or(*to) + n;
                }
            }
        }
    }
}
