//! Warped octaves of a grid. Each sample moves by a displacement of its own, so that neighbours may lie in any cells: they are computed like scattered
//! points.
//!
//! The noises that move the samples of a block are computed first, as grids on the same block. The axes' tables say where a sample lies before it
//! moves. There are three ways from there, all of them a chunk of samples at a time:
//!
//! - `in_box`: if the block has few cells, the corners of all of them are hashed once (`points::boxes`).
//! - `hashed`: if its cells are near, samples are placed part by part, as `parts` cuts them, and each sample's corners are hashed.
//! - This file: cells that are far away or reduced to a period, and permutations. Chunks may cross the ends of rows.
//!
//! `motion` says how far samples move. `placed` adds an octave to samples that have been placed and moved.

mod hashed;
mod in_box;
mod motion;
mod parts;
mod placed;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::cellular;
use super::layout::band::Band;
use super::layout::block::Block;
use super::layout::plan::OctavePlan;
use super::points::boxes::{Boxes, CornersOfBox, extended};
use super::points::chunk::{CHUNK, Cells, Chunk};
use super::points::displace::displace;
use crate::simd::Backend;
use crate::tables::axis::AxisTable;
use crate::tables::cellular::MOST_RADIUS;
use crate::tables::corners::Corners;
use crate::tables::octave::Octave;
use crate::tables::scale::Scale;
use motion::Motion;
use parts::Samples;

/// The most pieces of rows in a chunk: rows of a block are padded to whole vectors of 16.
const PIECES: usize = CHUNK / 16;

/// The most lattice lines whose codes are listed for a block, not counting the lines beyond the greatest cell that samples may reach.
const MOST_LINES: usize = 2048;

/// Working memory.
pub(in crate::kernel) struct Memory {
    /// How far the samples of a block move along x, y, z, w, in world units.
    moves: [Vec<f32>; 4],
    /// The extremes of these, once they have been needed.
    motion: Option<[Motion; 4]>,
    boxes: Boxes,
    /// The codes of lattice lines along x, y, z, w, where codes do not follow from near cells.
    lists: [Vec<u32>; 4],
    /// The cells of the columns.
    columns: Vec<u32>,
}

impl Memory {
    /// A thread's working memory, made when it is first needed.
    pub(in crate::kernel) fn take(kept: &mut Option<Box<Memory>>) -> Box<Memory> {
        kept.take().unwrap_or_else(Self::new)
    }

    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Memory> {
        Box::new(Memory {
            moves: Default::default(),
            motion: None,
            boxes: Boxes::default(),
            lists: Default::default(),
            columns: Vec::new(),
        })
    }

    /// The band where the displacements of a block along an axis go, row after row.
    pub(in crate::kernel) fn band(&mut self, axis: usize, block: &Block) -> Band<'_> {
        let stride = block.columns.len();
        self.motion = None;
        let moves = &mut self.moves[axis];
        moves.resize(block.rows() * stride, 0.0);
        Band::beside(block, moves)
    }
}

/// Adds an octave to a block, or writes `start` plus the octave. The displacements have been computed. The block's columns are whole vectors of 16.
pub(in crate::kernel) fn add(
    backend: Backend,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    (memory, chunk, cellular): (&mut Memory, &mut Chunk, &mut Option<Box<cellular::Memory>>),
) {
    let Memory { moves, motion, boxes, lists, columns } = memory;
    let [w, z, y] = octave.outer;
    let tables = [octave.row, y, z, w];
    let ranges = [&block.columns, &block.outer[2], &block.outer[1], &block.outer[0]];
    let extents = extents(octave.dims, tables, ranges);
    columns.clear();
    columns.reserve(block.columns.len()); // even if a box is used, which does not need them: the next block may have no box
    let samples = ranges.iter().map(|range| range.len()).product();
    let cells = box_around(backend, octave, &extents, samples, (moves, motion), boxes);
    if let Some(cells) = &cells {
        return in_box::add(backend, octave, cells, Samples { block, band, start, moves }, chunk);
    }
    let mut axes = tables.map(|table| AxisOfBlock { table, cells: Cells::Halves, base: 0 });
    for (a, (axis, list)) in axes.iter_mut().zip(lists).enumerate().take(octave.dims) {
        (axis.cells, axis.base) = listed(octave.octave, a, axis.table, extents[a], list);
    }
    // Permutations link the columns of cells in a step of its own. Programs that must be small have one way for all octaves.
    let is_near = |axis: &AxisOfBlock<'_>| matches!(axis.cells, Cells::Near);
    let links = matches!(octave.octave.corners, Corners::Permutation { .. });
    if !cfg!(perlane_small) && !links && axes[..octave.dims].iter().all(is_near) {
        return hashed::add(backend, octave, Samples { block, band, start, moves }, (chunk, cellular));
    }
    let base = axes[0].base as u32;
    columns.extend(axes[0].table.codes[block.columns.clone()].iter().map(|code| code.wrapping_sub(base)));
    let mut work = Work {
        backend,
        octave,
        axes,
        chunk,
        moves,
        pieces: [Piece::NONE; PIECES],
        count: 0,
        placed: 0,
        done: 0,
    };
    work.add_rows(columns, start, block, band, cellular);
}

/// The least and the greatest cell along each axis, before samples move.
fn extents(dims: usize, tables: [&AxisTable; 4], ranges: [&Range<usize>; 4]) -> [(i64, i64); 4] {
    let mut extents = [(0, 0); 4];
    for a in 0..dims {
        let (table, range) = (tables[a], ranges[a].clone());
        let (first, last) = (table.cell(range.start), table.cell(range.end - 1));
        extents[a] = (first.min(last), first.max(last));
        if !table.monotone {
            for cell in range.map(|k| table.cell(k)) {
                extents[a] = (extents[a].0.min(cell), extents[a].1.max(cell));
            }
        }
    }
    extents
}

/// Where a box has more than one cell for so many samples, it pays to find how far these really move.
const SAMPLES_OF_CELL: usize = 16;

/// The box around all cells in which samples of a block may lie after they have moved; `None` if it would take longer to hash its corners than those
/// of every sample.
fn box_around<'a>(
    backend: Backend,
    octave: &OctavePlan<'_>,
    extents: &[(i64, i64); 4],
    samples: usize,
    (moves, motion): (&[Vec<f32>; 4], &mut Option<[Motion; 4]>),
    boxes: &'a mut Boxes,
) -> Option<CornersOfBox<'a>> {
    let OctavePlan { octave, dims, .. } = *octave;
    let warped = octave.warp.as_ref()?;
    let extents = &extents[..dims.min(3)];
    let (mut base, mut sizes) = extended(extents, &octave.reach())?;
    let is_large = || {
        sizes.iter().fold(SAMPLES_OF_CELL, |count, size| count.saturating_mul(size.saturating_add(1)))
            > samples
    };
    // Programs that must be small have larger boxes.
    if !cfg!(perlane_small) && is_large() {
        let motion = motion.get_or_insert_with(|| Motion::of_axes(backend, &moves[..dims]));
        let motion = [0, 1, 2, 3].map(|a| motion[a].cells(warped, a));
        (base, sizes) = extended(extents, &motion)?;
    }
    boxes.set_one(backend, octave, dims, (base, sizes), samples)
}

/// How a chunk represents cells along an axis, and the cell from which they are counted. If cells are far away or reduced to a period, the codes of
/// their lines are listed, unless there are too many.
fn listed<'a>(
    octave: &Octave,
    a: usize,
    table: &AxisTable,
    (low, high): (i64, i64),
    list: &'a mut Vec<u32>,
) -> (Cells<'a>, i64) {
    if table.near && matches!(octave.scales[a], Scale::Free { .. }) {
        return (Cells::Near, 0);
    }
    let margin = octave.warp.map_or(0, |warp| warp.reach[a]) + MOST_RADIUS as i64;
    let first = low - margin;
    match usize::try_from(high.abs_diff(first)) {
        Ok(lines) if lines < MOST_LINES => {
            list.clear();
            list.reserve(2 * MOST_LINES); // as many as there may be, so that the next block does not allocate again
            list.extend((first..=high + margin).map(|c| octave.code(a, c)));
            (Cells::Listed(list), first)
        }
        _ => (Cells::Halves, 0),
    }
}

/// An axis of a block.
#[derive(Clone, Copy)]
struct AxisOfBlock<'a> {
    table: &'a AxisTable,
    /// How a chunk represents its cells, and the cell from which they are counted.
    cells: Cells<'a>,
    base: i64,
}

impl AxisOfBlock<'_> {
    /// The first of the two numbers that represent the cell of sample `k`.
    fn low(&self, k: usize) -> u32 {
        self.table.codes[k].wrapping_sub(self.base as u32)
    }
}

/// A part of a row.
#[derive(Clone, Copy)]
struct Piece {
    /// Where it starts in the buffer.
    out: usize,
    len: usize,
}

impl Piece {
    const NONE: Piece = Piece { out: 0, len: 0 };
}

/// One octave of one block, and the chunk that is being filled.
struct Work<'a> {
    backend: Backend,
    octave: &'a OctavePlan<'a>,
    /// Along x, y, z, w.
    axes: [AxisOfBlock<'a>; 4],
    chunk: &'a mut Chunk,
    moves: &'a [Vec<f32>; 4],
    /// The pieces of rows that are in the chunk, and their number.
    pieces: [Piece; PIECES],
    count: usize,
    /// The number of samples in the chunk, and of the block's samples that are done.
    placed: usize,
    done: usize,
}

impl Work<'_> {
    /// Adds all rows of a block, whose columns' cells are given, in pieces: a chunk has samples of as many rows as it has room for.
    fn add_rows(
        &mut self,
        columns: &[u32],
        start: Option<f32>,
        block: &Block,
        band: &mut Band<'_>,
        cellular: &mut Option<Box<cellular::Memory>>,
    ) {
        let [ws, zs, ys] = block.outer.clone();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let row = band.row([w, z, y]) + (block.columns.start - band.columns.start);
                    let mut first = 0;
                    while first < columns.len() {
                        let len = (CHUNK - self.placed).min(columns.len() - first);
                        self.place(block.columns.start + first, &columns[first..first + len], [y, z, w]);
                        self.begin(Piece { out: row + first, len }, start, band.out);
                        first += len;
                        if self.placed == CHUNK {
                            self.finish(band.out, cellular);
                        }
                    }
                }
            }
        }
        if self.placed > 0 {
            self.finish(band.out, cellular);
        }
    }

    /// Places the samples of the row at `yzw` in the columns from `first` on, whose cells are given.
    fn place(&mut self, first: usize, cells: &[u32], yzw: [usize; 3]) {
        for a in 0..self.octave.dims {
            let k = if a == 0 { first } else { yzw[a - 1] };
            self.put(a, k, cells);
        }
    }

    /// Places samples along an axis at their places before they move. The first one is sample `k` of the table.
    fn put(&mut self, a: usize, k: usize, cells: &[u32]) {
        let len = cells.len();
        let at = self.placed..self.placed + len;
        let AxisOfBlock { table, cells: kind, .. } = self.axes[a];
        let halves = matches!(kind, Cells::Halves);
        let Chunk { t: fractions, codes, .. } = &mut *self.chunk;
        let [low, high] = &mut codes[a];
        if a == 0 {
            fractions[a][at.clone()].copy_from_slice(&table.t()[k..k + len]);
            low[at.clone()].copy_from_slice(cells);
            if halves {
                high[at].copy_from_slice(&table.seconds[k..k + len]);
            }
        } else {
            fractions[a][at.clone()].fill(table.t()[k]);
            low[at.clone()].fill(self.axes[a].low(k));
            if halves {
                high[at].fill(table.seconds[k]);
            }
        }
    }

    /// Starts the sums of a piece: with `start`, or with what `out` holds.
    fn begin(&mut self, piece: Piece, start: Option<f32>, out: &[f32]) {
        let sums = &mut self.chunk.sums[self.placed..self.placed + piece.len];
        match start {
            Some(start) => sums.fill(start),
            None => sums.copy_from_slice(&out[piece.out..piece.out + piece.len]),
        }
        self.pieces[self.count] = piece;
        self.count += 1;
        self.placed += piece.len;
    }

    /// Moves the samples of the chunk, adds the octave, and writes the sums.
    fn finish(&mut self, out: &mut [f32], cellular: &mut Option<Box<cellular::Memory>>) {
        let Work { backend, octave, axes, chunk, moves, placed: count, done, .. } = self;
        for a in 0..octave.dims {
            chunk.moves[a][..*count].copy_from_slice(&moves[a][*done..*done + *count]);
            displace(*backend, chunk, octave.octave, a, axes[a].cells, *count);
        }
        placed::add(*backend, octave, axes.map(|axis| axis.cells), *count, (chunk, cellular));
        let mut from = 0;
        for piece in &self.pieces[..self.count] {
            out[piece.out..piece.out + piece.len].copy_from_slice(&chunk.sums[from..from + piece.len]);
            from += piece.len;
        }
        self.done += self.placed;
        (self.placed, self.count) = (0, 0);
    }
}
