//! Options whose values are numbers. A text that is none is refused with what is allowed, as everything else is.

use std::str::FromStr;

/// What is allowed of seeds, and of numbers of cases.
pub(crate) const WHOLE: &str = "whole numbers from 0 to 18446744073709551615";

/// What is allowed of counts that have no other limit.
pub(crate) const COUNT: &str = "whole numbers from 1";

/// What is allowed of octaves.
pub(crate) const OCTAVES: &str = "whole numbers from 1 to 32";

/// What is allowed of real numbers; which of them, is found out later.
pub(crate) const NUMBER: &str = "numbers such as 3, -0.5 or 1e6";

/// Parses a number, or says which are allowed.
pub(crate) fn number<T: FromStr>(allowed: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| text.parse().map_err(|_| format!("allowed: {allowed}"))
}

/// A number that lists for the axes are made of.
pub(crate) trait AxisNumber: FromStr {
    /// What is allowed of each number of a list.
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
