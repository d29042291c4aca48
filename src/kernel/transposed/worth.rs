//! Which octaves are worth being computed so: estimates, from measurements.

use core::ops::Range;

use super::{AXIS, MOST_SAMPLES, Results, parts_of};
use crate::kernel::block::Block;
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::lattice::{Lattice, SHORT, few_cells, stride_of_lines};
use crate::kernel::octave::{OctavePlan, Plan};
use crate::kernel::samples::transposed::COLUMNS;
use crate::kernel::scratch::CORNERS;
use crate::simd::Backend;
use crate::simd::backend::Vectors;

/// How many of these octaves of a block, from the first on, are better computed so.
pub(in crate::kernel) fn octaves(
    backend: Backend,
    plan: &Plan<'_>,
    octaves: &Range<usize>,
    block: &Block,
    results: Results,
) -> usize {
    let (rows, width, lanes) = (block.outer[AXIS].len(), block.columns.len(), backend.lanes());
    let fits = results.planes(plan.dims) * rows.next_multiple_of(GROUP) * width.min(COLUMNS) <= MOST_SAMPLES;
    if !matches!(plan.dims, 2 | 3) || rows < lanes || width < lanes || !fits {
        return 0;
    }
    let cells_of = |octave: &OctavePlan<'_>| {
        let first = &octave.row.first()[block.columns.clone()];
        (first[width - 1] - first[0]) as f32
    };
    let machine = Machine::of(backend);
    let gain_of = |octave: &OctavePlan<'_>, mixed: f32| {
        let rate = cells_of(octave) / width as f32;
        match results {
            Results::Values => gain_of(machine, plan.dims, width, rate, mixed),
            Results::Derivatives => gain_of_derivatives(machine, plan.dims, width, rate, mixed),
        }
    };
    // Most cells are wide, and gain too little even if every end of a cell lies inside a vector. This bound needs no look at the vectors.
    let vectors = (width / lanes) as f32;
    let most_of = |octave: OctavePlan<'_>| gain_of(&octave, (cells_of(&octave) / vectors).clamp(0.0, 1.0));
    let cost = match results {
        Results::Values => cost_of_copy(lanes, width),
        Results::Derivatives => 0.72 * (1 + plan.dims) as f32 * cost_of_copy(lanes, width),
    };
    let suits = |octave: &OctavePlan<'_>| octave.octave.is_of_lattice() && !octave.row.is_own();
    let octaves = || plan.octaves().take(octaves.end).skip(octaves.start);
    if octaves().take_while(suits).map(most_of).filter(|gain| *gain > 0.0).sum::<f32>() <= cost {
        return 0;
    }
    // As many octaves as gain most.
    let (mut count, mut most, mut gain) = (0, 0.0, -cost);
    for (o, octave) in octaves().enumerate() {
        let across = octave.octave.is_of_lattice() && Lattice::has_lanes(&octave, block, AXIS, lanes);
        let few_lines = || has_few_lines(backend, octave.outer[AXIS].widest(lanes));
        if !across || !few_lines() || !has_few_corners(&octave, block, lanes) {
            break;
        }
        let first = &octave.row.first()[block.columns.clone()];
        let mixed = first.chunks_exact(lanes).filter(|vector| vector[0] != vector[lanes - 1]).count();
        gain += gain_of(&octave, mixed as f32 / vectors);
        if gain > most {
            (count, most) = (o + 1, gain);
        }
    }
    count
}

/// Whether there is room for the corners of a group of rows in each part of a block. Parts are not cut further.
fn has_few_corners(octave: &OctavePlan<'_>, block: &Block, lanes: usize) -> bool {
    // The rows of a vector span less than its lanes, and from one vector to the next there may be two lines: `Lattice::has_lanes`.
    let vectors = GROUP / lanes;
    let lines = vectors * (lanes - 1) + 2 * (vectors - 1) + 2;
    let first = octave.row.first();
    let columns = |part: Range<usize>| (first[part.end - 1] - first[part.start]) as usize + 2;
    let most = parts_of(&block.columns).map(columns).max().unwrap_or(0);
    let planes = if octave.dims == 3 { 2 } else { 1 };
    planes * most * octave.octave.components() * stride_of_lines(lines) <= CORNERS
}

/// Whether rows of one vector lie between so few lines that their coefficients are made fast. `widest` is the number of lines from a row's first
/// line to that of the last row of a vector.
pub(in crate::kernel) fn has_few_lines(backend: Backend, widest: u32) -> bool {
    // Without permutations, coefficients are made for all lanes and each line.
    backend.vectors().permutes || widest <= 3
}

/// What estimates depend on.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernel) struct Machine {
    lanes: usize,
    /// Whether one or two instructions permute lanes.
    permutes: bool,
    /// Whether the processor computes a vector in two halves, so that it permutes lanes slowly.
    halves: bool,
}

impl Machine {
    /// This machine, with a backend's instructions.
    pub(in crate::kernel) fn of(backend: Backend) -> Self {
        let Vectors { lanes, permutes, .. } = backend.vectors();
        Machine { lanes, permutes, halves: backend.halves_vectors() }
    }
}

/// What it takes to copy samples to rows of so many, in cycles for a vector of samples, where rows do not begin with a cache line. (Measured with AVX2 on
/// Zen 3, Zen 4 and Zen 5, and with AVX-512 on Zen 4 and Zen 5. Other instruction sets gain by about the same octaves.)
pub(in crate::kernel) fn cost_of_copy(lanes: usize, width: usize) -> f32 {
    let of_vector = if lanes == 16 { 5.0 } else { 3.3 };
    of_vector + 20.0 / width as f32
}

/// What an octave gains in rows of `width` samples, in such cycles: from the cells of a sample along x, and the share of vectors that lie in several
/// cells.
pub(in crate::kernel) fn gain_of(machine: Machine, dims: usize, width: usize, rate: f32, mixed: f32) -> f32 {
    let Machine { lanes, permutes, halves } = machine;
    // Where vectors span more cells than `few_cells` says, rows are computed along, or with fewer lanes. Both take some time for each row.
    let span = rate * (lanes - 1) as f32;
    let is_along = span >= few_cells(dims, width, lanes) as f32;
    match (lanes, is_along) {
        (16, true) if !halves || dims > 2 || width < SHORT => gain_of_16_along(dims, width, rate),
        (16, _) if halves => gain_of_16_halved(width, rate, share(10.0 * rate, mixed), is_along),
        (16, _) => 2.0 * share(10.0 * rate, mixed) - 0.3,
        _ => gain_of_8(dims, rate, (is_along && permutes).then_some(width)) * share(3.3 * rate, mixed) - 0.3,
    }
}

/// What an octave gains with 8 lanes if each vector lies in several cells. `along`: the samples of a row, where rows are computed along instead.
fn gain_of_8(dims: usize, rate: f32, along: Option<usize>) -> f32 {
    match (dims, along) {
        (2, None) => (6.5 - 8.5 * rate).clamp(-5.0, 5.0),
        (2, Some(width)) => 3.4 - 4.5 * rate + 450.0 / width as f32,
        (_, None) if rate < 0.28 => 4.5,
        (_, None) => 5.0,
        (_, Some(width)) => 5.0 - 14.0 * rate + 450.0 / width as f32,
    }
}

/// The share of vectors that cannot share their coefficients with others. Where cells are narrow, vectors have coefficients of their own also if each
/// lies in one cell.
fn share(narrow: f32, mixed: f32) -> f32 {
    mixed.clamp(narrow.clamp(0.0, 1.0), 1.0)
}

/// What an octave gains where vectors of 16 lanes span too many cells.
fn gain_of_16_along(dims: usize, width: usize, rate: f32) -> f32 {
    match (dims, width < SHORT) {
        (2, true) => 9.0,
        (2, false) => 5.5 - 10.0 * rate,
        (_, true) => 10.0 - 24.0 * rate + 900.0 / width as f32,
        (_, false) => (14.0 - 28.0 * rate).clamp(1.0, 8.0),
    }
}

/// What an octave gains with 16 lanes that are computed in two halves, but for short rows and three dimensions where vectors span too many cells: these
/// gain as on other processors. (Measured on Zen 4.)
fn gain_of_16_halved(width: usize, rate: f32, share: f32, is_along: bool) -> f32 {
    let of_row = 100.0 / width as f32;
    match is_along {
        true => 6.0 - 7.0 * rate + 4.0 * of_row,
        // Vectors of four cells take longest.
        false => {
            ((34.0 * rate).clamp(0.0, 4.2) + (25.0 * rate - 4.0).clamp(0.0, 2.0)) * share
                + of_row.clamp(0.0, 1.5)
                - 0.3
        }
    }
}

/// What an octave of values and derivatives gains, in the same units. (Measured with AVX2 and AVX-512 on Zen 5, in sums of equal octaves.)
fn gain_of_derivatives(machine: Machine, dims: usize, width: usize, rate: f32, mixed: f32) -> f32 {
    let Machine { lanes, permutes, .. } = machine;
    if !permutes {
        return dims as f32 * gain_of(machine, dims, width, rate, mixed);
    }
    let is_along = rate * (lanes - 1) as f32 >= few_cells(dims, width, lanes) as f32;
    let is_short = width < SHORT;
    match (lanes, dims, is_along) {
        (16, 2, true) => {
            if is_short {
                25.0
            } else {
                13.0
            }
        }
        (16, _, true) => {
            if is_short {
                40.0
            } else {
                25.0
            }
        }
        (16, 2, false) => 3.0 * share(10.0 * rate, mixed) + if is_short { 2.0 } else { -0.5 },
        (16, _, false) => 4.0 * share(10.0 * rate, mixed) + 3.0,
        (_, 2, true) => {
            if is_short {
                12.0
            } else {
                5.5
            }
        }
        (_, _, true) => 18.0,
        (_, 2, false) if rate > 1.0 / 6.0 => 9.5,
        (_, _, false) if rate > 1.0 / 6.0 => 12.0,
        (_, 2, false) => 3.0 * share(3.3 * rate, mixed) + 0.5,
        (_, _, false) => 4.0 * share(3.3 * rate, mixed) + 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octaves_gain_by_narrow_cells() {
        let machines = [(8, false, false), (8, true, false), (16, true, false), (16, true, true)];
        let machines = machines.map(|(lanes, permutes, halves)| Machine { lanes, permutes, halves });
        for (machine, dims) in machines.into_iter().flat_map(|machine| [(machine, 2), (machine, 3)]) {
            let Machine { lanes, permutes, halves } = machine;
            let of_width = |width, rate, mixed| gain_of(machine, dims, width, rate, mixed);
            // Halved vectors gain by short rows, too.
            let most = if halves { 0.3 * cost_of_copy(lanes, 64) } else { 0.3 };
            assert!(of_width(64, 1.0 / 64.0, 0.1) < most);
            assert!(of_width(64, 0.21, 1.0) > cost_of_copy(lanes, 64));
            assert!(of_width(1024, 0.1, 0.7) < cost_of_copy(lanes, 1024));
            let of_octave = |rate: f32| of_width(16, rate, (rate * (lanes - 1) as f32).clamp(0.0, 1.0));
            let of_octaves: f32 = [0.04, 0.08, 0.16, 0.32].map(of_octave).iter().sum();
            assert!(of_octaves > cost_of_copy(lanes, 16), "{lanes} {dims} {of_octaves}");
            // Short rows gain most where they would be computed along.
            assert!(!permutes || of_width(16, 0.6, 1.0) > cost_of_copy(lanes, 16));
            assert!(!permutes || of_width(16, 0.9, 1.0) > of_width(1024, 0.9, 1.0));
        }
    }
}
