//! Samples as integers, by the same rule as in the command line: tests compare the two.

use pyo3::PyResult;

use crate::error::value_error;

/// Maps a range of samples linearly to 0 and the maximum of an integer type. Samples beyond the range are clamped.
#[derive(Clone, Copy)]
pub(crate) struct Levels {
    low: f64,
    /// Integers per unit of the samples.
    factor: f64,
    max: f64,
}

impl Levels {
    pub(crate) fn new((low, high): (f64, f64), max: f64) -> PyResult<Self> {
        let factor = max / (high - low);
        if low.is_finite() && factor.is_finite() && factor != 0.0 {
            return Ok(Levels { low, factor, max });
        }
        let value = format!("{}..{}", shown(low), shown(high));
        Err(value_error("levels", value, "two different numbers, with a finite difference"))
    }

    /// The nearest integer to a sample.
    #[inline]
    pub(crate) fn level(self, sample: f32) -> f64 {
        ((f64::from(sample) - self.low) * self.factor).clamp(0.0, self.max).round()
    }
}

/// A number in few characters: with an exponent, if it would have many digits otherwise.
fn shown(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) { number.to_string() } else { format!("{number:?}") }
}
