//! Values as the command line writes them.

use std::str::FromStr;

/// `1920x1080`: samples along x, y, z, w.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) Vec<usize>);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let size: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
        match size {
            Ok(size) if size.len() <= 4 => Ok(Size(size)),
            _ => Err("allowed: 1 to 4 whole numbers of samples with x between, like 1920x1080".to_owned()),
        }
    }
}

/// `3,-4`: a number for each axis, x first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PerAxis<T>(pub(crate) Vec<T>);

impl<T: FromStr> FromStr for PerAxis<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let values: Result<Vec<T>, _> = text.split(',').map(|v| v.trim().parse()).collect();
        match values {
            Ok(values) if values.len() <= 4 => Ok(PerAxis(values)),
            _ => {
                let kind = std::any::type_name::<T>();
                let kind = if kind.starts_with('f') { "numbers" } else { "whole numbers" };
                Err(format!("allowed: {kind} for x, y, z, w with commas between"))
            }
        }
    }
}

/// `-1..1`: from the first to the second, which may be the smaller one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let span = text.split_once("..").and_then(|(low, high)| {
            Some(Span { low: low.trim().parse().ok()?, high: high.trim().parse().ok()? })
        });
        match span {
            Some(span) if (span.high - span.low).is_finite() => Ok(span),
            _ => Err("allowed: two finite numbers with .. between, like -1..1".to_owned()),
        }
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

/// The type of a file's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Dtype {
    F32,
    U16,
    U8,
}

impl Dtype {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dtype::F32 => "f32",
            Dtype::U16 => "u16",
            Dtype::U8 => "u8",
        }
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Dtype::F32 => 4,
            Dtype::U16 => 2,
            Dtype::U8 => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!("1920x1080".parse(), Ok(Size(vec![1920, 1080])));
        assert_eq!("0x0".parse(), Ok(Size(vec![0, 0])));
        for bad in ["", "x", "4x", "-1x4", "1.5x2", "1x1x1x1x1", "99999999999999999999"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }

    #[test]
    fn lists() {
        assert_eq!("-5,7".parse(), Ok(PerAxis(vec![-5i64, 7])));
        assert_eq!("-1.5, 2".parse(), Ok(PerAxis(vec![-1.5, 2.0])));
        assert!("1,,2".parse::<PerAxis<i64>>().unwrap_err().contains("whole numbers"));
        assert!("1,2,3,4,5".parse::<PerAxis<f64>>().is_err());
    }

    #[test]
    fn spans() {
        assert_eq!("-1..1".parse(), Ok(Span { low: -1.0, high: 1.0 }));
        assert_eq!("0...5".parse(), Ok(Span { low: 0.0, high: 0.5 }));
        assert_eq!("9..-9".parse(), Ok(Span { low: 9.0, high: -9.0 }));
        for bad in ["", "1", "1..", "..", "nan..1", "0..inf", "-1e308..1e308", "a..b"] {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }
}
