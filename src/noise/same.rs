//! Whether two noises are the same to the bit.

use crate::noise::gradients::Gradients;
use crate::noise::output::Output;
use crate::noise::parameters::{Noise, Warp};

impl Noise {
    /// Whether all parameters have the same bits, and so all samples.
    pub(crate) fn is_same(&self, other: &Noise) -> bool {
        if self.seed != other.seed {
            return false;
        }
        let differs = |(a, b): (&f64, &f64)| a.to_bits() ^ b.to_bits();
        // The loop has no early exit, so that compilers vectorise it.
        let (own, others) = (self.numbers(), other.numbers());
        let bits = own.iter().zip(&others).map(differs).fold(0, |all, bits| all | bits);
        bits == 0 && self == other && self.has_same_lists(other)
    }

    /// Whether a user's own gradients, and noises that warp, have the same bits, if they are equal.
    fn has_same_lists(&self, other: &Noise) -> bool {
        let same_gradients = match (&self.gradients, &other.gradients) {
            (Gradients::Custom(own), Gradients::Custom(other)) => own.is_same(other),
            _ => true,
        };
        let same_warp = match (&self.warp, &other.warp) {
            (Warp::Of(own), Warp::Of(other)) => {
                let mut pairs = own.xyzw_ref().into_iter().zip(other.xyzw_ref());
                pairs.all(|(own, other)| are_same(own.as_slice(), other.as_slice()))
            }
            _ => true,
        };
        same_gradients && same_warp
    }

    /// All floating-point parameters. Their bits are compared, because zeros of both signs are equal but may give different samples.
    #[inline]
    fn numbers(&self) -> [f64; 16] {
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
        let ([x, y, z, w], [scale, bias], [amplitude, moves]) = (offset.xyzw(), output, warp);
        [
            *frequency,
            *jitter,
            *lacunarity,
            *gain,
            *strength,
            *level,
            *feedback,
            *weight,
            x,
            y,
            z,
            w,
            scale,
            bias,
            amplitude,
            moves,
        ]
    }
}

/// Whether these are the same noises, one after the other.
pub(crate) fn are_same(own: &[Noise], other: &[Noise]) -> bool {
    own.len() == other.len() && own.iter().zip(other).all(|(own, other)| own.is_same(other))
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
    fn lists_are_compared() {
        let noise = |gradient: f64, bias: f64| {
            let gradients = Gradients::custom(&[[1.0, gradient], [-1.0, 1.0]]).unwrap();
            Noise::perlin(1).gradients(gradients).warp([Noise::perlin(2).bias(bias), Noise::perlin(3)])
        };
        assert!(noise(0.0, 0.0).is_same(&noise(0.0, 0.0)));
        for other in [noise(-0.0, 0.0), noise(0.5, 0.0), noise(0.0, -0.0), noise(0.0, 1.0)] {
            assert!(!noise(0.0, 0.0).is_same(&other), "{other:?}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_never_the_same() {
        let noise = Noise::perlin(1).frequency(f64::NAN);
        assert!(!noise.is_same(&noise.clone()));
    }
}
