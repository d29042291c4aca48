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
mod band;
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
mod work;

use crate::simd::Backend;
use crate::tables::plan::Plan;
pub(crate) use band::Band;
use block::{Block, TILE};
use lattice::{Lattice, RowPart};
pub(crate) use scratch::Scratch;
use scratch::{CORNER_BUDGET, Tables};
use work::Work;

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
