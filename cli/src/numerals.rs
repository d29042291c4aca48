//! Options whose values are numbers. The error for any other text says what is allowed, like all errors.

use std::str::FromStr;

/// The allowed values of seeds, and of numbers of cases.
pub(crate) const WHOLE: &str = "whole numbers from 0 to 18446744073709551615";

/// The allowed values of counts without another limit.
pub(crate) const COUNT: &str = "whole numbers from 1";

/// The allowed values of octaves.
pub(crate) const OCTAVES: &str = "whole numbers from 1 to 32";

/// The form of real numbers. Which of them are allowed is checked later.
pub(crate) const NUMBER: &str = "numbers such as 3, -0.5 or 1e6";

/// Parses a number; the error says what is allowed.
pub(crate) fn number<T: FromStr>(allowed: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| text.parse().map_err(|_| format!("allowed: {allowed}"))
}

/// A number in its shortest exact form, as the library's errors have it: `1e300`, not three hundred zeros.
pub(crate) fn shortest(number: f64) -> String {
    let size = number.abs();
    match number.is_finite() && size != 0.0 && !(1e-6..1e16).contains(&size) {
        true => format!("{number:e}"),
        false => number.to_string(),
    }
}

/// A number in a list for the axes.
pub(crate) trait AxisNumber: FromStr {
    /// The allowed values of each number in a list.
    const ALLOWED: &str;
}

impl AxisNumber for u32 {
    const ALLOWED: &str = "whole numbers from 0 to 4294967295";
}

impl AxisNumber for i64 {
    const ALLOWED: &str = "whole numbers from -2^53 to 2^53";
}

impl AxisNumber for f64 {
    const ALLOWED: &str = "numbers";
}
