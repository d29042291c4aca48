//! The windows of most pictures.

use perlane::{Grid, Noise};

use crate::Result;

/// Where noise of more than two dimensions is cut: off the lattice, where Perlin noise is not 0.
const SLICE: f64 = 0.4;

/// A square of `side` samples in the plane.
pub(crate) fn plane(noise: &Noise, side: usize) -> Result<Vec<f32>> {
    Ok(noise.generate(&Grid::new([side, side]))?)
}

/// A square slice of a 3-D noise.
pub(crate) fn slice_3d(noise: &Noise, side: usize) -> Result<Vec<f32>> {
    let z = SLICE / noise.frequency;
    Ok(noise.generate(&Grid::new([1, side, side]).origin([z, 0.0, 0.0]))?)
}

/// A square slice of a 4-D noise.
pub(crate) fn slice_4d(noise: &Noise, side: usize) -> Result<Vec<f32>> {
    let z = SLICE / noise.frequency;
    Ok(noise.generate(&Grid::new([1, 1, side, side]).origin([z, z, 0.0, 0.0]))?)
}
