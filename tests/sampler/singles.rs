//! Single samples.

use crate::common::{cases, kinds_of_all_dimensions};
use perlane::{Distance, Fractal, Gradients, Layers, Noise, Permutation, Returns, reference};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn single_samples_equal_the_reference(
        seed in any::<u64>(),
        frequency in 0.001..9.0,
        octaves in 1..7_u32,
        point in prop::array::uniform4(prop_oneof![-40.0..40.0, -1e12..1e12]),
        kind in prop::sample::select(kinds_of_all_dimensions()),
        fractal in prop::sample::select(Fractal::ALL),
        chained in any::<bool>(),
    ) {
        let mut noise = Noise::perlin(seed).frequency(frequency).fbm(octaves);
        (noise.kind, noise.fractal) = (kind, fractal);
        if chained {
            noise = noise.permutation(Permutation::PERLIN);
        }
        let [w, z, y, x] = point;
        let want = |point: &[f64]| reference::sample(&noise, point).unwrap().to_bits();
        prop_assert_eq!(noise.sampler::<1>().unwrap().sample([x]).to_bits(), want(&[x]));
        prop_assert_eq!(noise.sampler::<2>().unwrap().sample([y, x]).to_bits(), want(&[y, x]));
        prop_assert_eq!(noise.sampler::<3>().unwrap().sample([z, y, x]).to_bits(), want(&[z, y, x]));
        prop_assert_eq!(noise.sampler::<4>().unwrap().sample(point).to_bits(), want(&[w, z, y, x]));
        for dims in 1..=4 {
            let point = &point[4 - dims..];
            prop_assert_eq!(noise.sample(point).unwrap().to_bits(), want(point));
        }
    }
}

/// A thread keeps the tables of the few sums that it sampled last, and must not take one for another.
#[test]
fn single_samples_of_several_sums_in_turns_equal_the_reference() {
    let noise = Noise::perlin(1).frequency(0.3).fbm(2);
    let own = |last: f64| {
        let gradients = Gradients::custom(&[[1.0, 0.5], [-1.0, last]]).unwrap();
        noise.clone().gradients(gradients).warp([Noise::value(3), Noise::perlin(4)])
    };
    let mut sums: Vec<Layers> = [
        own(0.5),
        own(0.25),
        own(0.5).warp([Noise::value(3), Noise::perlin(5)]),
        noise.clone(),
        noise.clone().seed(2),
        noise.clone().gain(0.25),
        noise.clone().offset([0.5, 0.0]),
        noise.clone().warp_by(0.5),
        noise.clone().warp([Noise::value(3), Noise::perlin(4)]),
        Noise::value(1).fbm(2),
    ]
    .map(Layers::from)
    .into();
    sums.push(Layers::from(noise.clone()).add(0.5, noise.clone().seed(2)));
    sums.push(Layers::from(noise.clone()).add(0.25, noise.clone().seed(2)));
    sums.push(Layers::new());
    let (mut order, mut sampled) = (9_u64, 0);
    for k in 0..400 {
        order = perlane::hash::splitmix64(order);
        // Mostly one of a few, so that some are kept and others replaced.
        let sum = &sums[(order % if order >> 40 & 3 == 0 { 13 } else { 4 }) as usize];
        let point = [0.5, f64::from(k) * 0.37, 2.25];
        for point in [&point[..2], &point[..]] {
            let want = reference::sum(sum.as_slice(), point).map_err(|e| e.to_string());
            assert_eq!(
                sum.sample(point).map_err(|e| e.to_string()).map(f32::to_bits),
                want.map(f32::to_bits),
                "call {k}: {point:?} of {sum:?}"
            );
            sampled += usize::from(sum.sample(point).is_ok());
        }
    }
    assert!(sampled > 450, "only {sampled} samples were compared");
}

/// The octaves of one noise share a displacement, and those of another have another one: also at single points.
#[test]
fn layers_with_a_warp_each_equal_the_reference() {
    let noise = |seed| Noise::perlin(seed).frequency(0.3).fbm(2).warp_by(2.0);
    let layers = Layers::from(noise(1))
        .add(0.5, noise(2))
        .add(1.0, Noise::value(3).frequency(0.2).warp([Noise::perlin(4), Noise::perlin(5)]));
    let sampler = layers.sampler::<2>().unwrap();
    for k in 0..50 {
        let point = [0.37 * f64::from(k), 9.1 - 0.71 * f64::from(k)];
        let want = reference::sum(layers.as_slice(), &point).unwrap().to_bits();
        assert_eq!(sampler.sample(point).to_bits(), want, "{point:?}");
        assert_eq!(layers.sample(&point).unwrap().to_bits(), want, "{point:?}");
    }
}

/// Single samples of layers whose octaves are weighted: each noise begins anew.
#[test]
fn layers_of_multifractals_equal_the_reference() {
    let ridges = |seed| Noise::perlin(seed).frequency(0.3).ridged_multi(3);
    let layers =
        Layers::from(ridges(1)).add(0.5, ridges(2)).add(2.0, Noise::value(3).frequency(0.2).hybrid_multi(2));
    let sampler = layers.sampler::<3>().unwrap();
    for k in 0..50 {
        let point = [0.37 * f64::from(k), 9.1 - 0.71 * f64::from(k), 1.3];
        let want = reference::sum(layers.as_slice(), &point).unwrap().to_bits();
        assert_eq!(sampler.sample(point).to_bits(), want, "{point:?}");
        assert_eq!(layers.sample(&point).unwrap().to_bits(), want, "{point:?}");
    }
}

#[test]
fn single_samples_of_cellular_noise_equal_the_reference() {
    let mut state = 77;
    let mut random = || {
        state = perlane::hash::splitmix64(state);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for k in 0..cases(40_000) as usize {
        let (distance, returns) = (Distance::ALL[k % 4], Returns::ALL[k / 4 % 4]);
        let noise = Noise::cellular(k as u64).distance(distance).returns(returns).jitter(random());
        let [z, y, x] = [1e3 * random(), 1e3 * random(), 1e3 * random()];
        let want = |point: &[f64]| reference::sample(&noise, point).unwrap().to_bits();
        assert_eq!(
            noise.sampler::<2>().unwrap().sample([y, x]).to_bits(),
            want(&[y, x]),
            "{noise:?} {y} {x}"
        );
        assert_eq!(
            noise.sampler::<3>().unwrap().sample([z, y, x]).to_bits(),
            want(&[z, y, x]),
            "{noise:?} {z} {y} {x}"
        );
    }
}

/// Of equally near points, single samples take that of the lowest cell, as grids do.
#[test]
fn single_samples_take_the_lowest_of_equally_near_cells() {
    for seed in 0..20 {
        for distance in Distance::ALL {
            let noise = Noise::cellular(seed).distance(*distance).returns(Returns::Value).jitter(0.0);
            for k in 0..125 {
                let point = [k / 25, k / 5 % 5, k % 5].map(|half| f64::from(half) / 2.0 - 1.0);
                for point in [&point[..], &point[1..]] {
                    let want = reference::sample(&noise, point).unwrap();
                    assert_eq!(noise.sample(point).unwrap().to_bits(), want.to_bits(), "{noise:?} {point:?}");
                }
            }
        }
    }
}

#[test]
fn a_samplers_single_points_equal_the_reference() {
    use crate::common::strategies::{Case, case_and_noise, fit_warp, scale_warp};
    use proptest::test_runner::{Config, TestRunner};
    let mut runner =
        TestRunner::new(Config { cases: cases(1024), failure_persistence: None, ..Config::default() });
    let test = |((Case { noise, window }, mut other), at): ((Case, Noise), [prop::sample::Index; 8])| {
        prop_assume!(window.len() > 0);
        other.frequency = noise.frequency;
        other.lacunarity = noise.lacunarity;
        other.octaves = other.octaves.min(noise.octaves);
        scale_warp(&mut other);
        fit_warp(&mut other, &window);
        for layers in [Layers::from(noise.clone()), Layers::from(noise).add(0.5, other)] {
            let sum = reference::Sum::new(layers.as_slice(), window.shape.len()).unwrap();
            for at in at {
                let world = window.world(at.index(window.len()));
                let got = match world[..] {
                    [x] => layers.sampler::<1>().unwrap().sample([x]),
                    [y, x] => layers.sampler::<2>().unwrap().sample([y, x]),
                    [z, y, x] => layers.sampler::<3>().unwrap().sample([z, y, x]),
                    _ => layers.sampler::<4>().unwrap().sample([world[0], world[1], world[2], world[3]]),
                };
                prop_assert_eq!(
                    got.to_bits(),
                    sum.sample(&world).unwrap().to_bits(),
                    "{:?} {:?}",
                    layers,
                    world
                );
            }
        }
        Ok(())
    };
    runner.run(&(case_and_noise(), any::<[prop::sample::Index; 8]>()), test).unwrap();
}
