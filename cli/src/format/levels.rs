//! From samples to integers.

use perlane::Layers;

use crate::error::{Error, Result};
use crate::values::{Dtype, Span};

/// The samples that become 0 and the maximum of an integer type; what lies beyond them is clamped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Levels {
    span: Span,
    /// Integers for one unit of the samples.
    factor: f64,
    max: f64,
}

impl Levels {
    /// Those asked for, or the bounds that the noise has in `dims` dimensions. `None` for `f32`.
    pub(crate) fn resolve(
        asked: Option<Span>,
        dtype: Dtype,
        layers: &Layers,
        dims: usize,
    ) -> Result<Option<Self>> {
        let max = match dtype {
            Dtype::F32 => {
                return match asked {
                    Some(levels) => Err(Error::parameter("levels", levels, "only with --dtype u8 or u16")),
                    None => Ok(None),
                };
            }
            Dtype::U16 => f64::from(u16::MAX),
            Dtype::U8 => f64::from(u8::MAX),
        };
        let span = match asked {
            Some(span) => span,
            None => {
                let (low, high) = layers.bounds(dims)?;
                Span { low, high }
            }
        };
        let factor = max / (span.high - span.low);
        match (factor.is_finite() && factor != 0.0, asked) {
            (true, _) => Ok(Some(Levels { span, factor, max })),
            (false, Some(levels)) => {
                Err(Error::parameter("levels", levels, "LO..HI with two different numbers"))
            }
            (false, None) => {
                let allowed =
                    "noise of a scale other than 0; or --levels, the values that become 0 and the maximum";
                Err(Error::parameter("the range of the noise", span, allowed))
            }
        }
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The integer of a sample, as a number that any type of that maximum holds.
    #[inline]
    pub(crate) fn level(&self, sample: f32) -> f64 {
        ((f64::from(sample) - self.span.low) * self.factor).clamp(0.0, self.max).round()
    }
}

#[cfg(test)]
mod tests {
    use perlane::Noise;

    use super::*;

    #[test]
    fn levels_round_to_nearest_and_clamp() {
        let span = Span { low: -1.0, high: 1.0 };
        let levels = Levels::resolve(Some(span), Dtype::U8, &Layers::new(), 2).unwrap().unwrap();
        for (sample, level) in
            [(-1.0, 0.0), (-9.0, 0.0), (1.0, 255.0), (9.0, 255.0), (0.0, 128.0), (-0.998, 0.0)]
        {
            assert_eq!(levels.level(sample), level, "{sample}");
        }
        let reversed = Span { low: 1.0, high: -1.0 };
        let levels = Levels::resolve(Some(reversed), Dtype::U16, &Layers::new(), 2).unwrap().unwrap();
        assert_eq!((levels.level(1.0), levels.level(-1.0)), (0.0, 65535.0));
    }

    #[test]
    fn the_bounds_are_the_default() {
        let layers =
            Layers::new().add(-2.0, Noise::perlin(1).bias(1.0)).add(1.0, Noise::value(2).range(0.0, 1.0));
        let levels = Levels::resolve(None, Dtype::U8, &layers, 2).unwrap().unwrap();
        assert_eq!((levels.level(-4.0), levels.level(1.0), levels.level(-1.5)), (0.0, 255.0, 128.0));
    }
}
