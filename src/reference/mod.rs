//! Normative: one sample at a time, in the words and the order of `docs/bits.md`. Read the two side by side.
//!
//! Every kernel must give these bits. The reference shares only tables, hashes, amplitudes and checks of parameters with the kernels, and is written to be
//! read, not to be fast. Each arithmetic operation rounds once, in the written order.
//!
//! Section 1 of that page is `place`, sections 2 to 4 are `corners` and `cellular`, section 5 is `octave`, `shaping` and `sum`, and section 6 is `derivatives`.

mod cellular;
mod corners;
mod derivatives;
mod octave;
mod place;
mod shaping;
mod sum;

#[cfg(test)]
use alloc::vec::Vec;

use crate::error::{Result, point_dims};
#[cfg(test)]
use crate::grid::Grid;
use crate::noise::Noise;

pub use derivatives::{Planes, gradient, quantity};
pub use sum::Sum;

/// The value of a noise at a point: world coordinates in array order, `[.., z, y, x]`, 1 to 4 of them.
///
/// # Errors
/// A parameter outside its range, or a coordinate that is not finite or beyond ±2^52 cells in one of the octaves.
///
/// ```
/// use perlane::{Grid, Noise, reference};
/// let noise = Noise::perlin(42).frequency(0.3);
/// let grid = Grid::new([5, 7]).start([-2, -3]);
/// let value = reference::sample(&noise, &grid.world([1, 4]))?;
/// assert_eq!(value.to_bits(), noise.generate(&grid)?[7 + 4].to_bits());
/// # Ok::<(), perlane::Error>(())
/// ```
pub fn sample(noise: &Noise, world: &[f64]) -> Result<f32> {
    sum(core::slice::from_ref(noise), world)
}

/// The value of the sum of several noises at a point: their octaves, one after the other, are added to the sum of their biases.
///
/// # Errors
/// As for [`sample`].
pub fn sum(noises: &[Noise], world: &[f64]) -> Result<f32> {
    Sum::new(noises, point_dims(world)?)?.sample(world)
}

/// The samples of a grid.
#[cfg(test)]
pub(crate) fn samples_of_grid<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<f32> {
    sums_of_grid(core::slice::from_ref(noise), grid)
}

/// The samples of a grid of the sum of several noises.
#[cfg(test)]
pub(crate) fn sums_of_grid<const D: usize>(noises: &[Noise], grid: &Grid<D>) -> Vec<f32> {
    let sum = Sum::new(noises, D).unwrap();
    worlds_of_grid(grid).map(|world| sum.sample(&world).unwrap()).collect()
}

/// The world coordinates of a grid's samples, in C order.
#[cfg(test)]
pub(crate) fn worlds_of_grid<const D: usize>(grid: &Grid<D>) -> impl Iterator<Item = [f64; D]> {
    let world = |flat: usize| {
        let mut rest = flat;
        let mut index = [0; D];
        for a in (0..D).rev() {
            (index[a], rest) = (rest % grid.shape[a], rest / grid.shape[a]);
        }
        grid.world(index)
    };
    (0..grid.samples().unwrap()).map(world)
}
