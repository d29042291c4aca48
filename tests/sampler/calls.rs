//! Calls of every sort: points and axes, calls on threads, one after another, and those that are refused.

use crate::common::assert_same;
use crate::{GUARD, fill_at, singly};
use perlane::{Backend, Grid, Kind, Layers, Noise, Permutation, Sampler, reference};

#[test]
fn points_and_axes_of_layers_equal_the_reference() {
    let layers =
        Layers::from(Noise::perlin(1).frequency(0.1).fbm(2)).add(0.5, Noise::perlin(2).frequency(0.3));
    let sampler = layers.sampler::<2>().unwrap();
    let (ys, xs): (Vec<f64>, Vec<f64>) =
        (0..150).map(|k| (f64::from(k * k % 89), f64::from(k) * 0.7)).unzip();
    let mut points = vec![0.0; 150];
    sampler.fill_points([&ys, &xs], &mut points).unwrap();
    let mut axes = vec![0.0; 150 * 150];
    sampler.fill_axes([&ys, &xs], &mut axes).unwrap();
    for k in 0..150 {
        let want = reference::sum(layers.as_slice(), &[ys[k], xs[k]]).unwrap().to_bits();
        assert_eq!(points[k].to_bits(), want, "point {k}");
        assert_eq!(axes[k * 151].to_bits(), want, "axes at {k}, {k}");
        assert_eq!(sampler.sample([ys[k], xs[k]]).to_bits(), want, "the single sample {k}");
    }
}

#[test]
fn coordinates_beyond_the_lattice_are_refused() {
    let sampler = Noise::perlin(1).frequency(1.0).fbm(3).sampler::<2>().unwrap();
    for far in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300, f64::from(1 << 30) * f64::from(1 << 21)] {
        assert!(sampler.sample([0.5, far]).is_nan(), "{far}");
        let error = sampler.try_sample([0.5, far]).unwrap_err().to_string();
        assert!(error.starts_with("x coordinate of sample 0 is "), "{error}");
        let mut out = [7.0; 4];
        assert!(sampler.fill_points([&[0.0; 4], &[far; 4]], &mut out).is_err());
        assert!(sampler.fill(&Grid::new([2, 2]).origin([far, 0.0]), &mut out).is_err());
        assert_eq!(out, [7.0; 4], "left as it was");
    }
    let [tried, sampled] = [sampler.try_sample([0.5, 0.25]).unwrap(), sampler.sample([0.5, 0.25])];
    assert_eq!(tried.to_bits(), sampled.to_bits());
}

#[test]
fn wrong_noises_and_buffers_are_refused() {
    assert!(Noise::perlin(1).frequency(-1.0).sampler::<2>().is_err());
    let sampler = Noise::perlin(1).sampler::<2>().unwrap();
    let mut out = [7.0; 5];
    let error = sampler.fill(&Grid::new([2, 2]), &mut out).unwrap_err().to_string();
    assert_eq!(
        error,
        "out has 5 elements; allowed: exactly 4, one for each sample (in each plane of a field)"
    );
    assert!(sampler.fill_axes([&[1.0], &[2.0]], &mut out).is_err());
    assert_eq!(out, [7.0; 5], "nothing was written");
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn threads_share_one_sampler() {
    let sampler = Noise::perlin(9).frequency(0.05).fbm(4).sampler::<2>().unwrap();
    let want = fill_at(&sampler, &Grid::new([64, 64]).start([0, 64]), 0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let sampler = sampler.clone();
            let want = &want;
            scope.spawn(move || {
                let got = fill_at(&sampler, &Grid::new([64, 64]).start([0, 64]), 1);
                assert_same(&got, want, "on another thread");
            });
        }
    });
}

#[cfg(feature = "rayon")]
#[test]
fn pools_give_the_samples_of_one_thread() {
    use crate::common::backends;
    let sampler = Noise::perlin(9).frequency(0.05).fbm(4).sampler::<2>().unwrap();
    let grid = Grid::new([300, 700]);
    let mut out = vec![0.0; 300 * 700];
    let want = fill_at(&sampler, &grid, 4);
    sampler.par_fill(&grid, &mut out).unwrap();
    assert_same(&out, &want, "a grid on a pool");
    let axes = grid.shape.map(|len| (0..len).map(|k| k as f64).collect::<Vec<_>>());
    let points: Vec<[f64; 2]> = axes[0].iter().flat_map(|y| axes[1].iter().map(|x| [*y, *x])).collect();
    for backend in backends() {
        let sampler = sampler.clone().with_backend(backend);
        out.fill(f32::NAN);
        sampler.par_fill_axes([&axes[0], &axes[1]], &mut out).unwrap();
        assert_same(&out, &want, format_args!("axes on a pool, {backend}"));
        out.fill(f32::NAN);
        sampler.par_fill_points(&points, &mut out).unwrap();
        assert_same(&out, &want, format_args!("points on a pool, {backend}"));
    }
}

/// A thread keeps the octaves and the tables of its last call: they are those of the next one only if all that they are made of is the same.
#[test]
fn what_a_thread_keeps_is_of_the_same_noise_and_axis() {
    let noise = |seed| Noise::perlin(seed).frequency(0.3);
    let custom = |x| perlane::Gradients::custom(&[[x, 1.0], [-1.0, 0.5]]).unwrap();
    let noises = [
        noise(1),
        noise(2),
        noise(1).frequency(0.31),
        noise(1).fbm(2),
        noise(1).offset([0.0, 0.5]),
        noise(1).period([3, 0]),
        noise(1).kind(Kind::Cell),
        noise(1).permutation(Permutation::SEEDED),
        noise(1).fade(perlane::Fade::Cubic),
        noise(1).gradients(custom(0.25)),
        noise(1).gradients(custom(0.5)),
        noise(1).warp_by(0.5),
        noise(1).warp([noise(2), noise(3)]),
        noise(1).warp([noise(2), noise(4)]),
        noise(1).bias(0.5),
        // Some octaves of a tile, and all octaves of a larger grid, have tables of the same axes.
        noise(1).frequency(0.11).fbm(6),
    ];
    let grid = Grid::new([9, 11]);
    let grids = [
        grid,
        grid.start([0, 4]),
        grid.start([4, 0]),
        grid.origin([0.5, 0.0]),
        grid.spacing([1.0, -1.0]),
        Grid::new([11, 9]),
        Grid::new([3, 40]),
        Grid::new([16, 32]),
        Grid::new([70, 32]),
    ];
    let samplers: Vec<Sampler<2>> = noises.iter().map(|noise| noise.sampler().unwrap()).collect();
    let want: Vec<Vec<Vec<f32>>> =
        noises.iter().map(|noise| grids.iter().map(|grid| singly(noise, grid)).collect()).collect();
    let (row, space) = (Grid::new([40]), Grid::new([3, 5, 11]));
    let in_other_dimensions = noise(1).fbm(2);
    let (want_row, want_space) = (singly(&in_other_dimensions, &row), singly(&in_other_dimensions, &space));
    // All of them, whatever `PERLANE_ONLY` says: calls go from one to another.
    let backends: Vec<Backend> = Backend::available().collect();
    let mut state = 1_u64;
    let mut next = |len: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % len
    };
    let (mut n, mut g, mut b) = (0, 0, 0);
    for call in 0..20_000 {
        // One thing changes at a time, so that most of what is kept could be taken by mistake.
        match next(3) {
            0 => n = next(noises.len()),
            1 => g = next(grids.len()),
            _ => b = next(backends.len()),
        }
        let (noise, grid, backend) = (&noises[n], &grids[g], backends[b]);
        let [rows, columns] = grid.shape;
        let (ys, xs): (Vec<f64>, Vec<f64>) = (
            (0..rows).map(|y| grid.world([y, 0])[0]).collect(),
            (0..columns).map(|x| grid.world([0, x])[1]).collect(),
        );
        let mut out = vec![GUARD; rows * columns];
        match next(4) {
            0 => noise.fill_with(backend, grid, &mut out).unwrap(),
            1 => samplers[n].clone().with_backend(backend).fill(grid, &mut out).unwrap(),
            2 => noise.fill_axes_with(backend, &[&ys[..], &xs[..]], &mut out).unwrap(),
            _ => {
                let points: Vec<[f64; 2]> = ys.iter().flat_map(|y| xs.iter().map(|x| [*y, *x])).collect();
                noise.fill_points_with(backend, &points, &mut out).unwrap();
            }
        }
        assert_same(&out, &want[n][g], format_args!("call {call}: {noise:?} by {backend}"));
        if next(8) == 0 {
            in_other_dimensions.fill_with(backend, &row, &mut out[..0]).unwrap_err();
            let mut out = vec![GUARD; 40];
            in_other_dimensions.fill_with(backend, &row, &mut out).unwrap();
            assert_same(&out, &want_row, format_args!("call {call}: a row by {backend}"));
            let mut out = vec![GUARD; 3 * 5 * 11];
            in_other_dimensions.fill_with(backend, &space, &mut out).unwrap();
            assert_same(&out, &want_space, format_args!("call {call}: a space by {backend}"));
        }
    }
}

/// Samplers find out whether they can fill a grid without filling one.
#[test]
fn samplers_check_grids() {
    let noise = Noise::perlin(1);
    let (sampler, field) =
        (noise.sampler::<2>().unwrap(), noise.field(perlane::Quantity::Slope).sampler::<2>().unwrap());
    for grid in [
        Grid::new([4, 6]),
        Grid::new([4, 6]).start([1 << 52, 0]),
        Grid::new([4, 6]).spacing([0.0, 1.0]),
        Grid::new([4, 6]).origin([0.0, f64::NAN]),
    ] {
        assert_eq!(sampler.check(&grid), noise.check(&grid), "{grid:?}");
        assert_eq!(field.check(&grid), noise.check(&grid), "{grid:?}");
    }
}
