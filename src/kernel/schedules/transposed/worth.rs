//! Which octaves are worth being computed so.

use core::ops::Range;

use super::gains::{InRow, Machine};
use super::parts::{AXIS, MOST_SAMPLES, parts_of};
use super::results::Results;
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::budgets::CORNERS;
use crate::kernel::layout::lattice::{Lattice, few_cells, stride_of_lines};
use crate::kernel::layout::plan::{OctavePlan, Plan};
use crate::kernel::samples::transposed::COLUMNS;
use crate::simd::Backend;

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
    let few = few_cells(plan.dims, width, lanes);
    let gain_of = |octave: &OctavePlan<'_>, inside: f32| {
        let (rate, is_along) = (cells_of(octave) / width as f32, octave.row.widest(lanes) > few);
        machine.gain_of(results, InRow { dims: plan.dims, width, rate, inside, is_along })
    };
    // Most cells are wide, and gain too little even if every end of a cell lies inside a vector. This bound needs no look at the vectors.
    let vectors = (width / lanes) as f32;
    let most_of = |octave: OctavePlan<'_>| gain_of(&octave, cells_of(&octave) / vectors);
    let cost = machine.cost_of_copy(results, plan.dims, width);
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
        let inside: u32 = first.chunks_exact(lanes).map(|vector| vector[lanes - 1] - vector[0]).sum();
        gain += gain_of(&octave, inside as f32 / vectors);
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
