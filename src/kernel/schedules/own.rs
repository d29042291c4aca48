//! Blocks whose rows and columns share no corners: samples are made directly from hashes.

use crate::hash::link;
use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::lattice::Lattice;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::layout::runs::Runs;
use crate::kernel::layout::work::Work;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::own::Own;
use crate::noise::Kind;
use crate::simd::Backend;
use crate::tables::corners::Corners;

/// Whether a block is computed this way: Perlin noise in 2-D and 3-D with up to 16 gradients, where each sample has columns of its own and each row
/// has lines of its own. Programs that must be small lack this way.
pub(in crate::kernel) fn suits(octave: &OctavePlan<'_>, block: &Block, lattice: &Lattice) -> bool {
    let of_few = matches!(octave.octave.corners, Corners::MixFew { .. });
    let perlin = octave.octave.kind == Kind::Perlin && !octave.octave.has_constants(octave.dims);
    let shares = |a: usize| lattice.lines[a].len() <= block.outer[a].len();
    !cfg!(perlane_small)
        && (of_few && perlin && octave.row.is_own())
        && (2..=3).contains(&octave.dims)
        && !(4 - octave.dims..3).any(shares)
}

/// Adds an octave to a block.
pub(in crate::kernel) fn add(backend: Backend, work: &Work<'_>, band: &mut Band<'_>, runs: &mut Runs) {
    let Work { octave, block, .. } = work;
    runs.set_alike(band.vectors(block, backend.lanes(), work.start.is_some()));
    for z in block.outer[1].clone() {
        match octave.dims {
            2 => add_rows::<2>(backend, work, z, band, runs),
            _ => add_rows::<3>(backend, work, z, band, runs),
        }
    }
}

/// Adds the octave to the rows along y at one place along z.
fn add_rows<const D: usize>(backend: Backend, work: &Work<'_>, z: usize, band: &mut Band<'_>, runs: &Runs) {
    let Work { octave, start, block, .. } = work;
    let Corners::MixFew { keys, vectors } = &octave.octave.corners else { return };
    let (columns, rows) = (block.columns.clone(), block.outer[2].clone());
    let [_, axis, y] = octave.outer;
    let (planes, at_z) = if D == 3 {
        let line = axis.first()[z] as usize;
        let planes = [line, line + 1].map(|line| link(keys.0, axis.codes[line], keys.1));
        (planes, (axis.t()[z], axis.u()[z]))
    } else {
        ([keys.0; 2], (0.0, 0.0))
    };
    let from = band.row([block.outer[0].start, z, rows.start]) + (columns.start - band.columns.start);
    backend.run(Own::<D> {
        planes,
        key: keys.1,
        vectors,
        start: *start,
        fold: octave.octave.fold,
        columns: [&octave.row.codes[columns.start..], &octave.row.seconds[columns.start..]],
        row: RowTable::of(octave.row, &columns),
        runs: runs.as_slice(),
        first: &y.first()[rows.clone()],
        codes: &y.codes,
        t: &y.t()[rows.clone()],
        u: &y.u()[rows],
        z: at_z,
        stride: band.stride,
        out: &mut band.out[from..],
    });
}
