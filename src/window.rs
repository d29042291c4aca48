//! `Window`: a grid whose number of axes is known at run time only.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::grid::{self, Grid};

/// A [`Grid`] whose number of axes is known at run time only.
///
/// Unlike arrays, its axes are in the order x, y, z, w, as recipes and the command line list them. Only the first
/// [`dims`](Self::dims) count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    pub(crate) dims: usize,
    /// Samples along x, y, z, w.
    pub size: [usize; 4],
    /// Index of the first sample on the sampling lattice.
    pub start: [i64; 4],
    /// World coordinates of lattice sample 0.
    pub origin: [f64; 4],
    /// World units from sample to sample.
    pub spacing: [f64; 4],
}

impl Window {
    /// A window of 1 to 4 axes, the size along x first, at start 0, origin 0, spacing 1.
    ///
    /// # Errors
    /// No axis, or more than four.
    pub fn new(size: &[usize]) -> Result<Self> {
        let dims = size.len();
        if !(1..=4).contains(&dims) {
            return Err(Error::parameter("size", format!("of {dims} axes"), "1 to 4 axes"));
        }
        let mut window = Window { dims, size: [1; 4], start: [0; 4], origin: [0.0; 4], spacing: [1.0; 4] };
        window.size[..dims].copy_from_slice(size);
        Ok(window)
    }

    /// The number of axes.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The number of samples.
    ///
    /// # Errors
    /// More of them than a buffer can hold.
    pub fn samples(&self) -> Result<usize> {
        let size = &self.size[..self.dims];
        grid::count(size).ok_or_else(|| {
            let text: Vec<String> = size.iter().map(usize::to_string).collect();
            Error::parameter("size", text.join("x"), "sizes of at most isize::MAX bytes of samples")
        })
    }

    /// Checks origin, spacing, start and size.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        self.samples()?;
        match self.dims {
            1 => self.to_grid::<1>()?.validate(),
            2 => self.to_grid::<2>()?.validate(),
            3 => self.to_grid::<3>()?.validate(),
            _ => self.to_grid::<4>()?.validate(),
        }
    }

    /// The same window as a grid of exactly `D` axes, in array order.
    ///
    /// # Errors
    /// A window of another number of axes.
    pub fn to_grid<const D: usize>(&self) -> Result<Grid<D>> {
        if D != self.dims {
            return Err(Error::parameter("grid", format!("of {} axes", self.dims), format!("{D} axes")));
        }
        fn array_order<T: Copy, const D: usize>(xyzw: [T; 4]) -> [T; D] {
            core::array::from_fn(|a| xyzw[D - 1 - a])
        }
        Ok(Grid::new(array_order(self.size))
            .start(array_order(self.start))
            .origin(array_order(self.origin))
            .spacing(array_order(self.spacing)))
    }
}

impl<const D: usize> From<Grid<D>> for Window {
    fn from(grid: Grid<D>) -> Self {
        const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
        let mut window = Window { dims: D, size: [1; 4], start: [0; 4], origin: [0.0; 4], spacing: [1.0; 4] };
        for a in 0..D {
            window.size[a] = grid.shape[D - 1 - a];
            window.start[a] = grid.start[D - 1 - a];
            window.origin[a] = grid.origin[D - 1 - a];
            window.spacing[a] = grid.spacing[D - 1 - a];
        }
        window
    }
}
