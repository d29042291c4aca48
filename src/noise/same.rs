//! Whether two noises are the same to the bit.

use crate::noise::gradients::Gradients;
use crate::noise::output::Output;
use crate::noise::parameters::{Noise, Warp};

impl Noise {
    /// Whether all parameters have the same bits, and so all samples. Noises with [lists](Self::has_lists) never count as the same.
    pub(crate) fn is_same(&self, other: &Noise) -> bool {
        let differs = |(a, b): (&f64, &f64)| a.to_bits() ^ b.to_bits();
        // The loop has no early exit, so that compilers vectorise it.
        let (own, others) = (self.numbers(), other.numbers());
        let bits = own.iter().zip(&others).map(differs).fold(0, |all, bits| all | bits);
        bits == 0 && !self.has_lists() && self == other
    }

    /// Whether some parameters are lists, which may be long: a user's own gradients, or noises that warp.
    pub(crate) fn has_lists(&self) -> bool {
        matches!(self.gradients, Gradients::Custom(_)) || matches!(self.warp, Warp::Of(_))
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
