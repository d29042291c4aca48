//! `Window`: a grid whose number of axes is known at run time only.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use core::ops::Deref;

use crate::error::{Error, Result, axes};
use crate::grid::{self, Axis, Grid};
use crate::per_axis::PerAxis;

/// A [`Grid`] whose number of axes is known at run time only, such as one that a file or a user asks for.
///
/// The fields have a value for each of four axes. Only the first [`dims`](Self::dims) of x, y, z, w count; the others are ignored, also by
/// `==`.
///
/// ```
/// use perlane::{Grid, PerAxis, Window};
/// let window = Window::from_shape(&[1080, 1920])?.start([0, 1 << 40]); // [y, x], like arrays
/// assert_eq!(window.size, PerAxis { x: 1920, y: 1080, z: 1, w: 1 });
/// assert_eq!(window.to_grid()?, Grid::new([1080, 1920]).start([0, 1 << 40]));
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Window {
    dims: usize,
    /// Samples along each axis; 0 is allowed.
    pub size: PerAxis<usize>,
    /// Index of the window's first sample on the sampling lattice. Default 0. All indices are from -2^53 to 2^53.
    pub start: PerAxis<i64>,
    /// World coordinates of lattice sample 0; finite. Default 0.
    pub origin: PerAxis<f64>,
    /// World units from sample to sample; finite, not 0. Default 1.
    pub spacing: PerAxis<f64>,
}

impl Window {
    /// A window of this shape, in array order, `[.., z, y, x]`, at start 0, origin 0, spacing 1.
    ///
    /// # Errors
    /// No axis, or more than four.
    pub fn from_shape(shape: &[usize]) -> Result<Self> {
        let size: Vec<usize> = shape.iter().rev().copied().collect();
        Self::new(&size, "shape")
    }

    /// A window of this size along x, y, z, w, the reverse of array order, at start 0, origin 0, spacing 1.
    ///
    /// # Errors
    /// No axis, or more than four.
    pub fn from_xyzw(size: &[usize]) -> Result<Self> {
        Self::new(size, "size")
    }

    fn new(size: &[usize], name: &'static str) -> Result<Self> {
        let dims = size.len();
        if !(1..=4).contains(&dims) {
            return Err(Error::parameter(name, format!("of {dims} axes"), "1 to 4 axes"));
        }
        let mut xyzw = [1; 4];
        xyzw[..dims].copy_from_slice(size);
        Ok(Self::at_zero(dims, PerAxis::from_xyzw(xyzw)))
    }

    fn at_zero(dims: usize, size: PerAxis<usize>) -> Self {
        let spacing = PerAxis::splat(1.0);
        Window { dims, size, start: PerAxis::default(), origin: PerAxis::default(), spacing }
    }

    /// The index of the first sample on the sampling lattice, as an array `[.., z, y, x]` or a [`PerAxis`].
    #[must_use]
    pub fn start(mut self, start: impl Into<PerAxis<i64>>) -> Self {
        self.start = start.into();
        self
    }

    /// The world coordinates of lattice sample 0, as an array `[.., z, y, x]` or a [`PerAxis`].
    #[must_use]
    pub fn origin(mut self, origin: impl Into<PerAxis<f64>>) -> Self {
        self.origin = origin.into();
        self
    }

    /// World units from sample to sample, as an array `[.., z, y, x]` or a [`PerAxis`]. Give one for each axis: axes that the array lacks get 0,
    /// which no grid may have.
    #[must_use]
    pub fn spacing(mut self, spacing: impl Into<PerAxis<f64>>) -> Self {
        self.spacing = spacing.into();
        self
    }

    /// The number of axes.
    #[must_use]
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Samples along each axis, in array order: the shape of the array that holds them.
    #[must_use]
    pub fn shape(&self) -> Vec<usize> {
        self.size.xyzw()[..self.dims].iter().rev().copied().collect()
    }

    /// World coordinates of the sample at `index`, which counts from `start`; it may lie outside the window, at any distance.
    #[must_use]
    pub fn world(&self, index: impl Into<PerAxis<usize>>) -> PerAxis<f64> {
        let (start, index) = (self.start.xyzw(), index.into().xyzw());
        let (origin, spacing) = (self.origin.xyzw(), self.spacing.xyzw());
        let along = |a: usize| grid::world_of_any(origin[a], spacing[a], start[a], index[a]);
        PerAxis::from_xyzw([along(0), along(1), along(2), along(3)])
    }

    /// The number of samples.
    ///
    /// # Errors
    /// More of them than a buffer can hold.
    pub fn samples(&self) -> Result<usize> {
        let size = &self.size.xyzw()[..self.dims];
        grid::count(size).ok_or_else(|| self.wrong_size(format!("sizes of at most {}", grid::MOST_BYTES)))
    }

    #[cold]
    fn wrong_size(&self, allowed: impl Into<Cow<'static, str>>) -> Error {
        let text: Vec<String> = self.size.xyzw()[..self.dims].iter().map(usize::to_string).collect();
        Error::parameter("size", text.join("x"), allowed)
    }

    /// Checks origin, spacing, start and size.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        self.samples()?;
        self.validate_place()
    }

    /// The same, but the window may have more samples than a buffer: it is filled part by part.
    pub(crate) fn validate_place(&self) -> Result<()> {
        let (size, start) = (self.size.array_order::<4>(), self.start.array_order::<4>());
        let (origin, spacing) = (self.origin.array_order::<4>(), self.spacing.array_order::<4>());
        let first = 4 - self.dims;
        if grid::has_too_long(&size[first..]) {
            return Err(self.wrong_size(grid::MOST_ALONG));
        }
        grid::check_places(&size[first..], &start[first..], &origin[first..], &spacing[first..])
    }

    /// The axes, slowest first.
    pub(crate) fn axes(&self) -> Axes {
        let (size, start) = (self.size.array_order::<4>(), self.start.array_order::<4>());
        let (origin, spacing) = (self.origin.array_order::<4>(), self.spacing.array_order::<4>());
        let axis =
            |a: usize| Axis::Even { origin: origin[a], spacing: spacing[a], start: start[a], len: size[a] };
        Axes { wzyx: core::array::from_fn(axis), dims: self.dims }
    }

    /// The same window as a grid of exactly `D` axes.
    ///
    /// # Errors
    /// A window with another number of axes.
    pub fn to_grid<const D: usize>(&self) -> Result<Grid<D>> {
        if D != self.dims {
            return Err(Error::parameter("grid", format!("of {}", axes(self.dims)), axes(D)));
        }
        Ok(Grid::new(self.size.array_order())
            .start(self.start.array_order())
            .origin(self.origin.array_order())
            .spacing(self.spacing.array_order()))
    }
}

/// The axes of a window, slowest first. (This is not a `Vec`, because an allocation would take as long as filling a small tile.)
pub(crate) struct Axes {
    wzyx: [Axis<'static>; 4],
    dims: usize,
}

impl Deref for Axes {
    type Target = [Axis<'static>];

    fn deref(&self) -> &Self::Target {
        &self.wzyx[4 - self.dims..]
    }
}

mod sealed {
    pub trait Sealed {}

    impl<const D: usize> Sealed for crate::grid::Grid<D> {}
    impl Sealed for super::Window {}
    impl<G: Sealed + ?Sized> Sealed for &G {}
}

/// Where to sample: a [`Grid`], or a [`Window`], whose number of axes is known at run time only.
///
/// Every method of noises, layers and fields that takes a grid takes either; a [`Sampler`](crate::Sampler) takes grids of its own number of
/// axes. The trait is sealed: only these types and references to them implement it.
pub trait AnyGrid: sealed::Sealed {
    /// The same as a window.
    fn to_window(&self) -> Window;

    /// The number of samples.
    ///
    /// # Errors
    /// More of them than a buffer can hold.
    fn samples(&self) -> Result<usize>;

    /// Checks origin, spacing, start and shape.
    ///
    /// # Errors
    /// The first parameter outside its range.
    fn validate(&self) -> Result<()>;

    /// The same, but there may be more samples than a buffer can hold: it is filled part by part.
    #[doc(hidden)]
    fn validate_place(&self) -> Result<()>;
}

impl<const D: usize> AnyGrid for Grid<D> {
    fn to_window(&self) -> Window {
        (*self).into()
    }

    fn samples(&self) -> Result<usize> {
        self.samples()
    }

    fn validate(&self) -> Result<()> {
        self.validate()
    }

    fn validate_place(&self) -> Result<()> {
        self.validate_place()
    }
}

impl<G: AnyGrid + ?Sized> AnyGrid for &G {
    fn to_window(&self) -> Window {
        (**self).to_window()
    }

    fn samples(&self) -> Result<usize> {
        (**self).samples()
    }

    fn validate(&self) -> Result<()> {
        (**self).validate()
    }

    fn validate_place(&self) -> Result<()> {
        (**self).validate_place()
    }
}

impl AnyGrid for Window {
    fn to_window(&self) -> Window {
        *self
    }

    fn samples(&self) -> Result<usize> {
        self.samples()
    }

    fn validate(&self) -> Result<()> {
        self.validate()
    }

    fn validate_place(&self) -> Result<()> {
        self.validate_place()
    }
}

impl PartialEq for Window {
    fn eq(&self, other: &Self) -> bool {
        let axes = |window: &Window| {
            let (size, start) = (window.size.xyzw(), window.start.xyzw());
            let (origin, spacing) = (window.origin.xyzw(), window.spacing.xyzw());
            (0..window.dims).map(move |a| (size[a], start[a], origin[a], spacing[a]))
        };
        axes(self).eq(axes(other))
    }
}

impl<const D: usize> From<Grid<D>> for Window {
    fn from(grid: Grid<D>) -> Self {
        const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
        let mut window = Window::at_zero(D, PerAxis::splat(1).with(grid.shape));
        window.start = grid.start.into();
        window.origin = grid.origin.into();
        window.spacing = window.spacing.with(grid.spacing);
        window
    }
}

impl<const D: usize> TryFrom<Window> for Grid<D> {
    type Error = Error;

    /// As [`Window::to_grid`].
    fn try_from(window: Window) -> Result<Self> {
        window.to_grid()
    }
}
