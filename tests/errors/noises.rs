//! Parameters of noises, of layers and of warps.

use perlane::{Error, Gradients, Grid, Layers, Noise, Permutation, Quantity, reference};

/// The error of a noise. One that is accepted has none, and no test expects what is said then.
fn message(noise: &Noise) -> String {
    match noise.generate(&Grid::new([4, 4])) {
        Ok(_) => format!("accepted: {noise:?}"),
        Err(error) => error.to_string(),
    }
}

/// A noise whose octaves cancel out: what they are rounded by is many times its range.
fn cancelling() -> Noise {
    let short = Gradients::custom(&[[1e-9, 1e-9], [-1e-9, 1e-9]]).unwrap();
    Noise::perlin(1)
        .gradients(short)
        .normalize(false)
        .hybrid_multi(2)
        .level(1000.0)
        .gain(-1.0)
        .range(-1.0, 1.0)
}

#[test]
fn wrong_parameters_of_noises_are_named() {
    let n = || Noise::perlin(1);
    let of_length = |length: f64| Gradients::custom(&[[length, 0.0], [0.0, length / 10.0]]).unwrap();
    let long = || of_length(1e30);
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
        // No gain helps where the first octave's weight is too large.
        (
            n().ridged_multi(1).feedback(1000.0).gradients(of_length(1e18)).normalize(false),
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
            n().fbm(2).gain(1e30).scale(1e20).normalize(false),
            "gain is 1e30 (the amplitude of an octave is 1e50)",
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
        (
            n().fbm(30).period([0, 1 << 25]),
            "period.x is 33554432 (the last octave has 1.8014398509481984e16 cells in it); allowed: periods of at most 2^52 cells",
        ),
        // Then no period would do.
        (
            n().fbm(32).lacunarity(4.0).period([0, 7]),
            "lacunarity is 4 (the last octave has 4.611686018427388e18 cells in each cell of the first); allowed: numbers with",
        ),
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
        (n().warp([cancelling(), cancelling()]), "warp.x is rounded by up to "),
        (
            n().period([0, 1 << 25]).warp_by(1.0).warp_frequency(2.0).warp_octaves(32),
            "warp.octaves is 32 (the last has 1.4411518807585587e17 cells in the noise's period); allowed: octaves of at most 2^52",
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
        assert_eq!(
            noise.sample(&[0.5, 0.5]).unwrap_err().to_string(),
            scalar,
            "a single sample says the same"
        );
    }
}

/// What messages call allowed is allowed, up to its ends.
#[test]
fn the_ends_of_ranges_are_allowed() {
    let n = || Noise::perlin(1);
    let most = 1e37;
    for noise in [
        n().octaves(1),
        n().fbm(32),
        n().ping_pong(2).strength(0.0),
        n().ping_pong(2).strength(1000.0),
        n().ridged_multi(2).level(0.0),
        n().ridged_multi(2).level(1000.0),
        n().hybrid_multi(2).feedback(0.0),
        n().hybrid_multi(2).feedback(1000.0),
        Noise::cellular(1).jitter(0.0),
        Noise::cellular(1).jitter(1.0),
        n().scale(most),
        n().scale(-most),
        n().scale(0.0).bias(most),
        n().scale(0.0).bias(-most),
        n().range(-most, most),
        n().range(most, -most),
        n().warp_by(-1_048_576.0),
    ] {
        assert_eq!(noise.validate(), Ok(()));
        assert_eq!(noise.check(&Grid::new([4, 4])), Ok(()), "{noise:?}");
    }
    let noise = n().frequency(1e-6);
    for relief in [1e-30, -1e-30, 1e30, -1e30] {
        let flat = noise.clone().scale(1e-20);
        assert_eq!(flat.field(Quantity::Slope).relief(relief).check(&Grid::new([4, 4])), Ok(()), "{relief}");
    }
    for light in [[1e-30, 0.0, 0.0], [0.0, -1e-30, 0.0], [0.0, 0.0, 1e30]] {
        let shade = noise.field(Quantity::Hillshade).light(light);
        assert_eq!(shade.check(&Grid::new([4, 4])), Ok(()), "{light:?}");
    }
}

/// An octave goes back and forth at most 2^22 times, so that `f32` has digits left for where it is: its reach and 1, times the strength.
#[test]
fn octaves_that_go_back_and_forth_too_often_are_refused() {
    let strength = 1000.0;
    let reach_and_one = f64::from(1 << 22) / strength;
    for (reach, fits) in [(reach_and_one - 1.01, true), (reach_and_one - 0.99, false)] {
        // A custom set's octave is within sqrt(2) / 2 of its longest vector, and wider by a roundings' part.
        let long = reach * 2.0f64.sqrt() / (1.0 + 1.0 / 1_048_576.0);
        let noise = Noise::perlin(1).gradients(Gradients::custom(&[[long, 0.0]]).unwrap()).normalize(false);
        let checked = noise.ping_pong(2).strength(strength).check(&Grid::new([4, 4]));
        assert_eq!(checked.is_ok(), fits, "{reach} {checked:?}");
    }
}

/// Where samples become too large, the parameter that is the largest factor or term is named. One octave has no gain.
#[test]
fn the_largest_factor_of_too_large_samples_is_named() {
    let sum = Layers::new().add(1.0, Noise::perlin(1).scale(1e37));
    let small = Noise::perlin(2).normalize(false).scale(0.5).bias(0.25).gain(9.0);
    // Small as it is, the second layer comes after what is allowed: gradients are long.
    let long = Gradients::custom(&[[1e30, 0.0]]).unwrap();
    for (noise, name) in [
        (small.clone(), "scale is 0.5"),
        (small.clone().fbm(2), "gain is 9"),
        (small.clone().fbm(2).gain(-9.0), "gain is -9"),
        (small.clone().fbm(2).gain(0.5), "scale is 0.5"),
        (small.clone().scale(-0.5).bias(-0.75), "bias is -0.75"),
        (small.clone().fbm(3).scale(-80.0), "gain is 9"),
        (small.fbm(3).scale(-82.0), "scale is -82"),
    ] {
        let error =
            sum.clone().add(1.0, noise.gradients(long.clone())).check(&Grid::new([4, 4])).unwrap_err();
        assert!(error.to_string().starts_with(&format!("layers[1].{name} (with all octaves")), "{error}");
    }
}

#[test]
fn errors_name_the_layer() {
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

/// A weight goes into the scale of its noise, and its error must name the weight, which the user wrote, and not the scale.
#[test]
fn errors_name_the_weight_of_a_layer() {
    let grid = Grid::new([4]);
    let one = Layers::new().add(f64::NAN, Noise::perlin(1));
    assert_eq!(one.generate(&grid).unwrap_err().to_string(), "weight is NaN; allowed: finite numbers");
    let range = Layers::new().add(1.0, Noise::perlin(1)).add(f64::INFINITY, Noise::perlin(1).range(0.0, 1.0));
    assert_eq!(range.validate().unwrap_err().to_string(), "layers[1].weight is inf; allowed: finite numbers");
    assert_eq!(range.generate(&grid).unwrap_err(), range.validate().unwrap_err());
    for noise in [Noise::perlin(1), Noise::perlin(1).scale(1e20), Noise::perlin(1).range(0.0, 2.0)] {
        let error = Layers::new().add(1e300, noise).generate(&grid).unwrap_err().to_string();
        assert!(error.starts_with("weight is 1e300; allowed: finite numbers with which"), "{error}");
    }
    // What is at fault is the noise's own scale, or nothing in the end.
    let error = Layers::new().add(0.5, Noise::perlin(1).scale(1e300)).validate().unwrap_err().to_string();
    assert!(error.starts_with("scale is 5e299"), "{error}");
    assert_eq!(Noise::perlin(1) * 1e200 * 1e-200, Noise::perlin(1));
    assert_eq!((Noise::perlin(1) * 1e200).range(0.0, 1.0), Noise::perlin(1).range(0.0, 1.0));
    assert_eq!((Noise::perlin(1) * 1e200).scale(2.0), Noise::perlin(1).scale(2.0));
}

/// A frequency that is finite, and too high for its octaves, is named; the lacunarity only where every frequency would be too high.
#[test]
fn frequencies_too_high_for_their_octaves_are_named() {
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
    let second = layers.validate().unwrap_err().to_string();
    assert!(second.starts_with("layers[1].frequency is 1e308; "), "{second}");
    assert!(high.clone().validate().is_ok(), "one octave");
    assert!(high.warp_octaves(6).validate().is_ok(), "no warp");
}

/// However a sum of noises is sampled, an error says in which of them it is.
#[test]
fn the_layer_of_a_wrong_warp_is_named() {
    let uneven = Noise::perlin(1).period([3, 3]).warp_by(1.0).warp_frequency(0.5);
    let silent = Noise::perlin(2).scale(0.0);
    let steep = Noise::perlin(1).frequency(1e39).warp([silent.clone(), silent]);
    for (wrong, starts) in [
        (uneven, "layers[1].warp.frequency is 0.5"),
        (steep, "layers[1].frequency is 1e39 (beyond f32 in octave 0); "),
    ] {
        let layers = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, wrong);
        let errors = [
            layers.fill(&Grid::new([4, 4]), &mut [0.0; 16]).unwrap_err(),
            layers.sampler::<2>().err().unwrap(),
            layers.sample(&[0.5, 0.5]).unwrap_err(),
            reference::sum(layers.as_slice(), &[0.5, 0.5]).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().starts_with(starts), "{error}");
        }
    }
}

/// Where several are wrong, single samples name the parameter that grids name.
#[test]
fn the_first_of_several_wrong_parameters_is_named() {
    let uneven = Noise::perlin(1).period([3, 3]).warp_by(1.0).warp_frequency(0.5);
    let long = Noise::perlin(1).period([u32::MAX, 1]).fbm(32);
    for first in [uneven.clone(), long, uneven.period([u32::MAX, 1]).fbm(32)] {
        let layers = Layers::from(first) + Noise::perlin(2).jitter(2.0);
        let error = layers.fill(&Grid::new([4, 4]), &mut [0.0; 16]).unwrap_err();
        assert!(error.to_string().starts_with("layers[0]."), "{error}");
        assert_eq!(layers.sample(&[0.5, 0.5]), Err(error.clone()));
        assert_eq!(layers.sampler::<2>().err(), Some(error));
    }
}

#[test]
fn the_reference_refuses_other_dimensions_than_1_to_4() {
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

/// A cell size is kept as a frequency. The error names the frequency, and says what it is of the cell size.
#[test]
fn errors_of_cell_sizes_say_that_frequencies_are_their_inverses() {
    for size in [0.0, -3.0, f64::INFINITY, f64::NAN] {
        let error = Noise::perlin(1).cell_size(size).validate().unwrap_err().to_string();
        assert!(error.contains("1 / cell size"), "{error}");
    }
}

/// Functions that take a number of dimensions or of entries take any: they give an error or a result, and do not panic.
#[test]
fn any_numbers_of_dimensions_and_entries_do_not_panic() {
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
fn warps_fit_a_period_to_a_part_in_a_billion() {
    let noise = Noise::perlin(1).period([0, 4]).warp_by(1.0);
    for (frequency, fits) in [(0.5, true), (0.5 + 1e-10, true), (0.5 + 1e-8, false), (0.5 - 1e-5, false)] {
        let noise = noise.clone().warp_frequency(frequency);
        assert_eq!(noise.sample(&[0.5, 0.5]).is_ok(), fits, "{frequency}");
    }
}

/// A warp has up to 2^32 - 1 cells in the period.
#[test]
fn warps_with_too_many_cells_in_a_period_are_refused() {
    for (period, frequency, fits) in
        [(u32::MAX, 1.0, true), ((1 << 31) - 1, 2.0, true), (1 << 31, 2.0, false)]
    {
        let noise = Noise::perlin(1).period([0, period]).warp_by(1.0).warp_frequency(frequency);
        assert_eq!(noise.sample(&[0.5, 0.5]).is_ok(), fits, "{period} {frequency}");
    }
}
