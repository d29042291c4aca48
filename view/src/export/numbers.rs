//! Numbers in texts: the shortest form that reads back as the same number.

use perlane::{Noise, PerAxis};

/// A number such as `0.5`, `256` or `1e-7`.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A floating-point literal such as `0.5`, `256.0` or `1e-7`.
pub(super) fn literal(value: f64) -> String {
    format!("{value:?}")
}

/// The cell size that people would write for a frequency, if `1 / (size * spacing)` is exactly that frequency.
pub(super) fn cell_size(frequency: f64, spacing: f64) -> Option<f64> {
    let size = 1.0 / (frequency * spacing);
    // A whole number divided by a power of ten is the float nearest to that decimal.
    let rounded = |power: f64| (size * power).round() / power;
    let sizes = [1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6].map(rounded);
    sizes.into_iter().find(|size| 1.0 / (size * spacing) == frequency)
}

/// The numbers of a fractal that are not the default, with the names that they have in every language.
pub(super) fn of_fractal(noise: &Noise) -> impl Iterator<Item = (&'static str, f64)> {
    let base = Noise::default();
    let numbers = [
        ("lacunarity", noise.lacunarity, base.lacunarity),
        ("gain", noise.gain, base.gain),
        ("strength", noise.strength, base.strength),
        ("level", noise.level, base.level),
        ("feedback", noise.feedback, base.feedback),
    ];
    numbers.into_iter().filter(|(_, value, default)| value != default).map(|(name, value, _)| (name, value))
}

/// The values of the first axes, slowest first, such as `1, 2`; `None` if all are the default.
pub(super) fn array_order<T: Copy + PartialEq>(
    values: PerAxis<T>,
    dims: usize,
    default: T,
    text: impl Fn(T) -> String,
) -> Option<String> {
    let values: Vec<T> = values.xyzw()[..dims].iter().rev().copied().collect();
    values
        .iter()
        .any(|value| *value != default)
        .then(|| values.into_iter().map(text).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_people_would_write() {
        assert_eq!(cell_size(1.0 / 300.0, 1.0), Some(300.0));
        assert_eq!(cell_size(1.0 / 300.0, 4.0), Some(75.0));
        assert_eq!(cell_size(1.0 / 12.5, 1.0), Some(12.5));
        assert_eq!(cell_size(1.0 / 0.000_008, 1.0), Some(0.000_008));
        assert_eq!(cell_size(1.0 / 0.000_000_8, 1.0), None, "more than six decimals");
        assert_eq!(cell_size(0.013, 1.0), None);
        assert_eq!(cell_size(1e300, 1.0), None);
    }

    #[test]
    fn numbers_read_back() {
        for value in [0.1, 256.0, 1e-7, 1e300, -2.5, 1.0 / 3.0] {
            assert_eq!(plain(value).parse::<f64>(), Ok(value));
            assert_eq!(literal(value).parse::<f64>(), Ok(value));
        }
        assert_eq!((plain(256.0), literal(256.0)), ("256".to_owned(), "256.0".to_owned()));
    }
}
