//! The arithmetic of grids, in stages. A stage is a [`Job`](crate::simd::Job), written once for all instruction sets; this file is what
//! calls them, in scalar code that is compiled once.
//!
//! ```text
//! for each block of rows and tile of columns:                so that what is read and written stays in cache
//!     for each octave:
//!         corners         lattice lines × columns → vectors     once a block, shared by all its rows
//!         for each group of rows:
//!             coefficients    corners × (t, u) → S, O, DS, DO      a lattice column
//!             samples         (S t + O) + u (DS t + DO)            a sample
//! ```
//!
//! Two schedules have the same arithmetic. *Across*: coefficients are computed for 16 rows at a time, a row in each lane, and a
//! vector of samples takes those of its few cells by broadcasts. *Along*: coefficients are computed for a vector of columns at a time, a row
//! after the other, and a vector of samples permutes them. Across needs a few rows, and cells that are wider than some samples.

mod across;
mod along;
mod block;
mod coefficients;
mod copy;
mod corners;
mod hashes;
mod lattice;
pub(crate) mod points;
mod samples;
mod scratch;
mod sources;

use core::ops::Range;

use crate::simd::Backend;
use crate::tables::plan::{OctavePlan, Plan};
use block::{Block, TILE};
use lattice::{Lattice, RowPart};
pub(crate) use scratch::Scratch;
use scratch::{CORNER_BUDGET, Tables};

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

impl Band<'_> {
    /// The index in `out` of the first sample of the row at `wzy`.
    fn row(&self, wzy: [usize; 3]) -> usize {
        row_of(&self.outer, wzy) * self.stride
    }

    /// Fills a block with a value.
    fn fill(&mut self, block: &Block, value: f32) {
        let (first, width) = (block.columns.start - self.columns.start, block.columns.len());
        let [ws, zs, ys] = block.outer.clone();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let row = self.row([w, z, y]) + first;
                    self.out[row..row + width].fill(value);
                }
            }
        }
    }

    /// Elements of `out` from a row to the next one along w, z, y.
    fn steps(&self) -> [usize; 3] {
        let [_, zs, ys] = &self.outer;
        [self.stride * ys.len() * zs.len(), self.stride * ys.len(), self.stride]
    }
}

/// The number of the row at `wzy` among rows along w, z, y.
fn row_of([ws, zs, ys]: &[Range<usize>; 3], [w, z, y]: [usize; 3]) -> usize {
    ((w - ws.start) * zs.len() + (z - zs.start)) * ys.len() + (y - ys.start)
}

/// Fills a band.
pub(crate) fn fill(backend: Backend, plan: &Plan<'_>, band: &mut Band<'_>, scratch: &mut Scratch) {
    let stages = band.past_caches && backend.vectors().streams;
    for block in block::blocks(plan.dims, &band.outer, &band.columns) {
        if stages {
            let (tables, staging) = scratch.staged();
            let (outer, columns) = (block.outer.clone(), block.columns.clone());
            let mut beside = Band { outer, columns, out: &mut staging.0, stride: TILE, past_caches: false };
            fill_block(backend, plan, &block, &mut beside, tables);
            copy::copy_block(backend, &block, &staging.0, band);
        } else {
            fill_block(backend, plan, &block, band, &mut scratch.tables);
        }
    }
}

fn fill_block(backend: Backend, plan: &Plan<'_>, block: &Block, band: &mut Band<'_>, scratch: &mut Tables) {
    for (o, octave) in plan.octaves.iter().enumerate() {
        let mut start = if o == 0 { Some(plan.bias) } else { None };
        // Folded octaves are added only, so that there is no loop that folds and writes.
        if let (Some(bias), Some(_)) = (start, octave.octave.fold) {
            band.fill(block, bias);
            start = None;
        }
        let part = RowPart::new(octave, &block.columns, backend.vectors().lanes);
        // Parts of the block that are still to do: a part whose corners do not fit is cut, and one half waits.
        let mut waiting = [const { Block::EMPTY }; 8];
        waiting[0] = block.clone();
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let next = waiting[count].clone();
            let lattice = Lattice::new(octave, &next, &part, backend.vectors());
            let halves = if lattice.floats() <= CORNER_BUDGET { None } else { next.halves() };
            match halves {
                Some([first, second]) if count + 2 <= waiting.len() => {
                    waiting[count] = second;
                    waiting[count + 1] = first;
                    count += 2;
                }
                _ => add_octave(
                    backend,
                    &Work { octave, start, block: &next, part: &part, lattice: &lattice },
                    band,
                    scratch,
                ),
            }
        }
    }
}

/// One octave of one block.
struct Work<'a> {
    octave: &'a OctavePlan<'a>,
    /// What the octave is added to; if there is nothing, to what the buffer holds.
    start: Option<f32>,
    block: &'a Block,
    part: &'a RowPart<'a>,
    lattice: &'a Lattice,
}

impl Work<'_> {
    /// The first of the two lines around a row along w, z, y.
    fn first_lines(&self, wzy: [usize; 3]) -> [usize; 3] {
        let mut lines = self.lattice.lines.each_ref().map(|lines| lines.start);
        for a in 4 - self.octave.dims..3 {
            lines[a] = self.octave.outer[a].line[wzy[a]] as usize;
        }
        lines
    }

    /// Where the corners around a row start that is in these lines: bits 0, 1, 2 of the index are y, z, w.
    fn corners_around(&self, [w, z, y]: [usize; 3]) -> [usize; 8] {
        let mut at = [0; 8];
        for (b, at) in at.iter_mut().enumerate().take(1 << (self.octave.dims - 1)) {
            *at = self.lattice.corners_at([w + (b >> 2 & 1), z + (b >> 1 & 1), y + (b & 1)]);
        }
        at
    }

    /// Fractions and fades of a row along y, z, w.
    fn fractions(&self, wzy: [usize; 3]) -> ([f32; 3], [f32; 3]) {
        let (mut t, mut u) = ([0.0; 3], [0.0; 3]);
        for a in 4 - self.octave.dims..3 {
            let fractions = &self.octave.outer[a].fractions;
            (t[2 - a], u[2 - a]) = (fractions.t()[wzy[a]], fractions.u()[wzy[a]]);
        }
        (t, u)
    }
}

/// Adds one octave to a block, or writes `start` plus it.
fn add_octave(backend: Backend, work: &Work<'_>, band: &mut Band<'_>, scratch: &mut Tables) {
    match work.lattice.lane_axis {
        Some(axis) => {
            corners::by_line(backend, work, axis, &mut scratch.corners);
            across::add(backend, work, axis, band, scratch);
        }
        None => {
            corners::by_column(backend, work, &mut scratch.corners);
            along::add(backend, work, band, scratch);
        }
    }
}
