//! Scattered points.

use alloc::vec::Vec;

use super::parallel::{self, Threads};
use crate::error::{Error, Result};
use crate::grid::Axis;
use crate::kernel::points::Points;
use crate::kernel::{self, Scratch};
use crate::noise::Noise;
use crate::simd::Backend;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// Fills `out` with the sum of noises at points: for each axis, slowest first, as many world coordinates as `out` has samples.
pub(crate) fn fill_points(
    noises: &[Noise],
    world: &[&[f64]],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    fill(&Octaves::new(noises, world.len())?, world, out, backend, threads)
}

/// The same with the octaves of the noises for as many dimensions.
pub(super) fn fill(
    octaves: &Octaves,
    world: &[&[f64]],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    for coordinates in world {
        if coordinates.len() != out.len() {
            return Err(Error::BufferLength { got: out.len(), want: coordinates.len() });
        }
    }
    let near = all_near(octaves, world, backend, threads);
    if !near {
        let axes: Vec<Axis<'_>> = world.iter().map(|w| Axis::Listed(w)).collect();
        check_axes(octaves, &axes)?;
    }
    let fill = |first: usize, out: &mut [f32]| {
        let mut xyzw = [&[][..]; 4];
        for (to, world) in xyzw.iter_mut().zip(world.iter().rev()) {
            *to = &world[first..first + out.len()];
        }
        let points = Points { world: &xyzw[..world.len()], near };
        Scratch::with(|scratch| kernel::points::fill(backend, octaves, &points, out, scratch));
    };
    parallel::run_parts(out, threads, fill);
    Ok(())
}

/// Whether all points are near in all octaves. Most are, and need no other check.
fn all_near(octaves: &Octaves, world: &[&[f64]], backend: Backend, threads: Threads) -> bool {
    world.iter().rev().enumerate().all(|(axis, world)| {
        let Some(bound) = octaves.near(axis) else { return false };
        parallel::all_parts(world, threads, |world| kernel::points::all_within(backend, world, bound))
    })
}
