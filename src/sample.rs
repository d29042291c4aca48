//! The sampling methods of a noise.


use alloc::vec::Vec;

use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::fill::{Threads, fill};
use crate::grid::Grid;
use crate::noise::Noise;
use crate::reference;

#[cfg(feature = "rayon")]
const ALL: Threads = Threads::Pool;
#[cfg(not(feature = "rayon"))]
const ALL: Threads = Threads::One;

impl Noise {
    /// The samples of a grid, in C order (the last axis is contiguous), on all cores (with the feature `rayon`).
    ///
    /// # Errors
    /// A parameter of noise or grid outside its range, or coordinates that are not finite or beyond ±2^52 cells.
    pub fn generate<const D: usize>(&self, grid: &Grid<D>) -> Result<Vec<f32>> {
        grid.validate()?;
        let mut out = zeros(grid.samples()?)?;
        fill(core::slice::from_ref(self), &grid.axes(), &mut out, Backend::detect(), ALL)?;
        Ok(out)
    }

    /// Fills a buffer of exactly the grid's samples, on this thread.
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
    pub fn fill_with<const D: usize>(&self, backend: Backend, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
        grid.validate()?;
        fill(core::slice::from_ref(self), &grid.axes(), out, backend, Threads::One)
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
    pub fn par_fill_with<const D: usize>(&self, backend: Backend, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
        grid.validate()?;
        fill(core::slice::from_ref(self), &grid.axes(), out, backend, Threads::Pool)
    }

    /// The value at one point: world coordinates in array order, `[.., z, y, x]`.
    ///
    /// This is the scalar reference. For more than a few points, use a grid, `fill_axes` or `fill_points`.
    ///
    /// # Errors
    /// A parameter outside its range, or a coordinate that is not finite or beyond ±2^52 cells.
    ///
    /// ```
    /// use perlane::Noise;
    /// let v = Noise::perlin(1).frequency(0.01).fbm(4).sample(&[12.5, -3.0])?;
    /// assert!((-1.0..=1.0).contains(&v));
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn sample<const D: usize>(&self, point: &[f64; D]) -> Result<f32> {
        const { assert!(D >= 1 && D <= 4, "a point has 1 to 4 coordinates") };
        reference::sample(self, point)
    }
}

fn zeros(len: usize) -> Result<Vec<f32>> {
    let mut out = Vec::new();
    out.try_reserve_exact(len)
        .map_err(|_| Error::parameter("shape", alloc::format!("{len} samples"), "grids that fit in memory"))?;
    out.resize(len, 0.0);
    Ok(out)
}
