//! Cellular noise: `bits.md` section 4.
//!
//! A grid is cut into tiles of about a cell. Most of the points in the cells around a tile are dropped, because other points are nearer everywhere
//! in the tile. The points that are left, mostly five to ten, are compared sample by sample. Everything that depends on the row alone is computed
//! once a row:
//!
//! ```text
//! for each box of some cells:
//!     gather        cells in it and around it → points
//!     for each tile of at most 16 rows and 16 planes:
//!         prune         points → those that are the nearest somewhere in it
//!         samples       the nearest of them, a vector of columns and some rows of a plane at a time
//! ```
//!
//! For scattered points, and where a grid's samples are far apart, the points in all cells around each sample are compared. Small grids have the same
//! tiles, but no tables: `small`.

mod base;
mod candidates;
mod finish;
mod memory;
mod metric;
mod neighbours;
mod points;
mod prune;
mod samples;
mod segments;
mod set;
mod single;
pub(super) mod small;
mod tile_size;
mod tiles;
mod want;

use candidates::{Codes, Gather, MOST_COLUMNS, Table};
pub(super) use memory::Memory;
use neighbours::{Chunk, Nearest};
pub(super) use points::{Placed, add as add_to_points, add_to_placed};
use prune::TablePart;
use samples::Places;
use segments::{Cut, Group, Segment, Segments};
use set::GROUP;
pub(super) use single::sample;
use tile_size::{BOX_ROWS, COLUMNS, PLANES, ROWS, TILE_Z, tile_x, tile_y};
use tiles::{TileMemory, Tiles};

use super::layout::band::Band;
use super::layout::block::Block;
use super::layout::plan::OctavePlan;
use crate::simd::past_caches::{Streams, settled};
use crate::simd::{Backend, LINE_SAMPLES};
use crate::tables::cellular::{Cellular, MOST_RADIUS};

/// Adds an octave to a block, or writes `start` plus it.
pub(super) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    cellular: &Cellular,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    memory: &mut Memory,
) {
    let past_caches = band.past_caches && streams(backend, cellular);
    // Samples that are not separated: a vector, or a line that is stored past the caches.
    let unit = if past_caches { LINE_SAMPLES } else { backend.lanes() };
    let cut = if past_caches { band.lines(block, unit) } else { band.vectors(block, unit, start.is_some()) };
    let lead = if cut.lead == 0 { unit } else { cut.lead };
    let cuts = [
        Cut {
            unit,
            whole: true,
            lead,
            most: COLUMNS,
            cells: tile_x(backend, cellular),
            // One group for all of them.
            group: (2 * COLUMNS, 2 * COLUMNS),
            group_cells: 0.0,
        },
        Cut {
            unit: ROWS,
            whole: false,
            lead: ROWS,
            most: BOX_ROWS,
            cells: 4.0,
            group: (ROWS, GROUP),
            group_cells: tile_y(backend, cellular),
        },
        Cut {
            unit: 1,
            whole: false,
            lead: 1,
            most: PLANES,
            cells: 1.0,
            group: (1, PLANES),
            group_cells: TILE_Z,
        },
    ];
    let ranges = [block.columns.clone(), block.outer[2].clone(), block.outer[1].clone()];
    for (axis, (cut, range)) in cuts.into_iter().zip(ranges).enumerate().take(cellular.dims) {
        memory.segments[axis].set(octave, axis, cellular.radius, cut, range);
    }
    let work = Work { backend, octave, cellular, start, block, past_caches: None };
    work.add_sparse(band, memory);
    match past_caches {
        true => settled(|past| Work { past_caches: Some(past), ..work }.add_dense(band, memory)),
        false => work.add_dense(band, memory),
    }
}

/// Whether grids of an octave that is written as it is, and that are larger than the caches, are stored past them line by line, rather than block by block.
/// Where a line is two vectors, only the loops for the nearest point compute both together.
pub(super) fn streams(backend: Backend, cellular: &Cellular) -> bool {
    match backend.vectors().in_line {
        1 => true,
        2 => !cfg!(perlane_small) && samples::is_nearest(cellular),
        _ => false,
    }
}

/// Consecutive segments along x whose points fit into a table.
struct Columns<'a> {
    segments: &'a [Segment],
    /// The least of their cells, and the number of cells from there to the greatest.
    least: i64,
    lines: usize,
}

/// The first run of some segments, and the rest; `None` in place of a run for a sparse segment, which is skipped.
fn run(segments: &[Segment], radius: usize) -> Option<(Option<Columns<'_>>, &[Segment])> {
    let (first, rest) = segments.split_first()?;
    if first.sparse {
        return Some((None, rest));
    }
    let (mut least, mut greatest) = first.cells(radius);
    let mut count = 1;
    for segment in rest.iter().take_while(|segment| !segment.sparse) {
        let cells = segment.cells(radius);
        let (low, high) = (least.min(cells.0), greatest.max(cells.1));
        if high - low >= (MOST_COLUMNS - 2 * MOST_RADIUS) as i64 {
            break;
        }
        (least, greatest, count) = (low, high, count + 1);
    }
    let (segments, rest) = segments.split_at(count);
    Some((Some(Columns { segments, least, lines: (greatest - least) as usize + 1 }), rest))
}

/// One octave of one block.
struct Work<'a> {
    backend: Backend,
    octave: &'a OctavePlan<'a>,
    cellular: &'a Cellular,
    start: Option<f32>,
    block: &'a Block,
    /// If samples are stored past the caches: the right to do so.
    past_caches: Option<Streams<'a>>,
}

impl Work<'_> {
    /// Adds what is dense along all axes.
    fn add_dense(&self, band: &mut Band<'_>, memory: &mut Memory) {
        let Work { backend, octave, cellular, .. } = *self;
        let Memory { segments, table, near, .. } = memory;
        let radius = cellular.radius;
        let flat = [Segment::FLAT];
        let dense = |segment: &&Segment| !segment.sparse;
        let mut next = segments[0].as_slice();
        while let Some((columns, rest)) = run(next, radius) {
            next = rest;
            let Some(columns) = columns else { continue };
            let x_codes = Codes::along_x(octave, columns.least - radius as i64, columns.lines + 2 * radius);
            let zs = if cellular.dims == 3 { segments[2].as_slice() } else { &flat[..] };
            for z in zs.iter().filter(dense) {
                let z_codes =
                    if cellular.dims == 3 { Codes::around(octave, 2, z, radius) } else { Codes::FLAT };
                for y in segments[1].as_slice().iter().filter(dense) {
                    let y_codes = Codes::around(octave, 1, y, radius);
                    backend.run(Gather { cellular, codes: [&x_codes, &y_codes, &z_codes], to: table });
                    for x in columns.segments {
                        let column = (x.least - columns.least) as usize;
                        self.add_tiles([x, y, z], column, segments, band, (table, near));
                    }
                }
            }
        }
    }

    /// Adds the tiles of some columns. The points of the first tile start at column `column` of the table.
    fn add_tiles(
        &self,
        [x, y, z]: [&Segment; 3],
        column: usize,
        segments: &[Segments; 3],
        band: &mut Band<'_>,
        (table, near): (&Table, &mut TileMemory),
    ) {
        let Work { backend, octave, cellular, .. } = *self;
        let [_, of_plane, of_row] = band.steps();
        let points = table.points();
        let flat = [Group::FLAT];
        let zs = if cellular.dims == 3 { segments[2].groups(z) } else { &flat };
        for zs in zs {
            let planes = if cellular.dims == 3 {
                let fractions = &octave.outer[1].t()[zs.first..];
                Places { fractions, cells: &segments[2].cells(z)[zs.first - z.first..] }
            } else {
                Places::NONE
            };
            let first = band.row([self.block.outer[0].start, zs.first, y.first]);
            let tiles = Tiles {
                backend,
                cellular,
                fold: octave.octave.fold,
                start: self.start,
                table: TablePart { cellular, points: &points, first: column, rows: y.lines },
                x: &segments[0].groups(x)[0],
                columns: Places {
                    fractions: &octave.row.t()[x.first..x.first + x.len],
                    cells: segments[0].cells(x),
                },
                lead: x.lead,
                shared: x.shared,
                ys: segments[1].groups(y),
                rows: Places { fractions: &octave.outer[2].t()[y.first..], cells: segments[1].cells(y) },
                z: zs,
                planes,
                steps: [of_plane, of_row],
                past_caches: self.past_caches,
            };
            tiles.add(near, &mut band.out[first + (x.first - band.columns.start)..]);
        }
    }

    /// Adds what is sparse along some axis.
    fn add_sparse(&self, band: &mut Band<'_>, memory: &mut Memory) {
        let Memory { segments, chunk, .. } = memory;
        let flat = [Segment::FLAT];
        let zs = if self.cellular.dims == 3 { segments[2].as_slice() } else { &flat[..] };
        for x in segments[0].as_slice() {
            let mut placed = false;
            for z in zs {
                for y in segments[1].as_slice() {
                    if x.sparse || y.sparse || z.sparse {
                        if !placed {
                            self.place_columns(x, chunk);
                            placed = true;
                        }
                        self.add_one_by_one([x, y, z], band, chunk);
                    }
                }
            }
        }
    }

    /// Sets the columns' places for samples that are computed one by one.
    fn place_columns(&self, x: &Segment, chunk: &mut Chunk) {
        let columns = x.first..x.first + x.len;
        chunk.t[0][..x.len].copy_from_slice(&self.octave.row.t()[columns.clone()]);
        for (i, column) in columns.enumerate() {
            chunk.set_codes(0, i, self.cellular.radius, self.octave.octave, self.octave.row.cell(column));
        }
    }

    /// Adds samples that are computed one by one. The columns' places have been set.
    fn add_one_by_one(&self, [x, y, z]: [&Segment; 3], band: &mut Band<'_>, chunk: &mut Chunk) {
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
