//! From noises and axes to a filled buffer: checks, panels with a plan each, bands, backend.

use alloc::vec::Vec;

use crate::backend::{Backend, Job};
use crate::error::{Error, Result};
use crate::grid::{self, Axis};
use crate::kernel::points::Points;
use crate::kernel::{self, Band, Scratch};
use crate::lanes::Lanes;
use crate::noise::Noise;
use crate::octaves::Octaves;
use crate::parallel;
use crate::plan::{self, Plan};

/// The most samples along the slowest and along the fastest axis that one plan has tables for: these are done in parts. The axes
/// between them have tables for all their samples.
const PANEL: usize = 1 << 15;

/// Samples of a buffer that would push each other out of most caches: 32 MiB.
const PAST_CACHES: usize = 1 << 23;

/// Threads to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    One,
    #[cfg(feature = "rayon")]
    Pool,
}

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
    let want = grid::samples(&axes.iter().map(Axis::len).collect::<Vec<_>>())?;
    if out.len() != want {
        return Err(Error::BufferLength { got: out.len(), want });
    }
    if want == 0 {
        return Ok(());
    }
    plan::check_axes(&octaves, axes)?;
    if octaves.octaves.is_empty() {
        out.fill(octaves.bias);
        return Ok(());
    }
    let row = axes[axes.len() - 1].len();
    if axes.len() == 1 {
        fill_panels(&octaves, axes, out, row, backend, threads);
        return Ok(());
    }
    let slice = want / axes[0].len();
    for (n, part) in out.chunks_mut(PANEL.saturating_mul(slice)).enumerate() {
        let first = n * PANEL;
        let mut axes = axes.to_vec();
        axes[0] = axes[0].slice(first..first + part.len() / slice);
        fill_panels(&octaves, &axes, part, row, backend, threads);
    }
    Ok(())
}

/// Fills `out` panel by panel along its rows of `stride` samples.
fn fill_panels(
    octaves: &Octaves,
    axes: &[Axis<'_>],
    out: &mut [f32],
    stride: usize,
    backend: Backend,
    threads: Threads,
) {
    let last = axes.len() - 1;
    let mut panel = axes.to_vec();
    let past_caches = out.len() >= PAST_CACHES;
    for first in (0..stride).step_by(PANEL) {
        let columns = first..stride.min(first + PANEL);
        panel[last] = axes[last].slice(columns.clone());
        let plan = Plan::new(octaves, &panel, backend);
        let band = Band {
            outer: plan.outer.map(|len| 0..len),
            columns: 0..plan.columns,
            out: &mut out[columns.start..],
            stride,
            past_caches,
        };
        parallel::run(band, threads, |band, scratch| backend.run(FillBand { plan: &plan, band, scratch }));
    }
}

struct FillBand<'a> {
    plan: &'a Plan<'a>,
    band: Band<'a>,
    scratch: &'a mut Scratch,
}

impl Job for FillBand<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<L: Lanes>(mut self, l: L) {
        kernel::fill(l, self.plan, &mut self.band, self.scratch);
    }
}

/// Fills `out` with the sum of noises at points: for each axis, slowest first, as many world coordinates as `out` has samples.
pub(crate) fn fill_points(
    noises: &[Noise],
    world: &[&[f64]],
    out: &mut [f32],
    backend: Backend,
    threads: Threads,
) -> Result<()> {
    let octaves = Octaves::new(noises, world.len())?;
    for coordinates in world {
        if coordinates.len() != out.len() {
            return Err(Error::BufferLength { got: out.len(), want: coordinates.len() });
        }
    }
    let near = all_near(&octaves, world, backend, threads);
    if !near {
        let axes: Vec<Axis<'_>> = world.iter().map(|w| Axis::Listed(w)).collect();
        plan::check_axes(&octaves, &axes)?;
    }
    let fill = |first: usize, out: &mut [f32]| {
        let world: Vec<&[f64]> = world.iter().rev().map(|w| &w[first..first + out.len()]).collect();
        backend.run(FillPoints { octaves: &octaves, points: Points { world: &world, near }, out });
    };
    parallel::run_parts(out, threads, fill);
    Ok(())
}

/// Whether all points are near in all octaves. Most are, and need no other check.
fn all_near(octaves: &Octaves, world: &[&[f64]], backend: Backend, threads: Threads) -> bool {
    world.iter().rev().enumerate().all(|(axis, world)| {
        let Some(bound) = octaves.near(axis) else { return false };
        parallel::all_parts(world, threads, |world| {
            let mut within = false;
            backend.run(CheckPoints { world, bound, within: &mut within });
            within
        })
    })
}

struct CheckPoints<'a> {
    world: &'a [f64],
    bound: f64,
    within: &'a mut bool,
}

impl Job for CheckPoints<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<L: Lanes>(self, _: L) {
        *self.within = kernel::points::all_within(self.world, self.bound);
    }
}

struct FillPoints<'a> {
    octaves: &'a Octaves,
    points: Points<'a>,
    out: &'a mut [f32],
}

impl Job for FillPoints<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<L: Lanes>(self, l: L) {
        kernel::points::fill(l, self.octaves, &self.points, self.out);
    }
}
