//! The declared bounds: no sample of any recipe is beyond them, and a search comes close to them.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::strategies::{Case, case, fit_warp};
use common::{Window, assert_bits, assert_same, backends, greatest_fade, permutation_with};
use perlane::{
    Backend, Distance, Fade, Fractal, Gradients, Grid, Kind, Layers, Noise, Output, Permutation, Quantity,
    Returns,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(4096), failure_persistence: None, ..ProptestConfig::default() })]

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
        fit_warp(&mut noise, &Window::new(&vec![1; dims]));
        let bounds = bounds(&noise, dims);
        for sign in [1.0f32, -1.0] {
            let best = climb(&noise, dims, sign, seed, 24);
            let bound = if sign > 0.0 { bounds.1 } else { bounds.0 };
            prop_assert!(sign * best <= sign * bound, "{} is beyond {}: {:?}", best, bound, noise);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(8192), failure_persistence: None, ..ProptestConfig::default() })]

    /// Where a ridged multifractal is measured from a level of a half, what an octave is beyond its bound becomes four times as large.
    #[test]
    fn ridged_multifractals_of_values_stay_within(level in 0.4..0.6, dims in 1usize..=4, seed in any::<u64>()) {
        let noise = Noise::value(seed).permutation(Permutation::SEEDED).ridged_multi(1).level(level);
        let (low, high) = bounds(&noise, dims);
        let (least, most) = (climb(&noise, dims, -1.0, seed, 24), climb(&noise, dims, 1.0, seed, 24));
        prop_assert!(low <= least && most <= high, "{}..={} is beyond {}..={}: {:?}", least, most, low, high, noise);
    }
}

/// The declared bounds, and the roundings that their documentation names: those of a sum with a bias, and of value noise.
fn bounds(noise: &Noise, dims: usize) -> (f32, f32) {
    let (low, high) = noise.bounds(dims).unwrap();
    let no_bias = matches!(noise.output, Output::ScaleBias { bias: 0.0, .. });
    // Each octave's sum is rounded.
    let octaves = f64::from(noise.octave_count().max(8)) / 8.0;
    let bias = if no_bias { 0.0 } else { octaves * (low.abs() + high.abs()) / f64::from(1 << 22) };
    let value = beyond(noise, dims) * (high - low);
    ((low - bias - value) as f32, (high + bias + value) as f32)
}

/// How far value noise may lie beyond its bounds, as part of the interval between them: `bits.md` section 5. Other kinds do not.
fn beyond(noise: &Noise, dims: usize) -> f64 {
    if noise.kind != Kind::Value {
        return 0.0;
    }
    let octave = (0..dims).fold(1.0, |product, _| product * (1.0 + 21.0 / f64::from(1 << 23))) - 1.0;
    let octaves = f64::from(noise.octave_count());
    octave
        * match noise.fractal {
            Fractal::Turbulence | Fractal::Billow | Fractal::Ridged => 1.0,
            Fractal::PingPong => 0.0,
            Fractal::HybridMulti => octaves / 2.0,
            Fractal::RidgedMulti => 4.0 * octaves,
            _ => 0.5,
        }
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
            1 => noise.fill_points([&axes[0]], &mut out),
            2 => noise.fill_points([&axes[0], &axes[1]], &mut out),
            3 => noise.fill_points([&axes[0], &axes[1], &axes[2]], &mut out),
            _ => noise.fill_points([&axes[0], &axes[1], &axes[2], &axes[3]], &mut out),
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
    for gradients in named_sets(2) {
        for &fade in Fade::ALL {
            let noise = Noise::perlin(5).gradients(gradients.clone()).fade(fade);
            let best = greatest(&noise);
            assert!((0.98..=1.0).contains(&best), "{gradients}, {fade:?}: the search got to {best}");
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

/// The least and the greatest of the samples at the centres of a million cells, and at a corner.
fn ends(noise: &Noise) -> (f64, f64) {
    let centres = noise.generate(&Grid::new([1024, 1024]).origin([0.5, 0.5])).unwrap();
    let all = centres.into_iter().chain([noise.sample(&[0.0, 0.0]).unwrap()]).map(f64::from);
    all.fold((f64::MAX, f64::MIN), |(a, b), v| (if v < a { v } else { a }, if v > b { v } else { b }))
}

/// Folded noise reaches its fold at a corner and its other bound where an octave is greatest.
#[test]
fn bounds_of_folded_noise_are_tight() {
    for fractal in [Fractal::Billow, Fractal::Ridged, Fractal::Turbulence] {
        for scale in [1.0, -2.0] {
            let noise = Noise::perlin(5).fractal(fractal).scale(scale).bias(0.25);
            let (low, high) = noise.bounds(2).unwrap();
            let (least, most) = ends(&noise);
            let slack = 0.02 * (high - low);
            assert!((low..low + slack).contains(&least), "{fractal:?} {scale}: {least}, bound {low}");
            assert!((high - slack..=high).contains(&most), "{fractal:?} {scale}: {most}, bound {high}");
        }
    }
}

/// Ping-pong noise and multifractals reach their bounds at lattice corners, and where an octave is greatest and least.
#[test]
fn bounds_of_shaped_noise_are_tight() {
    for fractal in [Fractal::PingPong, Fractal::RidgedMulti, Fractal::HybridMulti] {
        for (level, scale, normalize) in
            [(1.0, 1.0, true), (1.7, -2.0, true), (0.6, 3.0, false), (1.7, 1.0, false)]
        {
            let noise = Noise::perlin(5).fractal(fractal).level(level).scale(scale).normalize(normalize);
            let (low, high) = noise.bounds(2).unwrap();
            let (least, most) = ends(&noise);
            let slack = 0.03 * (high - low);
            assert!((low..low + slack).contains(&least), "{noise:?}: {least}, bound {low}");
            assert!((high - slack..=high).contains(&most), "{noise:?}: {most}, bound {high}");
        }
    }
    // Of several octaves, which are all 0 at a corner.
    let (corner, octaves) = ([3.0, -7.0], 6);
    let ridges = Noise::perlin(5).ridged_multi(octaves).sample(&corner).unwrap();
    assert!((0.99999..=1.0).contains(&ridges), "{ridges}");
    let valley = Noise::perlin(5).ping_pong(octaves).sample(&corner).unwrap();
    assert!((-1.0..=-0.99999).contains(&valley), "{valley}");
    // A weight that shrinks is part of the bound: 1, 0.1, 0.01.
    let faint = Noise::perlin(5).ridged_multi(3).gain(1.0).feedback(0.1).normalize(false);
    let (low, high) = faint.bounds(2).unwrap();
    assert!(low > 0.08 && (1.11..1.1101).contains(&high), "{low} {high}");
    assert!((1.1099..=high).contains(&f64::from(faint.sample(&corner).unwrap())));
}

/// Searches down to the last bits, in every set and fade, folded and not.
#[test]
fn the_greatest_samples_are_within() {
    let sets: Vec<_> = (1..=4).flat_map(|dims| named_sets(dims).map(move |set| (set, dims))).collect();
    assert!(sets.len() >= 9, "{sets:?}");
    for (gradients, dims) in sets {
        for &fade in Fade::ALL {
            for &fractal in Fractal::ALL {
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

/// The quintic fade is greater than 1 just before a corner. Value noise is furthest beyond its bounds there, where the corner has the greatest value
/// and its neighbours have the least ones.
#[test]
fn values_are_beyond_their_bounds_where_fades_are_beyond_one() {
    let (t, fade) = greatest_fade();
    assert_eq!(fade, 1.0 + 9.0 / (1 << 23) as f32);
    // P[P[P[P[x] + y] + z] + w] is 255 at the corner (1, 1, 1, 1), and at most 3 where exactly one of these is 0.
    let links = [(0, 10), (1, 20), (11, 50), (20, 40), (21, 30), (30, 70), (31, 60), (41, 80), (51, 90)];
    let ends = [(61, 255), (60, 0), (71, 1), (81, 2), (91, 3)];
    let noise = Noise::value(1).permutation(permutation_with(&[&links[..], &ends].concat()));
    let multifractal = noise.clone().level(0.5).ridged_multi(1);
    for (noise, least) in [
        (noise.clone(), 7.2e-6),
        (noise.clone().turbulence(1), 7.2e-6),
        (noise.clone().billow(1), 14e-6),
        (noise.clone().scale(-1.0).ridged(1), 14e-6),
        (noise.clone().hybrid_multi(1), 1.5e-6),
        (multifractal, 27e-6),
    ] {
        let (_, high) = noise.bounds(4).unwrap();
        let sample = f64::from(noise.sample(&[f64::from(t); 4]).unwrap());
        assert!(sample > high + least, "{noise:?}: {sample} is not beyond {high} by {least}");
        assert!(sample <= f64::from(bounds(&noise, 4).1), "{noise:?}: {sample}, bound {high}");
    }
}

/// The gradient sets that exist in so many dimensions, but for `default`, which is one of them.
fn named_sets(dims: usize) -> impl Iterator<Item = Gradients> {
    let exists = move |set: &&Gradients| Noise::perlin(0).gradients((*set).clone()).bounds(dims).is_ok();
    Gradients::ALL.iter().filter(|set| **set != Gradients::Default).filter(exists).cloned()
}

/// The gradient sets that exist in so many dimensions, and a table.
fn sets(dims: usize) -> Vec<Gradients> {
    let table: Vec<Vec<f64>> =
        (0..5).map(|i| (0..dims).map(|a| f64::from(i) - a as f64 - 1.5).collect()).collect();
    named_sets(dims).chain([Gradients::Default, Gradients::custom(&table).unwrap()]).collect()
}

/// Every kind, fractal and gradient set in so many dimensions, normalised and not.
fn all_noises(dims: usize) -> Vec<Noise> {
    let mut noises = Vec::new();
    for &kind in Kind::ALL.iter().filter(|kind| Noise::default().kind(**kind).bounds(dims).is_ok()) {
        let sets = if kind == Kind::Perlin { sets(dims) } else { vec![Gradients::Default] };
        for set in sets {
            for &fractal in Fractal::ALL {
                for (normalize, gain) in [(true, 0.5), (false, 0.5), (false, -0.5)] {
                    let noise =
                        Noise::perlin(9).kind(kind).gradients(set.clone()).fractal(fractal).octaves(2);
                    noises.push(noise.normalize(normalize).gain(gain));
                }
            }
        }
    }
    noises
}

/// A range holds for every noise, and a search gets through most of it. Before the rest of the builder it is as good as after.
#[test]
fn ranges_hold_whatever_the_noise() {
    for dims in 1..=4 {
        for noise in all_noises(dims) {
            for (low, high) in [(0.0, 65535.0), (1.0, -3.0)] {
                let Noise { kind, fractal, normalize, gain, octaves, .. } = noise.clone();
                let before = Noise::perlin(9).range(low, high).gradients(noise.gradients.clone());
                let before =
                    before.kind(kind).fractal(fractal).octaves(octaves).normalize(normalize).gain(gain);
                let noise = noise.clone().range(low, high);
                assert_eq!(before, noise);
                let (least, most) = if low < high { (low, high) } else { (high, low) };
                assert_eq!(noise.bounds(dims), Ok((least, most)));
                let slack = 5e-6 * (least.abs() + most.abs()) + beyond(&noise, dims) * (most - least);
                let lowest = f64::from(climb(&noise, dims, -1.0, 3, 20));
                let highest = f64::from(climb(&noise, dims, 1.0, 4, 20));
                let what = format!("{noise:?} in {dims}-D: {lowest}..={highest}");
                assert!(least - slack <= lowest && highest <= most + slack, "{what}");
                // Bounds of a user's vectors are no suprema, and few samples are far from all points of cellular noise.
                let custom = noise.gradients.name() == "custom";
                let multifractal = matches!(noise.fractal, Fractal::RidgedMulti | Fractal::HybridMulti);
                let good = match (multifractal, custom || noise.kind == Kind::Cellular) {
                    (false, false) => 0.5,
                    (false, true) => 0.2,
                    // What is rare is rarer in all octaves at once.
                    (true, false) => 0.12,
                    // An upper bound that is not the least is multiplied by itself.
                    (true, true) => {
                        if custom && !normalize {
                            0.0
                        } else {
                            0.05
                        }
                    }
                };
                assert!(highest - lowest >= good * (most - least), "{what}");
            }
        }
    }
}

/// What `range` was before it heeded bounds.
#[test]
fn ranges_of_noise_in_minus_one_to_one_are_scale_and_bias() {
    let noise = Noise::perlin(5).frequency(0.07).fbm(3);
    let grid = Grid::new([40, 40]);
    for (low, high) in [(0.0, 255.0), (-0.3, 0.1), (7.0, -3.0)] {
        let scaled = noise.clone().scale((high - low) / 2.0).bias((high + low) / 2.0);
        let ranged = noise.clone().range(low, high);
        let (got, want) = (ranged.generate(&grid).unwrap(), scaled.generate(&grid).unwrap());
        assert_same(&got, &want, format_args!("{low}..{high}"));
        let weighted = Layers::new().add(-2.0, ranged);
        let scaled = Layers::new().add(-2.0, scaled);
        let (got, want) = (weighted.generate(&grid).unwrap(), scaled.generate(&grid).unwrap());
        assert_same(&got, &want, format_args!("-2 times {low}..{high}"));
        assert_eq!(
            weighted.bounds(2),
            Ok((-2.0 * high, -2.0 * low)).map(|(a, b)| if a < b { (a, b) } else { (b, a) })
        );
    }
}

#[test]
fn a_range_and_scale_or_bias_replace_each_other() {
    let noise = Noise::perlin(1).scale(3.0).bias(4.0);
    assert_eq!(noise.output, Output::ScaleBias { scale: 3.0, bias: 4.0 });
    let noise = noise.range(-2.0, 2.0);
    assert_eq!(noise.output, Output::Range { low: -2.0, high: 2.0 });
    assert_eq!(noise.clone().bias(1.0).output, Output::ScaleBias { scale: 1.0, bias: 1.0 });
    assert_eq!(noise.scale(5.0).output, Output::ScaleBias { scale: 5.0, bias: 0.0 });
}

/// A noise that is nothing but zero lies in the middle of its range.
#[test]
fn a_constant_is_in_the_middle() {
    let zero = Gradients::custom(&[[0.0, 0.0]]).unwrap();
    let noise = Noise::perlin(1).gradients(zero).normalize(false).range(1.0, 2.0);
    assert_eq!(noise.generate(&Grid::new([2, 2])).unwrap(), [1.5; 4]);
}

#[test]
fn cells_have_the_size_that_was_asked_for() {
    assert_eq!(Noise::perlin(1).cell_size(128.0), Noise::perlin(1).frequency(1.0 / 128.0));
    assert_eq!(Noise::perlin(1).cell_size(3.0).frequency, 1.0 / 3.0);
    assert!(
        Noise::perlin(1).cell_size(0.0).validate().unwrap_err().to_string().starts_with("frequency is inf")
    );
}

/// Distances lie in [0, 1], values in [-1, 1], and the scale and the bias move them.
#[test]
fn bounds_of_cellular_noise() {
    for distance in Distance::ALL.iter().copied() {
        for returns in Returns::ALL.iter().copied() {
            for jitter in [0.0, 0.3, 1.0] {
                let noise =
                    Noise::cellular(3).distance(distance).returns(returns).jitter(jitter).frequency(0.37);
                let lowest = if returns == Returns::Value { -1.0 } else { 0.0 };
                for dims in [2, 3] {
                    assert_eq!(noise.bounds(dims).unwrap(), (lowest, 1.0));
                    let (low, high) = noise.clone().scale(-2.0).bias(0.5).bounds(dims).unwrap();
                    assert_eq!((low, high), (0.5 - 2.0, 0.5 - 2.0 * lowest));
                }
                let samples = noise.generate(&Grid::new([300, 400])).unwrap().into_iter();
                let samples: Vec<f32> =
                    samples.chain(noise.generate(&Grid::new([20, 40, 50])).unwrap()).collect();
                let within = |v: &f32| (lowest..=1.0).contains(&f64::from(*v));
                assert!(samples.iter().all(within), "{noise:?}");
            }
        }
    }
    // The greatest distance of a square lattice is that of a cell's corner, half of what it is with full jitter.
    let corner = Noise::cellular(3).jitter(0.0).sample(&[0.0, 0.0]).unwrap();
    assert!((0.499..=0.5).contains(&corner), "{corner}");
}

/// Value noise between its least and its greatest value has the greatest derivative, and roundings make that a little greater.
#[test]
fn derivatives_of_values_reach_their_bounds() {
    let mut table: Vec<u8> = (0..=255).collect();
    table.swap(1, 255);
    let noise =
        Noise::value(1).permutation(Permutation::table(&table).unwrap()).frequency(0.3).normalize(false);
    for (fade, slope) in [(Fade::Linear, 2.0), (Fade::Cubic, 3.0), (Fade::Quintic, 3.75)] {
        let field = noise.clone().fade(fade);
        let field = field.field(Quantity::Gradient);
        let most = f64::from(field.sample(&[0.5 / 0.3]).unwrap()[1]);
        let (low, high) = field.bounds(1).unwrap()[1];
        // The factor is 0.3 in f32, which is more.
        assert!(most > slope * 0.3 || fade == Fade::Quintic && most == slope * 0.3, "{fade}: {most:?}");
        assert!(low <= most && most <= high && high < 1.002 * most, "{fade}: {most:?}, bound {high:?}");
    }
}

/// Ping-pong noise that goes back and forth as often as it may, and more often.
#[test]
fn ping_pong_noise_at_its_limit() {
    let noise = |length: f64| {
        let vectors = Gradients::custom(&[[length, 0.0], [0.0, -length], [length, length]]).unwrap();
        Noise::perlin(1).frequency(0.1).gradients(vectors).ping_pong(1).strength(1000.0).normalize(false)
    };
    let mut length = 1000.0;
    while noise(length * 1.01).bounds(2).is_ok() {
        length *= 1.01;
    }
    // 2^22 turns: 1000 * (sqrt(2)/2 * sqrt(2) * length + 1).
    assert!((4100.0..4195.0).contains(&length), "{length}");
    let window = Window::new(&[40, 40]);
    let want = window.reference(&noise(length)).unwrap();
    for backend in backends() {
        let got = window.fill(&noise(length), backend).unwrap();
        assert_bits(&noise(length), &backend, &window, &got, &want);
    }
    let error = noise(4300.0).generate(&Grid::new([2, 2])).unwrap_err().to_string();
    assert!(
        error.starts_with("normalize is false (with these gradients, an octave may reach 4300"),
        "{error}"
    );
}

/// A sum of many layers is rounded many times, here always away from 0.
#[test]
fn many_layers_are_rounded_beyond_their_bounds() {
    const LAYERS: u32 = 1000;
    let one = Noise::cell(1).permutation(Permutation::PERLIN).scale(1.017);
    let layers: Layers = (0..LAYERS).map(|_| one.clone()).collect();
    let (_, high) = layers.bounds(2).unwrap();
    let samples = layers.generate(&Grid::new([16, 16])).unwrap();
    let greatest = samples.iter().fold(0.0, |most: f64, value| most.max(f64::from(value.abs())));
    let beyond = f64::from(LAYERS) / f64::from(1 << 24) * high;
    assert!(greatest > high && greatest < high + beyond, "{greatest} for {high}");
}
