//! The arithmetic, over lanes: each kernel is written once for all instruction sets.
//!
//! ```text
//! for each block of rows and tile of columns:              so that what is read and written stays in cache
//!     for each octave:
//!         corners   lattice row × lattice column → vector    once per block, shared by all its rows
//!         for each few rows:
//!             profile   corners × (t, u) → S, O, DS, DO       per lattice column
//!             rows      (S t + O) + u (DS t + DO)             per sample
//! ```
//!
//! All functions here are inlined into the entry function of a backend (`backend.rs`), to be compiled for its instructions.
//! `unoptimized` builds (`build.rs`) leave them as they are: there, the frame of the one function that all is inlined into would be
//! larger than a thread's stack.

mod columns;
mod corners;
pub(crate) mod points;
mod profile;
mod rows;
mod scratch;

use core::ops::Range;

use crate::simd::Lanes;
use crate::simd::past_caches::PastCaches;
use crate::tables::plan::{Layout, OctavePlan, Plan, RowAxis, Segment, TILE};

pub(crate) use scratch::Scratch;
use scratch::{CORNER_BUDGET, Coefficients, STRIDE, Staging, Tables};

/// Rows of a block along w, z, y: few enough that all octaves' passes over a block hit the cache, many enough that lattice
/// rows are shared.
const BLOCK: [usize; 3] = [2, 4, 16];

/// The most rows of a block.
const BLOCK_ROWS: usize = BLOCK[0] * BLOCK[1] * BLOCK[2];

/// A part of a grid, and where its samples go.
pub(crate) struct Band<'a> {
    /// Samples along w, z, y.
    pub(crate) outer: [Range<usize>; 3],
    /// Samples along x; starts at a multiple of [`WIDEST`](crate::tables::plan::WIDEST).
    pub(crate) columns: Range<usize>,
    /// Row `n` of the band, counted along y, then z, then w, is `out[n * stride..][..columns.len()]`.
    pub(crate) out: &'a mut [f32],
    pub(crate) stride: usize,
    /// Whether the buffer is larger than caches, so that writing past them is faster.
    pub(crate) past_caches: bool,
}

/// Fills a band.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn fill<L: Lanes>(l: L, plan: &Plan<'_>, band: &mut Band<'_>, scratch: &mut Scratch) {
    let [ws, zs, ys] = band.outer.clone();
    let mut w = ws.start;
    while w < ws.end {
        let w_end = ws.end.min(w + BLOCK[0]);
        let mut z = zs.start;
        while z < zs.end {
            let z_end = zs.end.min(z + BLOCK[1]);
            let mut y = ys.start;
            while y < ys.end {
                let y_end = ys.end.min(y + rows_of_block(plan));
                let mut x = band.columns.start;
                while x < band.columns.end {
                    let x_end = band.columns.end.min((x / TILE + 1) * TILE);
                    let block = Block { outer: [w..w_end, z..z_end, y..y_end], columns: x..x_end };
                    write_block(l, plan, &block, band, scratch);
                    x = x_end;
                }
                y = y_end;
            }
            z = z_end;
        }
        w = w_end;
    }
}

/// In one and two dimensions, y has the block to itself.
#[cfg_attr(not(unoptimized), inline(always))]
fn rows_of_block(plan: &Plan<'_>) -> usize {
    if plan.dims <= 2 { BLOCK[1] * BLOCK[2] } else { BLOCK[2] }
}

/// A block of rows, one tile wide.
#[derive(Clone)]
struct Block {
    outer: [Range<usize>; 3],
    columns: Range<usize>,
}

impl Block {
    const EMPTY: Block = Block { outer: [0..0, 0..0, 0..0], columns: 0..0 };

    /// Two halves of the longest axis, the first half first; `None` for a single row.
    fn halves(&self) -> Option<[Block; 2]> {
        let lens = [self.outer[0].len(), self.outer[1].len(), self.outer[2].len()];
        let mut longest = 0;
        for a in 1..3 {
            if lens[a] > lens[longest] {
                longest = a;
            }
        }
        if lens[longest] < 2 {
            return None;
        }
        let middle = self.outer[longest].start + lens[longest] / 2;
        let mut halves = [self.clone(), self.clone()];
        halves[0].outer[longest].end = middle;
        halves[1].outer[longest].start = middle;
        Some(halves)
    }
}

/// Fills a block of a band in its place, or beside it and then copies it there.
#[cfg_attr(not(unoptimized), inline(always))]
fn write_block<L: Lanes>(l: L, plan: &Plan<'_>, block: &Block, band: &mut Band<'_>, scratch: &mut Scratch) {
    let Scratch { tables, staging } = scratch;
    let (outer, columns) = (block.outer.clone(), block.columns.clone());
    let stages = L::STREAMS && band.past_caches;
    // One call, as all of it is inlined here.
    let mut place = if stages {
        let out = &mut staging.get_or_insert_with(Staging::new).0[..];
        Band { outer, columns, out, stride: TILE, past_caches: false }
    } else {
        Band { outer: band.outer.clone(), columns: band.columns.clone(), out: &mut *band.out, ..*band }
    };
    fill_block(l, plan, block, &mut place, tables);
    if let Some(staging) = staging.as_ref().filter(|_| stages) {
        copy_block(l, block, &staging.0, band);
    }
}

/// Copies a block to its place.
#[cfg_attr(not(unoptimized), inline(always))]
fn copy_block<L: Lanes>(l: L, block: &Block, staged: &[f32], band: &mut Band<'_>) {
    let [ws, zs, ys] = &block.outer;
    let Band { outer, columns, out, stride, .. } = band;
    let (first_column, width) = (block.columns.start - columns.start, block.columns.len());
    let mut staged = staged.chunks_exact(TILE * ys.len());
    let mut to = PastCaches::new(l, out);
    for w in ws.clone() {
        for z in zs.clone() {
            let first = row_of(outer, [w, z, ys.start]) * *stride + first_column;
            to.copy(staged.next().unwrap_or(&[]), TILE, first, *stride, width);
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn fill_block<L: Lanes>(l: L, plan: &Plan<'_>, block: &Block, band: &mut Band<'_>, scratch: &mut Tables) {
    let mut o = 0;
    while o < plan.octaves.len() {
        let octave = &plan.octaves[o];
        let start = if o == 0 { Some(plan.bias) } else { None };
        let columns = Columns::new::<L>(octave, &block.columns);
        // Blocks still to do; each cut leaves one half waiting, and a block of 2^7 rows can be cut 7 times.
        let mut waiting = [const { Block::EMPTY }; 8];
        waiting[0] = block.clone();
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let next = waiting[count].clone();
            let fits = corners::Lattice::new(octave, &next, &columns).floats() <= CORNER_BUDGET;
            match next.halves() {
                Some([first, second]) if !fits && count + 2 <= waiting.len() => {
                    waiting[count] = second;
                    waiting[count + 1] = first;
                    count += 2;
                }
                _ => add_octave(l, octave, start, &next, &columns, band, scratch),
            }
        }
        o += 1;
    }
}

/// Adds one octave to a block, or writes `start` plus it.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_octave<L: Lanes>(
    l: L,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    block: &Block,
    columns: &Columns<'_>,
    band: &mut Band<'_>,
    scratch: &mut Tables,
) {
    let lattice = corners::Lattice::new(octave, block, columns);
    corners::fill(l, octave, &lattice, &mut scratch.corners);
    let [ws, zs, ys] = block.outer.clone();
    let abreast = profile::worth_rows::<L>(octave, &lattice, ys.len());
    let group = if abreast { L::N } else { L::ROWS };
    for w in ws {
        for z in zs.clone() {
            let mut y = ys.start;
            while y < ys.end {
                let count = group.min(ys.end - y);
                let (at, to) = ([w, z, y], &mut scratch.coefficients[..count]);
                match octave.dims {
                    1 => coefficients::<L, 1>(l, octave, &lattice, at, false, &scratch.corners, to),
                    2 => coefficients::<L, 2>(l, octave, &lattice, at, abreast, &scratch.corners, to),
                    3 => coefficients::<L, 3>(l, octave, &lattice, at, abreast, &scratch.corners, to),
                    _ => coefficients::<L, 4>(l, octave, &lattice, at, abreast, &scratch.corners, to),
                }
                let first_row = row_of(&band.outer, [w, z, y]);
                let place = rows::Rows {
                    out: &mut band.out
                        [first_row * band.stride + (block.columns.start - band.columns.start)..],
                    stride: band.stride,
                    columns: block.columns.clone(),
                    segments: columns.segments,
                };
                rows::add(l, octave, start, place, &scratch.coefficients[..count]);
                y += count;
            }
        }
    }
}

/// The coefficients of rows of samples from `at` on along y, all at once (`abreast`) or row by row.
#[cfg_attr(not(unoptimized), inline(always))]
fn coefficients<L: Lanes, const D: usize>(
    l: L,
    octave: &OctavePlan<'_>,
    lattice: &corners::Lattice,
    at: [usize; 3],
    abreast: bool,
    corners: &[f32],
    to: &mut [Coefficients],
) {
    if abreast {
        return profile::of_rows::<L, D>(l, octave, lattice, at, corners, to);
    }
    let [w, z, y] = at;
    for (r, to) in to.iter_mut().enumerate() {
        profile::of_row::<L, D>(l, octave, lattice, [w, z, y + r], corners, to);
    }
}

/// The number of the row at `wzy` in a band of those samples.
#[cfg_attr(not(unoptimized), inline(always))]
fn row_of([ws, zs, ys]: &[Range<usize>; 3], [w, z, y]: [usize; 3]) -> usize {
    ((w - ws.start) * zs.len() + (z - zs.start)) * ys.len() + (y - ys.start)
}

/// What a block needs of the table of its octave's row.
struct Columns<'a> {
    /// Lattice columns, as indices into the row's codes.
    lattice: Range<usize>,
    /// Places in the tile's coefficients before those of these columns.
    skipped: usize,
    /// Runs of vectors, the first and the last perhaps longer than the block.
    segments: &'a [Segment],
}

impl<'a> Columns<'a> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new<L: Lanes>(octave: &OctavePlan<'a>, columns: &Range<usize>) -> Self {
        let row: &'a RowAxis = octave.row;
        let Layout::Shared { base, lane, few, segments, tiles, .. } = &row.layout else {
            return Columns { lattice: columns.clone(), skipped: 0, segments: &[] };
        };
        let tile = &tiles[columns.start / TILE];
        let factor = if *few { 4 } else { 1 };
        let last_sample = columns.end - 1;
        let first = base[columns.start / L::N] as usize / factor;
        let last = (base[last_sample / L::N] + lane[last_sample]) as usize / factor;
        let (vectors, mut segments) =
            (columns.start / L::N..columns.end / L::N, &segments[tile.segments.clone()]);
        // Not all of a tile, which is rare: most of its segments may be elsewhere.
        if columns.len() < TILE {
            let from = segments.partition_point(|s| ((s.first + s.count) as usize) <= vectors.start);
            let to = segments.partition_point(|s| (s.first as usize) < vectors.end);
            segments = &segments[from..to.max(from)];
        }
        let lattice = tile.columns.start + first..tile.columns.start + last + 2;
        Columns { lattice, skipped: factor * first, segments }
    }
}
