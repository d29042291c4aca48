//! Blocks whose rows and columns share no corners, or hardly any: samples are made directly from hashes.

use core::ops::Range;

use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::lattice::Lattice;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::layout::runs::{Runs, Vectors};
use crate::kernel::layout::work::Work;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::own::{OuterPlaces, Own};
use crate::noise::Kind;
use crate::simd::{Backend, Design, WIDEST};
use crate::tables::axis::{AxisTable, MOST_COLUMNS};
use crate::tables::corners::Corners;

/// Whether a block is computed this way: Perlin noise in 2-D and 3-D with up to 16 gradients, where each sample has columns of its own and each row
/// has lines of its own, or nearly so. Programs that must be small lack this way.
pub(in crate::kernel) fn suits(
    backend: Backend,
    octave: &OctavePlan<'_>,
    block: &Block,
    lattice: &Lattice,
) -> bool {
    let of_few = matches!(octave.octave.corners, Corners::MixFew { .. });
    let perlin = octave.octave.kind == Kind::Perlin && !octave.octave.has_constants(octave.dims);
    !cfg!(perlane_small)
        && (of_few && perlin && (2..=3).contains(&octave.dims))
        && (shares_none(octave, block, lattice) || shares_little(backend, octave, block, lattice))
}

/// Whether no two samples of a block share a corner.
fn shares_none(octave: &OctavePlan<'_>, block: &Block, lattice: &Lattice) -> bool {
    let shares = |a: usize| lattice.lines[a].len() <= block.outer[a].len();
    octave.row.is_own() && !(4 - octave.dims..3).any(shares)
}

/// Whether so few samples of a block share a corner that it is faster to make each of them from hashes than to keep corners for several. So it is with 16
/// lanes on Zen 5: at 0.9 cells a sample, 1024x1024 samples take 0.9 of the time and 64x64x64 take 0.83, at 0.95 cells 0.85 and 0.8 (2026-11-29). Of other
/// designs, an Intel processor would need about as many operations either way, and none was measured.
fn shares_little(backend: Backend, octave: &OctavePlan<'_>, block: &Block, lattice: &Lattice) -> bool {
    let little = |lines: &Range<usize>, samples: usize| 8 * (lines.len() - 1) >= 7 * samples;
    backend.lanes() == WIDEST
        && backend.design() == Design::Usual
        && !octave.row.is_own()
        && little(&lattice.columns, block.columns.len())
        && (4 - octave.dims..3).all(|a| little(&lattice.lines[a], block.outer[a].len()))
}

/// Adds an octave to a block.
pub(in crate::kernel) fn add(backend: Backend, work: &Work<'_>, band: &mut Band<'_>, runs: &mut Runs) {
    let Work { octave, block, .. } = work;
    let (columns, row) = (&block.columns, octave.row);
    // A store in two cache lines costs little beside a vector of samples.
    runs.set_alike(Vectors { lanes: backend.lanes(), width: columns.len(), lead: 0 });
    let shared;
    let sides = if row.is_own() {
        [&row.codes[columns.start..], &row.seconds[columns.start..]]
    } else {
        shared = codes_of_sides(row, columns);
        shared.each_ref().map(|side| &side[..])
    };
    match octave.dims {
        2 => add_rows::<2>(backend, work, band, runs, sides),
        _ => add_rows::<3>(backend, work, band, runs, sides),
    }
}

/// The codes of the two columns around each of some samples.
fn codes_of_sides(row: &AxisTable, samples: &Range<usize>) -> [[u32; MOST_COLUMNS]; 2] {
    let mut sides = [[0; MOST_COLUMNS]; 2];
    let [left, right] = &mut sides;
    for ((left, right), line) in left.iter_mut().zip(right).zip(&row.first()[samples.clone()]) {
        let line = *line as usize;
        (*left, *right) = (row.codes[line], row.codes[line + 1]);
    }
    sides
}

/// Adds the octave to the rows of a block, given the codes of each sample's two columns.
fn add_rows<const D: usize>(
    backend: Backend,
    work: &Work<'_>,
    band: &mut Band<'_>,
    runs: &Runs,
    columns: [&[u32]; 2],
) {
    let Work { octave, start, block, .. } = work;
    let Corners::MixFew { keys, vectors } = &octave.octave.corners else { return };
    let [w, z, y] = &block.outer;
    let [_, plane_step, row_step] = band.steps();
    let from = band.row([w.start, z.start, y.start]) + (block.columns.start - band.columns.start);
    backend.run(Own::<D> {
        keys: *keys,
        vectors,
        start: *start,
        fold: octave.octave.fold,
        columns,
        row: RowTable::of(octave.row, &block.columns),
        runs: runs.as_slice(),
        z: if D == 3 { OuterPlaces::of(octave.outer[1], z) } else { OuterPlaces::NONE },
        y: OuterPlaces::of(octave.outer[2], y),
        steps: [plane_step, row_step],
        out: &mut band.out[from..],
    });
}
