//! `Output`: how the sum of octaves is mapped to samples.

use alloc::format;
use alloc::string::{String, ToString};

use crate::error::number;

/// Upper bound on the magnitude of scales, biases, ends of ranges, and samples. Slopes and offsets may be a few times as large as samples,
/// and differences of two of them twice that; `f32` ends at 3.4e38.
pub(super) const MOST: f64 = 1e37;

/// Whether a scale, a bias or an end of a range is allowed. NaN is not.
pub(super) fn within(value: f64) -> bool {
    value.abs() <= MOST
}

/// The greater magnitude of two bounds, the first of which is the lower one.
pub(super) fn greater_magnitude((low, high): (f64, f64)) -> f64 {
    if -low > high { -low } else { high }
}

/// How the sum of octaves is mapped to samples. This costs no time: the scale is part of the tables, and the sum starts with the bias.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Output {
    /// `bias + scale · sum`.
    ScaleBias {
        /// What the sum is multiplied by: from -1e37 to 1e37.
        scale: f64,
        /// What is added to the scaled sum: from -1e37 to 1e37.
        bias: f64,
    },
    /// The least value that the sum can have becomes `low`, and the greatest `high`: see [`Noise::range`](crate::Noise::range).
    Range {
        /// What the least value becomes: from -1e37 to 1e37. It may be greater than `high`.
        low: f64,
        /// What the greatest value becomes: from -1e37 to 1e37.
        high: f64,
    },
}

impl Default for Output {
    /// The sum as it is.
    fn default() -> Self {
        Output::ScaleBias { scale: 1.0, bias: 0.0 }
    }
}

impl Output {
    /// The same output, multiplied by a layer's weight.
    pub(super) fn weighted(self, weight: f64) -> Self {
        match self {
            Output::ScaleBias { scale, bias } => {
                Output::ScaleBias { scale: scale * weight, bias: bias * weight }
            }
            Output::Range { low, high } => Output::Range { low: low * weight, high: high * weight },
        }
    }

    /// Whether its numbers are allowed.
    pub(super) fn is_valid(self) -> bool {
        match self {
            Output::ScaleBias { scale, bias } => within(scale) && within(bias),
            Output::Range { low, high } => within(low) && within(high),
        }
    }

    /// What errors call its factor: a name and a value.
    pub(super) fn named(self) -> (&'static str, String) {
        match self {
            Output::ScaleBias { scale, .. } => ("scale", number(scale).to_string()),
            Output::Range { low, high } => ("range", format!("{}..{}", number(low), number(high))),
        }
    }

    /// The scale and the bias for an unscaled sum with the bounds `(least, most)`: `bits.md` section 3.
    pub(super) fn scale_and_bias(self, (least, most): (f64, f64)) -> (f64, f64) {
        let (low, high) = match self {
            Output::ScaleBias { scale, bias } => return (scale, bias),
            Output::Range { low, high } => (low, high),
        };
        if least == most {
            return (0.0, (high + low) / 2.0);
        }
        if least == -most {
            return ((high - low) / 2.0 / most, (high + low) / 2.0);
        }
        // The bias is computed from the lower end of the range, so that rounding does not move this end.
        let scale = (high - low) / (most - least);
        (scale, if scale < 0.0 { high - scale * most } else { low - scale * least })
    }
}
