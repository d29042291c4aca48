//! Options whose values are numbers. The error for any other text says what is allowed, like all errors.

use std::str::FromStr;

/// The allowed values of seeds, and of numbers of cases.
pub(crate) const WHOLE: &str = "whole numbers from 0 to 18446744073709551615";

/// The allowed values of counts without another limit than the machine's.
pub(crate) const COUNT: &str = if usize::BITS == 64 {
    "whole numbers from 1 to 18446744073709551615"
} else {
    "whole numbers from 1 to 4294967295"
};

/// The allowed values of octaves.
pub(crate) const OCTAVES: &str = "whole numbers from 1 to 32";

/// The form of real numbers. Which of them are allowed is checked later.
pub(crate) const NUMBER: &str = "numbers such as 3, -0.5 or 1e6";

/// The sizes of numbers that 64 bits hold.
pub(crate) const HELD: &str = "of a size from 5e-324 to 1.7e308, or 0";

/// Parses a number; the error says what is allowed.
pub(crate) fn number<T: FromStr>(allowed: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| text.parse().map_err(|_| format!("allowed: {allowed}"))
}

/// Parses a real number. One that is too large, or too close to 0, for 64 bits is refused as it was typed, and not as the infinity or 0 that it would become.
pub(crate) fn real(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if is_held(text, number) => Ok(number),
        Ok(_) => Err(format!("allowed: {NUMBER}, {HELD}")),
        Err(_) => Err(format!("allowed: {NUMBER}")),
    }
}

/// Whether a number is about what a text says.
fn is_held(text: &str, number: f64) -> bool {
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !digits.contains(|c: char| ('1'..='9').contains(&c));
    // Without digits, infinities were meant.
    if number.is_infinite() { is_zero } else { number != 0.0 || is_zero }
}

/// A number to three digits, for readers who need its size alone.
pub(crate) fn rounded(number: f64) -> String {
    to_digits(number, 3)
}

/// A number to nine digits, without the last ones of a product, which are roundings.
pub(crate) fn without_roundings(number: f64) -> String {
    to_digits(number, 9)
}

/// A number to so many digits.
pub(crate) fn to_digits(number: f64, digits: usize) -> String {
    let after_first = digits.saturating_sub(1);
    format!("{number:.after_first$e}").parse().map_or_else(|_| number.to_string(), shortest)
}

/// A number for notes: exact, and without many zeros.
pub(crate) fn brief(number: f64) -> String {
    let (plain, power) = (number.to_string(), format!("{number:e}"));
    if number.is_finite() && 2 * power.len() < plain.len() { power } else { plain }
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
pub(crate) trait AxisNumber: FromStr + Sized {
    /// The allowed values of each number in a list.
    const ALLOWED: &str;

    /// Parses one of them.
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// Whether a text is a number of the right form that is too large, or too close to 0.
    fn is_beyond(_text: &str) -> bool {
        false
    }
}

impl AxisNumber for u32 {
    const ALLOWED: &str = "whole numbers from 0 to 4294967295";
}

impl AxisNumber for i64 {
    const ALLOWED: &str = "whole numbers from -2^53 to 2^53";
}

impl AxisNumber for f64 {
    const ALLOWED: &str = "numbers";

    fn parse(text: &str) -> Option<Self> {
        real(text).ok()
    }

    fn is_beyond(text: &str) -> bool {
        text.parse().is_ok_and(|number| !is_held(text, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_no_64_bits_hold_are_refused() {
        for text in ["0", "-0.0e400", "0e-400", "5e-324", "1.7e308", "inf", "nan", "-infinity", "-.5"] {
            assert!(real(text).is_ok(), "{text}");
        }
        for text in ["1e400", "-2E999", "1e-400", "0.001e-400", "", "1e", "x"] {
            assert!(real(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_notes_have_few_digits() {
        assert_eq!(without_roundings(99.899_999_999_999_99), "99.9");
        assert_eq!(without_roundings(100.0 / 3.0), "33.3333333");
        for (number, text) in
            [(1e15, "1e15"), (256.0, "256"), (1e-320, "1e-320"), (0.1, "0.1"), (12_345_678.0, "12345678")]
        {
            assert_eq!(brief(number), text);
        }
    }

    #[test]
    fn sizes_have_three_digits() {
        for (number, text) in
            [(0.0, "0"), (3.199_999_999e-308, "3.2e-308"), (0.000_512_34, "0.000512"), (1e300, "1e300")]
        {
            assert_eq!(rounded(number), text);
        }
    }
}
