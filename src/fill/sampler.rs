//! `Sampler`: a noise that is checked once and then sampled many times.

use alloc::sync::Arc;
use core::fmt;

use super::grids::fill_axes;
use super::parallel::Threads;
use super::points;
use super::rows::fill_rows;
use crate::error::{Error, Result};
use crate::grid::{Axis, Grid};
use crate::kernel::single;
use crate::noise::Noise;
use crate::points::Points;
use crate::simd::Backend;
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

/// A noise in `D` dimensions that is checked once and then sampled many times: tiles, chunks of voxels, single points.
///
/// [`Noise::sampler`] makes one. It holds all that does not depend on where the noise is sampled. Once a thread has filled a tile of some shape,
/// it fills more such tiles without allocating memory, as it keeps what it works in. (Tables of tiles that are more than 2^50 cells or samples away
/// from 0 are made in another way, and the first of them allocates again; so may tiles with more than 8,192 samples along an axis.) The same holds for
/// points. Clones share what they hold, and any number of threads may use the same sampler at the same time.
///
/// A thread frees its tables after a call if they take more than 384 KiB together, which some 20,000 samples do, counted over all axes and octaves. It frees
/// the boxes of cells in which points are looked up if they have more than 32,768 cells, or more than 16,384 in a row. (Without the feature `std`, threads
/// keep nothing.) A fill takes up to 136 KiB of its thread's stack, and up to 232 KiB for cellular noise; without optimisation, up to 448 KiB
/// ([more](crate#stacks)).
///
/// ```
/// use perlane::{Grid, Noise};
/// let sampler = Noise::perlin(42).frequency(1.0 / 64.0).fbm(4).sampler::<3>()?;
/// let mut chunk = vec![0.0; 32 * 32 * 32];
/// for x in -2..2 {
///     sampler.fill(&Grid::new([32, 32, 32]).start([0, 0, 32 * x]), &mut chunk)?; // [z, y, x]
/// }
/// assert_eq!(sampler.sample([0.0, 0.0, 32.0]), chunk[0]);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Clone)]
pub struct Sampler<const D: usize> {
    octaves: Arc<Octaves>,
    backend: Backend,
}

impl<const D: usize> Sampler<D> {
    pub(super) fn new(noises: &[Noise]) -> Result<Self> {
        const { assert!(D >= 1 && D <= 4, "a noise has 1 to 4 dimensions") };
        Ok(Sampler { octaves: Arc::new(Octaves::new(noises, D)?), backend: Backend::detect() })
    }

    /// The same sampler with the instructions of this backend, instead of the fastest one. [`sample`](Self::sample) does not use them.
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

    /// Checks whether a grid's samples can be computed, as [`fill`](Self::fill) does, without filling anything.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill), except those of the buffer.
    pub fn check(&self, grid: &Grid<D>) -> Result<()> {
        grid.validate()?;
        check_axes(&self.octaves, &grid.axes())
    }

    /// Fills a buffer of exactly the grid's samples, on this thread, in C order.
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
        fill_axes(&self.octaves, &grid.axes(), out, self.backend, threads)
    }

    /// Fills rows that are `stride` elements apart, on this thread: a part of a larger image, or rows that are padded. The grid's row `n`, in C order, goes
    /// to `out[n * stride..]`. Elements between rows keep what they have.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let sampler = Noise::perlin(42).frequency(1.0 / 64.0).sampler::<2>()?;
    /// let mut atlas = vec![0.0; 512 * 512]; // 8 × 8 tiles
    /// for (y, x) in (0..64).map(|tile| (tile / 8, tile % 8)) {
    ///     let tile = Grid::new([64, 64]).start([64 * y, 64 * x]);
    ///     sampler.fill_rows(&tile, &mut atlas[64 * (512 * y + x) as usize..], 512)?;
    /// }
    /// assert_eq!(atlas[511 * 512 + 511], sampler.sample([511.0, 511.0]));
    /// # Ok::<(), perlane::Error>(())
    /// ```
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
        fill_rows(&self.octaves, &grid.axes(), rows, self.backend, threads)
    }

    /// Fills a buffer with the samples of a rectilinear grid, on this thread: `axes` has the world coordinates along each axis, slowest
    /// first, in any order.
    ///
    /// # Errors
    /// A buffer whose length is not the product of the axes' lengths, or a coordinate that is not finite or beyond ±2^52 cells. `out` is
    /// then unchanged.
    pub fn fill_axes(&self, axes: [&[f64]; D], out: &mut [f32]) -> Result<()> {
        fill_axes(&self.octaves, &axes.map(Axis::Listed), out, self.backend, Threads::One)
    }

    /// [`fill_axes`](Self::fill_axes) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    pub fn par_fill_axes(&self, axes: [&[f64]; D], out: &mut [f32]) -> Result<()> {
        fill_axes(&self.octaves, &axes.map(Axis::Listed), out, self.backend, Threads::Pool)
    }

    /// Fills a buffer with the samples at points, on this thread. Points are an array of coordinates for each axis, or an array of points,
    /// in `f64` or `f32` (see [`Points`]). If the type states the number of axes, the compiler refuses any number but `D`.
    ///
    /// ```
    /// use perlane::Noise;
    /// let sampler = Noise::perlin(42).frequency(0.1).sampler::<3>()?;
    /// let vertices: Vec<[f32; 3]> = (0..100).map(|k| [0.5, k as f32, 2.5]).collect(); // (z, y, x)
    /// let mut out = vec![0.0; vertices.len()];
    /// sampler.fill_points(&vertices, &mut out)?;
    /// assert_eq!(out[7], sampler.sample([0.5, 7.0, 2.5]));
    /// # Ok::<(), perlane::Error>(())
    /// ```
    /// ```compile_fail,E0080
    /// # use perlane::Noise;
    /// let sampler = Noise::perlin(42).sampler::<3>()?;
    /// sampler.fill_points([[0.5, 2.5]], &mut [0.0])?; // (y, x)
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// Points with another number of axes, axes of different lengths, a buffer whose length is not the number of points, or a coordinate
    /// that is not finite or beyond ±2^52 cells, with the index of the first such point. `out` is then unchanged.
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
        points::fill(&self.octaves, &points, out, self.backend, threads)
    }

    /// The value at a point: world coordinates in array order, `[.., z, y, x]`. The bits are those of a grid's sample at the same
    /// coordinates.
    ///
    /// A coordinate that is not finite, or beyond ±2^52 cells in one of the octaves, has no value: the result is NaN.
    /// ```
    /// use perlane::Noise;
    /// let sampler = Noise::perlin(42).sampler::<2>()?;
    /// assert_eq!(sampler.sample([0.4, 0.3]), Noise::perlin(42).sample(&[0.4, 0.3])?);
    /// assert!(sampler.sample([0.4, 1e17]).is_nan());
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "evaluate")]
    #[must_use]
    pub fn sample(&self, point: [f64; D]) -> f32 {
        single::sample(&self.octaves, &point).unwrap_or(f32::NAN)
    }

    /// [`sample`](Self::sample) with an error where there is no value.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond ±2^52 cells.
    pub fn try_sample(&self, point: [f64; D]) -> Result<f32> {
        match single::sample(&self.octaves, &point) {
            Some(value) => Ok(value),
            None => Err(self.refusal(point)),
        }
    }

    /// Why there is no value at a point.
    #[cold]
    fn refusal(&self, point: [f64; D]) -> Error {
        let point = point.map(|w| [w]);
        let axes: [Axis<'_>; D] = core::array::from_fn(|a| Axis::Listed(&point[a]));
        match check_axes(&self.octaves, &axes) {
            Err(error) => error,
            Ok(()) => Error::parameter("point", "beyond the lattice", "coordinates within ±2^52 cells"),
        }
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // such programs have one way for all grids
impl<const D: usize> Sampler<D> {
    /// Fills a grid, and compares the bits of its samples with these.
    pub(crate) fn assert_fills(&self, grid: &Grid<D>, want: &[f32]) {
        let mut out = alloc::vec![f32::NAN; want.len()];
        self.fill(grid, &mut out).unwrap();
        let different = out.iter().zip(want).position(|(got, want)| got.to_bits() != want.to_bits());
        assert_eq!(different, None, "{self:?} {grid:?}");
    }
}

impl<const D: usize> fmt::Debug for Sampler<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let octaves = self.octaves.octaves.len();
        f.debug_struct("Sampler").field("octaves", &octaves).field("backend", &self.backend).finish()
    }
}
