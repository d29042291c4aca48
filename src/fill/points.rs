//! Scattered points.

use core::array;
use core::ops::Range;

use super::buffers::{check_dims, check_length};
use super::parallel::{self, Threads};
use super::recent::with_octaves;
use crate::error::{Error, Result, axes, require};
use crate::grid::{self, Axis};
use crate::kernel::points::Reach;
use crate::kernel::points::boxes::Boxes;
use crate::kernel::points::extent::{Extent, extents_by_axis, extents_by_point};
use crate::kernel::{self, Scratch};
use crate::noise::Noise;
use crate::points::{Points, may_have};
use crate::scattered::{Arrays, Scattered};
use crate::simd::Backend;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// The points that somebody gives to a sampler in `D` dimensions. If their type states another number of axes, this does not compile.
pub(super) fn scattered<P: Points, const D: usize>(points: &P) -> Result<Scattered<'_>> {
    const { assert!(may_have::<P>(D), "the points have another number of axes than the sampler") };
    let points = points.scattered();
    match points.dims() {
        dims if dims == D => Ok(points),
        dims => Err(Error::parameter("points", format_args!("of {}", axes(dims)), axes(D))),
    }
}

/// Fills `out` with the sum of noises at points, one for each of its elements.
pub(crate) fn fill_points(
    noises: &[Noise],
    points: &Scattered<'_>,
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    check_dims(points.dims(), "points")?;
    with_octaves(noises, points.dims(), |octaves| fill(octaves, points, out, backend, threads))
}

/// The same with the octaves of the noises, which were made for this number of dimensions.
pub(super) fn fill(
    octaves: &Octaves,
    points: &Scattered<'_>,
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    check_lengths(points, 1, out)?;
    if out.is_empty() {
        return Ok(());
    }
    let threads = threads.worth(out.len());
    let extents = reach(octaves, points, backend, threads);
    if extents.is_none() {
        check(octaves, points, backend)?;
    }
    Boxes::with(|boxes| {
        match &extents {
            Some(extents) => boxes.set(backend, octaves, &extents[..points.dims()], out.len()),
            None => boxes.clear(),
        }
        let reach = Reach { near: extents.is_some(), boxes };
        let fill = |first: usize, out: &mut [f32]| {
            let part = points.part(first..first + out.len());
            Scratch::with(|scratch| kernel::points::fill(backend, octaves, &part, reach, out, scratch));
        };
        parallel::run_parts(out, threads, fill);
        boxes.shrink();
    });
    Ok(())
}

/// Checks that all axes have the same number of coordinates, and that a buffer has an element for each point and plane.
pub(super) fn check_lengths(points: &Scattered<'_>, planes: usize, out: &[f32]) -> Result<()> {
    let count = points.len();
    for other in points.lens() {
        let value = format_args!("of {count} and {other} coordinates");
        require(other == count, "points", value, "the same number of coordinates along each axis")?;
    }
    check_length(out, grid::samples(&[count, planes])?)
}

/// Checks that all points can be sampled. Names the first that cannot.
pub(super) fn check(octaves: &Octaves, points: &Scattered<'_>, backend: Backend) -> Result<()> {
    let check = |first: usize, xyzw: &[&[f64]]| {
        let mut axes = [Axis::Listed(&[]); 4];
        for (axis, world) in axes.iter_mut().zip(xyzw.iter().rev()) {
            *axis = Axis::Listed(world);
        }
        check_axes(octaves, &axes[..xyzw.len()]).map_err(|error| error.after(first))
    };
    Scratch::with(|scratch| scratch.world().visit(backend, points, check))
}

/// The extents of the points along x, y, z, w, if all points are near in all octaves; most are, and then need no other check.
fn reach(
    octaves: &Octaves,
    points: &Scattered<'_>,
    backend: Backend,
    threads: Threads,
) -> Option<[Extent; 4]> {
    let mut bounds = [0.0; 4];
    for (axis, bound) in bounds.iter_mut().enumerate().take(points.dims()) {
        *bound = octaves.near(axis)?;
    }
    let of = |range: Range<usize>| extents_within(backend, &points.part(range), &bounds);
    parallel::merged(points.len(), threads, of, around)
}

/// The extents of points; `None` where a coordinate is beyond the bound of its axis.
fn extents_within(backend: Backend, points: &Scattered<'_>, bounds: &[f64; 4]) -> Option<[Extent; 4]> {
    let dims = points.dims();
    match points.arrays() {
        Arrays::F64(xyzw) => extents_by_axis(backend, &xyzw[..dims], bounds),
        Arrays::F32(xyzw) => extents_by_axis(backend, &xyzw[..dims], bounds),
        Arrays::F64ByPoint(points) => extents_by_point(backend, points, dims, bounds),
        Arrays::F32ByPoint(points) => extents_by_point(backend, points, dims, bounds),
    }
}

/// The smallest extents that contain both.
fn around(a: [Extent; 4], b: [Extent; 4]) -> [Extent; 4] {
    array::from_fn(|axis| {
        let ((a, b), (c, d)) = (a[axis], b[axis]);
        (if a < c { a } else { c }, if b > d { b } else { d })
    })
}
