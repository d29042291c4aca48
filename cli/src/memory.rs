//! An estimate of the memory that generating takes.

use crate::error::Result;
use crate::format::formats::Format;
use crate::output::zarr;
use crate::sampling::slabs::{self, Cut};
use crate::sampling::stream::BUFFERS;
use crate::spec::GenerateSpec;

/// Code, stacks, and what the allocator keeps for later.
const PROGRAM: usize = 8 << 20;

/// About how many bytes generating takes.
pub(crate) fn estimate(spec: &GenerateSpec) -> Result<usize> {
    let slab = Cut::new(&spec.window).max_samples;
    Ok(PROGRAM + BUFFERS * slab * size_of::<f32>() + tables(spec)? + encoder(spec, slab))
}

/// The library's tables: those of a prepared window, and those of the largest slab, which is the first one.
fn tables(spec: &GenerateSpec) -> Result<usize> {
    let prepared = spec.layers.prepare_with(spec.backend, &spec.window)?;
    let slab = slabs::slabs(&spec.window).next();
    Ok(prepared.table_bytes() + slab.map_or(Ok(0), |slab| prepared.fill_bytes(slab))?)
}

/// What an encoder needs besides a slab of samples.
fn encoder(spec: &GenerateSpec, slab: usize) -> usize {
    let numbers = if spec.numbers.converts() { slab * spec.numbers.width() } else { 0 };
    match spec.format {
        Format::Npy | Format::Raw | Format::Tiff => numbers,
        // All pieces of a slab are compressed before the first is written.
        Format::Png => 2 * numbers + (spec.threads << 21),
        Format::Zarr => {
            spec.chunking.as_ref().map_or(0, |chunking| zarr::fill::memory(chunking, spec.threads))
        }
    }
}
