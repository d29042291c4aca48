//! A quantity of noises, checked for a number of dimensions: what `Field` makes for each call, and `FieldSampler` keeps.

use alloc::vec::Vec;

use super::grids::{self, check_buffer, samples_of};
use super::parallel::{self, Threads};
use super::part::Part;
use super::planes::PlaneBuffers;
use super::points;
use super::rows;
use super::source::{Made, Source};
use crate::error::Result;
use crate::grid::Axis;
use crate::kernel::{self, Scratch};
use crate::noise::Noise;
use crate::quantity::{Derived, FieldParameters, Quantity};
use crate::scattered::Scattered;
use crate::simd::Backend;
use crate::tables::cache;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// The quantity to make, and the noises that it is made of; `None` for values, which need no such step.
pub(super) fn derived(
    noises: &[Noise],
    parameters: FieldParameters,
    dims: usize,
) -> Result<(Option<Derived>, Vec<Noise>)> {
    let derived = Derived::new(parameters)?;
    if parameters.quantity == Quantity::Value {
        return Ok((None, noises.to_vec()));
    }
    let noises = derived.noises(noises, dims)?;
    Ok((Some(derived), noises))
}

/// What is made, and the octaves that it is made of.
pub(super) struct Checked {
    derived: Option<Derived>,
    octaves: Octaves,
    planes: usize,
}

impl Checked {
    pub(super) fn new(noises: &[Noise], parameters: FieldParameters, dims: usize) -> Result<Self> {
        let (derived, noises) = derived(noises, parameters, dims)?;
        Ok(Checked {
            derived,
            octaves: Octaves::of_sets(&noises, derived.map_or(1, |derived| derived.sets(dims)), dims)?,
            planes: parameters.quantity.planes(dims),
        })
    }

    /// The number of planes.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// Whether a grid with these axes can be filled.
    pub(super) fn check(&self, axes: &[Axis<'_>]) -> Result<()> {
        check_axes(&self.octaves, axes)
    }

    /// Fills a buffer with the planes of a grid.
    pub(super) fn fill(
        &self,
        axes: &[Axis<'_>],
        out: &mut [f32],
        backend: Backend,
        threads: Threads,
    ) -> Result<()> {
        let Checked { derived, octaves, planes } = self;
        let Some(derived) = derived else { return grids::fill_axes(octaves, axes, out, backend, threads) };
        check_buffer(axes, *planes, out)?;
        self.fill_all(derived, axes, &Part::all(axes), out, (backend, threads))
    }

    /// Fills rows that are `stride` elements apart with those of the planes of a grid.
    pub(super) fn fill_rows(
        &self,
        axes: &[Axis<'_>],
        (out, stride): (&mut [f32], usize),
        backend: Backend,
        threads: Threads,
    ) -> Result<()> {
        let Checked { derived, octaves, planes } = self;
        let Some(derived) = derived else {
            return rows::fill_rows(octaves, axes, (out, stride), backend, threads);
        };
        samples_of(axes, *planes)?;
        let (all, out) = rows::placed(Part::all(axes), *planes, (out, stride))?;
        self.fill_all(derived, axes, &all, out, (backend, threads))
    }

    /// Fills a buffer that suits a part, which is the whole of a grid.
    fn fill_all(
        &self,
        derived: &Derived,
        axes: &[Axis<'_>],
        all: &Part,
        out: &mut [f32],
        (backend, threads): (Backend, Threads),
    ) -> Result<()> {
        self.check(axes)?;
        let (octaves, made) = (&self.octaves, Some(Made::of(derived)));
        Source { octaves, made, axes, kept: &cache::NONE, backend, threads }.fill(all, out);
        Ok(())
    }

    /// Fills a buffer with the planes at points.
    pub(super) fn fill_points(
        &self,
        points: &Scattered<'_>,
        out: &mut [f32],
        backend: Backend,
        threads: Threads,
    ) -> Result<()> {
        let Checked { derived, octaves, planes } = self;
        let Some(derived) = derived else { return points::fill(octaves, points, out, backend, threads) };
        points::check_lengths(points, *planes, out)?;
        if out.is_empty() {
            return Ok(());
        }
        points::check(octaves, points, backend)?;
        let threads = threads.worth(out.len());
        parallel::run_planes(PlaneBuffers::of(out, *planes, points.len()), threads, |first, pieces| {
            let part = points.part(first..first + pieces.samples());
            let planes = &mut pieces.into_slices()[..*planes];
            Scratch::with(|scratch| {
                kernel::derivatives::points::fill(backend, octaves, derived, &part, planes, scratch);
            });
        });
        Ok(())
    }
}
