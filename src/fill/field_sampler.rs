//! `FieldSampler`: a quantity of a noise that is checked once and then sampled many times.

use alloc::sync::Arc;
use core::fmt;

use super::checked::Checked;
use super::parallel::Threads;
use super::points;
use crate::error::Result;
use crate::grid::{Axis, Grid};
use crate::noise::Noise;
use crate::points::Points;
use crate::quantity::{FieldParameters, Quantity};
use crate::simd::Backend;

/// A quantity of a noise in `D` dimensions that is checked once and then sampled many times: normals of tiles, flows at particles.
///
/// [`Field::sampler`](crate::Field::sampler) makes one. It is to a [`Field`](crate::Field) what a [`Sampler`](crate::Sampler) is to a noise: it
/// borrows nothing, its clones share what they hold, and any number of threads may use the same one at the same time. Buffers have planes of samples, one after
/// the other, as those of a field.
///
/// ```
/// use perlane::{FieldSampler, Grid, Noise, Quantity};
/// let hills = Noise::perlin(3).frequency(1.0 / 32.0).fbm(6).scale(8.0);
/// let normals: FieldSampler<2> = hills.field(Quantity::Normal).sampler()?;
/// let mut planes = vec![0.0; normals.planes() * 64 * 64];
/// for tile in 0..4 {
///     normals.fill(&Grid::new([64, 64]).start([0, 64 * tile]), &mut planes)?;
/// }
/// assert!(planes[2 * 64 * 64..].iter().all(|z| *z > 0.0)); // normals x, y, z point up
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Clone)]
pub struct FieldSampler<const D: usize> {
    checked: Arc<Checked>,
    quantity: Quantity,
    backend: Backend,
}

impl<const D: usize> FieldSampler<D> {
    pub(super) fn new(noises: &[Noise], parameters: FieldParameters) -> Result<Self> {
        const { assert!(D >= 1 && D <= 4, "a noise has 1 to 4 dimensions") };
        let checked = Arc::new(Checked::new(noises, parameters, D)?);
        Ok(FieldSampler { checked, quantity: parameters.quantity, backend: Backend::detect() })
    }

    /// The same sampler with the instructions of this backend, instead of the fastest one.
    #[must_use]
    pub fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// The backend whose instructions are used.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The quantity.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// The number of planes.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.checked.planes()
    }

    /// Checks whether a grid's planes can be computed, as [`fill`](Self::fill) does, without filling anything.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill), except those of the buffer.
    pub fn check(&self, grid: &Grid<D>) -> Result<()> {
        grid.validate()?;
        self.checked.check(&grid.axes())
    }

    /// Fills a buffer with the planes of a grid, on this thread. The buffer has exactly one element for each sample and plane.
    ///
    /// # Errors
    /// A parameter of the grid outside its range, coordinates that are not finite or beyond ±2^52 cells, or a buffer of another length.
    /// `out` is then unchanged.
    pub fn fill(&self, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
        self.fill_on(grid, out, Threads::One)
    }

    /// [`fill`](Self::fill) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    pub fn par_fill(&self, grid: &Grid<D>, out: &mut [f32]) -> Result<()> {
        self.fill_on(grid, out, Threads::Pool)
    }

    fn fill_on(&self, grid: &Grid<D>, out: &mut [f32], threads: Threads) -> Result<()> {
        grid.validate()?;
        self.checked.fill(&grid.axes(), out, self.backend, threads)
    }

    /// Fills rows that are `stride` elements apart with those of the planes of a grid, on this thread: a part of a larger image, or rows that are padded.
    /// Row `n`, in C order, goes to `out[n * stride..]`; the rows of each plane follow those of the plane before it. Elements between rows keep what they
    /// have.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill); a stride that is less than the samples of a row, or a buffer that ends before the last row does. `out` is then unchanged.
    pub fn fill_rows(&self, grid: &Grid<D>, out: &mut [f32], stride: usize) -> Result<()> {
        self.fill_rows_on(grid, (out, stride), Threads::One)
    }

    /// [`fill_rows`](Self::fill_rows) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    pub fn par_fill_rows(&self, grid: &Grid<D>, out: &mut [f32], stride: usize) -> Result<()> {
        self.fill_rows_on(grid, (out, stride), Threads::Pool)
    }

    fn fill_rows_on(&self, grid: &Grid<D>, rows: (&mut [f32], usize), threads: Threads) -> Result<()> {
        grid.validate()?;
        self.checked.fill_rows(&grid.axes(), rows, self.backend, threads)
    }

    /// Fills a buffer with the planes of a rectilinear grid, on this thread: `axes` has the world coordinates along each axis, slowest first, in
    /// any order.
    ///
    /// # Errors
    /// A buffer whose length is not the number of samples times that of planes, or a coordinate that is not finite or beyond ±2^52 cells. `out`
    /// is then unchanged.
    pub fn fill_axes(&self, axes: [&[f64]; D], out: &mut [f32]) -> Result<()> {
        self.checked.fill(&axes.map(Axis::Listed), out, self.backend, Threads::One)
    }

    /// [`fill_axes`](Self::fill_axes) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    pub fn par_fill_axes(&self, axes: [&[f64]; D], out: &mut [f32]) -> Result<()> {
        self.checked.fill(&axes.map(Axis::Listed), out, self.backend, Threads::Pool)
    }

    /// Fills a buffer with the planes at points, on this thread: an array of coordinates for each axis, or an array of points, in `f64` or `f32`
    /// (see [`Points`]). If the type states the number of axes, the compiler refuses any number but `D`.
    ///
    /// # Errors
    /// Points with another number of axes, axes of different lengths, a buffer whose length is not the number of points times that of planes, or
    /// a coordinate that is not finite or beyond ±2^52 cells, with the index of the first such point. `out` is then unchanged.
    pub fn fill_points<P: Points>(&self, points: P, out: &mut [f32]) -> Result<()> {
        self.fill_points_on(points, out, Threads::One)
    }

    /// [`fill_points`](Self::fill_points) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    #[cfg(feature = "rayon")]
    pub fn par_fill_points<P: Points>(&self, points: P, out: &mut [f32]) -> Result<()> {
        self.fill_points_on(points, out, Threads::Pool)
    }

    fn fill_points_on<P: Points>(&self, points: P, out: &mut [f32], threads: Threads) -> Result<()> {
        let points = points::scattered::<P, D>(&points)?;
        self.checked.fill_points(&points, out, self.backend, threads)
    }

    /// Fills a buffer with the planes' values at one point: world coordinates in array order, `[.., z, y, x]`.
    ///
    /// ```
    /// use perlane::{Noise, Quantity};
    /// let flow = Noise::perlin(4).frequency(0.1).field(Quantity::Curl).sampler::<2>()?;
    /// let (mut particle, mut velocity) = ([0.3, 0.8], [0.0; 2]); // (y, x), and planes x, y
    /// for _ in 0..100 {
    ///     flow.sample(particle, &mut velocity)?;
    ///     particle = [particle[0] + f64::from(velocity[1]), particle[1] + f64::from(velocity[0])];
    /// }
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    pub fn sample(&self, point: [f64; D], out: &mut [f32]) -> Result<()> {
        self.fill_points([point], out)
    }
}

impl<const D: usize> fmt::Debug for FieldSampler<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldSampler { quantity, backend, .. } = self;
        f.debug_struct("FieldSampler").field("quantity", quantity).field("backend", backend).finish()
    }
}
