//! The declared bounds: no sample of any recipe is beyond them, and a search comes close to them.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::strategies::{Case, case};
use perlane::{Backend, Fade, Fractal, Gradients, Grid, Kind, Noise};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_samples_are_within(Case { noise, window } in case()) {
        let (low, high) = bounds(&noise, window.shape.len());
        for value in window.fill(&noise, Backend::detect()).unwrap() {
            prop_assert!((low..=high).contains(&value), "{} is not within {}..={}: {:?}", value, low, high, noise);
        }
    }

    /// Climbs from the best of many points.
    #[test]
    fn a_search_stays_within(Case { mut noise, window } in case(), seed in any::<u64>()) {
        let dims = window.shape.len();
        noise.frequency = 1.0;
        noise.octaves = noise.octaves.min(3);
        let bounds = bounds(&noise, dims);
        for sign in [1.0f32, -1.0] {
            let best = climb(&noise, dims, sign, seed, 24);
            let bound = if sign > 0.0 { bounds.1 } else { bounds.0 };
            prop_assert!(sign * best <= sign * bound, "{} is beyond {}: {:?}", best, bound, noise);
        }
    }
}

/// The declared bounds, and the roundings that their documentation names: those of a sum with a bias, and of value noise.
fn bounds(noise: &Noise, dims: usize) -> (f32, f32) {
    let (low, high) = noise.bounds(dims).unwrap();
    let bias = if noise.bias == 0.0 { 0.0 } else { (low.abs() + high.abs()) / f64::from(1 << 22) };
    let value = if noise.kind == Kind::Value { (high - low) / f64::from(1 << 18) } else { 0.0 };
    ((low - bias - value) as f32, (high + bias + value) as f32)
}

fn unit(seed: u64) -> f64 {
    (perlane::hash::splitmix64(seed) >> 11) as f64 / (1u64 << 53) as f64
}

/// The greatest (`sign` 1) or least (−1) sample that a random search with shrinking steps finds.
fn climb(noise: &Noise, dims: usize, sign: f32, seed: u64, rounds: u64) -> f32 {
    const POINTS: usize = 256;
    let mut centre = vec![0.0; dims];
    let mut best = f32::NEG_INFINITY;
    let mut step = 100.0;
    for round in 0..rounds {
        let coordinate = |a: usize, i: usize| {
            centre[a] + step * (unit(seed ^ (round << 40 | (a as u64) << 32 | i as u64)) - 0.5)
        };
        let axes: Vec<Vec<f64>> =
            (0..dims).map(|a| (0..POINTS).map(|i| coordinate(a, i)).collect()).collect();
        let mut out = vec![0.0; POINTS];
        match dims {
            1 => noise.fill_points(&[&axes[0]], &mut out),
            2 => noise.fill_points(&[&axes[0], &axes[1]], &mut out),
            3 => noise.fill_points(&[&axes[0], &axes[1], &axes[2]], &mut out),
            _ => noise.fill_points(&[&axes[0], &axes[1], &axes[2], &axes[3]], &mut out),
        }
        .unwrap();
        for (i, value) in out.iter().enumerate() {
            if value * sign > best {
                best = value * sign;
                centre = axes.iter().map(|axis| axis[i]).collect();
            }
        }
        step = if round < 6 { 100.0 } else { step * 0.6 };
    }
    best * sign
}

/// The greatest sample of one octave over a million cells, at 15 × 15 places of each.
fn greatest(noise: &Noise) -> f32 {
    let mut best = 0.0f32;
    for place in 0..225 {
        let origin = [f64::from(place / 15 + 1) / 16.0, f64::from(place % 15 + 1) / 16.0];
        let out = noise.generate(&Grid::new([1024, 1024]).origin(origin)).unwrap();
        best = out.iter().fold(best, |best, v| if v.abs() > best { v.abs() } else { best });
    }
    best
}

#[test]
fn bounds_in_2d_are_tight() {
    for name in ["directions16", "directions8", "diagonals", "axes", "knight-moves"] {
        for fade in [Fade::Linear, Fade::Cubic, Fade::Quintic] {
            let noise = Noise::perlin(5).gradients(Gradients::from_name(name).unwrap()).fade(fade);
            let best = greatest(&noise);
            assert!((0.98..=1.0).contains(&best), "{name}, {fade:?}: the search got to {best}");
        }
    }
}

#[test]
fn bounds_of_values_and_1d_are_tight() {
    let grid = Grid::new([1 << 20]).origin([0.5]);
    for noise in [Noise::perlin(1), Noise::value(1), Noise::cell(1)] {
        let noise = if noise.kind == Kind::Value { noise.frequency(2.0) } else { noise };
        let most = noise
            .generate(&grid)
            .unwrap()
            .into_iter()
            .fold(0.0f32, |most, v| if v.abs() > most { v.abs() } else { most });
        assert!((0.98..=1.0).contains(&most), "{noise:?}: {most}");
    }
}

/// Folded noise reaches its fold at a corner and its other bound where an octave is greatest.
#[test]
fn bounds_of_folded_noise_are_tight() {
    let grid = Grid::new([1024, 1024]).origin([0.5, 0.5]);
    for fractal in [Fractal::Billow, Fractal::Ridged, Fractal::Turbulence] {
        for scale in [1.0, -2.0] {
            let noise = Noise::perlin(5).fractal(fractal).scale(scale).bias(0.25);
            let (low, high) = noise.bounds(2).unwrap();
            let centres = noise.generate(&grid).unwrap();
            let all = centres.into_iter().chain([noise.sample(&[0.0, 0.0]).unwrap()]).map(f64::from);
            let (least, most) = all.fold((f64::MAX, f64::MIN), |(a, b), v| {
                (if v < a { v } else { a }, if v > b { v } else { b })
            });
            let slack = 0.02 * (high - low);
            assert!((low..low + slack).contains(&least), "{fractal:?} {scale}: {least}, bound {low}");
            assert!((high - slack..=high).contains(&most), "{fractal:?} {scale}: {most}, bound {high}");
        }
    }
}

/// Searches down to the last bits, in every set and fade, folded and not.
#[test]
fn the_greatest_samples_are_within() {
    for (set, dims) in
        [("directions16", 2), ("directions8", 2), ("diagonals", 2), ("axes", 2), ("knight-moves", 2)]
            .into_iter()
            .chain([("signs", 1), ("edges", 3), ("edges", 4)])
    {
        let gradients = Gradients::from_name(set).unwrap();
        for fade in [Fade::Linear, Fade::Cubic, Fade::Quintic] {
            for fractal in [Fractal::Fbm, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence] {
                let noise = Noise::perlin(6).gradients(gradients.clone()).fade(fade).fractal(fractal);
                let (low, high) = noise.bounds(dims).unwrap();
                for seed in 0..4 {
                    let least = f64::from(climb(&noise, dims, -1.0, seed, 44));
                    let most = f64::from(climb(&noise, dims, 1.0, seed, 44));
                    assert!(
                        low <= least && most <= high,
                        "{noise:?} in {dims}-D: {least}..={most}, bounds {low}..={high}"
                    );
                }
            }
        }
    }
}
