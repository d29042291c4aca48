//! Whether two noises are the same to the bit.

use crate::noise::gradients::Gradients;
use crate::noise::output::Output;
use crate::noise::parameters::{Noise, Warp};

impl Noise {
    /// Whether all parameters are the same bits, so that all samples are. Noises with [lists](Self::has_lists) never count as the same.
    pub(crate) fn is_same(&self, other: &Noise) -> bool {
        !self.has_lists() && self == other && self.negative() == other.negative()
    }

    /// Whether some parameters are lists, which may be long: gradients of the user's, or noises that warp.
    pub(crate) fn has_lists(&self) -> bool {
        matches!(self.gradients, Gradients::Custom(_)) || matches!(self.warp, Warp::Of(_))
    }

    /// Which numbers have a negative sign, a bit each: zeros of both signs are equal, and need not have the same samples.
    fn negative(&self) -> u32 {
        // All fields are named, so that a new one is not forgotten here.
        let Noise {
            kind: _,
            seed: _,
            frequency,
            hash: _,
            gradients: _,
            fade: _,
            distance: _,
            returns: _,
            jitter,
            offset,
            period: _,
            warp,
            fractal: _,
            octaves: _,
            lacunarity,
            gain,
            strength,
            level,
            feedback,
            normalize: _,
            output,
            weight,
        } = self;
        let output = match *output {
            Output::ScaleBias { scale, bias } => [scale, bias],
            Output::Range { low, high } => [low, high],
        };
        let warp = match *warp {
            Warp::By { amplitude, frequency, octaves: _, seed: _ } => [amplitude, frequency.unwrap_or(1.0)],
            Warp::Of(_) => [1.0; 2],
        };
        let own = [*frequency, *jitter, *lacunarity, *gain, *strength, *level, *feedback, *weight];
        let bits = |numbers: &[f64]| {
            numbers.iter().fold(0, |bits, number| bits << 1 | u32::from(number.is_sign_negative()))
        };
        bits(&own) << 8 | bits(&offset.xyzw()) << 4 | bits(&output) << 2 | bits(&warp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_of_the_other_sign_is_another_noise() {
        let noise = Noise::perlin(1).gain(0.0).bias(0.0).warp_by(0.0).offset([0.0, 0.0]);
        assert!(noise.is_same(&noise.clone()));
        let others = [
            noise.clone().gain(-0.0),
            noise.clone().bias(-0.0),
            noise.clone().warp_by(-0.0),
            noise.clone().offset([-0.0, 0.0]),
            noise.clone().offset([0.0, -0.0]),
            noise.clone().seed(2),
        ];
        for other in others {
            assert!(!noise.is_same(&other), "{other:?}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_never_the_same() {
        let noise = Noise::perlin(1).frequency(f64::NAN);
        assert!(!noise.is_same(&noise.clone()));
    }
}
