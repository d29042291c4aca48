//! From octaves, and tables of the axes, to samples: the arithmetic of grids and points, in stages. Each stage is a [`Job`](crate::simd::Job), written once
//! for all instruction sets. The code that calls the stages is scalar, and is compiled once.
//!
//! ```text
//! for each block of rows and columns:                        so that what is read and written stays in cache
//!     for each octave:
//!         corners         lattice lines × columns → vectors     once a block, shared by all its rows
//!         coefficients    corners × (t, u) → S, O, DS, DO       a row and lattice column
//!         samples         (S t + O) + u (DS t + DO)             a sample
//!         shaping         samples, weights → what is added      a sample, of ping-pong noise and multifractals
//!     copy                                                      where octaves are summed in memory of their own
//! ```
//!
//! An octave is made from lattice corners, as above, or point by point. Cellular octaves are made point by point, in stages that only `cellular`
//! knows. The samples of warped octaves move, each by a displacement of its own: `warp` moves them, and they go through the stages of `points`.
//!
//! Where things are:
//!
//! - `corners`, `coefficients`, `samples`, `shaping` and `copy` are the stages.
//! - `schedules` has the ways to lead a block through the stages: what each of them does at once, and what is in lanes.
//! - `layout` says where samples, corners and vectors stand: bands, blocks, lattices, runs.
//! - `cellular` and `warp` add octaves of grids that are made point by point, and `points` fills scattered points.
//! - `derivatives` has the stages and schedules of samples with their derivatives.
//! - `small`, `series` and `single` need no tables: small grids, single rows and columns, one sample.
//! - `scratch` is a thread's working memory.
//! - This file cuts a band into blocks, and chooses a schedule for each octave of a block.
//!
//! `src/fill` tries `small` first, then `series`, and has all other grids filled by [`fill`] of this file. That calls a schedule, which calls the stages one
//! after the other: `Backend::run` enters the loops of a stage, compiled for the instructions of the backend.
//!
//! On a machine with vectors of 16 lanes, some short rows are computed with vectors of 8: `suited` decides this for a whole band, and
//! `Lattice::suited` for an octave of a block.

mod cellular;
mod coefficients;
mod copy;
mod corners;
pub(crate) mod derivatives;
mod layout;
pub(crate) mod points;
mod samples;
mod schedules;
mod scratch;
pub(crate) mod series;
mod shaping;
pub(crate) mod single;
pub(crate) mod small;
#[cfg(all(test, feature = "std", has_avx2, not(perlane_small)))]
mod tests;
mod warp;

use core::ops::Range;

use crate::simd::{Backend, Design, LINE_SAMPLES, WIDEST};
use crate::tables::axis::AxisTable;
use crate::tables::octave::Form;
use crate::tables::octaves::Octaves;
use layout::band::rows_collide;
pub(crate) use layout::band::{Band, More, all_planes};
use layout::block::{Block, Cut, Most, SAMPLES};
use layout::budgets::CORNER_BUDGET;
use layout::lattice::Lattice;
use layout::plan::OctavePlan;
pub(crate) use layout::plan::Plan;
use layout::work::Work;
use schedules::{across, across_y, along, narrow, own, transposed};
use scratch::Pointwise;
pub(crate) use scratch::Scratch;
use scratch::stages::StageMemory;

/// Rows of fewer cache lines are not stored line by line, because the parts of lines at both ends take longer than whole ones. Cellular noise needs half as
/// many.
const LEAST_LINES: usize = 16;

/// Fills a band.
pub(crate) fn fill(backend: Backend, plan: &Plan<'_>, band: &mut Band<'_>, scratch: &mut Scratch) {
    let Octaves { has_pointwise, is_summed, .. } = *plan.octaves;
    let Scratch { stages, pointwise, shaping, staging, .. } = scratch;
    let mut backend = backend;
    if !has_pointwise {
        if let Some(axis) = narrow::axis(plan, band, backend.lanes()) {
            return narrow::fill(backend, plan, axis, band, (stages, staging, shaping));
        }
        backend = suited(backend, plan, band.columns.len());
    }
    let cells = plan.octaves.cells();
    let least = if cells.is_some() { LEAST_LINES / 2 } else { LEAST_LINES };
    let has_lines = !cfg!(perlane_small) && band.columns.len() >= least * LINE_SAMPLES;
    let lead = if has_lines { band.lead(0, LINE_SAMPLES) } else { None };
    let streams = || match cells {
        Some(cellular) => cellular::streams(backend, cellular),
        None => streams(backend, plan, &band.columns),
    };
    let streams = band.past_caches && lead.is_some() && band.streams_down(backend) && streams();
    let past_caches = band.past_caches && backend.vectors().streams() && !streams;
    let fits = match is_summed {
        true => band.is_whole_vectors(if has_pointwise { WIDEST } else { backend.lanes() }),
        false => band.columns.len() >= backend.lanes(),
    };
    let direct = fits && !past_caches && !(is_summed && !has_pointwise && band.evicts(backend));
    let (outer, columns) = (band.outer.clone(), band.columns.clone());
    let most = most(backend, plan.octaves, direct);
    if direct && !cfg!(perlane_small) && Cut::is_one(most, plan.dims, &outer, columns.len()) {
        let block = Block { outer, columns };
        return fill_block(backend, plan, &block, band, (stages, pointwise, shaping));
    }
    let cut = match cells {
        Some(_) if direct => Cut::of_cells(plan.dims, &outer, columns.len()).led(lead),
        _ => Cut::of(most, plan.dims, &outer, columns.len()).led(lead.filter(|_| streams)),
    };
    cut.for_each(&outer, &columns, |block| {
        if direct {
            return fill_block(backend, plan, block, band, (&mut *stages, &mut *pointwise, &mut *shaping));
        }
        let padded = block.padded();
        let width = padded.columns.len();
        let stride = if rows_collide(width) { width + WIDEST } else { width };
        let mut beside = Band { stride, ..Band::beside(&padded, staging.floats_mut()) };
        fill_block(backend, plan, &padded, &mut beside, (&mut *stages, &mut *pointwise, &mut *shaping));
        copy::copy_block(backend, block, staging.floats(), stride, band);
    });
}

/// Whether a grid of one octave that is larger than the caches is written past them line by line, rather than block by block. Its blocks are done by
/// the schedule across. Where a line is two vectors, vectors of several cells take longer than a copy, so that cells must have 32 samples, or 16 on Intel's
/// processors in two dimensions.
fn streams(backend: Backend, plan: &Plan<'_>, columns: &Range<usize>) -> bool {
    let (cells_of_vector, width) = match backend.vectors().in_line {
        1 => (4, 0),
        _ if plan.dims == 2 && backend.design() == Design::Intel => (2, 16),
        _ => (2, 32),
    };
    let suits = |octave: OctavePlan<'_>| {
        let (row, first) = (octave.row, octave.row.first());
        let cells = first[columns.end - 1].abs_diff(first[columns.start]) as usize;
        !row.is_own() && row.widest(backend.lanes()) < cells_of_vector && cells * width <= columns.len()
    };
    let is_one = !plan.octaves.is_summed && !plan.octaves.has_pointwise && matches!(plan.dims, 2 | 3);
    is_one && across::streams(backend) && plan.octaves().all(suits)
}

/// The most that a block may have, `direct`ly written or not.
fn most(backend: Backend, octaves: &Octaves, direct: bool) -> Most {
    let beside = octaves.has_pointwise || octaves.octaves.iter().any(|octave| octave.shaped.is_some());
    match direct && !beside {
        true => Most::IN_PLACE,
        // Displacements take as much memory again for each axis. Processors with 16 lanes have second-level caches of 1 MiB and more, others half of that.
        false if octaves.is_warped() && backend.lanes() < 16 => Most { samples: SAMPLES / 2, ..Most::BESIDE },
        false => Most::BESIDE,
    }
}

/// Adds the octaves from `first` on to a band of one block, whose rows are whole vectors. They are plain: `octaves::Octaves::is_plain`.
pub(crate) fn add_octaves(
    backend: Backend,
    plan: &Plan<'_>,
    first: usize,
    band: &mut Band<'_>,
    scratch: &mut Scratch,
) {
    let block = Block { outer: band.outer.clone(), columns: band.columns.clone() };
    for octave in plan.octaves().skip(first) {
        fill_octave(backend, &octave, None, &block, band, (&mut scratch.stages, &mut scratch.pointwise));
    }
}

/// The backend for rows of `columns` samples. Rows shorter than a vector are computed in memory of their own and then copied, and so are rows that
/// are not whole vectors, where octaves are summed. If vectors of half as many lanes fit the row, it is computed in place with these.
fn suited(backend: Backend, plan: &Plan<'_>, columns: usize) -> Backend {
    const SHORT: usize = 48;
    let fits = |narrower: &Backend| {
        let (few, many) = (narrower.lanes(), backend.lanes());
        let halves = columns < SHORT && columns.is_multiple_of(few) && !columns.is_multiple_of(many);
        let shared = |row: &AxisTable| row.is_own() || row.widest(few) < few as u32;
        ((few..many).contains(&columns) || (plan.octaves.is_summed && halves))
            && plan.octaves().all(|octave| shared(octave.row))
    };
    backend.narrower().filter(fits).unwrap_or(backend)
}

/// What the octaves of a block need.
type OfBlock<'a> = (&'a mut StageMemory, &'a mut Pointwise, &'a mut shaping::Memory);

fn fill_block(
    backend: Backend,
    plan: &Plan<'_>,
    block: &Block,
    band: &mut Band<'_>,
    (stages, pointwise, shaping): OfBlock<'_>,
) {
    if plan.octaves.octaves.is_empty() {
        return band.fill(block, plan.octaves.bias);
    }
    let mut moved = None;
    // Programs that must be small have one way for cells of all widths.
    let done = match cfg!(perlane_small) {
        true => 0,
        false => transposed::fill(backend, plan, block, band, shaping.samples(), stages),
    };
    let mut first = (done == 0).then_some(plan.octaves.bias);
    for octave in plan.octaves().skip(done) {
        let start = octave.octave.start(first.take(), |bias| band.fill(block, bias));
        if let Some(warped) = octave.octave.warp.filter(|warped| moved != Some(warped.index)) {
            let mut warp = warp::Memory::take(&mut pointwise.warp);
            for a in 0..plan.dims {
                let moves = plan.displacement(warped.index, a);
                fill_block(
                    backend,
                    &moves,
                    block,
                    &mut warp.band(a, block),
                    (&mut *stages, &mut *pointwise, &mut *shaping),
                );
            }
            pointwise.warp = Some(warp);
            moved = Some(warped.index);
        }
        match &octave.octave.shaped {
            None => fill_octave(backend, &octave, start, block, band, (stages, pointwise)),
            Some(shaped) => {
                let samples = shaping.samples();
                let mut beside = Band::beside(block, samples);
                fill_octave(backend, &octave, Some(0.0), block, &mut beside, (stages, pointwise));
                shaping.add_block(backend, shaped, block, band);
            }
        }
    }
}

/// Adds an octave to a block, or writes `start` plus the octave. A block whose corners do not fit into memory is cut.
fn fill_octave(
    backend: Backend,
    octave: &OctavePlan<'_>,
    start: Option<f32>,
    block: &Block,
    band: &mut Band<'_>,
    (stages, pointwise): (&mut StageMemory, &mut Pointwise),
) {
    if octave.octave.warp.is_some() {
        let mut warp = warp::Memory::take(&mut pointwise.warp);
        let Pointwise { points, cellular, .. } = &mut *pointwise;
        let chunk = &mut points::memory::Memory::of(points).chunk;
        warp::add(backend, octave, start, block, band, (&mut warp, chunk, cellular));
        pointwise.warp = Some(warp);
        return;
    }
    if let Form::Cellular(cellular) = &octave.octave.form {
        return cellular::add(
            backend,
            octave,
            cellular,
            start,
            block,
            band,
            cellular::Memory::of(&mut pointwise.cellular),
        );
    }
    let backend = Lattice::suited(backend, octave, block);
    // Programs that must be small lack this faster way for small blocks.
    if !cfg!(perlane_small) && across_y::add(backend, octave, start, block, band, stages) {
        return;
    }
    let lattice = Lattice::new(octave, block, backend.vectors());
    if own::suits(backend, octave, block, &lattice) {
        let work = Work { octave, start, block, lattice: &lattice };
        return own::add(backend, &work, band, &mut stages.runs);
    }
    if lattice.floats > CORNER_BUDGET
        && let Some(halves) = block.halves(None)
    {
        for half in &halves {
            fill_octave(backend, octave, start, half, band, (&mut *stages, &mut *pointwise));
        }
        return;
    }
    let work = Work { octave, start, block, lattice: &lattice };
    match lattice.lane_axis {
        Some(axis) => {
            corners::by_line(backend, &work, axis, stages.corners.floats_mut());
            across::add(backend, &work, axis, band, stages);
        }
        None => {
            corners::by_column(backend, &work, stages.corners.floats_mut());
            along::add(backend, &work, band, stages);
        }
    }
}
