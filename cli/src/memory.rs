//! An estimate of the memory that generating takes.

use perlane::Prepared;

use crate::error::Result;
use crate::format::formats::Format;
use crate::format::layout::Layout;
#[cfg(feature = "exr")]
use crate::output::exr;
use crate::output::tiff::tiles;
use crate::output::{y4m, zarr};
use crate::sampling::slabs;
use crate::sampling::stream::{BUFFERS, Order};
use crate::spec::GenerateSpec;

/// Code, stacks, and memory that the allocator keeps for later.
const PROGRAM: usize = 16 << 20;

/// What the allocator keeps of one level of a pyramid while the next one is made.
const LEVELS: usize = 20 << 20;

/// The working memory of a thread. Most noises need as much. All kinds, warps and derivatives together may keep three times as much.
const THREAD: usize = 5 << 17;

/// About how many bytes generating takes.
pub(crate) fn estimate(spec: &GenerateSpec) -> Result<usize> {
    // Files whose planes are beside each other need a pass for the digest, in the array's order, and one for themselves.
    let orders: &[Order] =
        if spec.numbers.interleaves() { &[Order::Array, Order::Together] } else { &[Order::Array] };
    let slab = orders.last().map_or(0, |order| order.max_samples(spec));
    let samples = orders.iter().map(|order| samples(spec, *order)).max().unwrap_or(0);
    Ok(PROGRAM + samples + library(spec)? + spec.threads * THREAD + encoder(spec, slab))
}

/// What slabs take.
fn samples(spec: &GenerateSpec, order: Order) -> usize {
    // In the array's order, all planes of a slab of one are computed before one of them is used.
    let planes = if order == Order::Array && spec.planes() > 1 { spec.planes() } else { 0 };
    (BUFFERS + planes) * order.max_samples(spec) * size_of::<f32>()
}

/// What the library holds of a prepared window: its octaves, its tables, and those of the largest slab, which is the first one. Several threads may
/// each make the slab's tables.
fn library(spec: &GenerateSpec) -> Result<usize> {
    let prepared = spec.sampled().prepare_with(spec.backend, &spec.window)?;
    let slab = slabs::slabs(spec.window.shape(), 1).next();
    let of_slab = slab.map_or(Ok(0), |slab| prepared.par_fill_bytes(slab, spec.threads))?;
    Ok(octaves(&prepared) + prepared.table_bytes() + of_slab)
}

/// What the library holds for each octave: its vectors, 256 numbers for each axis, and 256 numbers of a permutation. They are held twice: for the
/// window and for a slab.
fn octaves(prepared: &Prepared) -> usize {
    2 * prepared.octave_count() * (prepared.window().dims() + 1) * 1024
}

/// What an encoder needs in addition to a slab of samples.
fn encoder(spec: &GenerateSpec, slab: usize) -> usize {
    let numbers = if spec.numbers.converts() { slab * spec.numbers.width() } else { 0 };
    match spec.format {
        Format::Tiff if spec.tiff.tiled => tiles::memory(spec),
        Format::Npy | Format::Raw | Format::Tiff => numbers,
        // All pieces of a slab are compressed before the first is written, in buffers that grow to twice what they need.
        Format::Png | Format::Apng => 3 * numbers + (spec.threads << 21),
        // A frame of colours is held.
        Format::Y4m => numbers + if y4m::planes(spec) > 1 { y4m::frame_bytes(spec) } else { 0 },
        #[cfg(feature = "exr")]
        Format::Exr => exr::memory(spec),
        Format::Zarr => {
            let levels = if spec.layout == Layout::Pyramid { LEVELS } else { 0 };
            let chunks =
                spec.chunking.as_ref().map_or(0, |chunking| zarr::fill::memory(chunking, spec.threads));
            levels + chunks
        }
    }
}
