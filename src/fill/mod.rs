//! From noises and axes to a filled buffer: checks, panels with a plan each, bands, backend.

#[cfg(feature = "rayon")]
mod bands;
mod parallel;
mod prepared;
mod sampling;

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Error, Result};
use crate::grid::{self, Axis};
use crate::kernel::points::Points;
use crate::kernel::{self, Band, Scratch};
use crate::noise::Noise;
use crate::simd::Backend;
use crate::tables::cache::{self, Kept, PANEL};
use crate::tables::octaves::Octaves;
use crate::tables::plan::{self, LineAxis, Plan, WIDEST};
pub use prepared::Prepared;
pub use sampling::Sample;

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
    check_length(out, grid::samples(&axes.iter().map(Axis::len).collect::<Vec<_>>())?)?;
    plan::check_axes(&octaves, axes)?;
    let source = Source { octaves: &octaves, axes, kept: &Kept::default(), backend, threads };
    source.fill(&Part::new(axes.iter().map(|axis| 0..axis.len())), out);
    Ok(())
}

pub(crate) fn check_length(out: &[f32], want: usize) -> Result<()> {
    if out.len() == want { Ok(()) } else { Err(Error::BufferLength { got: out.len(), want }) }
}

/// Indices of a grid's samples.
#[derive(Clone)]
pub(crate) struct Part {
    /// Along w, z, y: 0..1 where there is no such axis.
    outer: [Range<usize>; 3],
    /// Along x.
    columns: Range<usize>,
}

impl Part {
    /// From the indices along each axis, slowest first.
    pub(crate) fn new(ranges: impl DoubleEndedIterator<Item = Range<usize>>) -> Self {
        let mut fastest_first = ranges.rev();
        let mut next = || fastest_first.next().unwrap_or(0..1);
        let (columns, y, z, w) = (next(), next(), next(), next());
        Part { outer: [w, z, y], columns }
    }

    /// The number of samples of a part of a grid.
    pub(crate) fn samples(&self) -> usize {
        let lens = [self.outer[0].len(), self.outer[1].len(), self.outer[2].len(), self.columns.len()];
        // A product may overflow on its way to 0.
        if lens.contains(&0) { 0 } else { lens.iter().product() }
    }
}

/// What buffers are filled with, and how: octaves on axes that [`plan::check_axes`] accepts, and the tables that were made of them
/// before.
pub(crate) struct Source<'a> {
    pub(crate) octaves: &'a Octaves,
    pub(crate) axes: &'a [Axis<'a>],
    pub(crate) kept: &'a Kept,
    pub(crate) backend: Backend,
    pub(crate) threads: Threads,
}

impl Source<'_> {
    /// Fills a buffer of exactly the part's samples.
    pub(crate) fn fill(&self, part: &Part, out: &mut [f32]) {
        if out.is_empty() {
            return;
        }
        if self.octaves.octaves.is_empty() {
            out.fill(self.octaves.bias);
            return;
        }
        let slowest = (4 - self.axes.len()).min(2);
        let indices = part.outer[slowest].clone();
        let slice = out.len() / indices.len();
        let mut part = part.clone();
        for (first, out) in indices.step_by(PANEL).zip(out.chunks_mut(PANEL.saturating_mul(slice))) {
            part.outer[slowest] = first..first + out.len() / slice;
            self.fill_panels(&part, out);
        }
    }

    /// Fills `out` panel by panel along its rows.
    fn fill_panels(&self, part: &Part, out: &mut [f32]) {
        let (made, outer) = self.lines(part);
        let lines = [0, 1, 2].map(|a| if made[a].is_empty() { &self.kept.lines[a] } else { &made[a] });
        let row = &self.axes[self.axes.len() - 1];
        let past_caches = out.len() >= PAST_CACHES;
        for columns in cache::panels(part.columns.clone()) {
            let (made, first);
            let (panel, first_of_panel) = (columns.start / PANEL, columns.start / PANEL * PANEL);
            // Vectors are those of the table.
            let rows = match self.kept.rows.get(panel).filter(|_| columns.start.is_multiple_of(WIDEST)) {
                Some(rows) => {
                    first = columns.start - first_of_panel;
                    rows
                }
                None => {
                    first = 0;
                    made = cache::rows(self.octaves, &row.slice(columns.clone()), self.backend);
                    &made
                }
            };
            let plan = Plan::new(self.octaves, self.axes.len(), rows, lines.map(Vec::as_slice));
            let band = Band {
                outer: outer.clone(),
                columns: first..first + columns.len(),
                out: &mut out[columns.start - part.columns.start..],
                stride: part.columns.len(),
                past_caches,
            };
            parallel::run(band, self.threads, |mut band, scratch| {
                kernel::fill(self.backend, &plan, &mut band, scratch);
            });
        }
    }

    /// The tables of axes w, z, y that are not kept, made for a part, and where the part is in the tables of all.
    fn lines(&self, part: &Part) -> ([Vec<LineAxis>; 3], [Range<usize>; 3]) {
        let mut outer = part.outer.clone();
        let made = [0, 1, 2].map(|a| match cache::outer(self.axes, a) {
            Some(axis) if self.kept.lines[a].is_empty() => {
                outer[a] = 0..part.outer[a].len();
                cache::lines(self.octaves, a, &axis.slice(part.outer[a].clone()), self.backend)
            }
            _ => Vec::new(),
        });
        (made, outer)
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
        let points = Points { world: &world, near };
        Scratch::with(|scratch| kernel::points::fill(backend, &octaves, &points, out, scratch));
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
