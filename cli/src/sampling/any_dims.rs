//! Windows whose number of axes is known at run time, for a library whose grids have it in their type.

use std::array::from_fn;
use std::ops::Range;

use perlane::{Backend, Layers, Result, Window};

/// Whether a window can be sampled; fails where [`fill`] would.
pub(crate) fn check(layers: &Layers, window: &Window) -> Result<()> {
    match window.dims() {
        1 => layers.check(&window.to_grid::<1>()?),
        2 => layers.check(&window.to_grid::<2>()?),
        3 => layers.check(&window.to_grid::<3>()?),
        _ => layers.check(&window.to_grid::<4>()?),
    }
}

/// Fills a buffer with the samples of a window, on the current thread pool.
pub(crate) fn fill(layers: &Layers, backend: Backend, window: &Window, out: &mut [f32]) -> Result<()> {
    match window.dims() {
        1 => layers.par_fill_with(backend, &window.to_grid::<1>()?, out),
        2 => layers.par_fill_with(backend, &window.to_grid::<2>()?, out),
        3 => layers.par_fill_with(backend, &window.to_grid::<3>()?, out),
        _ => layers.par_fill_with(backend, &window.to_grid::<4>()?, out),
    }
}

/// The indices of a part's samples, along x, y, z, w.
pub(crate) type Part = [Range<usize>; 4];

/// Fills a buffer with a part of a window, on the current thread pool.
pub(crate) type FillPart = Box<dyn Fn(&Part, &mut [f32]) -> Result<()> + Sync>;

/// Makes a window's tables once, for all of its parts.
pub(crate) fn prepare(layers: &Layers, backend: Backend, window: &Window) -> Result<FillPart> {
    match window.dims() {
        1 => prepare_grid::<1>(layers, backend, window),
        2 => prepare_grid::<2>(layers, backend, window),
        3 => prepare_grid::<3>(layers, backend, window),
        _ => prepare_grid::<4>(layers, backend, window),
    }
}

fn prepare_grid<const D: usize>(layers: &Layers, backend: Backend, window: &Window) -> Result<FillPart> {
    let prepared = layers.prepare_with(backend, &window.to_grid::<D>()?)?;
    let array_order = |part: &Part| from_fn(|axis| part[D - 1 - axis].clone());
    Ok(Box::new(move |part, out| prepared.par_fill(array_order(part), out)))
}
