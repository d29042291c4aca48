//! Recipes leave out offsets and warps of 0, and so the sign of such a zero. No sample depends on it.

use crate::{json, toml};
use perlane::{Fractal, Gradients, Grid, Kind, Layers, Noise, Quantity, Recipe, reference};

/// Noises that have this zero wherever a number may be 0.
fn noises(zero: f64) -> Vec<Noise> {
    let all = Kind::ALL.iter().flat_map(|&kind| Fractal::ALL.iter().map(move |&fractal| (kind, fractal)));
    all.flat_map(|(kind, fractal)| {
        let noise = || Noise::default().kind(kind).fractal(fractal).octaves(3).frequency(0.5);
        let vectors = [[zero, 1.0], [1.0, zero], [-1.0, zero], [zero, zero]];
        [
            noise().offset([zero, zero]),
            noise().period([4, 3]).offset([zero, 0.5]).bias(zero),
            noise().warp_by(zero),
            noise().warp([Noise::perlin(2).scale(zero).bias(zero), Noise::value(3).bias(zero)]),
            noise().gain(zero).scale(-1.0),
            noise().strength(zero).level(zero).feedback(2.0),
            noise().strength(2.0).level(zero).feedback(zero),
            noise().jitter(zero),
            noise().scale(zero).bias(zero).normalize(false),
            noise().scale(1.0).bias(zero),
            noise().range(zero, 2.0),
            noise().range(-1.0, zero),
            noise().range(zero, zero),
            noise().gradients(Gradients::custom(&vectors).unwrap()),
        ]
    })
    .collect()
}

/// The bits of all quantities that there are of a noise, at points with coordinates of either sign.
fn planes(noise: &Noise) -> Vec<u32> {
    const ALONG: [f64; 6] = [-0.0, 0.0, 0.3, -0.3, 2.0, -5.0];
    let of = |&quantity: &Quantity| reference::Planes::new(std::slice::from_ref(noise), quantity, 2).ok();
    let at = |planes: &reference::Planes, y, x| planes.sample(&[y, x]).unwrap();
    let each = |planes: reference::Planes| {
        let points = ALONG.iter().flat_map(|&y| ALONG.map(|x| (y, x)));
        points.flat_map(|(y, x)| at(&planes, y, x)).map(f32::to_bits).collect::<Vec<_>>()
    };
    Quantity::ALL.iter().filter_map(of).flat_map(each).collect()
}

fn samples(noise: &Noise) -> Vec<u32> {
    let grid = Grid::new([5, 9]).start([-2, -4]).origin([-0.0, 0.0]).spacing([-1.0, 0.5]);
    noise.generate(&grid).unwrap().into_iter().map(f32::to_bits).collect()
}

#[test]
fn no_sample_depends_on_the_sign_of_a_zero() {
    for (noise, other) in noises(0.0).iter().zip(&noises(-0.0)) {
        assert_ne!(format!("{noise:?}"), format!("{other:?}"));
        assert_eq!(planes(noise), planes(other), "{other:?}");
        assert_eq!(samples(noise), samples(other), "{other:?}");
    }
}

#[test]
fn noises_with_zeros_of_either_sign_read_back_as_equal() {
    for layers in [noises(0.0), noises(-0.0)].concat().into_iter().map(Layers::from) {
        let recipe = Recipe::from(layers);
        assert_eq!(json(&serde_json::to_string(&recipe).unwrap()).as_ref(), Ok(&recipe));
        assert_eq!(toml(&::toml::to_string(&recipe).unwrap()).as_ref(), Ok(&recipe));
    }
}
