//! No derivative is beyond its bounds, and searches come close to them, also where periods change the cells of octaves.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{assert_share, compared, kinds_with_derivatives};
use perlane::{Fade, Fractal, Gradients, Grid, Layers, Noise, Quantity};
use proptest::prelude::*;

/// The first and the last place of each of so many cells, whose size is 4.
fn ends_of_cells(cells: usize) -> Vec<f64> {
    (0..cells).flat_map(|cell| [4.0 * cell as f64, 4.0 * (cell + 1) as f64 - 1e-5]).collect()
}

/// The least and the greatest of samples, or 0.
fn extremes(plane: &[f32]) -> (f64, f64) {
    let further = |(least, most): (f64, f64), v: &f32| {
        let v = f64::from(*v);
        (if v < least { v } else { least }, if v > most { v } else { most })
    };
    plane.iter().fold((0.0, 0.0), further)
}

/// Value noise with the linear fade is steepest along all axes at once, where the neighbours of a corner are its opposites: the ends of many cells come
/// near to all bounds of what is made of derivatives.
#[test]
fn bounds_of_what_is_made_of_derivatives_are_tight() {
    let fractals = [Fractal::None, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence];
    for (fractal, relief) in fractals.into_iter().zip([1.0, -20.0, 0.3, 1.0]) {
        let noise = Noise::value(1).frequency(0.25).fade(Fade::Linear).fractal(fractal);
        for cells in [&[50_000][..], &[500, 650], &[55, 60, 65], &[20, 18, 19, 17]] {
            let dims = cells.len();
            let axes: Vec<Vec<f64>> = cells.iter().copied().map(ends_of_cells).collect();
            let axes: Vec<&[f64]> = axes.iter().map(Vec::as_slice).collect();
            let samples: usize = axes.iter().map(|axis| axis.len()).product();
            for quantity in [Quantity::Gradient, Quantity::Slope, Quantity::Curl] {
                let field = noise.field(quantity).relief(relief);
                let Ok(bounds) = field.bounds(dims) else {
                    assert!(quantity == Quantity::Curl && [1, 4].contains(&dims), "{quantity} in {dims}-D");
                    continue;
                };
                let mut planes = vec![f32::NAN; samples * field.planes(dims)];
                field.fill_axes(&axes, &mut planes).unwrap();
                let names = quantity.plane_names(dims).into_iter();
                for ((name, plane), (low, high)) in names.zip(planes.chunks(samples)).zip(bounds) {
                    let (least, most) = extremes(plane);
                    let what = format!("{name} of {fractal} noise: {least}..{most}, bounds {low}..{high}");
                    let near = name == "value"
                        || (0.85 * high..=high).contains(&most) && (low..=0.85 * low).contains(&least);
                    assert!(near, "{quantity} in {dims}-D: {what}");
                }
            }
        }
    }
}

/// The greatest magnitude of each plane at random points within `width` world units.
fn greatest(field: perlane::Field<'_>, dims: usize, width: f64, seed: u64) -> Vec<f64> {
    const POINTS: usize = 512;
    let unit = |n: u64| (perlane::hash::splitmix64(seed ^ n) >> 11) as f64 / (1u64 << 53) as f64;
    let axes: Vec<Vec<f64>> = (0..dims as u64)
        .map(|a| (0..POINTS as u64).map(|i| width * (unit(a << 32 | i) - 0.5)).collect())
        .collect();
    let points: Vec<&[f64]> = axes.iter().map(Vec::as_slice).collect();
    let mut out = vec![0.0; POINTS * field.planes(dims)];
    field.fill_points(&points, &mut out).unwrap();
    let greatest = |plane: &[f32]| plane.iter().fold(0.0f64, |most, v| most.max(f64::from(v.abs())));
    out.chunks(POINTS).map(greatest).collect()
}

/// Noises with periods, in few and in many octaves.
fn periodic(dims: usize) -> impl Strategy<Value = Noise> {
    let periods = prop::array::uniform4(prop_oneof![1 => Just(0u32), 3 => 1u32..5, 1 => 5u32..100]);
    let fractals = vec![Fractal::Fbm, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence];
    let form = (
        prop::sample::select(kinds_with_derivatives()),
        prop::sample::select(Fade::ALL.to_vec()),
        prop::sample::select(fractals),
    );
    let lacunarity =
        prop_oneof![3 => 0.05..1.0, 1 => 1.0..4.0, 1 => prop::sample::select(vec![0.5, 1.5, 2.0])];
    let gain = prop_oneof![2 => -1.0..1.0, 2 => 1.0..6.0];
    let numbers = (1u32..8, lacunarity, gain, 0.01..1000.0);
    (form, numbers, periods, any::<u64>()).prop_map(move |(form, numbers, periods, seed)| {
        let (kind, fade, fractal) = form;
        let (octaves, lacunarity, gain, cell_size) = numbers;
        let mut noise = Noise::perlin(seed).kind(kind).fade(fade).cell_size(cell_size);
        noise = noise.fractal(fractal).octaves(octaves).lacunarity(lacunarity).gain(gain);
        noise.period.xyzw_mut().into_iter().zip(periods).take(dims).for_each(|(to, period)| *to = period);
        noise
    })
}

/// Whole cells in a period may be far from what the lacunarity asks for, above all where it is below 1.
#[test]
fn derivatives_of_periodic_noise_lie_within_their_bounds() {
    let curls = std::cell::Cell::new(0);
    let test = |(dims, noise): (usize, Noise)| {
        let mut searched = 0;
        for quantity in [Quantity::Gradient, Quantity::Slope, Quantity::Curl] {
            let field = noise.field(quantity);
            let bounds = match field.bounds(dims) {
                Ok(bounds) => bounds,
                Err(error) => {
                    let no_curl = quantity == Quantity::Curl && (dims == 1 || dims == 4);
                    prop_assert!(no_curl || error.to_string().contains("within 1e18"), "{error}: {noise:?}");
                    continue;
                }
            };
            let greatest = greatest(field, dims, 20.0 / noise.frequency, noise.seed);
            let names = quantity.plane_names(dims);
            for ((name, most), (low, high)) in names.into_iter().zip(greatest).zip(bounds) {
                // Values may be beyond their bounds by some millionths, but derivatives may not.
                let bound = high.max(-low) * if name == "value" { 1.00001 } else { 1.0 };
                prop_assert!(most <= bound, "{quantity} {name} is {most}, bound {bound}: {noise:?}");
            }
            searched += 1;
            curls.set(curls.get() + u32::from(quantity == Quantity::Curl));
        }
        Ok(searched >= 2)
    };
    let drawn = (1usize..=4).prop_flat_map(|dims| (Just(dims), periodic(dims)));
    let (compared, cases) = compared(2048, &drawn, test);
    assert_share("have gradients and slopes", compared, cases, 0.99);
    assert_share("have curls", curls.get(), cases, 0.45);
}

/// The greatest derivative that the bounds of a gradient allow.
fn steepest(noise: &Noise, dims: usize) -> f64 {
    noise.field(Quantity::Gradient).bounds(dims).unwrap()[1].1
}

/// A derivative may be as far below 0 as above it.
#[test]
fn bounds_of_derivatives_are_as_far_below_0_as_above() {
    for dims in 1..=4 {
        let noise = Noise::perlin(1).frequency(0.3).fbm(3).bias(0.5);
        let gradient = noise.field(Quantity::Gradient).bounds(dims).unwrap();
        let curl = noise.field(Quantity::Curl).bounds(dims).unwrap_or_default();
        for (low, high) in gradient[1..].iter().chain(&curl) {
            assert!(*high > 0.0 && -low == *high, "{low}..{high} in {dims}-D");
        }
    }
}

/// No period has less than one cell, however low the lacunarity: here each octave has the cells of the first.
#[test]
fn octaves_below_one_cell_have_whole_cells() {
    let noise = Noise::perlin(1).period([1, 1]).fbm(4).lacunarity(0.25).gain(4.0);
    let most = greatest(noise.field(Quantity::Gradient), 2, 4.0, 7);
    let bound = steepest(&noise, 2);
    assert!(most[1] <= bound && most[2] <= bound, "{most:?}, bound {bound}");
    let alike = noise.clone().lacunarity(1.0);
    assert!((bound / steepest(&alike, 2) - 1.0).abs() < 1e-12, "{bound}");
}

/// A period that is whole cells in every octave without rounding changes no bound. With rounding, the axis with the most cells counts.
#[test]
fn bounds_of_derivatives_know_the_cells_of_periods() {
    let free = Noise::perlin(5).frequency(0.13).fbm(3).lacunarity(2.0);
    let whole = free.clone().period([3, 5]);
    assert!((steepest(&whole, 2) / steepest(&free, 2) - 1.0).abs() < 1e-12);
    // A period of 1 cell has 1, 2 and 4 cells in these octaves, and one of 10 has 10, 19 and 36.
    let free = free.lacunarity(1.9).gain(1.0);
    let sum = |cells: [f64; 3]| cells.iter().sum::<f64>() / (1.0 + 1.9 + 3.61);
    for (periods, cells) in [
        ([1, 1], [1.0, 2.0, 4.0]),
        ([10, 10], [1.0, 1.9, 3.6]),
        ([0, 10], [1.0, 1.9, 3.61]),
        ([10, 1], [1.0, 2.0, 4.0]),
        ([1, 10], [1.0, 2.0, 4.0]),
    ] {
        let ratio = steepest(&free.clone().period(periods), 2) / steepest(&free, 2);
        assert!((ratio / sum(cells) - 1.0).abs() < 1e-12, "{periods:?}: {ratio}");
    }
}

/// A search comes near to the bound of an octave that has 5 cells, where the lacunarity asks for 4.5.
#[test]
fn bounds_of_octaves_with_more_cells_are_tight() {
    let noise = Noise::perlin(0).gradients(Gradients::Diagonals).fade(Fade::Linear);
    let noise = noise.period([3, 3]).fbm(2).lacunarity(1.5).gain(1e6);
    let of_seed = |seed| greatest(noise.clone().seed(seed).field(Quantity::Gradient), 2, 3.0, seed)[1];
    let most = (0..100).map(of_seed).fold(0.0, f64::max);
    let bound = steepest(&noise, 2);
    assert!((0.9 * bound..=bound).contains(&most), "{most}, bound {bound}");
}

/// Layers add up: what each of them may have, all of them may have together.
#[test]
fn derivatives_of_layers_that_are_too_large() {
    let steep = Noise::perlin(1).frequency(0.5).scale(1e17);
    let grid = Grid::new([40, 40]).spacing([0.7; 2]);
    for quantity in [Quantity::Gradient, Quantity::Slope, Quantity::Normal, Quantity::Hillshade] {
        let few: Layers = (0..4).map(|seed| steep.clone().seed(seed)).sum();
        let planes = few.field(quantity).generate(&grid).unwrap();
        assert!(planes.iter().all(|v| v.is_finite()), "{quantity}");
        let many: Layers = (0..100).map(|seed| steep.clone().seed(seed)).sum();
        let error = many.field(quantity).generate(&grid).unwrap_err().to_string();
        assert!(error.starts_with(&format!("quantity is {quantity} of derivatives up to ")), "{error}");
        assert_eq!(many.field(quantity).bounds(2).unwrap_err().to_string(), error);
    }
}

/// What has no relief ignores it.
#[test]
fn reliefs_of_what_has_none() {
    let noise = Noise::perlin(1);
    for quantity in Quantity::ALL.iter().filter(|quantity| !quantity.has_relief()) {
        let (flat, steep) = (noise.field(*quantity), noise.field(*quantity).relief(1e30));
        assert_eq!(steep.bounds(2), flat.bounds(2), "{quantity}");
        let grid = Grid::new([3, 5]).spacing([0.3; 2]);
        assert_eq!(steep.generate(&grid), flat.generate(&grid), "{quantity}");
    }
}

/// A relief is a factor of derivatives, which must be within the range of f32 with it.
#[test]
fn reliefs_that_are_too_large() {
    let noise = Noise::perlin(1);
    for quantity in [Quantity::Slope, Quantity::Normal, Quantity::Hillshade] {
        let field = noise.field(quantity).relief(-1e20);
        let error = field.generate(&Grid::new([4, 4])).unwrap_err().to_string();
        assert!(error.contains(", with a relief of -1e20; allowed:"), "{error}");
        assert!(error.contains("noises whose derivatives times the relief are within 1e18"), "{error}");
        // The greatest that is accepted, to 1 %.
        let mut relief = 1e10;
        while noise.field(quantity).relief(relief * 1.01).bounds(2).is_ok() {
            relief *= 1.01;
        }
        assert!((1e17..1e18).contains(&relief), "{relief}");
        // A relief does not make derivatives smaller before they are squared.
        let steep = noise.clone().frequency(0.5).scale(1e20);
        let error = steep.field(quantity).relief(1e-10).bounds(2).unwrap_err().to_string();
        assert!(error.ends_with("allowed: noises whose derivatives are within 1e18"), "{error}");
        let planes =
            noise.field(quantity).relief(relief).generate(&Grid::new([40, 40]).spacing([0.1; 2])).unwrap();
        assert!(planes.iter().all(|v| v.is_finite()), "{quantity}");
    }
}
