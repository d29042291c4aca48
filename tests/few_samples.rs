//! A few samples of every kind, by each backend: of grids of one to four axes and of points, without and with warps, and their derivatives. They are
//! so few that Miri can interpret the library meanwhile, which tells what breaks the promises of its `unsafe` blocks (`scripts/miri.sh`).
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{Window, assert_same, backends, with_grid};
use perlane::{FieldParameters, Kind, Noise, Quantity, reference};

/// Of each kind, cells wider than the grid, warped cells of a few samples, and cells narrower than samples.
fn noises() -> Vec<Noise> {
    let of_kind = |kind: &Kind| {
        let noise = Noise::default().kind(*kind);
        let several = noise.clone().frequency(0.3).fbm(2);
        [noise.clone().frequency(0.03), several.clone(), several.warp_by(1.5), noise.frequency(1.7).ridged(2)]
    };
    Kind::ALL.iter().flat_map(of_kind).collect()
}

/// Whether a sample is compared: the reference takes longer than the backends, and vectors' ends are near the last samples.
fn is_compared(place: usize, samples: usize) -> bool {
    place.is_multiple_of(7) || place + 3 >= samples
}

/// Compares each noise, and its derivatives, where it has them in so many dimensions.
fn compare(shape: &[usize]) {
    let window = Window::new(shape);
    let mut compared = 0;
    for noise in noises() {
        for quantity in [Quantity::Value, Quantity::Gradient] {
            let field = noise.field(quantity);
            let parameters = FieldParameters::from(quantity);
            let Ok(planes) = reference::Planes::new(std::slice::from_ref(&noise), parameters, shape.len())
            else {
                continue;
            };
            for backend in backends() {
                let out = with_grid!(window, |grid| {
                    let mut out = vec![f32::NAN; field.samples(&grid).unwrap()];
                    field.fill_with(backend, &grid, &mut out).unwrap();
                    out
                });
                for place in (0..window.len()).filter(|place| is_compared(*place, window.len())) {
                    let want = planes.sample(&window.world(place)).unwrap();
                    let got: Vec<f32> = out[place..].iter().step_by(window.len()).copied().collect();
                    assert_same(&got, &want, format_args!("{backend}, {noise:?}, {quantity:?}, {place}"));
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 8 * backends().len(), "{compared}");
}

#[test]
fn of_a_line() {
    compare(&[37]);
}

#[test]
fn of_rows() {
    compare(&[5, 41]);
}

#[test]
fn of_columns() {
    compare(&[19, 3]);
}

#[test]
fn of_volumes() {
    compare(&[3, 3, 18]);
}

#[test]
fn of_four_axes() {
    compare(&[2, 2, 3, 9]);
}

#[test]
fn of_points() {
    let points: Vec<[f64; 2]> =
        (0..37).map(|i| [f64::from(i) * -1.3 + 4.0, f64::from(i) * 0.71 - 9.0]).collect();
    for noise in noises() {
        let want: Vec<f32> = points.iter().map(|point| noise.sample(point).unwrap()).collect();
        for backend in backends() {
            let mut out = vec![f32::NAN; points.len()];
            noise.fill_points_with(backend, &points, &mut out).unwrap();
            assert_same(&out, &want, format_args!("{backend}, {noise:?}"));
        }
    }
}
