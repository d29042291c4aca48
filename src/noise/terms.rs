//! The terms of a noise's sum, which are its bias and the amplitudes of its octaves: `bits.md` section 3.

use alloc::format;

use crate::error::{Error, Result, number};
use crate::noise::choices::Fractal;
use crate::noise::output::{MOST, Output, greater_magnitude};
use crate::noise::parameters::Noise;
use crate::noise::shaping::{Shape, Shaping};
use crate::noise::suprema::ROUNDING;

/// The most that the amplitudes of a noise may add up to before they are scaled. The products with scales and suprema are then finite.
const MOST_IN_ALL: f64 = 1e200;

/// The most often that an octave may go back and forth.
const MOST_TURNS: f64 = 4_194_304.0; // 2^22

/// The bias with which a noise's sum starts, and the amplitudes of its octaves, in a given number of dimensions.
pub(crate) struct Terms {
    pub(crate) bias: f64,
    scale: f64,
    gain: f64,
    octaves: usize,
    normaliser: f64,
    /// That of an octave of amplitude 1.
    supremum: f64,
    /// `None` if octaves are not shaped.
    shaping: Option<Unit>,
}

/// Octaves before they are shaped, and the range of their sum.
struct Unit {
    shaping: Shaping,
    /// The factor of an octave before it is shaped.
    amplitude: f64,
    /// The least and the greatest sum of shaped octaves, for a scale of 1.
    spread: (f64, f64),
}

/// An octave that is shaped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shaped {
    pub(crate) shape: Shape,
    /// Whether it is the first of its noise, whose weight is 1.
    pub(crate) first: bool,
    /// Whether it is the last of its noise, whose samples weight no others.
    pub(crate) last: bool,
    /// The factor before it is shaped.
    pub(crate) unit: f64,
    /// The factor with which it is added.
    pub(crate) amplitude: f32,
    /// The factor by which it becomes the weight of the next one.
    pub(crate) feedback: f32,
}

impl Terms {
    /// Checks all parameters of the noise.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub(crate) fn new(noise: &Noise, dims: usize) -> Result<Self> {
        noise.validate()?;
        noise.validate_dims(dims)?;
        let supremum = noise.supremum(dims)?;
        if noise.normalize && supremum == 0.0 {
            let allowed = "a vector that is not zero, or normalize = false";
            return Err(Error::parameter("gradients", "all zero", allowed));
        }
        let (gain, octaves) = (noise.gain, noise.octave_count() as usize);
        let sum = raw_amplitudes(gain, octaves).fold(0.0, |sum: f64, a| sum + a.abs());
        if sum > MOST_IN_ALL {
            let value = format!("{} (the amplitudes of all octaves add up to {})", number(gain), number(sum));
            return Err(Error::parameter("gain", value, "gains whose amplitudes add up to at most 1e200"));
        }
        let mut normaliser = if noise.normalize { supremum * sum * ROUNDING } else { 1.0 };
        let shaping = Unit::of(noise, supremum, raw_amplitudes(gain, octaves));
        if let Some(Unit { spread: (low, high), .. }) = shaping
            && noise.normalize
        {
            normaliser = greater_magnitude((low, high));
        }
        let mut terms = Terms { bias: 0.0, scale: 1.0, gain, octaves, normaliser, supremum, shaping };
        let unscaled = terms.spread(noise);
        (terms.scale, terms.bias) = noise.output.scale_and_bias(unscaled);
        terms.check(noise)?;
        terms.check_shaping(noise)?;
        Ok(terms)
    }

    /// `A_o` of every octave, in f64.
    pub(crate) fn amplitudes(&self) -> impl Iterator<Item = f64> + use<> {
        let (scale, normaliser) = (self.scale, self.normaliser);
        raw_amplitudes(self.gain, self.octaves).map(move |a| a * scale / normaliser)
    }

    /// For each octave, how it is shaped; `None` if it is not.
    pub(crate) fn shaped(&self) -> impl Iterator<Item = Option<Shaped>> {
        self.amplitudes().zip(raw_amplitudes(self.gain, self.octaves)).enumerate().map(
            |(o, (amplitude, a))| {
                let unit = self.shaping.as_ref()?;
                Some(Shaped {
                    shape: unit.shaping.shape(),
                    first: o == 0,
                    last: o + 1 == self.octaves,
                    unit: unit.amplitude,
                    amplitude: amplitude as f32,
                    feedback: unit.shaping.feedback(a).unwrap_or(0.0) as f32,
                })
            },
        )
    }

    /// The least and the greatest value that a sample can have.
    pub(super) fn bounds(&self, noise: &Noise) -> (f64, f64) {
        if let Output::Range { low, high } = noise.output {
            return if low < high { (low, high) } else { (high, low) };
        }
        let (least, most) = self.spread(noise);
        (self.bias + least, self.bias + most)
    }

    /// The least and the greatest value that the sum of octaves can have, before the bias is added.
    fn spread(&self, noise: &Noise) -> (f64, f64) {
        // `folds` is the sum of |A_o|; rounded to f32, it lies between `least` and `most`. The sum of |n| is at most `reach`.
        let folds = self.amplitudes().fold(0.0, |sum: f64, a| sum + a.abs());
        let (least, most) = (folds / ROUNDING, folds * ROUNDING);
        let reach = if noise.normalize { self.scale.abs() } else { most * self.supremum };
        let (low, high) = match noise.fractal {
            Fractal::None | Fractal::Fbm if noise.is_distance() => (0.0, reach),
            Fractal::None | Fractal::Fbm => (-reach, reach),
            Fractal::Turbulence => (0.0, reach),
            Fractal::Billow => (-most, 2.0 * reach - least),
            Fractal::Ridged => (least - 2.0 * reach, most),
            Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => {
                return self.spread_of_shaped();
            }
        };
        // An octave of negative amplitude is the negative of one of positive amplitude, and has its bounds reversed.
        let of_sign =
            |sign: f64| self.amplitudes().filter(|a| a * sign > 0.0).fold(0.0, |sum, a| sum + a * sign);
        let (positive, negative) = (of_sign(1.0), of_sign(-1.0));
        if negative == 0.0 {
            return (low, high);
        }
        let (positive, negative) = (positive / folds, negative / folds);
        (positive * low - negative * high, positive * high - negative * low)
    }

    /// Upper bound on what the magnitudes of the bias and of all octaves add up to. Samples may be much smaller: terms cancel out where a range lies
    /// between values that hardly differ.
    pub(super) fn magnitudes(&self, noise: &Noise) -> f64 {
        self.bias.abs() + self.magnitudes_of_octaves(noise)
    }

    /// The same without the bias.
    pub(super) fn magnitudes_of_octaves(&self, noise: &Noise) -> f64 {
        let of_octave = match (noise.fractal, &self.shaping) {
            (_, Some(Unit { shaping, .. })) => greater_magnitude(shaping.values()),
            // A fold adds `2|n|` and the amplitude, or subtracts one from the other.
            (Fractal::Billow | Fractal::Ridged, None) => 1.0 + 2.0 * self.supremum,
            (_, None) => self.supremum,
        };
        let amplitudes = self.amplitudes().fold(0.0, |sum: f64, a| sum + a.abs());
        amplitudes * of_octave * ROUNDING
    }

    /// The least and the greatest value of the sum of shaped octaves.
    fn spread_of_shaped(&self) -> (f64, f64) {
        let (low, high) = self.shaping.as_ref().map_or((0.0, 0.0), |unit| unit.spread);
        let ends = (self.scale * (low / self.normaliser), self.scale * (high / self.normaliser));
        if self.scale < 0.0 { (ends.1, ends.0) } else { ends }
    }

    /// Refuses octaves that `f32` cannot hold once they are shaped.
    fn check_shaping(&self, noise: &Noise) -> Result<()> {
        let Some(Unit { shaping, .. }) = &self.shaping else { return Ok(()) };
        let most = greater_magnitude(shaping.values());
        // In `f32`, the number of times that an octave goes back and forth must have room for a fraction.
        let turns = match shaping.shape() {
            Shape::PingPong { .. } => noise.strength * (shaping.reach() + 1.0),
            Shape::RidgedMulti { .. } | Shape::HybridMulti { .. } => 0.0,
        };
        let weighed = raw_amplitudes(self.gain, self.octaves)
            .find(|&a| shaping.feedback(a).is_some_and(|feedback| feedback * most > MOST));
        match weighed {
            // Only the gain makes amplitudes beyond the first one, which is 1.
            Some(a) if a.abs() > 1.0 && most <= MOST => {
                let value = format!("{} (the weight of an octave is beyond 1e37)", number(self.gain));
                Err(Error::parameter("gain", value, "gains with which weights are within 1e37"))
            }
            None if most <= MOST && turns <= MOST_TURNS => Ok(()),
            _ => {
                let value =
                    format!("false (with these gradients, an octave may reach {})", number(shaping.reach()));
                Err(Error::parameter("normalize", value, "true, or shorter gradients"))
            }
        }
    }

    /// Refuses amplitudes that `f32` cannot hold, and names the parameter that made them so large: the gain, or the scale with a normaliser near 0, which
    /// comes from gradient vectors near 0.
    fn check(&self, noise: &Noise) -> Result<()> {
        let Some(a) = self.amplitudes().find(|&a| !(a as f32).is_finite()) else { return Ok(()) };
        let raw = raw_amplitudes(self.gain, self.octaves).fold(0.0, |most: f64, a| most.max(a.abs()));
        if !noise.normalize && (raw > self.scale.abs() || raw > f64::from(f32::MAX)) {
            let value = format!("{} (the amplitude of an octave is {})", number(self.gain), number(a));
            return Err(Error::parameter(
                "gain",
                value,
                "gains whose amplitudes are within the range of f32",
            ));
        }
        let allowed = "numbers that keep the amplitudes of octaves within the range of f32";
        let cause = if noise.normalize { "with these gradients, " } else { "" };
        let amplitude = format!("{cause}the amplitude of an octave is {}", number(a));
        let (name, value) = noise.output.named();
        Err(Error::parameter(name, format!("{value} ({amplitude})"), allowed))
    }
}

impl Unit {
    /// For a noise whose octaves of amplitude 1 have this supremum; `None` if they are not shaped.
    fn of(noise: &Noise, supremum: f64, amplitudes: impl Iterator<Item = f64>) -> Option<Self> {
        let (amplitude, reach) =
            if noise.normalize { (1.0 / (supremum * ROUNDING), 1.0) } else { (1.0, supremum * ROUNDING) };
        let shaping = Shaping::of(noise, reach)?;
        let spread = shaping.spread(amplitudes);
        Some(Unit { shaping, amplitude, spread })
    }
}

/// `a_o` of every octave, in f64.
fn raw_amplitudes(gain: f64, octaves: usize) -> impl Iterator<Item = f64> + use<> {
    core::iter::successors(Some(1.0f64), move |a| Some(a * gain)).take(octaves)
}
