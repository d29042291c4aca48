//! Scattered points.

use alloc::vec::Vec;

use super::parallel::{self, Threads};
use crate::error::{Error, Result};
use crate::grid::Axis;
use crate::kernel::points::boxes::{Boxes, Extent};
use crate::kernel::points::{Points, extent_within};
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
    if out.is_empty() {
        return Ok(());
    }
    let extents = extents_of_near(octaves, world, backend, threads);
    if extents.is_none() {
        let axes: Vec<Axis<'_>> = world.iter().map(|w| Axis::Listed(w)).collect();
        check_axes(octaves, &axes)?;
    }
    Boxes::with(|boxes| {
        match &extents {
            Some(extents) => boxes.set(backend, octaves, &extents[..world.len()], out.len()),
            None => boxes.clear(),
        }
        let boxes = &*boxes;
        let fill = |first: usize, out: &mut [f32]| {
            let mut xyzw = [&[][..]; 4];
            for (to, world) in xyzw.iter_mut().zip(world.iter().rev()) {
                *to = &world[first..first + out.len()];
            }
            let points = Points { world: &xyzw[..world.len()], near: extents.is_some(), boxes };
            Scratch::with(|scratch| kernel::points::fill(backend, octaves, &points, out, scratch));
        };
        parallel::run_parts(out, threads, fill);
    });
    Ok(())
}

/// The extents along x, y, z, w of points that are near in all octaves. Most are, and need no other check.
fn extents_of_near(
    octaves: &Octaves,
    world: &[&[f64]],
    backend: Backend,
    threads: Threads,
) -> Option<[Extent; 4]> {
    let mut extents = [(0.0, 0.0); 4];
    for (axis, (extent, world)) in extents.iter_mut().zip(world.iter().rev()).enumerate() {
        let bound = octaves.near(axis)?;
        let of = |world: &[f64]| extent_within(backend, world, bound);
        let both =
            |a: Extent, b: Extent| (if a.0 < b.0 { a.0 } else { b.0 }, if a.1 > b.1 { a.1 } else { b.1 });
        *extent = parallel::merged(world, threads, of, both)?;
    }
    Some(extents)
}
