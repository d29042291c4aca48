//! `Layers`: a weighted sum of noises, evaluated as one.

use alloc::vec::Vec;

use crate::error::{Result, require};
use crate::noise::parameters::Noise;

/// A weighted sum of noises with parameters of their own.
///
/// It is sampled like a [`Noise`], octave after octave of each layer into the same buffer: no layer needs a buffer of its own.
/// The sum is that of the layers' octaves on the sum of their biases, in the order they were added. Without layers it is 0.
///
/// ```
/// use perlane::{Grid, Layers, Noise};
/// let terrain = Layers::new()
///     .add(1.0, Noise::perlin(1).frequency(1.0 / 256.0).ridged(6))
///     .add(0.25, Noise::value(2).frequency(1.0 / 32.0))
///     .add(1.0, Noise::perlin(3).frequency(1.0 / 8.0).scale(0.05));
/// let heights = terrain.generate(&Grid::new([64, 64]))?;
/// # assert_eq!(heights.len(), 4096);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layers(Vec<Noise>);

impl Layers {
    /// No layers.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more layer, its scale and bias multiplied by `weight` (finite; a negative one subtracts).
    pub fn add(mut self, weight: f64, mut noise: Noise) -> Self {
        noise.scale *= weight;
        noise.bias *= weight;
        self.0.push(noise);
        self
    }

    /// Checks every parameter that can be checked without a grid.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        validate(&self.0)
    }

    /// The least and the greatest value that a sample can have in `dims` dimensions: the sums of the layers' [`Noise::bounds`].
    ///
    /// # Errors
    /// As for [`Noise::bounds`].
    pub fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
        bounds(&self.0, dims)
    }

    /// The layers, their weights in scale and bias.
    pub fn as_slice(&self) -> &[Noise] {
        &self.0
    }
}

impl From<Noise> for Layers {
    fn from(noise: Noise) -> Self {
        Layers(alloc::vec![noise])
    }
}

impl FromIterator<Noise> for Layers {
    fn from_iter<I: IntoIterator<Item = Noise>>(noises: I) -> Self {
        Layers(noises.into_iter().collect())
    }
}

/// Checks each of several noises; the error names its layer.
pub(crate) fn validate(noises: &[Noise]) -> Result<()> {
    each(noises, Noise::validate)
}

/// The sums of the noises' bounds.
pub(crate) fn bounds(noises: &[Noise], dims: usize) -> Result<(f64, f64)> {
    require((1..=4).contains(&dims), "dims", dims, "1 to 4")?;
    let mut sum = (0.0, 0.0);
    each(noises, |noise| {
        let (low, high) = noise.bounds(dims)?;
        sum = (sum.0 + low, sum.1 + high);
        Ok(())
    })?;
    Ok(sum)
}

/// Calls `check` with each noise. Where there are several, the error names the layer.
fn each(noises: &[Noise], mut check: impl FnMut(&Noise) -> Result<()>) -> Result<()> {
    for (i, noise) in noises.iter().enumerate() {
        check(noise).map_err(|e| if noises.len() > 1 { e.in_layer(i) } else { e })?;
    }
    Ok(())
}
