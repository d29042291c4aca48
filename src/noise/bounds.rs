//! The least and the greatest value that a sample can have.

use alloc::format;
use alloc::string::ToString;

use crate::error::{Error, Result, number, require_dims};
use crate::noise::choices::Fractal;
use crate::noise::output::{MOST, Output, greater_magnitude};
use crate::noise::parameters::Noise;
use crate::noise::terms::Terms;

impl Noise {
    /// The least and the greatest value that a sample can have in `dims` dimensions (1 to 4). They are proven, and the same for every
    /// grid.
    ///
    /// They are the ends of the [range](Self::range) if one is set. Else they are −1 and 1 for most normalised noises. They are 0 and 1 for turbulence,
    /// for the distances of cellular noise, and, with the default level, for ridged and hybrid multifractals of other noise. Billow and ridged noise
    /// have bounds of their own, because an octave is folded at its amplitude, and not at its supremum, which is `s` times the amplitude: ridged noise
    /// lies in `[(1 − 2s)/s, 1/s]`, and billow noise in the negative of this interval. Both intervals are a few millionths wider, for roundings.
    ///
    /// Two roundings may lead beyond the bounds. Normalised value noise may exceed them by up to 2.6 millionths for each axis, because the quintic fade
    /// rounds to slightly more than 1 just before a corner. Billow and ridged noise double this. Hybrid multifractals multiply it by the number of octaves,
    /// and ridged ones by four times that number, as they square what they fold; with the default level, ridged ones stay within their bounds. And sums are
    /// rounded to `f32`: this shows where a bias is added, and where octaves cancel out that are much larger than their sum, such as those of a hybrid
    /// multifractal with a level of 1000 and a gain of −1. Besides, the bounds are those of octaves with amplitudes from 2^-126 (1.2e-38) on: `f32` holds smaller
    /// numbers with fewer digits.
    ///
    /// ```
    /// use perlane::{Gradients, Noise};
    /// let noise = Noise::perlin(1).fbm(5);
    /// assert_eq!(noise.bounds(2)?, (-1.0, 1.0));
    /// assert_eq!(noise.clone().range(0.0, 255.0).bounds(3)?, (0.0, 255.0));
    /// assert_eq!(noise.clone().turbulence(5).bounds(2)?, (0.0, 1.0));
    /// let (low, high) = noise.gradients(Gradients::Diagonals).ridged(1).bounds(2)?;
    /// assert!((low + 1.0).abs() < 1e-5 && (high - 1.0).abs() < 1e-5); // the supremum of that set is 1
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
        require_dims(dims)?;
        Ok(Terms::new(self, dims)?.bounds(self))
    }

    /// Upper bound on the magnitude of every derivative by a world coordinate.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions; a frequency that is infinite in `f32`, in which derivatives
    /// are multiplied by it.
    pub(crate) fn largest_derivative(&self, dims: usize) -> Result<f64> {
        let terms = Terms::new(self, dims)?;
        let supremum = self.derivative_supremum(dims)?;
        let mut sum = 0.0;
        for (amplitude, frequency) in terms.amplitudes().zip(self.finest_frequencies(dims)) {
            if frequency > f64::from(f32::MAX) {
                let allowed = "for derivatives, frequencies that are at most 3.4e38 in every octave";
                return Err(Error::parameter("frequency", number(self.frequency), allowed));
            }
            sum += amplitude.abs() * supremum * frequency;
        }
        let fold = match self.fractal {
            Fractal::Billow | Fractal::Ridged => 2.0,
            Fractal::None | Fractal::Fbm | Fractal::Turbulence => 1.0,
            // These have no derivatives.
            Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => 1.0,
        };
        Ok(sum * fold)
    }
}

/// The most that the biases and octaves of a sum may add up to, in magnitude: whatever the order in which they are added, `f32` can hold the sum.
const MOST_TERMS: f64 = 3e38;

/// Checks that nothing on the way to a sample can leave the range of `f32`: no sample is infinite or NaN.
pub(crate) fn check_sum(noises: &[Noise], dims: usize) -> Result<()> {
    require_dims(dims)?;
    let (mut samples, mut magnitudes) = (0.0, 0.0);
    for (layer, noise) in noises.iter().enumerate() {
        let terms = Terms::new(noise, dims)?;
        let (low, high) = terms.bounds(noise);
        samples += greater_magnitude((low, high));
        magnitudes += terms.magnitudes(noise);
        let error = if low.is_nan() || high.is_nan() || samples > MOST {
            too_large(noise, "samples may reach", samples, "numbers with which samples stay within 1e37")
        } else if magnitudes.is_nan() || magnitudes > MOST_TERMS {
            too_large(noise, "magnitudes add up to", magnitudes, "numbers with which these stay within 3e38")
        } else {
            continue;
        };
        return Err(error.in_layer_of(noises.len(), layer));
    }
    Ok(())
}

/// More than what roundings change in a sample whose bias and octaves have these magnitudes in all. It is little beside the sample, unless octaves cancel
/// out: those of a hybrid multifractal with a level of 1000 and a gain of -1, for example.
pub(super) fn roundings(noises: &[Noise], dims: usize) -> Result<f64> {
    let (mut bias, mut octaves, mut magnitudes) = (0.0, 0.0, 0.0);
    for noise in noises {
        let terms = Terms::new(noise, dims)?;
        bias += terms.bias;
        octaves += f64::from(noise.octave_count());
        magnitudes += terms.magnitudes_of_octaves(noise);
    }
    // Each sum is rounded by 2^-24 of itself, and an octave by less than 2^-13: by some fifty operations, and what a square makes of them.
    Ok((bias.abs() + magnitudes) * (OF_OCTAVE + octaves / f64::from(1 << 24)))
}

/// More than what roundings change in an octave, as part of its greatest magnitude: 2^-13.
const OF_OCTAVE: f64 = 1.0 / 8192.0;

/// The error for the noise that makes samples or terms too large. It names the parameter that is the largest factor or term.
fn too_large(noise: &Noise, what: &str, most: f64, allowed: &'static str) -> Error {
    let (name, value) = match noise.output {
        Output::Range { .. } => noise.output.named(),
        Output::ScaleBias { scale, bias } => {
            let raw_gain = !noise.normalize && noise.octave_count() > 1;
            let last = (1..noise.octave_count()).fold(1.0, |gain, _| gain * noise.gain.abs());
            if raw_gain && last > scale.abs() && last > bias.abs() {
                ("gain", number(noise.gain).to_string())
            } else if bias.abs() > scale.abs() {
                ("bias", number(bias).to_string())
            } else {
                noise.output.named()
            }
        }
    };
    let value = format!("{value} (with all octaves, biases and layers, {what} {})", number(most));
    Error::parameter(name, value, allowed)
}
