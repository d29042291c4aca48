//! Rows that are not next to each other in a buffer: a part of a larger image, or rows that are padded.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use super::grids::{fill_all, fill_axes, samples_of};
use super::parallel::Threads;
use super::part::Part;
use super::recent::with_octaves;
use crate::error::{Error, Result};
use crate::grid::{Axis, MOST_BYTES};
use crate::kernel::small;
use crate::noise::Noise;
use crate::simd::Backend;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// A small grid, before its rows are copied to their places.
#[derive(Default)]
struct Beside(Vec<f32>);

crate::kept::kept_for_thread!(Beside, Box::default);

/// Fills rows that are `stride` elements apart with the sum of noises on a rectilinear grid.
pub(super) fn fill(
    noises: &[Noise],
    axes: &[Axis<'_>],
    rows: (&mut [f32], usize),
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    with_octaves(noises, axes.len(), |octaves| fill_rows(octaves, axes, rows, backend, threads))
}

/// The same with the octaves of the noises, which were made for this number of dimensions.
pub(super) fn fill_rows(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    rows: (&mut [f32], usize),
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    samples_of(axes, 1)?;
    let (all, out) = placed(Part::all(axes), 1, rows)?;
    if all.has_no_gaps() {
        return fill_axes(octaves, axes, out, backend, threads);
    }
    if axes.len() < 4 && small::are_short(axes) {
        return Beside::with(|beside| fill_small(octaves, axes, &all, out, beside, backend));
    }
    check_axes(octaves, axes)?;
    fill_all(octaves, axes, &all, out, backend, threads);
    Ok(())
}

/// Fills a small grid without gaps first, as there is a faster way for that.
fn fill_small(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    all: &Part,
    out: &mut [f32],
    Beside(beside): &mut Beside,
    backend: Backend,
) -> Result<()> {
    beside.resize(all.samples(), 0.0);
    fill_axes(octaves, axes, beside, backend, Threads::One)?;
    for (from, to) in beside.chunks_exact(all.width()).zip(out.chunks_mut(all.stride)) {
        to[..from.len()].copy_from_slice(from);
    }
    Ok(())
}

/// A part whose rows are `stride` elements apart, and the elements of a buffer from the first sample of its planes to the last one.
pub(super) fn placed(
    part: Part,
    planes: usize,
    (out, stride): (&mut [f32], usize),
) -> Result<(Part, &mut [f32])> {
    let (width, got) = (part.width(), out.len());
    if stride < width {
        let allowed = format!("at least {width}, the number of samples in a row");
        return Err(Error::parameter("stride", stride, allowed));
    }
    // A single row has no other one, and its stride may be any number.
    let apart = if part.rows().saturating_mul(planes) <= 1 { part } else { part.with_stride(stride) };
    let Some(want) = apart.elements(planes) else {
        let allowed = format!("strides of buffers of at most {MOST_BYTES}");
        return Err(Error::parameter("stride", stride, allowed));
    };
    match out.get_mut(..want) {
        Some(out) => Ok((apart, out)),
        None => {
            let allowed = format!("at least {want} elements, from the first sample to the last one");
            Err(Error::parameter("out", format!("of {got} elements"), allowed))
        }
    }
}
