//! `Sample`: the sampling methods, written once for a noise and for layers of noises.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::field::Field;
use super::grids::{check, fill, generate, listed};
use super::parallel::{ALL, Threads};
use super::points::fill_points;
use super::prepared::Prepared;
use super::recent;
use super::rows;
use super::sampler::Sampler;
use crate::error::Result;
use crate::noise::{self, Layers, Noise};
use crate::points::Points;
use crate::quantity::FieldParameters;
use crate::simd::Backend;
use crate::window::AnyGrid;

mod sealed {
    pub trait Sealed {}

    impl Sealed for crate::noise::Noise {}
    impl Sealed for crate::noise::Layers {}
    impl<T: Sealed + ?Sized> Sealed for &T {}
    impl<T: Sealed + ?Sized> Sealed for alloc::boxed::Box<T> {}
    impl<T: Sealed + ?Sized> Sealed for alloc::sync::Arc<T> {}
}

/// Defines the trait, and the same methods with the same documentation on `Noise` and `Layers`, so that nobody has to import the trait.
macro_rules! sampling {
    (
        $(#[$about:meta])*
        trait $trait:ident { $($of_trait_alone:item)* }
        $(
            $(#[$attribute:meta])*
            fn $name:ident$([const $dims:ident: usize])?(&$self:ident $(, $argument:ident: $type:ty)*) -> $result:ty $body:block
        )*
    ) => {
        $(#[$about])*
        pub trait $trait: sealed::Sealed {
            $($of_trait_alone)*
            $($(#[$attribute])* fn $name$(<const $dims: usize>)?(&$self $(, $argument: $type)*) -> $result $body)*
        }

        impl Noise {
            $($(#[$attribute])* pub fn $name$(<const $dims: usize>)?(&self $(, $argument: $type)*) -> $result {
                $trait::$name$(::<$dims>)?(self $(, $argument)*)
            })*
        }

        impl Layers {
            $($(#[$attribute])* pub fn $name$(<const $dims: usize>)?(&self $(, $argument: $type)*) -> $result {
                $trait::$name$(::<$dims>)?(self $(, $argument)*)
            })*
        }
    };
}

sampling! {
    /// What can be sampled: a [`Noise`], [`Layers`] of them, or a reference, `Box` or `Arc` of one of these.
    ///
    /// Both types have all of these methods themselves. The trait is for code that takes either, and it is sealed.
    ///
    /// ```
    /// use perlane::{Grid, Layers, Noise, Sample};
    /// fn mean(noise: impl Sample) -> perlane::Result<f32> {
    ///     let samples = noise.generate(&Grid::new([64, 64]))?;
    ///     Ok(samples.iter().sum::<f32>() / 4096.0)
    /// }
    /// let hills = Noise::perlin(1).frequency(0.01);
    /// assert_eq!(mean(&hills)?, mean(Layers::from(hills))?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    trait Sample {
        /// The noises whose sum this is.
        fn noises(&self) -> &[Noise];

        /// Checks every parameter that can be checked without a grid.
        ///
        /// # Errors
        /// The first parameter outside its range.
        fn validate(&self) -> Result<()> {
            noise::validate(self.noises())
        }

        /// The least and the greatest value that a sample can have in `dims` dimensions: see [`Noise::bounds`].
        ///
        /// # Errors
        /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
        fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
            noise::bounds(self.noises(), dims)
        }
    }

    /// The samples of a grid, in C order (the last axis is contiguous), on the current rayon pool, which by default has a thread
    /// for each core (without the feature `rayon`: on this thread). One thread fills fewer than 32,768 samples.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let samples = Noise::perlin(7).cell_size(16.0).generate(&Grid::new([32, 48]))?; // 32 rows of 48 samples
    /// assert_eq!(samples.len(), 32 * 48);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// A parameter of noise or grid outside its range, or coordinates that are not finite or beyond ±2^52 cells.
    #[doc(alias = "heightmap")]
    #[doc(alias = "texture")]
    #[doc(alias = "noise map")]
    fn generate(&self, grid: &impl AnyGrid) -> Result<Vec<f32>> {
        grid.validate()?;
        generate(self.noises(), &grid.to_window().axes(), grid.samples()?, Backend::detect(), ALL)
    }

    /// The samples of a grid as an array of its shape, on the current rayon pool, which by default has a thread
    /// for each core (without the feature `rayon`: on this thread).
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    #[cfg(feature = "ndarray")]
    fn generate_array(&self, grid: &impl AnyGrid) -> Result<ndarray::ArrayD<f32>> {
        let samples = self.generate(grid)?;
        super::buffers::array(grid.to_window().shape(), samples)
    }

    /// Checks whether a grid's samples can be computed, as [`fill`](Self::fill) does, without filling anything.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    fn check(&self, grid: &impl AnyGrid) -> Result<()> {
        grid.validate()?;
        check(self.noises(), &grid.to_window().axes())
    }

    /// Fills a buffer of exactly the grid's samples, on this thread. To fill a large grid part by part, [prepare](Self::prepare)
    /// it first.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(42).cell_size(16.0).fbm(4);
    /// let mut tile = vec![0.0; 32 * 64];
    /// noise.fill(&Grid::new([32, 64]).start([0, 64]), &mut tile)?; // rows 0 to 31, columns 64 to 127
    /// assert_eq!(tile[64], noise.sample(&[1.0, 64.0])?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`generate`](Self::generate), or a buffer of another length. `out` is then unchanged.
    fn fill(&self, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.fill_with(Backend::detect(), grid, out)
    }

    /// [`fill`](Self::fill) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    fn fill_with(&self, backend: Backend, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        grid.validate()?;
        fill(self.noises(), &grid.to_window().axes(), out, backend, Threads::One)
    }

    /// [`fill`](Self::fill) on the current rayon thread pool. One thread fills fewer than 32,768 samples.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    fn par_fill(&self, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        self.par_fill_with(Backend::detect(), grid, out)
    }

    /// [`par_fill`](Self::par_fill) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    fn par_fill_with(&self, backend: Backend, grid: &impl AnyGrid, out: &mut [f32]) -> Result<()> {
        grid.validate()?;
        fill(self.noises(), &grid.to_window().axes(), out, backend, Threads::Pool)
    }

    /// Fills rows that are `stride` elements apart, on this thread: a part of a larger image, or rows that are padded, as in textures for a GPU. The
    /// grid's row `n`, in C order, goes to `out[n * stride..]`. Elements between rows keep what they have.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(42).cell_size(16.0);
    /// let mut image = vec![0.0; 256 * 256];
    /// let (y, x) = (100, 64);
    /// noise.fill_rows(&Grid::new([32, 48]), &mut image[y * 256 + x..], 256)?; // 32 rows of 48 samples
    /// assert_eq!(image[(y + 3) * 256 + x + 5], noise.sample(&[3.0, 5.0])?);
    /// assert_eq!(image[(y + 3) * 256 + x + 48], 0.0);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`generate`](Self::generate), a stride that is less than the samples of a row, or a buffer that ends before the last row does. `out` is then
    /// unchanged.
    #[doc(alias = "pitch")]
    fn fill_rows(&self, grid: &impl AnyGrid, out: &mut [f32], stride: usize) -> Result<()> {
        self.fill_rows_with(Backend::detect(), grid, out, stride)
    }

    /// [`fill_rows`](Self::fill_rows) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    fn fill_rows_with(&self, backend: Backend, grid: &impl AnyGrid, out: &mut [f32], stride: usize) -> Result<()> {
        grid.validate()?;
        rows::fill(self.noises(), &grid.to_window().axes(), (out, stride), backend, Threads::One)
    }

    /// [`fill_rows`](Self::fill_rows) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    fn par_fill_rows(&self, grid: &impl AnyGrid, out: &mut [f32], stride: usize) -> Result<()> {
        self.par_fill_rows_with(Backend::detect(), grid, out, stride)
    }

    /// [`par_fill_rows`](Self::par_fill_rows) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    fn par_fill_rows_with(
        &self,
        backend: Backend,
        grid: &impl AnyGrid,
        out: &mut [f32],
        stride: usize
    ) -> Result<()> {
        grid.validate()?;
        rows::fill(self.noises(), &grid.to_window().axes(), (out, stride), backend, Threads::Pool)
    }

    /// The same noise as a [`Field`] of another [quantity](crate::Quantity): derivatives, normals, slopes, hillshade, or curl.
    ///
    /// ```
    /// use perlane::{Grid, Noise, Quantity};
    /// let noise = Noise::perlin(7).frequency(0.02).fbm(5).scale(30.0);
    /// let planes = noise.field(Quantity::Gradient).generate(&Grid::new([64, 64]))?; // value, by y, by x
    /// assert_eq!(planes.len(), 3 * 64 * 64);
    /// assert_eq!(planes[..64 * 64], noise.generate(&Grid::new([64, 64]))?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "derivative")]
    #[doc(alias = "gradient")]
    #[doc(alias = "normal map")]
    #[doc(alias = "hillshade")]
    #[doc(alias = "curl")]
    fn field(&self, of: impl Into<FieldParameters>) -> Field<'_> {
        Field::new(self.noises(), of.into())
    }

    /// Checks the noise once, for `D` dimensions, to sample it many times: tiles, chunks, single points.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `D` dimensions.
    fn sampler[const D: usize](&self) -> Result<Sampler<D>> {
        Sampler::new(self.noises())
    }

    /// Makes the tables of a grid, which is then filled part by part: for grids larger than memory. The grid may have more samples than any buffer.
    ///
    /// # Errors
    /// A parameter of noise or grid outside its range, or coordinates that are not finite or beyond ±2^52 cells.
    fn prepare(&self, grid: &impl AnyGrid) -> Result<Prepared> {
        self.prepare_with(Backend::detect(), grid)
    }

    /// [`prepare`](Self::prepare) for the instructions of that backend.
    ///
    /// # Errors
    /// As for [`prepare`](Self::prepare).
    fn prepare_with(&self, backend: Backend, grid: &impl AnyGrid) -> Result<Prepared> {
        grid.validate_place()?;
        let window = grid.to_window();
        Prepared::new(self.noises(), None, backend, window)
    }

    /// Fills a buffer with the samples of a rectilinear grid, on this thread. `axes` has the world coordinates along each of 1 to 4
    /// axes, slowest first, in any order; `out` is in C order.
    ///
    /// ```
    /// use perlane::Noise;
    /// let noise = Noise::perlin(42).frequency(0.1);
    /// let (ys, xs) = ([-90.0, -45.0, 10.0], [0.0, 1.5]);
    /// let mut out = [0.0; 3 * 2]; // [y, x]
    /// noise.fill_axes(&[&ys, &xs], &mut out)?;
    /// assert_eq!(out[2 * 2 + 1], noise.sample(&[10.0, 1.5])?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// A parameter outside its range, no axis or more than four, a buffer whose length is not the product of the axes' lengths, or a
    /// coordinate that is not finite or beyond ±2^52 cells. `out` is then unchanged.
    #[doc(alias = "rectilinear")]
    #[doc(alias = "meshgrid")]
    fn fill_axes(&self, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.fill_axes_with(Backend::detect(), axes, out)
    }

    /// [`fill_axes`](Self::fill_axes) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    fn fill_axes_with(&self, backend: Backend, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        fill(self.noises(), &listed(axes)?, out, backend, Threads::One)
    }

    /// [`fill_axes`](Self::fill_axes) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    fn par_fill_axes(&self, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        self.par_fill_axes_with(Backend::detect(), axes, out)
    }

    /// [`par_fill_axes`](Self::par_fill_axes) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_axes`](Self::fill_axes).
    #[cfg(feature = "rayon")]
    fn par_fill_axes_with(&self, backend: Backend, axes: &[&[f64]], out: &mut [f32]) -> Result<()> {
        fill(self.noises(), &listed(axes)?, out, backend, Threads::Pool)
    }

    /// Fills a buffer with the samples at points, on this thread. Points are an array of world coordinates for each of 1 to 4 axes, slowest
    /// first, or an array of points, in `f64` or `f32` (see [`Points`]). The bits are those of a grid's sample at the same coordinates.
    ///
    /// # Errors
    /// A parameter outside its range, no axis or more than four, axes of different lengths, a buffer whose length is not the number of
    /// points, or a coordinate that is not finite or beyond ±2^52 cells, with the index of the first such point. `out` is then unchanged.
    #[doc(alias = "scattered")]
    fn fill_points(&self, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.fill_points_with(Backend::detect(), points, out)
    }

    /// [`fill_points`](Self::fill_points) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    fn fill_points_with(&self, backend: Backend, points: impl Points, out: &mut [f32]) -> Result<()> {
        fill_points(self.noises(), &points.scattered(), out, backend, Threads::One)
    }

    /// [`fill_points`](Self::fill_points) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    #[cfg(feature = "rayon")]
    fn par_fill_points(&self, points: impl Points, out: &mut [f32]) -> Result<()> {
        self.par_fill_points_with(Backend::detect(), points, out)
    }

    /// [`par_fill_points`](Self::par_fill_points) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill_points`](Self::fill_points).
    #[cfg(feature = "rayon")]
    fn par_fill_points_with(&self, backend: Backend, points: impl Points, out: &mut [f32]) -> Result<()> {
        fill_points(self.noises(), &points.scattered(), out, backend, Threads::Pool)
    }

    /// The value at one point: 1 to 4 world coordinates in array order, `[.., z, y, x]`.
    ///
    /// The bits are those of a grid's sample at the same coordinates. A thread keeps the tables of the few noises that it sampled last, but not those
    /// of more than 48 octaves: it makes these again for each point. For many points of one noise, a [`Sampler`] saves the search among them; a grid,
    /// `fill_axes` or `fill_points` is many times as fast.
    ///
    /// # Errors
    /// A parameter outside its range, no coordinate or more than four, or one that is not finite or beyond ±2^52 cells.
    #[doc(alias = "evaluate")]
    #[doc(alias = "get")]
    #[doc(alias = "get_noise_2d")]
    #[doc(alias = "noise2d")]
    fn sample(&self, point: &[f64]) -> Result<f32> {
        recent::sample(self.noises(), point)
    }
}

impl Sample for Noise {
    fn noises(&self) -> &[Noise] {
        core::slice::from_ref(self)
    }
}

impl Sample for Layers {
    fn noises(&self) -> &[Noise] {
        self.as_slice()
    }
}

/// Pointers to noises and layers can be sampled as these.
macro_rules! through_pointer {
    ($($pointer:ty)*) => {$(
        impl<T: Sample + ?Sized> Sample for $pointer {
            fn noises(&self) -> &[Noise] {
                (**self).noises()
            }
        }
    )*};
}

through_pointer!(&T Box<T> Arc<T>);
