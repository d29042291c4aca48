//! `Field`: derivatives of a noise, and the quantities made of them.

use alloc::vec::Vec;

use super::buffers::{check_dims, zeros};
use super::checked::{Checked, derived};
use super::field_sampler::FieldSampler;
use super::grids::listed;
use super::parallel::{ALL, Threads};
use super::prepared::Prepared;
use crate::error::{Result, point_dims, require_dims};
use crate::grid::{self, Axis};
use crate::noise::{Noise, bounds};
use crate::points::Points;
use crate::quantity::{FieldParameters, Quantity};
use crate::scattered::Scattered;
use crate::simd::Backend;
use crate::window::AnyGrid;

/// A quantity of a noise or of layers: derivatives, normals, slopes, hillshade or curl. [`Noise::field`] makes one, which borrows the noise; a
/// [`sampler`](Self::sampler) borrows nothing.
///
/// A buffer has [planes](Self::planes) of samples, one after the other, each in C order: the planes are the slowest axis. The values in
/// [`Quantity::Gradient`] have the bits of plain samples. Only Perlin and value noise without a warp have derivatives, plain and in the
/// fractals fbm, billow, ridged and turbulence.
///
/// ```
/// use perlane::{Grid, Noise, Quantity};
/// let hills = Noise::perlin(3).frequency(1.0 / 32.0).fbm(6).scale(8.0);
/// let shade = hills.field(Quantity::Hillshade).light([-1.0, -1.0, 2.0]).generate(&Grid::new([256, 256]))?;
/// assert!(shade.iter().all(|shade| (0.0..=1.0).contains(shade)));
///
/// // A flow without sources at one point: its planes x and y.
/// let flow = Noise::perlin(4).field(Quantity::Curl).sample(&[0.3, 0.8])?;
/// assert_eq!(flow.len(), 2);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    noises: &'a [Noise],
    parameters: FieldParameters,
}

impl<'a> Field<'a> {
    pub(super) fn new(noises: &'a [Noise], parameters: FieldParameters) -> Self {
        Field { noises, parameters }
    }

    /// Sets the height, in world units, that a sample of 1 stands for in normals, slopes and hillshade. Its magnitude is from 1e-30 to
    /// 1e30; the default is 1.
    #[doc(alias = "vertical exaggeration")]
    #[doc(alias = "z factor")]
    #[must_use]
    pub fn relief(mut self, relief: f64) -> Self {
        self.parameters.relief = relief;
        self
    }

    /// Sets the direction to the light, for hillshade: a vector x, y, z of any length from 1e-30 to 1e30. x grows along rows, y from row to
    /// row, z out of the surface. The default, (−1, −1, 2), is a light at the top left of a picture.
    #[must_use]
    pub fn light(mut self, xyz: [f64; 3]) -> Self {
        self.parameters.light = xyz;
        self
    }

    /// The quantity.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.parameters.quantity
    }

    /// The number of planes in `dims` dimensions.
    #[must_use]
    pub fn planes(&self, dims: usize) -> usize {
        self.quantity().planes(dims)
    }

    /// The number of samples in all planes of a grid, which is the length of the buffers that [`fill`](Self::fill) takes.
    ///
    /// ```
    /// use perlane::{Grid, Noise, Quantity};
    /// let noise = Noise::perlin(1).frequency(0.01);
    /// let field = noise.field(Quantity::Normal);
    /// let grid = Grid::new([64, 48]);
    /// let mut normals = vec![0.0; field.samples(&grid)?];
    /// field.fill(&grid, &mut normals)?;
    /// assert_eq!(normals.len(), 3 * 64 * 48);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// More samples than a buffer can hold.
    pub fn samples(&self, grid: &impl AnyGrid) -> Result<usize> {
        let window = grid.to_window();
        grid::samples_of_planes(&window.shape(), self.planes(window.dims()))
    }

    /// The planes of a grid, one after the other, on the current rayon pool, which by default has a thread
    /// for each core (without the feature `rayon`: on this thread).
    ///
    /// # Errors
    /// As for [`Noise::generate`]; a noise that has no derivatives, a quantity that does not exist in the grid's dimensions, a relief or a
    /// light outside its range, or derivatives that are beyond 1e18, also by the relief.
    pub fn generate(&self, grid: &impl AnyGrid) -> Result<Vec<f32>> {
        grid.validate()?;
        let window = grid.to_window();
        let checked = self.checked(window.dims())?;
        // Before a large buffer is written.
        checked.check(&window.axes())?;
        let mut out = zeros(self.samples(grid)?)?;
        checked.fill(&window.axes(), &mut out, Backend::detect(), ALL)?;
        Ok(out)
    }

    /// The planes of a grid as an array, along its first axis, on the current rayon pool, which by default has a thread
    /// for each core (without the feature `rayon`: on this thread).
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    #[cfg(feature = "ndarray")]
    pub fn generate_array(&self, grid: &impl AnyGrid) -> Result<ndarray::ArrayD<f32>> {
        let window = grid.to_window();
        let mut shape = alloc::vec![self.planes(window.dims())];
        shape.extend(window.shape());
        super::buffers::array(shape, self.generate(grid)?)
    }

    /// Fills a buffer with the planes of a grid, on this thread. The buffer has exactly one element for each sample and plane.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate), or a buffer of another length. `out` is then unchanged.
    pub fn fill(&self, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.fill_with(Backend::detect(), grid, out)
    }

    /// [`fill`](Self::fill) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    pub fn fill_with(&self, backend: Backend, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.fill_on(backend, grid, out, Threads::One)
    }

    /// [`fill`](Self::fill) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    pub fn par_fill(&self, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.fill_on(Backend::detect(), grid, out, Threads::Pool)
    }

    /// [`par_fill`](Self::par_fill) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    pub fn par_fill_with(&self, backend: Backend, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.fill_on(backend, grid, out, Threads::Pool)
    }

    /// Fills rows that are `stride` elements apart with those of the planes of a grid, on this thread: a part of a larger image, or rows that are padded, as
    /// in textures for a GPU. Row `n`, in C order, goes to `out[n * stride..]`; the rows of each plane follow those of the plane before it. Elements between
    /// rows keep what they have.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate); a stride that is less than the samples of a row, or a buffer that ends before the last row does. `out` is then
    /// unchanged.
    pub fn fill_rows(&self, grid: &impl AnyGrid, out: &mut [f32], stride: usize) -> Result<()> {
        self.fill_rows_with(Backend::detect(), grid, out, stride)
    }

    /// [`fill_rows`](Self::fill_rows) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    pub fn fill_rows_with(
        &self,
        backend: Backend,
        grid: &impl AnyGrid,
        out: &mut [f32],
        stride: usize,
    ) -> Result<()> {
        self.fill_rows_on(backend, grid, (out, stride), Threads::One)
    }

    /// [`fill_rows`](Self::fill_rows) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    pub fn par_fill_rows(&self, grid: &impl AnyGrid, out: &mut [f32], stride: usize) -> Result<()> {
        self.par_fill_rows_with(Backend::detect(), grid, out, stride)
    }

    /// [`par_fill_rows`](Self::par_fill_rows) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    pub fn par_fill_rows_with(
        &self,
        backend: Backend,
        grid: &impl AnyGrid,
        out: &mut [f32],
        stride: usize,
    ) -> Result<()> {
        self.fill_rows_on(backend, grid, (out, stride), Threads::Pool)
    }

    /// Fills a buffer with the planes of a rectilinear grid, on this thread: `axes` has the world coordinates along each of 1 to 4 axes, slowest
    /// first, in any order. The bits are those of a grid at the same coordinates.
    ///
    /// # Errors
    /// As for [`Noise::fill_axes`] and [`generate`](Self::generate), or a buffer whose length is not the number of samples times that of
    /// planes.
    pub fn fill_axes(&self, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.fill_axes_with(Backend::detect(), axes, out)
    }

    /// [`fill_axes`](Self::fill_axes) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    pub fn fill_axes_with(&self, backend: Backend, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.fill_listed(backend, axes, out, Threads::One)
    }

    /// [`fill_axes`](Self::fill_axes) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    pub fn par_fill_axes(&self, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.par_fill_axes_with(Backend::detect(), axes, out)
    }

    /// [`par_fill_axes`](Self::par_fill_axes) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    pub fn par_fill_axes_with(&self, backend: Backend, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.fill_listed(backend, axes, out, Threads::Pool)
    }

    /// Checks whether a grid's planes can be computed, as [`fill`](Self::fill) does, without filling anything.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    pub fn check(&self, grid: &impl AnyGrid) -> Result<()> {
        grid.validate()?;
        let window = grid.to_window();
        let checked = self.checked(window.dims())?;
        self.samples(grid)?;
        checked.check(&window.axes())
    }

    /// The least and the greatest value that each plane can have in `dims` dimensions, the same for every grid. They are proven, except for
    /// derivatives in four dimensions, whose bounds a search found. [`Noise::bounds`] says what they do not cover; besides, bounds of derivatives are those of
    /// frequencies from 2^-126 (1.2e-38) on, in every octave.
    ///
    /// ```
    /// use perlane::{Noise, Quantity};
    /// let noise = Noise::perlin(1).frequency(0.01);
    /// let field = noise.field(Quantity::Slope);
    /// assert!(field.bounds(2)?[0].1 < 0.06);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    pub fn bounds(&self, dims: usize) -> Result<Vec<(f64, f64)>> {
        require_dims(dims)?;
        match derived(self.noises, self.parameters, dims)? {
            (Some(derived), _) => derived.bounds(self.noises, dims),
            (None, noises) => Ok(alloc::vec![bounds(&noises, dims)?]),
        }
    }

    /// Checks the field once, for `D` dimensions, to sample it many times: tiles, chunks, single points. The sampler borrows nothing.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate), except those of the grid.
    pub fn sampler<const D: usize>(&self) -> Result<FieldSampler<D>> {
        FieldSampler::new(self.noises, self.parameters)
    }

    /// Makes the tables of a grid, which is then filled part by part. Each part has all [planes](Prepared::planes), one after the other.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    pub fn prepare(&self, grid: &impl AnyGrid) -> Result<Prepared> {
        self.prepare_with(Backend::detect(), grid)
    }

    /// [`prepare`](Self::prepare) for the instructions of that backend.
    ///
    /// # Errors
    /// As for [`prepare`](Self::prepare).
    pub fn prepare_with(&self, backend: Backend, grid: &impl AnyGrid) -> Result<Prepared> {
        grid.validate_place()?;
        let window = grid.to_window();
        let (derived, noises) = derived(self.noises, self.parameters, window.dims())?;
        Prepared::new(&noises, derived, backend, window)
    }

    /// Fills a buffer with the planes at points, on this thread. Points are an array of world coordinates for each of 1 to 4 axes, slowest
    /// first, or an array of points, in `f64` or `f32` (see [`Points`]). The bits are those of a grid at the same coordinates.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate); no axis or more than four, axes of different lengths, a buffer whose length is not the number
    /// of points times that of planes, or a coordinate that is not finite or beyond ±2^52 cells, with the index of the first such point.
    /// `out` is then unchanged.
    pub fn fill_points(&self, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.fill_points_with(Backend::detect(), points, out)
    }

    /// [`fill_points`](Self::fill_points) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    pub fn fill_points_with(&self, backend: Backend, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.fill_points_on(backend, &points.scattered(), out, Threads::One)
    }

    /// [`fill_points`](Self::fill_points) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    #[cfg(feature = "rayon")]
    pub fn par_fill_points(&self, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.par_fill_points_with(Backend::detect(), points, out)
    }

    /// [`par_fill_points`](Self::par_fill_points) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    #[cfg(feature = "rayon")]
    pub fn par_fill_points_with(&self, backend: Backend, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.fill_points_on(backend, &points.scattered(), out, Threads::Pool)
    }

    /// The planes' values at one point: 1 to 4 world coordinates in array order, `[.., z, y, x]`. It makes the tables of the noise for each point; for many
    /// points, a [`sampler`](Self::sampler) makes them once.
    ///
    /// # Errors
    /// As for [`Noise::sample`] and [`generate`](Self::generate).
    pub fn sample(&self, point: &[f64]) -> Result<Vec<f32>> {
        point_dims(point)?;
        let axes: Vec<&[f64]> = point.iter().map(core::slice::from_ref).collect();
        let mut out = alloc::vec![0.0; self.planes(point.len())];
        self.fill_points(axes, &mut out)?;
        Ok(out)
    }

    fn checked(&self, dims: usize) -> Result<Checked> {
        Checked::new(self.noises, self.parameters, dims)
    }

    fn fill_on(
        &self,
        backend: Backend,
        grid: &impl AnyGrid,
        out: &mut [f32],
        threads: Threads,
    ) -> Result<()> {
        grid.validate()?;
        self.fill_along(backend, &grid.to_window().axes(), out, threads)
    }

    fn fill_rows_on(
        &self,
        backend: Backend,
        grid: &impl AnyGrid,
        rows: (&mut [f32], usize),
        threads: Threads,
    ) -> Result<()> {
        grid.validate()?;
        let window = grid.to_window();
        self.checked(window.dims())?.fill_rows(&window.axes(), rows, backend, threads)
    }

    fn fill_listed(
        &self,
        backend: Backend,
        axes: &[&[f64]],
        out: &mut [f32],
        threads: Threads,
    ) -> Result<()> {
        self.fill_along(backend, &listed(axes)?, out, threads)
    }

    fn fill_along(
        &self,
        backend: Backend,
        axes: &[Axis<'_>],
        out: &mut [f32],
        threads: Threads,
    ) -> Result<()> {
        self.checked(axes.len())?.fill(axes, out, backend, threads)
    }

    fn fill_points_on(
        &self,
        backend: Backend,
        points: &Scattered<'_>,
        out: &mut [f32],
        threads: Threads,
    ) -> Result<()> {
        check_dims(points.dims(), "points")?;
        self.checked(points.dims())?.fill_points(points, out, backend, threads)
    }
}
