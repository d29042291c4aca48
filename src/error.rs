//! The one error type: every message names the parameter, its value and what is allowed.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display};

/// What perlane refuses, and why.
///
/// ```
/// use perlane::{Grid, Noise};
/// let error = Noise::perlin(1).frequency(0.0).generate(&Grid::new([4, 4])).unwrap_err();
/// assert_eq!(error.to_string(), "frequency is 0; allowed: finite numbers above 0 (lattice cells per world unit, 1 / cell size)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter outside its range.
    Parameter {
        /// The parameter, as recipes and the command line write it.
        name: Cow<'static, str>,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        allowed: Cow<'static, str>,
    },
    /// A buffer whose length is not the number of samples times the number of planes.
    BufferLength {
        /// The buffer's length.
        got: usize,
        /// The number of samples times the number of planes.
        want: usize,
    },
    /// A sample whose lattice coordinate is not finite, or beyond ±2^52 cells.
    #[non_exhaustive]
    Coordinate {
        /// The axis: `x` is the last one of an array, then `y`, `z`, `w`.
        axis: char,
        /// The index of the first such sample: along the axis in a grid, in the list of points otherwise.
        index: usize,
        /// The world coordinate.
        world: String,
        /// The noise's offset along this axis, if it is not 0.
        offset: Option<String>,
        /// The octave, from 0. The octaves of all layers are counted first, then those of the noises that warp them.
        octave: usize,
        /// The octaves of all layers; those from this one on are of noises that warp them.
        summed: usize,
        /// The lattice coordinate in that octave.
        lattice: String,
    },
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parameter { name, value, allowed } => write!(f, "{name} is {value}; allowed: {allowed}"),
            Error::BufferLength { got, want } => write!(
                f,
                "out has {got} elements; allowed: exactly {want}, one for each sample (in each plane of a field)"
            ),
            Error::Coordinate { axis, index, world, offset, octave, summed, lattice } => {
                write!(f, "{axis} coordinate of sample {index} is {world}")?;
                if let Some(offset) = offset {
                    write!(f, " (offset {offset})")?;
                }
                write!(f, ", which is lattice coordinate {lattice} in octave ")?;
                match octave.checked_sub(*summed) {
                    None => write!(f, "{octave}")?,
                    Some(octave) => write!(f, "{octave} of the warp")?,
                }
                f.write_str("; allowed: finite, from -2^52 to 2^52 cells")
            }
        }
    }
}

impl core::error::Error for Error {}

/// A result whose error is [`Error`].
pub type Result<T, E = Error> = core::result::Result<T, E>;

impl Error {
    pub(crate) fn parameter(
        name: impl Into<Cow<'static, str>>,
        value: impl Display,
        allowed: impl Into<Cow<'static, str>>,
    ) -> Self {
        Error::Parameter { name: name.into(), value: shown(&value.to_string()), allowed: allowed.into() }
    }

    /// The same error, for a noise that moves samples along an axis.
    pub(crate) fn in_warp(self, axis: char) -> Self {
        match self {
            Error::Parameter { name, value, allowed } => {
                Error::Parameter { name: format!("warp.{axis}.{name}").into(), value, allowed }
            }
            other => other,
        }
    }

    /// The same error, for a sample whose index is greater by `samples`.
    pub(crate) fn after(mut self, samples: usize) -> Self {
        if let Error::Coordinate { index, .. } = &mut self {
            *index += samples;
        }
        self
    }

    /// The same error, with the layer before the parameter's name.
    pub(crate) fn in_layer(self, layer: usize) -> Self {
        match self {
            Error::Parameter { name, value, allowed } => {
                Error::Parameter { name: format!("layers[{layer}].{name}").into(), value, allowed }
            }
            other => other,
        }
    }

    /// The error of one of several noises, with the layer before the parameter's name; that of a noise by itself stays as it is.
    pub(crate) fn in_layer_of(self, layers: usize, layer: usize) -> Self {
        if layers > 1 { self.in_layer(layer) } else { self }
    }
}

/// The most characters of a value that a message has.
const MOST_SHOWN: usize = 200;

/// Names one after the other, with `between` between two of them.
pub(crate) fn listed(names: &mut dyn Iterator<Item = &'static str>, between: &str) -> String {
    let mut list = String::new();
    for name in names {
        if !list.is_empty() {
            list.push_str(between);
        }
        list.push_str(name);
    }
    list
}

/// A value as messages show it. Values may come from foreign recipes, and be as long as those; terminals obey control characters. An empty or blank one has
/// quotes, because nobody would see it.
fn shown(value: &str) -> String {
    let mut shown = String::new();
    for c in value.chars().take(MOST_SHOWN) {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    if value.chars().nth(MOST_SHOWN).is_some() {
        shown.push('…');
    }
    if value.trim().is_empty() { format!("\"{shown}\"") } else { shown }
}

/// Returns an error that names the parameter, unless `holds`.
pub(crate) fn require(
    holds: bool,
    name: &'static str,
    value: impl Display,
    allowed: &'static str,
) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::parameter(name, value, allowed)) }
}

/// Checks a number of dimensions.
pub(crate) fn require_dims(dims: usize) -> Result<()> {
    require((1..=4).contains(&dims), "dims", dims, "1 to 4")
}

/// The number of a point's coordinates.
pub(crate) fn point_dims(point: &[f64]) -> Result<usize> {
    let dims = point.len();
    require(
        (1..=4).contains(&dims),
        "point",
        format_args!("of {}", coordinates(dims)),
        "1 to 4 coordinates",
    )?;
    Ok(dims)
}

/// A number of coordinates in words: "1 coordinate", "2 coordinates".
pub(crate) fn coordinates(count: usize) -> String {
    counted(count, "coordinate", "coordinates")
}

/// A number of axes in words: "1 axis", "2 axes".
pub(crate) fn axes(count: usize) -> String {
    counted(count, "axis", "axes")
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The reason why an axis is refused: "as there is 1 axis", "as there are 2 axes".
pub(crate) fn as_there_are(count: usize) -> String {
    format!("as there {} {}", if count == 1 { "is" } else { "are" }, axes(count))
}

/// Shows a number in its shortest exact form: `1e300`, not three hundred zeros. It is formatted only if an error is made.
pub(crate) fn number(value: f64) -> Number {
    Number(value)
}

pub(crate) struct Number(f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, magnitude) = (self.0, self.0.abs());
        if value.is_finite() && magnitude != 0.0 && !(1e-6..1e16).contains(&magnitude) {
            write!(f, "{value:e}")
        } else {
            write!(f, "{value}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::number;
    use alloc::string::ToString;

    /// Zeros are counted by nobody: powers stand in their place from 1e16 on, and below 1e-6.
    #[test]
    fn only_long_numbers_have_powers() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1e16, "1e16"),
            (-1e16, "-1e16"),
            (9_999_999_999_999_998.0, "9999999999999998"),
            (-1e15, "-1000000000000000"),
            (1e-6, "0.000001"),
            (-1e-6, "-0.000001"),
            (9.99e-7, "9.99e-7"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(value).to_string(), text);
        }
    }
}
