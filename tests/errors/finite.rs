//! Whatever the parameters are, there is an error, or all samples are finite.

use crate::common::strategies::powers_of_ten;
use crate::common::{assert_same, assert_share, compared};
use perlane::{Fractal, Gradients, Grid, Layers, Noise, reference};
use proptest::prelude::*;

/// With the largest scale that is accepted, neither samples nor what is computed on the way to them overflows.
#[test]
fn no_sample_is_infinite_or_nan() {
    let sets = ["signs", "axes", "edges", "edges"];
    for (dims, set) in (1..=4).zip(sets) {
        for normalize in [true, false] {
            let noise = Noise::perlin(1)
                .frequency(0.1)
                .gradients(Gradients::from_name(set).unwrap())
                .normalize(normalize);
            // The largest accepted scale, to 1 %.
            let accepted =
                |scale: f64| noise.clone().scale(scale).bounds(dims).is_ok_and(|(_, most)| most <= 1e37);
            let mut scale = 1e30;
            while accepted(scale * 1.01) {
                scale *= 1.01;
            }
            let noise = noise.clone().scale(scale);
            let samples = match dims {
                1 => noise.generate(&Grid::new([4000])),
                2 => noise.generate(&Grid::new([70, 70])),
                3 => noise.generate(&Grid::new([30, 30, 30])),
                _ => noise.generate(&Grid::new([15, 15, 15, 15])),
            };
            assert!(samples.unwrap().iter().all(|v| v.is_finite()), "{noise:?}");
        }
    }
    assert!(Noise::perlin(1).scale(9e37).generate(&Grid::new([64])).is_err());
    assert!(Gradients::custom(&[[1e200, 0.0]]).is_err());
    assert!(Gradients::custom(&[[1e-200, 0.0]]).is_err());
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(-0.0), Just(1e-320), -5.0..5.0]
}

/// Mostly what is allowed, and now and then any number.
fn mostly(allowed: impl Strategy<Value = f64> + 'static) -> impl Strategy<Value = f64> {
    prop_oneof![11 => allowed, 1 => number()]
}

/// Whether a noise is sampled, any parameter of which may be wrong. What is wrong is one error, which says what is allowed.
fn has_samples(noise: &Noise, grid: &Grid<2>) -> bool {
    let [rows, columns] = grid.shape;
    let samples = match noise.generate(grid) {
        Ok(samples) => samples,
        Err(error) => {
            assert!(error.to_string().contains("allowed: "), "{error}");
            return false;
        }
    };
    let world = |i| grid.world([i / columns, i % columns]);
    let want: Vec<f32> = (0..rows * columns).map(|i| reference::sample(noise, &world(i)).unwrap()).collect();
    assert!(want.iter().all(|value| value.is_finite()), "{noise:?} {grid:?}");
    assert_same(&samples, &want, format_args!("{noise:?} {grid:?}"));
    !samples.is_empty()
}

/// Whatever the arguments are, there is an error that says what is allowed, or finite samples.
#[test]
fn nothing_panics() {
    let size = || powers_of_ten(-4.0..1.5);
    let sums = (mostly(size()), mostly(0.3..4.0), mostly(-2.0..2.0), mostly(-9.0..9.0), mostly(-9.0..9.0));
    let octaves = prop_oneof![11 => 1u32..9, 1 => any::<u32>()];
    let period = prop_oneof![4 => Just(0u32), 6 => 1u32..40, 1 => any::<u32>()];
    let ends = prop_oneof![Just(1i64 << 53), Just((1 << 53) - 9), Just(-(1i64 << 53)), Just(i64::MAX)];
    let start = prop_oneof![14 => -1000i64..1000, 3 => any::<i64>().prop_map(|n| n >> 16), 1 => any::<i64>(), 1 => ends];
    let spacing = mostly(prop_oneof![size(), size().prop_map(|size| -size)]);
    let places = (mostly(-1e6..1e6), spacing, start, 0usize..40);
    let refused = std::cell::Cell::new(0);
    let test = |(sums, octaves, period, places)| {
        let (frequency, lacunarity, gain, scale, bias) = sums;
        let noise = Noise::perlin(1).frequency(frequency).fbm(octaves).lacunarity(lacunarity).gain(gain);
        let noise = noise.scale(scale).bias(bias).period([0, period]);
        let (origin, spacing, start, len) = places;
        let grid = Grid::new([3, len]).origin([0.0, origin]).spacing([1.0, spacing]).start([0, start]);
        let sampled = has_samples(&noise, &grid);
        refused.set(refused.get() + u32::from(!sampled && len > 0));
        Ok(sampled)
    };
    let (sampled, cases) = compared(4096, &(sums, octaves, period, places), test);
    assert_share("have samples", sampled, cases, 0.55);
    assert_share("are refused", refused.get(), cases, 0.35);
}

/// Ping-pong noise and multifractals are finite with any parameters that are allowed, also on the way to their sums.
#[test]
fn shaped_octaves_are_finite() {
    let lengths = [1e-30, 1e-10, 1.0, 1e10, 1e15, 1e30];
    let (mut fine, mut refused) = (0, 0);
    for fractal in [Fractal::PingPong, Fractal::RidgedMulti, Fractal::HybridMulti] {
        for length in lengths {
            for (normalize, gain, number) in
                [(true, 1e-9, 0.0), (true, 40.0, 1000.0), (false, 0.5, 1000.0), (false, -3.0, 1.0)]
            {
                let vectors = Gradients::custom(&[[length, 0.0], [0.0, -length]]).unwrap();
                let noise = Noise::perlin(1).frequency(0.1).gradients(vectors).fractal(fractal).octaves(20);
                let noise = noise.normalize(normalize).gain(gain);
                let noise = noise.strength(number).level(number).feedback(number);
                match noise.generate(&Grid::new([40, 40])) {
                    Ok(samples) => {
                        fine += 1;
                        assert!(samples.iter().all(|v| v.is_finite()), "{noise:?}");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(error.to_string().contains("allowed: "), "{error}");
                    }
                }
            }
        }
    }
    assert!(fine > 40 && refused > 5, "{fine} noises have samples, {refused} are refused");
}

/// Ranges between values that hardly differ: what cancels out in a sample may be beyond `f32` on the way there.
#[test]
fn ranges_of_narrow_noise_are_refused_or_give_finite_samples() {
    let tiny = Gradients::custom(&[[1e-9, 0.0], [0.0, 1e-9]]).unwrap();
    let (mut fine, mut refused) = (0, 0);
    for (fractal, level) in
        Fractal::ALL.iter().flat_map(|f| [0.0, 1.0, 40.0, 1000.0].map(|level| (*f, level)))
    {
        for (low, high) in [(0.0, 1e30), (0.0, 6e32), (-1e36, 1e36), (1e36, 0.0), (0.0, 1e37), (-1e37, -9e36)]
        {
            for (normalize, layers) in [(true, 1), (true, 4), (false, 1), (false, 4)] {
                let noise = Noise::perlin(1).frequency(1e-33).fractal(fractal).octaves(2).level(level);
                let noise = if normalize { noise } else { noise.gradients(tiny.clone()).normalize(false) };
                let sum: Layers = (0..layers).map(|seed| noise.clone().seed(seed).range(low, high)).collect();
                let grid = Grid::new([17, 19]).spacing([1e31, 1e31]);
                let warped = Noise::cellular(3).frequency(1e-33).warp([sum.clone(), sum.clone()]);
                for samples in [sum.generate(&grid), warped.generate(&grid)] {
                    match samples {
                        Ok(samples) => {
                            fine += 1;
                            assert!(samples.iter().all(|v| v.is_finite()), "{sum:?}");
                        }
                        Err(error) => {
                            refused += 1;
                            let error = error.to_string();
                            let named = error.contains("range is") || error.contains("warp.x is rounded by");
                            assert!(named && error.contains("allowed: "), "{error}");
                        }
                    }
                }
            }
        }
    }
    assert!(fine > 200 && refused > 100, "{fine} sums have samples, {refused} are refused");
}

/// Whatever the gain: an error that names it, or samples that are finite and within the bounds.
#[test]
fn amplitudes_of_any_size_are_refused_or_give_finite_samples() {
    let exponents = [0, 1, 20, 38, 40, 100, 153, 154, 160, 199, 200, 201, 300, 308];
    let gains = exponents.into_iter().map(|exponent| format!("1e{exponent}").parse().unwrap());
    let (mut fine, mut refused) = (0, 0);
    for gain in gains.chain([f64::MAX]).flat_map(|gain: f64| [gain, -gain, 1.0 / gain]) {
        for fractal in Fractal::ALL {
            for octaves in [2, 3] {
                for normalize in [true, false] {
                    let noise = Noise::value(1).frequency(0.1).fractal(*fractal).octaves(octaves).gain(gain);
                    let noise = noise.normalize(normalize);
                    for noise in [noise.clone(), noise.clone().scale(-1e36), noise.range(0.0, 1.0)] {
                        match noise.generate(&Grid::new([16, 16])) {
                            Ok(samples) => {
                                fine += 1;
                                let (low, high) = noise.bounds(2).unwrap();
                                let slack = 1e-5 * (high - low);
                                let within = |v: &f32| (low - slack..=high + slack).contains(&f64::from(*v));
                                assert!(high.is_finite() && samples.iter().all(within), "{noise:?}");
                                let varies = samples.iter().any(|v| *v != samples[0]);
                                assert!(
                                    varies || gain.abs() < 1e-3,
                                    "all samples are {}: {noise:?}",
                                    samples[0]
                                );
                            }
                            Err(error) => {
                                refused += 1;
                                let error = error.to_string();
                                let names = error.starts_with("gain is") || error.starts_with("scale is");
                                assert!(names && error.contains("allowed: "), "{error}");
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(fine > 500 && refused > 300, "{fine} noises have samples, {refused} are refused");
}
