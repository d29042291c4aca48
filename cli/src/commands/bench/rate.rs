//! How fast something was.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// Quartiles that are further apart than this part of the median are doubtful.
const MOST_SPREAD: f64 = 0.2;

#[derive(Serialize, Deserialize, Clone)]
#[serde(expecting = "a rate of bench --json")]
pub(crate) struct Rate {
    /// The median of the rounds.
    #[serde(deserialize_with = "above_zero")]
    pub(crate) samples_per_second: f64,
    /// The lower one and the upper one.
    pub(crate) quartiles: [f64; 2],
}

impl Rate {
    /// Whether the rounds differ so much that the median says little.
    pub(crate) fn is_doubtful(&self) -> bool {
        let [low, high] = self.quartiles;
        high - low > MOST_SPREAD * self.samples_per_second
    }

    /// Whether the middle halves of both rounds have rates in common.
    pub(crate) fn overlaps(&self, other: &Rate) -> bool {
        let ([low, high], [other_low, other_high]) = (self.quartiles, other.quartiles);
        low <= other_high && other_low <= high
    }
}

/// Reads a rate by which another one can be divided.
pub(crate) fn above_zero<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    match f64::deserialize(from)? {
        rate if rate > 0.0 => Ok(rate),
        rate => Err(D::Error::invalid_value(Unexpected::Float(rate), &"a number above 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_that_are_far_apart_or_overlap() {
        let rate = |quartiles| Rate { samples_per_second: 100.0, quartiles };
        assert!(!rate([90.0, 110.0]).is_doubtful());
        assert!(rate([90.0, 111.0]).is_doubtful());
        assert!(rate([90.0, 110.0]).overlaps(&rate([110.0, 120.0])));
        assert!(!rate([90.0, 110.0]).overlaps(&rate([111.0, 120.0])));
        assert!(!rate([111.0, 120.0]).overlaps(&rate([90.0, 110.0])));
    }
}
