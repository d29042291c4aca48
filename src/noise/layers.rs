//! `Layers`: a weighted sum of noises, evaluated as one.

use alloc::vec::Vec;

use crate::error::{Result, require_dims};
#[cfg(feature = "serde")]
use crate::grid::AXES;
use crate::noise::parameters::{Layers, Noise};
use crate::noise::terms::Terms;

/// Checks that noises have at most [`Layers::MAX_OCTAVES`] together, with those of their warps.
#[cfg(feature = "serde")]
pub(crate) fn check_octaves(noises: &[Noise], name: &'static str) -> Result<()> {
    let octaves =
        noises.iter().fold(0, |sum: usize, noise| sum.saturating_add(noise.octaves_and_moves(AXES.len())));
    crate::error::require(
        octaves <= Layers::MAX_OCTAVES,
        name,
        format_args!("{octaves} octaves"),
        "1024 octaves or fewer in a recipe, with those of warps",
    )
}

/// Refuses layers that no recipe can have.
#[cfg(feature = "serde")]
pub(crate) fn check_layers(layers: &Layers) -> Result<()> {
    layers.validate()?;
    check_octaves(layers.as_slice(), "layers")
}

impl Layers {
    /// The most octaves that the noises of a recipe, or layers that are written by serde, may have together; others may have more. Octaves of
    /// warps count as well; a warp by an amplitude counts for four axes, as layers know of no grid. Each octave takes memory and time, and a
    /// recipe may come from anybody.
    pub const MAX_OCTAVES: usize = 1024;

    /// No layers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a layer, multiplied by a finite `weight`; a negative one subtracts. (`+`, `-` and `*` do the same for noises and layers.) The weight becomes part
    /// of the noise's [`output`](Noise::output): it multiplies scale and bias, or both ends of the range.
    pub fn add(mut self, weight: f64, noise: Noise) -> Self {
        self.0.push(noise.weighted(weight));
        self
    }

    /// Checks the ranges of parameters, as [`Noise::validate`] does.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        validate(&self.0)
    }

    /// The least and the greatest value that a sample can have in `dims` dimensions: the sums of the layers' [`Noise::bounds`].
    ///
    /// A sum is rounded to `f32` each time an octave is added. Beside what a noise's bounds do not cover, samples of a hundred octaves and more may
    /// therefore lie beyond these sums: by up to 2^-24 of them (0.06 millionths) for each octave.
    ///
    /// # Errors
    /// As for [`Noise::bounds`].
    pub fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
        bounds(&self.0, dims)
    }

    /// The layers; their weights are part of their outputs.
    pub fn as_slice(&self) -> &[Noise] {
        &self.0
    }

    /// The layers, to change them in place.
    pub fn as_mut_slice(&mut self) -> &mut [Noise] {
        &mut self.0
    }

    /// The number of layers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none. All samples of no layers are 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<Noise>> for Layers {
    fn from(noises: Vec<Noise>) -> Self {
        Layers(noises)
    }
}

impl Extend<Noise> for Layers {
    fn extend<I: IntoIterator<Item = Noise>>(&mut self, noises: I) {
        self.0.extend(noises);
    }
}

impl IntoIterator for Layers {
    type Item = Noise;
    type IntoIter = alloc::vec::IntoIter<Noise>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Layers {
    type Item = &'a Noise;
    type IntoIter = core::slice::Iter<'a, Noise>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Layers {
    type Item = &'a mut Noise;
    type IntoIter = core::slice::IterMut<'a, Noise>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
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

/// The terms of each noise.
pub(crate) fn terms(noises: &[Noise], dims: usize) -> Result<Vec<Terms>> {
    let mut terms = Vec::with_capacity(noises.len());
    each(noises, |noise| {
        terms.push(Terms::new(noise, dims)?);
        Ok(())
    })?;
    Ok(terms)
}

/// Checks each noise by itself. Where there are several, the error names the layer.
pub(crate) fn validate(noises: &[Noise]) -> Result<()> {
    each(noises, Noise::validate)
}

/// The sums of the noises' lower and upper bounds.
pub(crate) fn bounds(noises: &[Noise], dims: usize) -> Result<(f64, f64)> {
    require_dims(dims)?;
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
        check(noise).map_err(|e| e.in_layer_of(noises.len(), i))?;
    }
    Ok(())
}
