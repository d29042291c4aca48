//! Parts of windows and of coordinates. The whole is checked before its first part is computed.

use std::ops::Range;

use perlane::Layers;
use pyo3::prelude::*;

use crate::coordinates::{Coordinates, Slices, extremes, with_points};
use crate::error::value_error;
use crate::pieces::Pieces;

/// The part of a window with these indices, slowest axis first.
pub(crate) fn part(window: &perlane::Window, ranges: &[Range<usize>]) -> perlane::Window {
    let mut part = *window;
    for (i, range) in ranges.iter().rev().enumerate() {
        *part.start.xyzw_mut()[i] += range.start as i64;
        *part.size.xyzw_mut()[i] = range.len();
    }
    part
}

/// A range of the coordinates along each axis.
pub(crate) fn parts<'a>(coordinates: &[&'a [f64]], range: impl Fn(usize) -> Range<usize>) -> Vec<&'a [f64]> {
    coordinates.iter().enumerate().map(|(axis, each)| &each[range(axis)]).collect()
}

/// Calls `fill` with the points of each block, and with their part of `out`, to which this call alone has the right all the time.
pub(crate) fn in_blocks<T: Pieces>(
    blocks: &Bound<'_, PyAny>,
    mut out: T,
    fill: impl Fn(&Slices<'_>, T) -> PyResult<()>,
) -> PyResult<()> {
    let wrong = |points: usize| value_error("coordinates", format!("{points} points"), "as many as samples");
    for block in blocks.try_iter()? {
        let coordinates = Coordinates::new(&block?)?;
        let points = coordinates.slices()?;
        if points.len() > out.count() {
            return Err(wrong(points.len()));
        }
        fill(&points, out.split_off(points.len()))?;
    }
    if out.count() == 0 { Ok(()) } else { Err(wrong(0)) }
}

/// Refuses points that cannot be computed. Whether a coordinate is allowed depends only on the least and the greatest along its axis.
pub(crate) fn check_points(layers: &Layers, points: &Slices<'_>) -> perlane::Result<()> {
    if with_slices(&points.extremes(), |ends| layers.fill_points(ends, &mut [0.0; 2])).is_ok() {
        return Ok(());
    }
    // The library's own error names the point. It checks all points before it computes the first one.
    with_points!(points, |all| layers.fill_points(all, &mut vec![0.0; points.len()]))
}

/// Refuses axes that cannot be computed, as for points.
pub(crate) fn check_axes(layers: &Layers, coordinates: &[&[f64]]) -> perlane::Result<()> {
    let corners = 1 << coordinates.len();
    let extremes: Vec<[f64; 2]> = coordinates.iter().map(|axis| extremes(axis.iter())).collect();
    if with_slices(&extremes, |ends| layers.fill_axes(ends, &mut vec![0.0; corners])).is_ok() {
        return Ok(());
    }
    // To get the library's own error, each axis is checked with one coordinate of every other axis.
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

/// Calls `check` with the ends of each axis.
fn with_slices<T>(ends: &[[f64; 2]], check: impl FnOnce(&[&[f64]]) -> T) -> T {
    check(&ends.iter().map(<[f64; 2]>::as_slice).collect::<Vec<_>>())
}
