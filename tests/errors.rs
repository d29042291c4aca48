//! Bad input gets an error that names the parameter, its value and what is allowed; nothing panics, nothing is written.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::fmt::{Debug, Display};
use std::ops::Range;
use std::str::FromStr;

use common::strategies::powers_of_ten;
use common::{assert_same, assert_share, backends, compared};
use perlane::{
    Distance, Error, Fade, Fractal, Gradients, Grid, Hash, Kind, Layers, Noise, Permutation, Quantity,
    Returns, Window, reference,
};
use proptest::prelude::*;

fn message(noise: &Noise) -> String {
    noise.generate(&Grid::new([4, 4])).unwrap_err().to_string()
}

#[test]
fn noise_parameters() {
    let n = || Noise::perlin(1);
    let long = || Gradients::custom(&[[1e30, 0.0], [0.0, 1e29]]).unwrap();
    let cases = [
        (n().frequency(0.0), "frequency is 0; allowed: finite numbers above 0"),
        (n().frequency(-0.5), "frequency is -0.5; allowed: finite numbers above 0"),
        (n().frequency(f64::NAN), "frequency is NaN; allowed: finite numbers above 0"),
        (n().frequency(f64::INFINITY), "frequency is inf; allowed: finite numbers above 0"),
        (n().frequency(-1e300), "frequency is -1e300; allowed: finite numbers above 0"),
        (n().fbm(0), "octaves is 0; allowed: 1 to 32"),
        (n().fbm(33), "octaves is 33; allowed: 1 to 32"),
        (n().fbm(2).gain(f64::NAN), "gain is NaN; allowed: finite numbers"),
        (n().fbm(2).gain(f64::NEG_INFINITY), "gain is -inf; allowed: finite numbers"),
        (n().fbm(2).lacunarity(f64::INFINITY), "lacunarity is inf; allowed: finite numbers above 0"),
        (n().fbm(2).lacunarity(0.0), "lacunarity is 0; allowed: finite numbers above 0"),
        (n().ping_pong(2).strength(-0.5), "strength is -0.5; allowed: 0 to 1000"),
        (n().ping_pong(2).strength(1000.5), "strength is 1000.5; allowed: 0 to 1000"),
        (n().ridged_multi(2).level(f64::NAN), "level is NaN; allowed: 0 to 1000"),
        (n().hybrid_multi(2).feedback(f64::INFINITY), "feedback is inf; allowed: 0 to 1000"),
        (n().hybrid_multi(32).gain(100.0), "gain is 100 (the weight of an octave is beyond 1e37)"),
        (n().hybrid_multi(32).gain(1e40), "gain is 1e40 (the amplitudes of all octaves add up to inf)"),
        (
            n().ping_pong(2).gradients(long()).normalize(false),
            "normalize is false (with these gradients, an octave may reach",
        ),
        (
            n().ridged_multi(2).gradients(long()).normalize(false),
            "normalize is false (with these gradients, an octave may reach",
        ),
        (n().scale(f64::NAN), "scale is NaN; allowed: finite numbers"),
        (n().bias(1e39), "bias is 1e39; allowed: finite numbers from -1e37 to 1e37"),
        (n().range(0.0, f64::NAN), "range is 0..NaN; allowed: two finite numbers from -1e37 to 1e37"),
        (n().range(-1e39, 0.0), "range is -1e39..0; allowed: two finite numbers from -1e37 to 1e37"),
        (n().range(0.0, 9e37), "range is 0..9e37; allowed: two finite numbers from -1e37 to 1e37"),
        (n().scale(1e300), "scale is 1e300; allowed: finite numbers from -1e37 to 1e37"),
        (n().bias(1e38), "bias is 1e38; allowed: finite numbers from -1e37 to 1e37"),
        (
            n().bias(9.9e36).scale(2e36),
            "bias is 9.9e36 (with all octaves, biases and layers, samples may reach 1.19e37)",
        ),
        (
            n().fbm(2).gain(1e10).scale(1e30).normalize(false),
            "scale is 1e30 (the amplitude of an octave is 1e40); allowed: numbers that keep",
        ),
        (n().scale(9.9e36).bias(2e36), "scale is 9.9e36 (with all octaves"),
        (n().fbm(20).gain(100.0).normalize(false), "gain is 100 (with all octaves"),
        (n().fbm(32).gain(1e40), "gain is 1e40 (the amplitudes of all octaves add up to inf)"),
        (
            n().fbm(2).gain(-1e201),
            "gain is -1e201 (the amplitudes of all octaves add up to 1e201); allowed: gains whose",
        ),
        (
            n().ridged_multi(2).gain(-f64::MAX).range(0.0, 1.0),
            "gain is -1.7976931348623157e308 (the amplitudes",
        ),
        (
            n().fbm(2).gain(1e100).scale(1e36).normalize(false),
            "gain is 1e100 (the amplitude of an octave is 1e136)",
        ),
        (
            n().fbm(3).gain(1e300).normalize(false),
            "gain is 1e300 (the amplitudes of all octaves add up to inf)",
        ),
        (
            n().gradients(Gradients::custom(&[[1e-30, 0.0]]).unwrap()).scale(1e17),
            "scale is 1e17 (with these gradients, the amplitude of an octave is",
        ),
        (n().gradients(Gradients::Edges), "gradients is edges, in 2-D; allowed: default, directions16"),
        (
            n().gradients(Gradients::custom(&[[1.0]]).unwrap()),
            "gradients is a table of 1-component vectors, in 2-D",
        ),
        (n().gradients(Gradients::custom(&[[0.0, 0.0]]).unwrap()), "gradients is all zero"),
        (n().period([3, 0, 0]), "period.z is 3; allowed: 0, as there are 2 axes"),
        (n().offset([1.0, 0.0, 0.0]), "offset.z is 1; allowed: 0, as there are 2 axes"),
        (n().offset([f64::NAN, 0.0]), "offset.y is NaN; allowed: finite numbers (world units)"),
        (n().fbm(32).lacunarity(4.0).period([0, 7]), "period.x is 7; allowed: periods of at most 2^52 cells"),
        (
            n().warp_by(f64::NAN),
            "warp.amplitude is NaN; allowed: finite numbers from -1e37 to 1e37 (world units)",
        ),
        (n().warp_by(1e300), "warp.amplitude is 1e300; allowed: finite numbers from -1e37 to 1e37"),
        (n().warp_by(1.0).warp_octaves(33), "warp.octaves is 33; allowed: 1 to 32"),
        (n().warp_by(1.0).warp_frequency(0.0), "warp.frequency is 0; allowed: finite numbers above 0"),
        (
            n().warp_by(2e6),
            "warp.amplitude is up to 2000000 (2000000 cells in octave 0); allowed: world units that are at most 2^20 cells",
        ),
        (n().fbm(3).warp_by(3e5), "warp.amplitude is up to 300000 (1200000 cells in octave 2); allowed"),
        (
            n().frequency(0.5).warp([n().scale(1.0), n().range(-9e6, 1.0)]),
            "warp.x is up to 9000000 (4500000 cells in octave 0); allowed",
        ),
        (n().warp([n(), n(), n()]), "warp.z is given; allowed: nothing, as there are 2 axes"),
        (
            n().warp([n(), n().warp_by(1.0)]),
            "warp.x is perlin noise that is warped itself; allowed: noises without",
        ),
        (n().warp([n().frequency(0.0), n()]), "warp.y.frequency is 0; allowed"),
        (n().warp([n(), n().gradients(Gradients::Edges)]), "warp.x.gradients is edges, in 2-D; allowed"),
        (
            n().period([0, 3]).warp_by(1.0).warp_frequency(0.5),
            "warp.frequency is 0.5 (1.5 cells in the noise's period); allowed: frequencies that have a whole number",
        ),
        (
            n().period([0, 1 << 31]).warp_by(1.0).warp_frequency(2.0),
            "warp.frequency is 2 (4294967296 cells in the noise's period); allowed: frequencies that have a whole number",
        ),
    ];
    for (noise, want) in cases {
        assert!(message(&noise).starts_with(want), "{}\nshould start with: {want}", message(&noise));
        let scalar = reference::sample(&noise, &[0.5, 0.5]).unwrap_err().to_string();
        assert_eq!(scalar, message(&noise), "the reference says the same");
        assert_eq!(noise.sample(&[0.5, 0.5]).unwrap_err().to_string(), scalar);
    }
}

#[test]
fn layers_are_named() {
    let layers = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, Noise::value(2).frequency(-1.0));
    let error = layers.generate(&Grid::new([4])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "layers[1].frequency is -1; allowed: finite numbers above 0 (lattice cells per world unit, 1 / cell size)"
    );
    let sum =
        Layers::new().add(6e36, Noise::perlin(1).bias(1.0)).add(6e36, Noise::perlin(1).normalize(false));
    let error = sum.generate(&Grid::new([4])).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "layers[0].scale is 6e36 (with all octaves, biases and layers, samples may reach 1.2e37)"
        ),
        "{error}"
    );
}

/// Not the samples alone: nothing on the way to them may overflow either.
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

/// A weight is the layer's parameter, not the noise's scale.
#[test]
fn weights_are_named() {
    let grid = Grid::new([4]);
    let one = Layers::new().add(f64::NAN, Noise::perlin(1));
    assert_eq!(one.generate(&grid).unwrap_err().to_string(), "weight is NaN; allowed: finite numbers");
    let range = Layers::new().add(1.0, Noise::perlin(1)).add(f64::INFINITY, Noise::perlin(1).range(0.0, 1.0));
    assert_eq!(range.validate().unwrap_err().to_string(), "layers[1].weight is inf; allowed: finite numbers");
    assert_eq!(range.generate(&grid).unwrap_err(), range.validate().unwrap_err());
}

/// From 2^53 on, neighbours had the same coordinates: windows there were flat.
#[test]
fn samples_that_no_float_counts_are_refused() {
    let noise = Noise::perlin(1).frequency(1e-9);
    let most = 1i64 << 53;
    assert!(noise.generate(&Grid::new([4]).start([most - 3])).is_ok());
    assert!(noise.generate(&Grid::new([4]).start([-most])).is_ok());
    for start in [most - 2, most, -most - 1, i64::MIN] {
        let error = noise.generate(&Grid::new([4]).start([start])).unwrap_err().to_string();
        let want =
            format!("start.x is {start}; allowed: starts whose 4 samples have indices from -2^53 to 2^53");
        assert_eq!(error, want);
    }
}

#[test]
fn grid_parameters() {
    let noise = Noise::perlin(1);
    let error = |grid: Grid<2>| noise.generate(&grid).unwrap_err().to_string();
    let g = || Grid::new([4, 4]);
    assert_eq!(
        error(g().spacing([1.0, 0.0])),
        "spacing.x is 0; allowed: finite numbers other than 0 (world units)"
    );
    assert!(error(g().spacing([f64::NAN, 1.0])).starts_with("spacing.y is NaN; allowed: finite"));
    assert!(error(g().origin([0.0, f64::INFINITY])).starts_with("origin.x is inf; allowed: finite"));
    assert_eq!(
        error(g().start([i64::MAX - 2, 0])),
        "start.y is 9223372036854775805; allowed: starts whose 4 samples have indices from -2^53 to 2^53"
    );
    assert_eq!(
        error(Grid::new([usize::MAX, 2])),
        format!(
            "shape is [{}, 2]; allowed: shapes of at most 2^{} - 1 bytes of samples",
            usize::MAX,
            isize::BITS - 1
        )
    );
    // Allowed by its size, more than there is.
    #[cfg(target_pointer_width = "64")]
    assert!(error(Grid::new([1 << 40, 1 << 18])).contains("samples; allowed: grids that fit in memory"));
}

#[test]
fn coordinates_beyond_the_limit() {
    let limit = 1i64 << 52;
    let noise = Noise::perlin(1);
    assert!(noise.generate(&Grid::new([1, 4]).start([0, limit - 3])).is_ok());
    let error = noise.generate(&Grid::new([1, 8]).start([0, limit - 3])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "x coordinate of sample 4 is 4503599627370497, in octave 0 lattice coordinate 4503599627370497; \
         allowed: finite, from -2^52 to 2^52 cells"
    );
    let error = noise.fbm(3).generate(&Grid::new([8, 1]).start([-limit / 4 - 2, 0])).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'y', index: 0, octave: 2, .. }), "{error}");
}

/// What puts a coordinate beyond the limit is named: the coordinate, the offset, or the lacunarity.
#[test]
fn causes_of_far_coordinates() {
    let error = |noise: Noise| noise.generate(&Grid::new([2, 2])).unwrap_err().to_string();
    assert_eq!(
        error(Noise::perlin(1).offset([1e300, 0.0])),
        "y coordinate of sample 0 is 0 with offset 1e300, in octave 0 lattice coordinate 1e300; \
         allowed: finite, from -2^52 to 2^52 cells"
    );
    let warp = Noise::perlin(1).fbm(6).warp_frequency(1e300).warp_by(0.5);
    let far = warp.generate(&Grid::new([2, 2])).unwrap_err().to_string();
    assert!(far.contains(", in octave 0 of the warp lattice coordinate 1e300; allowed"), "{far}");
    let frequencies = "lacunarity is 1e300; allowed: numbers that keep the frequencies of all octaves finite";
    assert_eq!(error(Noise::perlin(1).fbm(32).lacunarity(1e300)), frequencies);
    assert_eq!(error(Noise::perlin(1).fbm(3).lacunarity(1e300)), frequencies);
    assert!(Noise::perlin(1).fbm(2).lacunarity(1e300).validate().is_ok());
    assert!(Noise::perlin(1).lacunarity(1e300).validate().is_ok(), "one octave");
}

/// A frequency that is finite, and too high for its octaves, is named; the lacunarity only where every frequency would be too high.
#[test]
fn frequencies_too_high_for_their_octaves() {
    let error = |noise: Noise| noise.generate(&Grid::new([2, 2])).unwrap_err().to_string();
    let allowed = "allowed: numbers that keep the frequencies of all octaves";
    let high = Noise::perlin(1).frequency(1e308);
    assert_eq!(error(high.clone().fbm(6)), format!("frequency is 1e308; {allowed} finite"));
    let higher = Noise::perlin(1).frequency(1e200).fbm(6).lacunarity(1e60);
    assert_eq!(error(higher), format!("frequency is 1e200; {allowed} finite"));
    let warped = |noise: Noise| noise.warp_by(1.0).warp_octaves(6);
    let of_warp = format!("{allowed} of the warp finite");
    assert_eq!(error(warped(high.clone())), format!("frequency is 1e308; {of_warp}"));
    assert_eq!(
        error(warped(Noise::perlin(1)).warp_frequency(1e308)),
        format!("warp.frequency is 1e308; {of_warp}")
    );
    let layers = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, high.clone().fbm(6));
    assert!(layers.validate().unwrap_err().to_string().starts_with("layers[1].frequency is 1e308; "));
    assert!(high.clone().validate().is_ok(), "one octave");
    assert!(high.warp_octaves(6).validate().is_ok(), "no warp");
}

/// The reference takes its number of coordinates from its caller.
#[test]
fn dimensions_of_the_reference() {
    let noises = [Noise::value(1)];
    for noises in [&noises[..], &[]] {
        for dims in [0, 5, usize::MAX] {
            let message = format!("dims is {dims}; allowed: 1 to 4");
            assert_eq!(reference::Sum::new(noises, dims).unwrap_err().to_string(), message);
            for quantity in Quantity::ALL {
                let refused = reference::Planes::new(noises, *quantity, dims).unwrap_err().to_string();
                assert_eq!(refused, message, "{quantity}");
            }
        }
    }
}

/// One point, and the reference: the error is that of grids, which counts octaves over all layers, then those of warps, and tells the world
/// coordinate.
#[test]
fn coordinates_beyond_the_limit_of_one_point() {
    let (near, far) = (Noise::perlin(1).fbm(3), Noise::perlin(2).offset([0.0, 5.0]).frequency(1e10));
    let noises = [
        (far.clone().into(), [0.0, 2e6]),
        (Layers::new().add(1.0, near.clone()).add(1.0, far.clone()), [0.0, 2e6]),
        (near.clone().warp([far.clone(), far.clone()]).into(), [2e6, 0.0]),
        (near.clone().fbm(32).into(), [1e9, 1e8]),
        (near.into(), [0.5, f64::NAN]),
    ];
    for (layers, point) in noises {
        let layers: Layers = layers;
        let error = layers.sampler::<2>().unwrap().try_sample(point).unwrap_err();
        assert!(matches!(error, Error::Coordinate { .. }), "{error}");
        // As text, because a number that is not finite is no coordinate.
        assert_eq!(layers.sample(&point).unwrap_err().to_string(), error.to_string());
        let scalar = reference::sum(layers.as_slice(), &point).unwrap_err();
        assert_eq!(scalar.to_string(), error.to_string());
        let mut out = [0.0];
        assert_eq!(layers.fill_points([point], &mut out).unwrap_err().to_string(), error.to_string());
        if !layers.as_slice()[0].is_warped() {
            let field = layers.field(Quantity::Gradient).sample(&point).unwrap_err();
            let reference = reference::gradient(layers.as_slice(), &point).unwrap_err();
            assert_eq!(reference.to_string(), field.to_string());
        }
    }
}

/// Errors that name what the user wrote.
#[test]
fn cells_of_no_size() {
    for size in [0.0, -3.0, f64::INFINITY, f64::NAN] {
        let error = Noise::perlin(1).cell_size(size).validate().unwrap_err().to_string();
        assert!(error.contains("1 / cell size"), "{error}");
    }
}

/// Small tiles, whose first octaves are filled before the others are looked at: every octave's coordinates are checked, and nothing is written.
#[test]
fn coordinates_beyond_the_limit_in_the_last_octaves_of_a_tile() {
    let noise = Noise::perlin(5).frequency(1.0 / 64.0);
    let tile = Grid::new([16, 16]);
    for (noise, grid) in [
        (noise.clone().lacunarity(1e4).fbm(6), tile),
        (noise.clone().lacunarity(1e30).fbm(3), tile),
        (noise.clone().lacunarity(1e30).offset([100.0]).fbm(3), tile.spacing([1e-300; 2])),
        (noise.clone().fbm(32), tile.start([0, 1 << 30])),
        (noise.clone().fbm(32), tile.start([-(1 << 30), 0])),
        (
            noise.frequency(1e-298),
            tile.spacing([1.0, 1e297]).origin([0.0, 1.7e308]).start([0, 100_000_000_000]),
        ),
    ] {
        let checked = noise.check(&grid).unwrap_err();
        assert!(matches!(checked, Error::Coordinate { .. }), "{checked}");
        let sampler = noise.sampler::<2>().unwrap();
        for backend in backends() {
            let mut out = vec![7.0; 256];
            assert_eq!(noise.fill_with(backend, &grid, &mut out).unwrap_err(), checked, "{backend}");
            assert_eq!(sampler.clone().with_backend(backend).fill(&grid, &mut out).unwrap_err(), checked);
            assert_eq!(out, vec![7.0; 256], "{backend}");
        }
    }
}

#[test]
fn buffers_of_the_wrong_length() {
    let noise = Noise::perlin(1);
    let mut out = [7.0; 15];
    let error = noise.fill(&Grid::new([4, 4]), &mut out).unwrap_err();
    assert_eq!(
        error.to_string(),
        "out has 15 elements; allowed: exactly 16, one for each sample (in each plane of a field)"
    );
    let uneven = [&[0.0; 15][..], &[0.0; 14]];
    let gradient = noise.field(Quantity::Gradient);
    for error in [noise.fill_points(uneven, &mut out), gradient.fill_points(uneven, &mut [0.0; 45])] {
        let text =
            "points is of 15 and 14 coordinates; allowed: the same number of coordinates along each axis";
        assert_eq!(error.unwrap_err().to_string(), text);
    }
    let error = gradient.fill_axes(&[&[0.0; 4], &[0.0; 4]], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 48 });
    let error = gradient.fill_axes(&[], &mut out).unwrap_err().to_string();
    assert_eq!(error, "axes is of 0 axes; allowed: 1 to 4 axes");
    assert!(matches!(
        gradient.fill_axes(&[&[f64::NAN]], &mut out[..2]),
        Err(Error::Coordinate { axis: 'x', .. })
    ));
    let error = noise.fill_axes(&[&[0.0; 4], &[0.0; 4]], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 16 });
    for (axes, text) in [(&[][..], "of 0 axes"), (&[&[0.0][..]; 5][..], "of 5 axes")] {
        let error = noise.fill_axes(axes, &mut out).unwrap_err().to_string();
        assert_eq!(error, format!("axes is {text}; allowed: 1 to 4 axes"));
        let error = noise.fill_points(axes, &mut out).unwrap_err().to_string();
        assert_eq!(error, format!("points is {text}; allowed: 1 to 4 axes"));
    }
    for (error, text) in [
        (noise.fill_points([[0.0; 0]; 15], &mut out), "of 0 axes"),
        (noise.fill_points([[0.0; 5]; 15], &mut out), "of 5 axes"),
        (noise.field(Quantity::Gradient).fill_points([[0.0_f32; 5]; 3], &mut out), "of 5 axes"),
    ] {
        assert_eq!(error.unwrap_err().to_string(), format!("points is {text}; allowed: 1 to 4 axes"));
    }
    let error = noise.fill_points([[0.0_f32; 2]; 14], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 14 });
    let error = noise.field(Quantity::Gradient).fill_points([[0.0_f32; 2]; 4], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 12 });
    let error = noise.sampler::<2>().unwrap().fill_points(&[&[0.0; 15][..]; 3][..], &mut out).unwrap_err();
    assert_eq!(error.to_string(), "points is of 3 axes; allowed: 2 axes");
    assert_eq!(
        noise.sample(&[]).unwrap_err().to_string(),
        "point is of 0 coordinates; allowed: 1 to 4 coordinates"
    );
    assert_eq!(out, [7.0; 15], "nothing was written");
}

#[test]
fn parts_that_do_not_fit() {
    let prepared = Noise::perlin(1).prepare(&Grid::new([5, 4, 8])).unwrap();
    let mut out = [7.0; 16];
    for (part, want) in [
        ([3..7, 0..4, 0..1], "part.z is 3..7; allowed: start..end with start <= end <= 5"),
        ([0..1, 9..9, 0..8], "part.y is 9..9; allowed: start..end with start <= end <= 4"),
        (
            [0..1, 0..2, Range { start: 5, end: 3 }],
            "part.x is 5..3; allowed: start..end with start <= end <= 8",
        ),
        ([0..1, 0..usize::MAX, 0..8], "part.y is 0.."),
        (
            [0..1, 0..4, 0..8],
            "out has 16 elements; allowed: exactly 32, one for each sample (in each plane of a field)",
        ),
    ] {
        let error = prepared.fill(part.clone(), &mut out).unwrap_err();
        assert!(error.to_string().starts_with(want), "{error}\nshould start with: {want}");
        #[cfg(feature = "rayon")]
        assert_eq!(prepared.par_fill(part, &mut out), Err(error));
    }
    assert_eq!(out, [7.0; 16], "nothing was written");
    let error = prepared.fill([0..1, 0..8], &mut out).unwrap_err();
    assert_eq!(error.to_string(), "part is of 2 axes; allowed: 3 axes");
    prepared.fill([5..5, 0..4, 0..8], &mut []).unwrap();
    prepared.fill([1..2, 0..2, 0..8], &mut out).unwrap();
}

/// What `fill` would refuse is refused before a table is made, except that a grid may have more samples than a buffer.
#[test]
fn preparing_refuses_what_filling_does() {
    let (noise, grid) = (Noise::perlin(1), Grid::new([1 << 24, 8]));
    for (noise, grid) in [
        (noise.clone().frequency(0.0), grid),
        (noise.clone(), grid.spacing([1.0, 0.0])),
        (noise.clone(), grid.start([1 << 52, 0])),
    ] {
        assert_eq!(noise.prepare(&grid).unwrap_err(), noise.check(&grid).unwrap_err());
    }
    #[cfg(target_pointer_width = "64")]
    assert!(
        noise.prepare(&Grid::new([usize::MAX, 2])).unwrap_err().to_string().contains("samples along an axis")
    );
    // Nothing to make tables of, wherever it would be.
    let empty = noise.prepare(&Grid::new([0, usize::MAX]).start([0, i64::MAX - 9])).unwrap();
    empty.fill([0..0, 7..usize::MAX], &mut []).unwrap();
    noise.prepare(&grid).unwrap().fill([1 << 23..1 << 23, 0..8], &mut []).unwrap();
}

#[test]
fn bad_points_are_named_and_nothing_is_written() {
    let noise = Noise::perlin(1).fbm(2);
    let mut y = vec![0.5; 300];
    let mut x = vec![0.5; 300];
    (y[217], x[123], x[250]) = (f64::NAN, 1e300, f64::NEG_INFINITY);
    let mut out = vec![7.0; 300];
    let error = noise.fill_points([&y, &x], &mut out).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'x', index: 123, octave: 0, .. }), "{error}");
    x[123] = 0.0;
    let error = noise.fill_points([&y, &x], &mut out).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'y', index: 217, .. }), "{error}");
    #[cfg(feature = "rayon")]
    assert_eq!(noise.par_fill_points([&y, &x], &mut out), Err(error));
    let mut out2 = vec![7.0; 300];
    let error = noise.fill_axes(&[&[1.0], &x], &mut out2).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'x', index: 250, .. }), "{error}");
    let mut rows: Vec<[f32; 2]> = (0..300).map(|k| [y[k] as f32, x[k] as f32]).collect();
    let error = noise.fill_points(&rows, &mut out2).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'y', index: 217, .. }), "{error}");
    // In the same chunk as a later one along x, in the same sample as one along y.
    (rows[200], rows[217][0]) = ([-3e38; 2], 0.0);
    let error = noise.fill_points(&rows, &mut out2).unwrap_err();
    let far = format!("x coordinate of sample 200 is {:e}, in octave 0 ", f64::from(-3e38_f32));
    assert!(error.to_string().starts_with(&far), "{error}");
    let planes = noise.field(Quantity::Gradient).fill_points(&rows[100..], &mut [0.0; 600]);
    assert!(matches!(planes, Err(Error::Coordinate { axis: 'x', index: 100, .. })), "{planes:?}");
    assert!(out.iter().chain(&out2).all(|&v| v == 7.0), "nothing was written");
}

#[test]
fn tables() {
    let text = |e: Error| e.to_string();
    assert_eq!(
        text(Gradients::custom::<[f64; 2]>(&[]).unwrap_err()),
        "gradients is a list of none; allowed: 1 to 256 vectors"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0]; 257]).unwrap_err()),
        "gradients is a list of more than 256; allowed: 1 to 256 vectors"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0; 5]]).unwrap_err()),
        "gradients is a vector of 5 components; allowed: 1 to 4 components"
    );
    let ragged = [vec![1.0, 2.0], vec![1.0]];
    assert_eq!(
        text(Gradients::custom(&ragged).unwrap_err()),
        "gradients[1] is a vector of 1 components; allowed: 2 components, like the first vector"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0, f64::NAN]]).unwrap_err()),
        "gradients[0] is NaN; allowed: components that are 0 or from 1e-30 to 1e30 in size"
    );
    assert!(
        text(Gradients::from_name("hexagons").unwrap_err())
            .starts_with("gradients is hexagons; allowed: default, signs, directions16")
    );
    let mut table: Vec<u8> = (0..=255).collect();
    table[9] = 4;
    assert_eq!(
        text(Permutation::table(&table).unwrap_err()),
        "permutation[9] is 4, which already stands at [4] (9 is missing); allowed: 256 integers, each of 0 to 255 exactly once"
    );
    assert_eq!(
        text(Permutation::table(&table[1..]).unwrap_err()),
        "permutation is 255 integers; allowed: 256 integers, each of 0 to 255 exactly once"
    );
}

/// Each name leads to its value and back, and no two values share one.
#[test]
fn names() {
    fn check<T: Clone + PartialEq + Debug + Display + FromStr<Err = Error>>(all: &[T], names: &[&str]) {
        assert_eq!(all.iter().map(T::to_string).collect::<Vec<_>>(), names);
        for (value, name) in all.iter().zip(names) {
            assert_eq!(name.parse::<T>().as_ref(), Ok(value), "{name}");
        }
    }
    check(Kind::ALL, Kind::NAMES);
    check(Fade::ALL, Fade::NAMES);
    check(Fractal::ALL, Fractal::NAMES);
    check(Gradients::ALL, Gradients::NAMES);
    for set in Gradients::ALL {
        let exists = |dims| Noise::perlin(1).gradients(set.clone()).bounds(dims).is_ok();
        assert!((1..=4).any(exists), "{set} exists in no dimensions");
    }
    for name in Hash::NAMES {
        assert_eq!(Hash::from_name(name).unwrap().name(), *name);
    }
    for name in Permutation::NAMES {
        assert_eq!(Permutation::from_name(name).unwrap().name(), *name);
    }
    assert_eq!(Gradients::custom(&[[1.0]]).unwrap().name(), "custom");
    assert_eq!(Kind::from_name("white"), Ok(Kind::Cell));
    assert_eq!(Fade::from_name("smootherstep"), Ok(Fade::Quintic));
}

/// A name of another library, and one in another spelling, are told what was meant.
#[test]
fn names_that_are_not_there() {
    fn message<T: Debug>(found: Result<T, Error>) -> String {
        found.unwrap_err().to_string()
    }
    assert_eq!(
        message(Kind::from_name("OpenSimplex2")),
        "kind is OpenSimplex2; allowed: perlin, value, cell, cellular (did you mean perlin? there is no simplex noise; \
         Perlin noise is the nearest to it)"
    );
    for worley in ["worley", "voronoi", "cellular"] {
        assert_eq!(Kind::from_name(worley), Ok(Kind::Cellular));
    }
    assert_eq!(Kind::from_name("cell-value-noise"), Ok(Kind::Cell));
    for other in ["CellularDistance", "cell-value", "CellValue", "CellDistance"] {
        assert!(message(Kind::from_name(other)).contains("did you mean cellular"), "{other}");
    }
    assert!(message(Distance::from_name("max-axis")).contains("did you mean chebyshev?"));
    assert!(message(Returns::from_name("distance2-add")).contains("f1, f2, f2-f1, value"));
    assert_eq!(message(Fade::from_name("sine")), "fade is sine; allowed: linear, cubic, quintic");
    assert!(message(Gradients::from_name("knight_moves")).ends_with("(did you mean knight-moves?)"));
    assert!(message(Fractal::from_name("Ridged")).ends_with("(did you mean ridged?)"));
    assert_eq!(Fractal::from_name("ridged-multifractal"), Ok(Fractal::RidgedMulti));
    assert!(message(Fractal::from_name("PingPong")).ends_with("(did you mean ping-pong?)"));
    assert!(message(Fractal::from_name("basic-multi")).contains("did you mean hybrid-multi?"));
    assert!(
        message(Fractal::from_name("DomainWarpProgressive")).contains("did you mean the parameter warp?")
    );
    assert!(message(Gradients::from_name("ValueGradient")).ends_with("(did you mean value-gradient?)"));
    assert!(message(Permutation::from_name("")).starts_with("permutation is ; allowed: perlin, seeded"));
}

/// Functions beside the sampling methods take any number, too.
#[test]
fn numbers_of_dimensions_and_entries() {
    let noise = Noise::value(1);
    for dims in [0, 5, 9] {
        let point = vec![0.5; dims];
        let want = format!("point is of {dims} coordinates; allowed: 1 to 4 coordinates");
        for quantity in Quantity::ALL.iter().copied() {
            for noises in [&[noise.clone()][..], &[]] {
                let error = perlane::reference::quantity(noises, quantity, &point).unwrap_err();
                assert_eq!(error.to_string(), want, "{quantity}");
            }
        }
        let want = format!("dims is {dims}; allowed: 1 to 4");
        assert_eq!(noise.bounds(dims).unwrap_err().to_string(), want);
        assert_eq!(noise.field(Quantity::Slope).bounds(dims).unwrap_err().to_string(), want);
    }
    assert_eq!(Quantity::Gradient.planes(usize::MAX), usize::MAX);
    assert_eq!(perlane::hash::table_index(u32::MAX, 1 << 31), (1 << 31) - 1);
    let _any = perlane::hash::table_index(u32::MAX, usize::MAX);
}

/// An axis has at most a sample for each of the indices from -2^53 to 2^53.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_longest_axes() {
    let most = (1 << 54) + 1;
    for shape in [[most, 1], [1, most], [3, most]] {
        let start = shape.map(|len| if len == most { -(1 << 53) } else { 0 });
        let grid = Grid::new(shape).start(start);
        assert_eq!(grid.validate(), Ok(()), "{shape:?}");
        assert_eq!(Window::from(grid).validate(), Ok(()), "{shape:?}");
        let longer = Grid::new(shape.map(|len| if len == most { len + 1 } else { len })).start(start);
        for error in [longer.validate(), Window::from(longer).validate()].map(Result::unwrap_err) {
            let error = error.to_string();
            assert!(error.ends_with("; allowed: at most 2^54 + 1 samples along an axis"), "{error}");
        }
        let later = grid.start(start.map(|start| start + 1)).validate().unwrap_err().to_string();
        assert!(later.starts_with("start.") && later.contains("indices from -2^53 to 2^53"), "{later}");
    }
}

#[test]
fn empty_grids_are_fine() {
    let noise = Noise::perlin(1).fbm(3);
    assert!(noise.generate(&Grid::new([0])).unwrap().is_empty());
    assert!(noise.generate(&Grid::new([5, 0, 7])).unwrap().is_empty());
    assert!(noise.generate(&Grid::new([usize::MAX, 0])).unwrap().is_empty());
    noise.fill_points([&[0.0; 0]; 2], &mut []).unwrap();
    noise.fill_points([[0.0_f32; 3]; 0], &mut []).unwrap();
    assert_eq!(Layers::new().generate(&Grid::new([3])).unwrap(), [0.0; 3]);
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

/// Whatever the arguments: an error that says something, or finite samples.
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

/// Ping-pong noise and multifractals of any parameters that are allowed are finite, also on the way to their sums.
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
    assert!(fine > 40 && refused > 5, "{fine} {refused}");
}

/// Whatever the gain: an error that names it, or samples that are finite and within the bounds.
#[test]
fn amplitudes_of_any_size() {
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
                                assert!(varies || gain.abs() < 1e-3, "{noise:?}");
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
    assert!(fine > 500 && refused > 300, "{fine} {refused}");
}

#[test]
fn value_gradient_is_a_set_of_the_plane() {
    let noise = Noise::perlin(1).gradients(Gradients::ValueGradient);
    assert!(noise.generate(&Grid::new([3, 3])).is_ok());
    for error in [
        noise.generate(&Grid::new([3])).unwrap_err(),
        noise.generate(&Grid::new([3, 3, 3])).unwrap_err(),
        noise.generate(&Grid::new([3, 3, 3, 3])).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with("gradients is value-gradient, in "), "{error}");
    }
}

#[test]
fn cellular_noise_has_limits() {
    let text = |error: Error| error.to_string();
    let noise = Noise::cellular(1).frequency(0.1);
    for (jitter, shown) in [(-0.1, "-0.1"), (1.0001, "1.0001"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let error = text(noise.clone().jitter(jitter).generate(&Grid::new([3, 3])).unwrap_err());
        assert_eq!(error, format!("jitter is {shown}; allowed: 0 to 1"));
    }
    let permuted = noise.clone().permutation(Permutation::PERLIN).generate(&Grid::new([3, 3]));
    assert_eq!(
        text(permuted.unwrap_err()),
        "hash is permutation; allowed: mix, as cellular noise has no permutation"
    );
    let allowed = "allowed: perlin, value, cell; cellular in 2-D and 3-D";
    assert_eq!(
        text(noise.generate(&Grid::new([3])).unwrap_err()),
        format!("kind is cellular, in 1-D; {allowed}")
    );
    let four = noise.generate(&Grid::new([2, 2, 2, 2])).unwrap_err();
    assert_eq!(text(four), format!("kind is cellular, in 4-D; {allowed}"));
    assert!(perlane::reference::sample(&noise, &[0.5]).is_err());
    assert!(noise.sampler::<1>().is_err() && noise.sampler::<2>().is_ok() && noise.sampler::<3>().is_ok());
}

/// A warp's cells are a whole number in the period to a part in 10^9.
#[test]
fn warps_that_nearly_fit_a_period() {
    let noise = Noise::perlin(1).period([0, 4]).warp_by(1.0);
    for (frequency, fits) in [(0.5, true), (0.5 + 1e-10, true), (0.5 + 1e-8, false), (0.5 - 1e-5, false)] {
        let noise = noise.clone().warp_frequency(frequency);
        assert_eq!(noise.sample(&[0.5, 0.5]).is_ok(), fits, "{frequency}");
    }
}

/// A warp has up to 2^32 - 1 cells in the period.
#[test]
fn warps_of_the_longest_period() {
    for (period, frequency, fits) in
        [(u32::MAX, 1.0, true), ((1 << 31) - 1, 2.0, true), (1 << 31, 2.0, false)]
    {
        let noise = Noise::perlin(1).period([0, period]).warp_by(1.0).warp_frequency(frequency);
        assert_eq!(noise.sample(&[0.5, 0.5]).is_ok(), fits, "{period} {frequency}");
    }
}
