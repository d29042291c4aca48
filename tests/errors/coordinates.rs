//! Grids and points that are too far away, or too long.

use crate::common::backends;
use perlane::{Error, Grid, Layers, Noise, Quantity, Window, reference};

/// From 2^53 on, `f64` has no odd numbers: two neighbours would have the same coordinates, and the same sample.
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
fn wrong_parameters_of_grids_are_named() {
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
fn coordinates_beyond_the_limit_are_refused() {
    let limit = 1i64 << 52;
    let noise = Noise::perlin(1);
    assert!(noise.generate(&Grid::new([1, 4]).start([0, limit - 3])).is_ok());
    let error = noise.generate(&Grid::new([1, 8]).start([0, limit - 3])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "x coordinate of sample 4 is 4503599627370497, which is lattice coordinate 4503599627370497 in octave 0; \
         allowed: finite, from -2^52 to 2^52 cells"
    );
    let error = noise.fbm(3).generate(&Grid::new([8, 1]).start([-limit / 4 - 2, 0])).unwrap_err();
    assert!(matches!(error, Error::Coordinate { axis: 'y', index: 0, octave: 2, .. }), "{error}");
}

/// What puts a coordinate beyond the limit is named: the coordinate, the offset, or the lacunarity.
#[test]
fn causes_of_far_coordinates_are_named() {
    let error = |noise: Noise| noise.generate(&Grid::new([2, 2])).unwrap_err().to_string();
    assert_eq!(
        error(Noise::perlin(1).offset([1e300, 0.0])),
        "y coordinate of sample 0 is 0 (offset 1e300), which is lattice coordinate 1e300 in octave 0; \
         allowed: finite, from -2^52 to 2^52 cells"
    );
    let warp = Noise::perlin(1).fbm(6).warp_frequency(1e300).warp_by(0.5);
    let far = warp.generate(&Grid::new([2, 2])).unwrap_err().to_string();
    assert!(far.contains(", which is lattice coordinate 1e300 in octave 0 of the warp; allowed"), "{far}");
    let frequencies = "lacunarity is 1e300; allowed: numbers that keep the frequencies of all octaves finite";
    assert_eq!(error(Noise::perlin(1).fbm(32).lacunarity(1e300)), frequencies);
    assert_eq!(error(Noise::perlin(1).fbm(3).lacunarity(1e300)), frequencies);
    assert!(Noise::perlin(1).fbm(2).lacunarity(1e300).validate().is_ok());
    assert!(Noise::perlin(1).lacunarity(1e300).validate().is_ok(), "one octave");
}

/// Single points and the reference have the error of grids. It counts octaves over all layers, and then those of warps, and it has the world coordinate.
#[test]
fn one_point_has_the_error_of_a_grid() {
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

/// Small tiles, whose first octaves are filled before the others are looked at: every octave's coordinates are checked, and nothing is written.
#[test]
fn coordinates_of_all_octaves_of_a_tile_are_checked() {
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
            let of_sampler = sampler.clone().with_backend(backend).fill(&grid, &mut out).unwrap_err();
            assert_eq!(of_sampler, checked, "a sampler, {backend}");
            assert!(out.iter().all(|v| *v == 7.0), "{backend} has written something: {noise:?} {grid:?}");
        }
    }
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
    let far =
        format!("x coordinate of sample 200 is {:e}, which is lattice coordinate ", f64::from(-3e38_f32));
    assert!(error.to_string().starts_with(&far), "{error}");
    let planes = noise.field(Quantity::Gradient).fill_points(&rows[100..], &mut [0.0; 600]);
    assert!(matches!(planes, Err(Error::Coordinate { axis: 'x', index: 100, .. })), "{planes:?}");
    assert!(out.iter().chain(&out2).all(|&v| v == 7.0), "nothing was written");
}

/// Points are looked at in chunks, and listed axes in parts. The index that an error has counts from the first point, and it is that of the first bad one.
#[test]
fn bad_points_after_many_others_are_named_by_their_index() {
    let noise = Noise::perlin(1).fbm(2);
    let mut x = vec![0.5; 3000];
    (x[1234], x[2999]) = (f64::NAN, f64::INFINITY);
    let points: Vec<[f64; 2]> = x.iter().map(|x| [0.5, *x]).collect();
    let points32: Vec<[f32; 2]> = points.iter().map(|point| point.map(|c| c as f32)).collect();
    let (y, x32): (_, Vec<f32>) = (vec![0.5f32; 3000], x.iter().map(|x| *x as f32).collect());
    let mut out = vec![7.0; 3000];
    let errors = [
        noise.fill_points([&vec![0.5; 3000], &x], &mut out),
        noise.fill_points([&y, &x32], &mut out),
        noise.fill_points(&points, &mut out),
        noise.fill_points(&points32, &mut out),
        noise.fill_axes(&[&[1.0], &x], &mut out),
    ];
    for error in errors.map(Result::unwrap_err) {
        assert!(matches!(error, Error::Coordinate { axis: 'x', index: 1234, octave: 0, .. }), "{error}");
    }
    assert!(out.iter().all(|&v| v == 7.0), "nothing was written");
}

/// However a grid is sampled, it is checked: its own numbers, and then where its samples are.
#[test]
fn wrong_grids_are_refused_by_all_that_samples() {
    let noise = Noise::perlin(1).frequency(1e-3);
    let good = Grid::new([4, 4]);
    let near_the_end = (1i64 << 53) - 2;
    for grid in [
        good.spacing([0.0, 1.0]),
        good.spacing([1.0, f64::INFINITY]),
        good.origin([f64::NAN, 0.0]),
        // In world units that are so small, all of these are near.
        good.start([near_the_end, 0]).spacing([1e-9; 2]),
        good.start([0, i64::MIN]).spacing([1e-9; 2]),
        good.origin([0.0, 1e300]),
    ] {
        let field = noise.field(Quantity::Slope);
        let (sampler, fields) = (noise.sampler::<2>().unwrap(), field.sampler::<2>().unwrap());
        let want = noise.check(&grid).unwrap_err().to_string();
        let mut out = [7.0; 16];
        let mut refused = vec![
            noise.generate(&grid).map(drop),
            noise.fill(&grid, &mut out),
            noise.prepare(&grid).map(drop),
            sampler.fill(&grid, &mut out),
            field.check(&grid),
            field.generate(&grid).map(drop),
            field.fill(&grid, &mut out),
            field.prepare(&grid).map(drop),
            fields.fill(&grid, &mut out),
        ];
        #[cfg(feature = "rayon")]
        refused.extend([
            noise.par_fill(&grid, &mut out),
            sampler.par_fill(&grid, &mut out),
            field.par_fill(&grid, &mut out),
            fields.par_fill(&grid, &mut out),
        ]);
        for (way, result) in refused.into_iter().enumerate() {
            assert_eq!(result.unwrap_err().to_string(), want, "{way}");
        }
        assert_eq!(out, [7.0; 16], "nothing was written");
    }
}

/// The first sample beyond the limit is found wherever it is.
#[test]
fn the_first_far_sample_of_a_grid_is_named() {
    let limit = 1i64 << 52;
    for len in 2..20 {
        for first in 1..len {
            let grid = Grid::new([1, len]).start([0, limit - first as i64 + 1]);
            let error = Noise::perlin(1).generate(&grid).unwrap_err();
            let Error::Coordinate { axis: 'x', index, .. } = error else { panic!("{error}") };
            assert_eq!(index, first, "of {len} samples");
        }
    }
}

/// An axis has at most a sample for each of the indices from -2^53 to 2^53.
#[cfg(target_pointer_width = "64")]
#[test]
fn axes_longer_than_all_indices_are_refused() {
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
