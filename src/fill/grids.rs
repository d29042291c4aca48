//! Rectilinear grids.

use alloc::vec::Vec;

use super::parallel::Threads;
use super::source::{Part, Source};
use crate::error::{Error, Result};
use crate::grid::{self, Axis};
use crate::noise::Noise;
use crate::simd::Backend;
use crate::tables::cache::Kept;
use crate::tables::octaves::Octaves;
use crate::tables::plan;

/// Whether `fill` can fill a buffer of the right length.
pub(crate) fn check(noises: &[Noise], axes: &[Axis<'_>]) -> Result<()> {
    plan::check_axes(&Octaves::new(noises, axes.len())?, axes)
}

/// Fills `out` with the sum of noises on a rectilinear grid.
pub(crate) fn fill(
    noises: &[Noise],
    axes: &[Axis<'_>],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    let octaves = Octaves::new(noises, axes.len())?;
    check_length(out, grid::samples(&axes.iter().map(Axis::len).collect::<Vec<_>>())?)?;
    plan::check_axes(&octaves, axes)?;
    let source = Source { octaves: &octaves, axes, kept: &Kept::default(), backend, threads };
    source.fill(&Part::new(axes.iter().map(|axis| 0..axis.len())), out);
    Ok(())
}

pub(crate) fn check_length(out: &[f32], want: usize) -> Result<()> {
    if out.len() == want { Ok(()) } else { Err(Error::BufferLength { got: out.len(), want }) }
}
