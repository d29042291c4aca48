//! The least and the greatest value that a sample can have.

use alloc::format;

use crate::error::{Error, Result, number, require};
use crate::noise::amplitudes::ROUNDING;
use crate::noise::choices::Fractal;
use crate::noise::parameters::Noise;

impl Noise {
    /// The least and the greatest value that a sample can have in `dims` dimensions (1 to 4): proven, and the same for every
    /// grid. `[−1, 1]` for a normalised noise; billow and ridged noise are folded at `A`, not at the supremum of an octave, and have other
    /// bounds: `[(1 − 2s)/s, 1/s]` for ridged noise of a set with supremum `s` (a few millionths wider, for roundings), and the negative of
    /// that for billow.
    ///
    /// Perlin noise without a bias never leaves them. Value noise may, by up to four millionths: the quintic fade rounds to a little more than 1
    /// just before a corner. Where a bias is added, the sum rounds to `f32`.
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
    /// A parameter outside its range, or one that does not go with `dims`.
    pub fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
        require((1..=4).contains(&dims), "dims", dims, "1 to 4")?;
        self.validate()?;
        self.validate_dims(dims)?;
        let supremum = self.supremum(dims)?;
        // The sum of |A_o|, and the least and the most that it can be when rounded to f32; the largest that the sum of |n| can be.
        let folds = self.amplitudes(supremum)?.fold(0.0, |sum: f64, a| sum + a.abs());
        let (least, most) = (folds / ROUNDING, folds * ROUNDING);
        let reach = if self.normalize { self.scale.abs() } else { most * supremum };
        let (low, high) = match self.fractal {
            Fractal::None | Fractal::Fbm => (-reach, reach),
            Fractal::Turbulence => (0.0, reach),
            Fractal::Billow => (-most, 2.0 * reach - least),
            Fractal::Ridged => (least - 2.0 * reach, most),
        };
        // An octave of negative amplitude is the negative of one of positive amplitude.
        let negative = self.raw_amplitudes().any(|a| a * self.scale < 0.0);
        let positive = self.raw_amplitudes().any(|a| a * self.scale > 0.0);
        let (low, high) = match (negative, positive) {
            (true, true) => {
                let most = if -low > high { -low } else { high };
                (-most, most)
            }
            (true, false) => (-high, -low),
            _ => (low, high),
        };
        Ok((self.bias + low, self.bias + high))
    }
}

/// Checks that no sum of octaves can leave the range of f32: a sample is never infinite, and never NaN.
pub(crate) fn check_sum(noises: &[Noise], dims: usize) -> Result<()> {
    // A slope or an offset may be a few times the supremum, and a difference of two of them twice that.
    const MOST: f64 = 1e37;
    let mut total = 0.0;
    for noise in noises {
        let (low, high) = noise.bounds(dims)?;
        total += if -low > high { -low } else { high };
        if total.is_nan() || total > MOST {
            let (scale, total) = (number(noise.scale), number(total));
            let value = format!("{scale} (with all octaves and biases, samples may reach {total})");
            return Err(Error::parameter("scale", value, "scales with which samples stay below 1e37"));
        }
    }
    Ok(())
}
