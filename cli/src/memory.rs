//! An estimate of the memory that generating takes.

use crate::format::formats::Format;
use crate::output::zarr;
use crate::sampling::slabs::{self, Cut};
use crate::sampling::stream::BUFFERS;
use crate::spec::GenerateSpec;

/// About how many bytes generating takes.
pub(crate) fn estimate(spec: &GenerateSpec) -> usize {
    let slab = Cut::new(&spec.window).max_samples;
    BUFFERS * slab * size_of::<f32>() + tables(spec) + encoder(spec, slab) + (1 << 20)
}

/// The library's tables for the axes of a prepared window, and for a part of it.
fn tables(spec: &GenerateSpec) -> usize {
    /// Upper bounds on the bytes of tables for a sample of an axis and an octave, kept and made for a part.
    const KEPT_BYTES: usize = 20;
    const PART_BYTES: usize = 40;
    /// Samples of the slowest and of the fastest axis that have tables at a time.
    const PANEL: usize = 1 << 15;
    /// Upper bound on the bytes that a prepared window keeps.
    const MAX_KEPT: usize = 64 << 20;

    let octaves: usize = spec.layers.as_slice().iter().map(|noise| noise.octaves as usize).sum();
    let (dims, size) = (spec.window.dims(), spec.window.size);
    // x is kept whatever its length, other axes only up to a panel's.
    let kept = (0..dims).filter(|&axis| dims > 1 && (axis == 0 || size[axis] <= PANEL));
    let kept = kept
        .fold(0, |bytes: usize, axis| bytes.saturating_add(size[axis].saturating_mul(octaves * KEPT_BYTES)));
    let part = slabs::slabs(spec.window).next().map_or(0, |slab| {
        let at_end = |axis: usize| axis == 0 || axis == dims - 1;
        let len = |axis: usize| if at_end(axis) { slab[axis].len().min(PANEL) } else { slab[axis].len() };
        (0..dims).map(|axis| len(axis) * octaves * PART_BYTES).sum()
    });
    kept.min(MAX_KEPT) + part
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
