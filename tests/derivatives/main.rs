//! Derivatives and the quantities made of them: every backend and way of asking gives the reference's bits, and they are derivatives.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

#[path = "../common/mod.rs"]
mod common;

mod equality;
mod meaning;
mod refused;

use common::{Window, assert_same, backends, with_grid};
use perlane::{FieldParameters, Fractal, Noise, Quantity, reference};

/// The quantities that there are of a noise in so many dimensions.
fn quantities(noise: &Noise, dims: usize) -> Vec<Quantity> {
    let is = |quantity: &Quantity| match quantity {
        Quantity::Normal | Quantity::Hillshade => dims == 2,
        Quantity::Curl => dims == 2 || (dims == 3 && noise.hash == perlane::Hash::Mix),
        _ => true,
    };
    Quantity::ALL.iter().copied().filter(is).collect()
}

/// Fractals that have no derivatives.
const SHAPED: [Fractal; 3] = [Fractal::PingPong, Fractal::RidgedMulti, Fractal::HybridMulti];

fn planes_of_reference(noise: &Noise, of: impl Into<FieldParameters>, window: &Window) -> Option<Vec<u32>> {
    let of: FieldParameters = of.into();
    let mut planes = vec![Vec::new(); of.quantity.planes(window.shape.len())];
    let of = reference::Planes::new(std::slice::from_ref(noise), of, window.shape.len()).ok()?;
    for flat in 0..window.len() {
        for (plane, value) in planes.iter_mut().zip(of.sample(&window.world(flat)).ok()?) {
            plane.push(value.to_bits());
        }
    }
    Some(planes.concat())
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

/// The world coordinates along each axis.
fn axes_of(window: &Window) -> Vec<Vec<f64>> {
    let along = |a: usize| {
        let stride: usize = window.shape[a + 1..].iter().product();
        (0..window.shape[a]).map(|i| window.world(i * stride)[a]).collect()
    };
    (0..window.shape.len()).map(along).collect()
}

/// Checks grids, points and axes on all backends.
fn check_planes(noise: &Noise, of: FieldParameters, window: &Window, want: &[u32]) {
    let field = noise.field(of);
    let worlds: Vec<Vec<f64>> = (0..window.len()).map(|flat| window.world(flat)).collect();
    let points: Vec<Vec<f64>> =
        (0..window.shape.len()).map(|a| worlds.iter().map(|world| world[a]).collect()).collect();
    let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
    let axes = axes_of(window);
    let axes: Vec<&[f64]> = axes.iter().map(Vec::as_slice).collect();
    let want: Vec<f32> = want.iter().copied().map(f32::from_bits).collect();
    for backend in backends() {
        let what = |way: &str| format!("{way}, {backend}: {of:?} {noise:?} {window:?}");
        let mut out = vec![f32::NAN; want.len()];
        with_grid!(window, |grid| field.fill_with(backend, &grid, &mut out).unwrap());
        assert_same(&out, &want, what("grid"));
        out.fill(f32::NAN);
        field.fill_points_with(backend, &points, &mut out).unwrap();
        assert_same(&out, &want, what("points"));
        out.fill(f32::NAN);
        field.fill_axes_with(backend, &axes, &mut out).unwrap();
        assert_same(&out, &want, what("axes"));
    }
}
