//! The sampling methods, the same ones for a noise and for layers of noises.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::fill::prepared::Prepared;
use crate::fill::{Threads, check, fill, fill_points};
use crate::grid::{Axis, Grid};
use crate::noise::Layers;
use crate::noise::Noise;
use crate::reference;
use crate::simd::backend::Backend;

#[cfg(feature = "rayon")]
const ALL: Threads = Threads::Pool;
#[cfg(not(feature = "rayon"))]
const ALL: Threads = Threads::One;

macro_rules! sampling_methods {
    ($type:ty, $noises:expr) => {
        impl $type {
            /// The samples of a grid, in C order (the last axis is contiguous), on all cores (with the feature `rayon`).
            ///
            /// # Errors
            /// A parameter of noise or grid outside its range, or coordinates that are not finite or beyond ±2^52 cells.
            pub fn generate<const D: usize>(&self, grid: &Grid<D>) -> Result<Vec<f32>> {
                grid.validate()?;
                let mut out = zeros(grid.samples()?)?;
                fill($noises(self), &grid.axes(), &mut out, Backend::detect(), ALL)?;
                Ok(out)
            }

            /// Whether a grid's samples can be computed: says at once what `fill` would say.
            ///
            /// # Errors
            /// As for [`fill`](Self::fill).
            pub fn check<const D: usize>(&self, grid: &Grid<D>) -> Result<()> {
                grid.validate()?;
                check($noises(self), &grid.axes())
            }

            /// Fills a buffer of exactly the grid's samples, on this thread. Bands of a large grid are cheaper
            /// [prepared](Self::prepare).
            ///
            /// # Errors
            /// As for [`generate`](Self::generate), or a buffer of another length. `out` is then as it was.
            pub fn fill<const D: usize>(&self, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
                self.fill_with(Backend::detect(), grid, out)
            }

            /// [`fill`](Self::fill) with these instructions.
            ///
            /// # Errors
            /// As for [`fill`](Self::fill).
            pub fn fill_with<const D: usize>(
                &self,
                backend: Backend,
                grid: &Grid<D>,
                out: &mut [f32],
            ) -> Result<()> {
                grid.validate()?;
                fill($noises(self), &grid.axes(), out, backend, Threads::One)
            }

            /// [`fill`](Self::fill) on the current rayon thread pool.
            ///
            /// # Errors
            /// As for [`fill`](Self::fill).
            #[cfg(feature = "rayon")]
            pub fn par_fill<const D: usize>(&self, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
                self.par_fill_with(Backend::detect(), grid, out)
            }

            /// [`par_fill`](Self::par_fill) with these instructions.
            ///
            /// # Errors
            /// As for [`fill`](Self::fill).
            #[cfg(feature = "rayon")]
            pub fn par_fill_with<const D: usize>(
                &self,
                backend: Backend,
                grid: &Grid<D>,
                out: &mut [f32],
            ) -> Result<()> {
                grid.validate()?;
                fill($noises(self), &grid.axes(), out, backend, Threads::Pool)
            }

            /// Makes the tables of a grid, to fill one part after the other: for grids larger than memory.
            ///
            /// # Errors
            /// A parameter of noise or grid outside its range, or coordinates that are not finite or beyond ±2^52 cells.
            pub fn prepare<const D: usize>(&self, grid: &Grid<D>) -> Result<Prepared<D>> {
                self.prepare_with(Backend::detect(), grid)
            }

            /// [`prepare`](Self::prepare) for these instructions.
            ///
            /// # Errors
            /// As for [`prepare`](Self::prepare).
            pub fn prepare_with<const D: usize>(
                &self,
                backend: Backend,
                grid: &Grid<D>,
            ) -> Result<Prepared<D>> {
                Prepared::new($noises(self), backend, grid)
            }

            /// Fills a buffer with the samples of a rectilinear grid: the world coordinates along each axis, slowest first, in any
            /// order; `out` in C order, on this thread.
            ///
            /// # Errors
            /// A parameter outside its range, a buffer whose length is not the product of the axes', or a coordinate that is not
            /// finite or beyond ±2^52 cells. `out` is then as it was.
            pub fn fill_axes<const D: usize>(&self, axes: &[&[f64]; D], out: &mut [f32]) -> Result<()> {
                self.fill_axes_with(Backend::detect(), axes, out)
            }

            /// [`fill_axes`](Self::fill_axes) with these instructions.
            ///
            /// # Errors
            /// As for [`fill_axes`](Self::fill_axes).
            pub fn fill_axes_with<const D: usize>(
                &self,
                backend: Backend,
                axes: &[&[f64]; D],
                out: &mut [f32],
            ) -> Result<()> {
                const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
                fill($noises(self), &axes.map(Axis::Listed), out, backend, Threads::One)
            }

            /// [`fill_axes`](Self::fill_axes) on the current rayon thread pool.
            ///
            /// # Errors
            /// As for [`fill_axes`](Self::fill_axes).
            #[cfg(feature = "rayon")]
            pub fn par_fill_axes<const D: usize>(&self, axes: &[&[f64]; D], out: &mut [f32]) -> Result<()> {
                const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
                fill($noises(self), &axes.map(Axis::Listed), out, Backend::detect(), Threads::Pool)
            }

            /// Fills a buffer with the samples at points, on this thread: for each axis, slowest first, the world coordinates of all
            /// points. The bits are those of a grid's sample at the same coordinates.
            ///
            /// # Errors
            /// A parameter outside its range, coordinates of another number than `out` has elements, or a coordinate that is not
            /// finite or beyond ±2^52 cells, with the index of the first such point. `out` is then as it was.
            pub fn fill_points<const D: usize>(&self, points: &[&[f64]; D], out: &mut [f32]) -> Result<()> {
                self.fill_points_with(Backend::detect(), points, out)
            }

            /// [`fill_points`](Self::fill_points) with these instructions.
            ///
            /// # Errors
            /// As for [`fill_points`](Self::fill_points).
            pub fn fill_points_with<const D: usize>(
                &self,
                backend: Backend,
                points: &[&[f64]; D],
                out: &mut [f32],
            ) -> Result<()> {
                const { assert!(D >= 1 && D <= 4, "a point has 1 to 4 coordinates") };
                fill_points($noises(self), points, out, backend, Threads::One)
            }

            /// [`fill_points`](Self::fill_points) on the current rayon thread pool.
            ///
            /// # Errors
            /// As for [`fill_points`](Self::fill_points).
            #[cfg(feature = "rayon")]
            pub fn par_fill_points<const D: usize>(
                &self,
                points: &[&[f64]; D],
                out: &mut [f32],
            ) -> Result<()> {
                const { assert!(D >= 1 && D <= 4, "a point has 1 to 4 coordinates") };
                fill_points($noises(self), points, out, Backend::detect(), Threads::Pool)
            }

            /// The value at one point: world coordinates in array order, `[.., z, y, x]`.
            ///
            /// This is the scalar reference. For more than a few points, use a grid, `fill_axes` or `fill_points`.
            ///
            /// # Errors
            /// A parameter outside its range, or a coordinate that is not finite or beyond ±2^52 cells.
            pub fn sample<const D: usize>(&self, point: &[f64; D]) -> Result<f32> {
                const { assert!(D >= 1 && D <= 4, "a point has 1 to 4 coordinates") };
                reference::sum($noises(self), point)
            }

            /// The samples of a grid as an array of its shape, on all cores (with the feature `rayon`).
            ///
            /// # Errors
            /// As for [`generate`](Self::generate).
            #[cfg(feature = "ndarray")]
            pub fn generate_array<const D: usize>(&self, grid: &Grid<D>) -> Result<ndarray::ArrayD<f32>> {
                let samples = self.generate(grid)?;
                ndarray::ArrayD::from_shape_vec(&grid.shape[..], samples)
                    .map_err(|e| Error::parameter("shape", e, "shapes that ndarray allows"))
            }
        }
    };
}

sampling_methods!(Noise, core::slice::from_ref);
sampling_methods!(Layers, Layers::as_slice);

fn zeros(len: usize) -> Result<Vec<f32>> {
    let mut out = Vec::new();
    out.try_reserve_exact(len).map_err(|_| {
        Error::parameter("shape", alloc::format!("{len} samples"), "grids that fit in memory")
    })?;
    out.resize(len, 0.0);
    Ok(out)
}
