//! Whether two noises are the same to the bit.

use crate::noise::gradients::Gradients;
use crate::noise::output::Output;
use crate::noise::parameters::{Noise, Warp};

impl Noise {
    /// Whether all parameters are the same bits, so that all samples are. `false` may also be said of parameters that are lists: they are
    /// not looked through.
    pub(crate) fn is_same(&self, other: &Noise) -> bool {
        let is_list = matches!(self.gradients, Gradients::Custom(_)) || matches!(self.warp, Warp::Of(_));
        !is_list && self == other && self.negative() == other.negative()
    }

    /// Which numbers have a negative sign, a bit each: zeros of both signs are equal, and need not have the same samples.
    fn negative(&self) -> u32 {
        let (a, b) = match self.output {
            Output::ScaleBias { scale, bias } => (scale, bias),
            Output::Range { low, high } => (low, high),
        };
        let (amplitude, warp_frequency) = match self.warp {
            Warp::By { amplitude, frequency, .. } => (amplitude, frequency.unwrap_or(1.0)),
            Warp::Of(_) => (1.0, 1.0),
        };
        let Noise { frequency, jitter, lacunarity, gain, strength, level, feedback, weight, .. } = *self;
        let [x, y, z, w] = self.offset.xyzw();
        let numbers = [
            frequency,
            jitter,
            lacunarity,
            gain,
            strength,
            level,
            feedback,
            weight, //
            x,
            y,
            z,
            w,
            a,
            b,
            amplitude,
            warp_frequency,
        ];
        numbers.iter().fold(0, |bits, number| bits << 1 | u32::from(number.is_sign_negative()))
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
