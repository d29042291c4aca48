//! Rectilinear grids.

use alloc::vec::Vec;

use super::buffers::{check_dims, check_length, zeros};
use super::parallel::Threads;
use super::part::Part;
use super::recent::with_octaves;
use super::source::Source;
use crate::error::Result;
use crate::grid::{self, Axis};
use crate::kernel::small::{self, Filled};
use crate::noise::Noise;
use crate::simd::Backend;
use crate::tables::cache;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// Whether `fill` can fill a buffer of the right length.
pub(crate) fn check(noises: &[Noise], axes: &[Axis<'_>]) -> Result<()> {
    with_octaves(noises, axes.len(), |octaves| check_axes(octaves, axes))
}

/// A new buffer with the sum of noises on a rectilinear grid of so many samples. What cannot be sampled is found before it is allocated.
pub(crate) fn generate(
    noises: &[Noise],
    axes: &[Axis<'_>],
    samples: usize,
    backend: Backend,
    threads: Threads,
) -> Result<Vec<f32>> {
    with_octaves(noises, axes.len(), |octaves| {
        check_axes(octaves, axes)?;
        let mut out = zeros(samples)?;
        fill_axes(octaves, axes, &mut out, backend, threads)?;
        Ok(out)
    })
}

/// Fills `out` with the sum of noises on a rectilinear grid.
pub(crate) fn fill(
    noises: &[Noise],
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    with_octaves(noises, axes.len(), |octaves| fill_axes(octaves, axes, out, backend, threads))
}

/// The same with the octaves of the noises, which were made for this number of dimensions.
pub(super) fn fill_axes(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    check_buffer(axes, 1, out)?;
    match small::fill(octaves, axes, out, backend) {
        Filled::All => return Ok(()),
        Filled::But(left) => {
            Source::add_left(left, octaves, axes, out);
            return Ok(());
        }
        Filled::Nothing => {}
    }
    check_axes(octaves, axes)?;
    fill_all(octaves, axes, &Part::all(axes), out, backend, threads);
    Ok(())
}

/// Fills a buffer with a part that is the whole of a grid which has been checked.
pub(super) fn fill_all(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    all: &Part,
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) {
    let source = Source { octaves, made: None, axes, kept: &cache::NONE, backend, threads };
    let samples = all.samples();
    if threads.are_one(samples) && Source::is_uncut(octaves, axes, samples) {
        Source { threads: Threads::One, ..source }.fill_uncut(all, out);
    } else {
        source.fill(all, out);
    }
}

/// Makes axes of lists of coordinates, slowest first.
pub(super) fn listed<'a>(axes: &[&'a [f64]]) -> Result<Vec<Axis<'a>>> {
    check_dims(axes.len(), "axes")?;
    Ok(axes.iter().map(|world| Axis::Listed(world)).collect())
}

/// Checks that a buffer has an element for each sample of a rectilinear grid and each plane.
#[inline]
pub(super) fn check_buffer(axes: &[Axis<'_>], planes: usize, out: &[f32]) -> Result<()> {
    check_length(out, samples_of(axes, planes)?)
}

/// The number of samples of a rectilinear grid, in all planes.
#[inline]
pub(super) fn samples_of(axes: &[Axis<'_>], planes: usize) -> Result<usize> {
    let mut lens = [0; 4];
    for (len, axis) in lens.iter_mut().zip(axes) {
        *len = axis.len();
    }
    let shape = &lens[..axes.len().min(4)];
    // The second is right for one plane, too, but takes more of a small tile's time.
    if planes == 1 { grid::samples(shape) } else { grid::samples_of_planes(shape, planes) }
}
