//! Grids that have enough samples for several threads, and are still small enough for the reference.

use std::ops::Range;

use perlane::{Backend, Error, Grid, Layers, Noise, Quantity, Window};

use crate::case::{Case, slices};
use crate::difference::{Difference, difference};

/// One grid for each way to cut work for threads: a single row; rows of a plane; a plane of few columns; a plane of few rows; a volume; four dimensions;
/// planes of derivatives, and of what is made of them; cellular noise, and a warped sum.
#[must_use]
pub fn shared() -> Vec<Case> {
    let wide = Noise::perlin(9).frequency(1.0 / 37.0);
    let nearest = Noise::cellular(10).frequency(1.0 / 21.0);
    let sum = Layers::new().add(0.75, wide.clone().warp_by(30.0)).add(0.25, nearest.clone());
    let case =
        |layers: Layers, quantity: Quantity, window: Window| Case { layers, field: quantity.into(), window };
    let value = |noise: &Noise, window: Window| case(noise.clone().into(), Quantity::Value, window);
    let octaves = wide.clone().fbm(2);
    let plane = Window::from(Grid::new([171, 263]).start([-80, 13]));
    vec![
        value(&octaves, Grid::new([49_229]).start([-7]).into()),
        value(&octaves, Grid::new([211, 283]).start([-100, 77]).into()),
        value(&wide, Grid::new([20_011, 3]).start([-9000, 77]).into()),
        value(&wide, Grid::new([3, 16_411]).start([5, -8000]).into()),
        value(&octaves, Grid::new([33, 40, 41]).start([-9, 77, 13]).into()),
        value(&wide, Grid::new([9, 8, 25, 31]).start([1, -2, 3, -4]).into()),
        value(&nearest, plane),
        case(octaves.clone().into(), Quantity::Gradient, plane),
        case(octaves.into(), Quantity::Hillshade, plane),
        case(sum, Quantity::Value, plane),
    ]
}

/// Samples a case on the current thread pool: as a grid, as a prepared grid, by axes, and as points. Returns the first sample whose bits are not those of
/// `want`. The pool should have several threads.
///
/// # Errors
/// A case that cannot be sampled.
pub fn compare_shared(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    for (way, fill) in WAYS {
        out.fill(f32::NAN);
        fill(case, backend, &mut out)?;
        let found = difference(case, backend, way, &out, want);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

type Way = fn(&Case, Backend, &mut [f32]) -> Result<(), Error>;

const WAYS: [(&str, Way); 4] = [
    ("grid on threads", grid),
    ("prepared on threads", prepared),
    ("axes on threads", axes),
    ("points on threads", points),
];

fn grid(case: &Case, backend: Backend, out: &mut [f32]) -> Result<(), Error> {
    case.layers.field(case.field).par_fill_with(backend, &case.window, out)
}

fn prepared(case: &Case, backend: Backend, out: &mut [f32]) -> Result<(), Error> {
    let all: Vec<Range<usize>> = case.window.shape().into_iter().map(|len| 0..len).collect();
    case.layers.field(case.field).prepare_with(backend, &case.window)?.par_fill(all, out)
}

fn axes(case: &Case, backend: Backend, out: &mut [f32]) -> Result<(), Error> {
    case.layers.field(case.field).par_fill_axes_with(backend, &slices(&case.along_axes()), out)
}

fn points(case: &Case, backend: Backend, out: &mut [f32]) -> Result<(), Error> {
    case.layers.field(case.field).par_fill_points_with(backend, slices(&case.worlds()?), out)
}
