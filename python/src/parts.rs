//! Parts of windows and of coordinates, and checks of the whole before its first part is computed.

use std::ops::Range;

use perlane::Layers;

/// The part of a window that has these indices, slowest axis first.
pub(crate) fn part(window: &perlane::Window, ranges: &[Range<usize>]) -> perlane::Window {
    let mut part = *window;
    for (i, range) in ranges.iter().rev().enumerate() {
        *part.start.xyzw_mut()[i] += range.start as i64;
        *part.size.xyzw_mut()[i] = range.len();
    }
    part
}

/// A range of each axis's coordinates.
pub(crate) fn parts<'a>(coordinates: &[&'a [f64]], range: impl Fn(usize) -> Range<usize>) -> Vec<&'a [f64]> {
    coordinates.iter().enumerate().map(|(axis, each)| &each[range(axis)]).collect()
}

/// Refuses points that cannot be computed. Whether a coordinate is allowed depends on the least and the greatest of its axis alone.
pub(crate) fn check_points(layers: &Layers, coordinates: &[&[f64]]) -> perlane::Result<()> {
    if with_extremes(coordinates, |ends| layers.fill_points(ends, &mut [0.0; 2])).is_ok() {
        return Ok(());
    }
    // The library's own error names the point. It checks all points before it computes one.
    let len = coordinates.first().map_or(0, |axis| axis.len());
    layers.fill_points(coordinates, &mut vec![0.0; len])
}

/// Refuses axes that cannot be computed, as for points.
pub(crate) fn check_axes(layers: &Layers, coordinates: &[&[f64]]) -> perlane::Result<()> {
    let corners = 1 << coordinates.len();
    if with_extremes(coordinates, |ends| layers.fill_axes(ends, &mut vec![0.0; corners])).is_ok() {
        return Ok(());
    }
    // For the library's own error: each axis with one coordinate of the others.
    for axis in 0..coordinates.len() {
        let line = parts(coordinates, |other| {
            let len = coordinates[other].len();
            if other == axis { 0..len } else { 0..len.min(1) }
        });
        let samples = line.iter().map(|each| each.len()).product();
        layers.fill_axes(&line, &mut vec![0.0; samples])?;
    }
    Ok(())
}

/// Calls `check` with the least and the greatest coordinate of each axis.
fn with_extremes<T>(coordinates: &[&[f64]], check: impl FnOnce(&[&[f64]]) -> T) -> T {
    let extremes: Vec<[f64; 2]> = coordinates.iter().map(|axis| extremes(axis)).collect();
    check(&extremes.iter().map(<[f64; 2]>::as_slice).collect::<Vec<_>>())
}

/// The least and the greatest number; NaN where there is one.
fn extremes(axis: &[f64]) -> [f64; 2] {
    let Some(&first) = axis.first() else { return [0.0; 2] };
    axis.iter().fold([first; 2], |[low, high], &each| {
        // A comparison with NaN is false, so that NaN takes a place, and no number takes it from there.
        [
            if low <= each || low.is_nan() { low } else { each },
            if high >= each || high.is_nan() { high } else { each },
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_are_the_least_and_the_greatest() {
        assert_eq!(extremes(&[3.0, -1.0, 7.0, 2.0]), [-1.0, 7.0]);
        assert_eq!(extremes(&[]), [0.0, 0.0]);
        for nan in 0..3 {
            let mut axis = [1.0, 2.0, 3.0];
            axis[nan] = f64::NAN;
            assert!(extremes(&axis).iter().all(|end| end.is_nan()), "{nan}");
        }
    }
}
