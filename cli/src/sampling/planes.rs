//! The array of a spec: the samples of its grid. If the quantity has several planes, these are the slowest axis.

use std::ops::Range;

use perlane::{Field, Prepared, Window};

use crate::error::Result;
use crate::sampling::slabs::count;
use crate::spec::GenerateSpec;

impl GenerateSpec {
    /// What is sampled.
    pub(crate) fn sampled(&self) -> Field<'_> {
        self.layers.field(self.field)
    }

    /// The number of planes of the sampled quantity.
    pub(crate) fn planes(&self) -> usize {
        self.field.quantity.planes(self.window.dims())
    }

    /// The names of the planes, if there are several.
    pub(crate) fn plane_names(&self) -> Option<Vec<&'static str>> {
        (self.planes() > 1).then(|| self.field.quantity.plane_names(self.window.dims()))
    }

    /// The lengths of the array's axes, slowest first: the planes, if there are several, then the grid's axes.
    pub(crate) fn array_shape(&self) -> Vec<usize> {
        let planes = Some(self.planes()).filter(|planes| *planes > 1);
        planes.into_iter().chain(self.window.shape()).collect()
    }

    /// The array as a window, for formats that hold up to four axes. The planes count as one axis.
    pub(crate) fn array(&self) -> Window {
        self.with_planes(&self.window)
    }

    /// A window of the grid, with all planes as its slowest axis if there are several.
    pub(crate) fn with_planes(&self, grid: &Window) -> Window {
        let dims = grid.dims();
        if self.planes() == 1 {
            return *grid;
        }
        let mut size = grid.size.xyzw()[..dims].to_vec();
        size.push(self.planes());
        // `Format::check_array` has refused windows with more axes.
        let Ok(mut array) = Window::from_xyzw(&size) else { return *grid };
        copy_place(grid, &mut array, dims);
        array
    }

    /// Fills a buffer with the samples of a part of the array, on this thread or on the current thread pool.
    pub(crate) fn fill(&self, part: &Window, on_pool: bool, out: &mut [f32]) -> Result<()> {
        let (planes, grid) = self.split(part)?;
        let field = self.sampled();
        let fill = |out: &mut [f32]| match on_pool {
            true => field.par_fill_with(self.backend, &grid, out),
            false => field.fill_with(self.backend, &grid, out),
        };
        if planes.len() == self.planes() {
            return Ok(fill(out)?);
        }
        let samples = grid.samples()?;
        let mut all = vec![0.0; samples * self.planes()];
        fill(&mut all)?;
        out.copy_from_slice(&all[planes.start * samples..planes.end * samples]);
        Ok(())
    }

    /// Splits a part of the array into its planes and its window of the grid.
    fn split(&self, part: &Window) -> Result<(Range<usize>, Window)> {
        let dims = self.window.dims();
        if self.planes() == 1 {
            return Ok((0..1, *part));
        }
        let mut grid = Window::from_xyzw(&part.size.xyzw()[..dims])?;
        copy_place(part, &mut grid, dims);
        let first = part.start.xyzw()[dims] as usize;
        Ok((first..first + part.size.xyzw()[dims], grid))
    }
}

/// Copies the place of a window along the first axes of x, y, z, w.
fn copy_place(from: &Window, to: &mut Window, axes: usize) {
    for axis in 0..axes {
        *to.start.xyzw_mut()[axis] = from.start.xyzw()[axis];
        *to.origin.xyzw_mut()[axis] = from.origin.xyzw()[axis];
        *to.spacing.xyzw_mut()[axis] = from.spacing.xyzw()[axis];
    }
}

/// Fills a slab of an array whose first axis is the planes, if there are several. For a slab of some planes, all planes are computed first, in
/// `all`. So a caller that reads plane after plane, in the order of files, has each plane computed as many times as there are planes.
pub(crate) fn fill_slab(
    prepared: &Prepared,
    slab: &[Range<usize>],
    out: &mut [f32],
    all: &mut Vec<f32>,
) -> perlane::Result<()> {
    let (planes, part) = match slab.split_first() {
        Some((planes, part)) if prepared.planes() > 1 => (planes.clone(), part),
        _ => return prepared.par_fill(slab, out),
    };
    if planes.len() == prepared.planes() {
        return prepared.par_fill(part, out);
    }
    let samples = count(part);
    all.resize(samples * prepared.planes(), 0.0);
    prepared.par_fill(part, all)?;
    out.copy_from_slice(&all[planes.start * samples..planes.end * samples]);
    Ok(())
}
