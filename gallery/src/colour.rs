//! From samples to colours.

use crate::canvas::{Canvas, Rgb};

/// Grey: `low` is black, `high` is white, and samples beyond them are clamped. The rounding is that of `perlane generate --levels`.
pub(crate) fn grey(samples: &[f32], width: usize, low: f64, high: f64) -> Canvas {
    let factor = 255.0 / (high - low);
    let pixels = samples.iter().map(|&v| {
        let level = ((f64::from(v) - low) * factor).clamp(0.0, 255.0).round();
        [level as u8; 3]
    });
    Canvas::from_pixels(width, pixels.collect())
}

/// Unit vectors, as planes x, y, z, in the colours of normal maps: −1 is 0, 1 is 255.
pub(crate) fn vectors(planes: &[f32], width: usize) -> Canvas {
    let samples = planes.len() / 3;
    let level = |v: f32| (f64::from(v) * 0.5 + 0.5) * 255.0;
    let pixel = |i: usize| quantised([0, 1, 2].map(|plane| level(planes[plane * samples + i])));
    Canvas::from_pixels(width, (0..samples).map(pixel).collect())
}

/// Samples coloured by a ramp.
pub(crate) fn ramp(samples: &[f32], width: usize, stops: &[(f64, Rgb)]) -> Canvas {
    let pixels = samples.iter().map(|&v| quantised(at(stops, f64::from(v))));
    Canvas::from_pixels(width, pixels.collect())
}

/// The colour of a ramp at `v`. Stops are in rising order, with straight lines between them.
pub(crate) fn at(stops: &[(f64, Rgb)], v: f64) -> [f64; 3] {
    let above = stops.partition_point(|&(stop, _)| stop <= v);
    let float = |c: Rgb| c.map(f64::from);
    match (above.checked_sub(1).and_then(|i| stops.get(i)), stops.get(above)) {
        (Some(&(a, from)), Some(&(b, to))) => mix(float(from), float(to), (v - a) / (b - a)),
        (Some(&(_, only)), None) | (None, Some(&(_, only))) => float(only),
        (None, None) => [0.0; 3],
    }
}

/// Mixes two colours: `a` at 0, `b` at 1.
pub(crate) fn mix(a: [f64; 3], b: [f64; 3], part: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + part * (b[i] - a[i]))
}

/// The colour as bytes.
pub(crate) fn quantised(colour: [f64; 3]) -> Rgb {
    colour.map(|c| c.clamp(0.0, 255.0).round() as u8)
}
