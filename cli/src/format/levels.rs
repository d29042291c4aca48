//! Samples as integers.

use crate::error::{Error, Result};
use crate::values::Span;

/// Maps a range of samples linearly to 0 and the maximum of an integer type. Samples beyond the range are clamped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Levels {
    span: Span,
    /// Integers per unit of the samples.
    factor: f64,
    max: f64,
}

impl Levels {
    /// The requested range, or `bounds`: the least and the greatest value of the noise.
    pub(crate) fn resolve(asked: Option<Span>, bounds: Span, max: f64) -> Result<Self> {
        let span = asked.unwrap_or(bounds);
        let factor = max / (span.high - span.low);
        match (factor.is_finite() && factor != 0.0, asked) {
            (true, _) => Ok(Levels { span, factor, max }),
            (false, Some(span)) => Err(Error::parameter("levels", span, "LO..HI with two different numbers")),
            (false, None) => {
                let allowed = "noise with a scale other than 0; or set --levels LO..HI, the samples that become \
                               0 and the maximum";
                Err(Error::parameter("the range of the noise", span, allowed))
            }
        }
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The nearest integer to a sample; if two are equally near, the greater one.
    #[inline]
    pub(crate) fn level(&self, sample: f32) -> u16 {
        let level = ((f64::from(sample) - self.span.low) * self.factor).clamp(0.0, self.max);
        // `f64::round` gives the same result, but needs a call for each sample. It is not enough to take the integer of level + 0.5, which is 1 just
        // below 0.5.
        let whole = level as u16;
        whole + u16::from(level - f64::from(whole) >= 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Span = Span { low: -1.0, high: 1.0 };

    #[test]
    fn levels_round_to_nearest_and_clamp() {
        let levels = Levels::resolve(Some(UNIT), Span { low: 5.0, high: 9.0 }, 255.0).unwrap();
        for (sample, level) in
            [(-1.0, 0), (-9.0, 0), (1.0, 255), (9.0, 255), (0.0, 128), (-0.998, 0), (f32::NAN, 0)]
        {
            assert_eq!(levels.level(sample), level, "{sample}");
        }
        let reversed = Span { low: 1.0, high: -1.0 };
        let levels = Levels::resolve(Some(reversed), UNIT, 65535.0).unwrap();
        assert_eq!((levels.level(1.0), levels.level(-1.0)), (0, 65535));
    }

    #[test]
    fn the_bounds_are_the_default() {
        let levels = Levels::resolve(None, Span { low: -4.0, high: 1.0 }, 255.0).unwrap();
        assert_eq!((levels.level(-4.0), levels.level(1.0), levels.level(-1.5)), (0, 255, 128));
    }

    #[test]
    fn levels_are_rounded_as_round_does() {
        let levels = Levels::resolve(None, Span { low: 0.0, high: 65535.0 }, 65535.0).unwrap();
        let halves = (0..131_071).map(|k| k as f32 / 2.0);
        for sample in halves.flat_map(|half| [half.next_down(), half, half.next_up()]) {
            let want = f64::from(sample).clamp(0.0, 65535.0).round();
            assert_eq!(f64::from(levels.level(sample)), want, "{sample}");
        }
    }

    #[test]
    fn empty_spans_are_refused() {
        let empty = Span { low: 2.0, high: 2.0 };
        let refused = |asked, bounds| Levels::resolve(asked, bounds, 255.0).unwrap_err().to_string();
        assert!(refused(Some(empty), UNIT).starts_with("levels is 2..2; allowed: LO..HI"));
        assert!(refused(None, empty).starts_with("the range of the noise is 2..2; allowed: "));
    }
}
