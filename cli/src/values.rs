//! Values as people write them on the command line.

use std::fmt::{self, Display, Formatter};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::str::FromStr;

use perlane::Window;

use crate::numerals::{AxisNumber, HELD, real, shortest};

/// `1920x1080`: numbers of samples along x, y, z, w.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) Vec<usize>);

impl Size {
    pub(crate) fn of(window: &Window) -> Self {
        Size(window.size.xyzw()[..window.dims()].to_vec())
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let size: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
        match size {
            Ok(size) if size.len() <= 4 => Ok(Size(size)),
            _ => Err(format!(
                "allowed: 1 to 4 whole numbers up to {} joined by x, such as 1920x1080",
                usize::MAX
            )),
        }
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lens: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&lens.join("x"))
    }
}

/// `3,-4`: one number for each axis, x first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AxisList<T>(pub(crate) Vec<T>);

impl<T: AxisNumber> FromStr for AxisList<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let values: Option<Vec<T>> = text.split(',').map(|v| AxisNumber::parse(v.trim())).collect();
        match values {
            Some(values) if values.len() <= 4 => Ok(AxisList(values)),
            _ => {
                let allowed = format!("allowed: 1 to 4 {} for x, y, z, w, separated by commas", T::ALLOWED);
                let is_beyond = text.split(',').any(|v| T::is_beyond(v.trim()));
                Err(if is_beyond { format!("{allowed}, {HELD}") } else { allowed })
            }
        }
    }
}

/// `-1..1`: two ends of a range. `low` may be the greater one; the range is then reversed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // With a third dot, nobody knows whether it was to be that of a number.
        let ends = text.split_once("..").filter(|(_, high)| !high.starts_with('.'));
        let span = ends.and_then(|(low, high)| {
            Some(Span { low: real(low.trim()).ok()?, high: real(high.trim()).ok()? })
        });
        match span {
            Some(span) if (span.high - span.low).is_finite() => Ok(span),
            Some(span) if span.low.is_finite() && span.high.is_finite() => {
                Err("allowed: two numbers joined by .., with a finite difference; these are too far apart"
                    .to_owned())
            }
            _ => Err("allowed: two finite numbers joined by .., such as -1..1".to_owned()),
        }
    }
}

impl Display for Span {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", shortest(self.low), shortest(self.high))
    }
}

/// `7/64`: one of several equal shares of the work, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// All of the work.
    pub(crate) const WHOLE: Part = Part { number: 1, of: 1 };

    /// The items of this part, out of `count` items.
    pub(crate) fn range(self, count: u64) -> std::ops::Range<u64> {
        let end = |parts: u64| (u128::from(count) * u128::from(parts) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = text
            .split_once('/')
            .and_then(|(number, of)| Some(Part { number: number.parse().ok()?, of: of.parse().ok()? }));
        match part {
            Some(part) if (1..=part.of).contains(&part.number) => Ok(part),
            _ => Err("allowed: K/N with K from 1 to N, such as 2/8".to_owned()),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// `25` or `24000/1001`: frames per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fps {
    pub(crate) frames: NonZeroU16,
    pub(crate) seconds: NonZeroU16,
}

impl Fps {
    /// The frame rate where nobody says one.
    pub(crate) const DEFAULT: Fps = Fps { frames: NonZeroU16::new(25).unwrap(), seconds: NonZeroU16::MIN };
}

impl FromStr for Fps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (frames, seconds) = text.split_once('/').unwrap_or((text, "1"));
        match (frames.parse(), seconds.parse()) {
            (Ok(frames), Ok(seconds)) => Ok(Fps { frames, seconds }),
            _ => {
                Err("allowed: whole numbers from 1 to 65535, or fractions of them such as 24000/1001"
                    .to_owned())
            }
        }
    }
}

impl Display for Fps {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.seconds {
            NonZeroU16::MIN => self.frames.fmt(f),
            seconds => write!(f, "{}/{seconds}", self.frames),
        }
    }
}

/// The number that means no data, or `none`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Nodata(pub(crate) Option<f64>);

impl FromStr for Nodata {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Nodata(None)),
            number => real(number)
                .map(|number| Nodata(Some(number)))
                .map_err(|_| "allowed: numbers such as -9999, nan, or none".to_owned()),
        }
    }
}

/// Where the output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    Stdout,
    /// Something that takes bytes in the order in which they come: a named pipe, `/dev/null`, what a shell makes of `>(gzip > x.gz)`.
    Stream(PathBuf),
    File(PathBuf),
}

impl Display for Destination {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Stdout => f.write_str("-"),
            Destination::Stream(path) | Destination::File(path) => path.display().fmt(f),
        }
    }
}

/// How a terminal draws pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Graphics {
    /// Half blocks, in any terminal
    Blocks,
    /// kitty's graphics protocol
    Kitty,
    /// Sixels
    Sixel,
}

/// The type of a file's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
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

    /// Whether a number is one of this type.
    pub(crate) fn holds(self, number: f64) -> bool {
        let whole = |most: f64| number.fract() == 0.0 && (0.0..=most).contains(&number);
        match self {
            // Also the greatest number in few digits, 3.4028235e38, which is a little more. Infinities are numbers of f32, and what is beyond is none.
            Dtype::F32 => !number.is_finite() || (number as f32).is_finite(),
            Dtype::U16 => whole(f64::from(u16::MAX)),
            Dtype::U8 => whole(f64::from(u8::MAX)),
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
    fn parts_share_everything() {
        for count in [0, 1, 63, 64, 1000, u64::MAX] {
            let mut next = 0;
            for number in 1..=64 {
                let range = format!("{number}/64").parse::<Part>().unwrap().range(count);
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, count);
        }
        for bad in ["", "1", "0/4", "5/4", "1/0", "-1/4", "1/4/4", "a/b"] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }

    #[test]
    fn lists() {
        assert_eq!("-5,7".parse(), Ok(AxisList(vec![-5i64, 7])));
        assert_eq!("-1.5, 2".parse(), Ok(AxisList(vec![-1.5, 2.0])));
        assert!("1,,2".parse::<AxisList<i64>>().unwrap_err().contains("whole numbers"));
        assert!("1,2,3,4,5".parse::<AxisList<f64>>().is_err());
    }

    #[test]
    fn spans() {
        assert_eq!("-1..1".parse(), Ok(Span { low: -1.0, high: 1.0 }));
        assert_eq!("0..0.5".parse(), Ok(Span { low: 0.0, high: 0.5 }));
        assert_eq!("-1e300..1e300".parse::<Span>().unwrap().to_string(), "-1e300..1e300");
        assert_eq!("9..-9".parse(), Ok(Span { low: 9.0, high: -9.0 }));
        for bad in
            ["", "1", "1..", "0...1", "0...5", "0....5", "..", "nan..1", "0..inf", "-1e308..1e308", "a..b"]
        {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }
}
