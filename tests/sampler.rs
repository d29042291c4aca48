//! A sampler gives the reference's bits in every shape and at every address, and writes nothing beside them.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{assert_same, backends};
use perlane::{
    Backend, Distance, Fractal, Grid, Kind, Layers, Noise, Permutation, Returns, Sampler, reference,
};
use proptest::prelude::*;

/// What stands around a buffer, and must stay.
const GUARD: f32 = -77.5;

/// Fills a grid in a buffer that begins `offset` elements after a 64-byte boundary.
fn fill_at<const D: usize>(sampler: &Sampler<D>, grid: &Grid<D>, offset: usize) -> Vec<f32> {
    let len = grid.samples().unwrap();
    let mut memory = vec![GUARD; len + 64];
    let first = memory.as_ptr().addr().wrapping_neg() / 4 % 16 + offset;
    sampler.fill(grid, &mut memory[first..first + len]).unwrap();
    let beside = memory[..first].iter().chain(&memory[first + len..]);
    assert!(beside.copied().all(|v| v == GUARD), "written beside the buffer: {:?} at {offset}", grid.shape);
    memory[first..first + len].to_vec()
}

/// Noises of one octave and of several, some of which are folded or warped.
fn noises(frequency: f64) -> [Noise; 5] {
    let noise = Noise::perlin(3).frequency(frequency);
    let warped = noise.clone().warp_by(0.8 / frequency);
    [noise.clone(), noise.clone().fbm(3).range(5.0, 9.0), noise.ridged(2), warped.clone(), warped.fbm(2)]
}

/// The samples of a grid by the sampler's single samples, some of which are the reference's too.
fn singly<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<f32> {
    let sampler = noise.sampler::<D>().unwrap();
    let index = |mut flat: usize| {
        let mut index = [0; D];
        for a in (0..D).rev() {
            (index[a], flat) = (flat % grid.shape[a], flat / grid.shape[a]);
        }
        index
    };
    let sample = |flat: usize| {
        let world = grid.world(index(flat));
        let value = sampler.sample(world);
        if flat.is_multiple_of(97) {
            assert_eq!(value.to_bits(), reference::sample(noise, &world).unwrap().to_bits(), "{world:?}");
        }
        value
    };
    (0..grid.samples().unwrap()).map(sample).collect()
}

fn check<const D: usize>(noise: &Noise, grid: &Grid<D>, offsets: impl Iterator<Item = usize> + Clone) {
    let want = singly(noise, grid);
    for backend in backends() {
        let sampler = noise.sampler::<D>().unwrap().with_backend(backend);
        assert_eq!(sampler.backend(), backend);
        for offset in offsets.clone() {
            let got = fill_at(&sampler, grid, offset);
            assert_same(&got, &want, format_args!("{backend}, {:?}, {offset} off, {noise:?}", grid.shape));
        }
    }
}

/// Samples a cell: many, a vector's, some of a vector's, fewer than there are cells.
const FREQUENCIES: [f64; 7] = [1.0 / 64.0, 0.09, 0.14, 0.2, 0.31, 0.7, 2.3];

#[test]
fn every_width() {
    for width in 1..=130 {
        let height = 1 + width * 7 % 40;
        for (n, frequency) in FREQUENCIES.into_iter().enumerate() {
            let noise = &noises(frequency)[(width + n) % 5];
            let grid = Grid::new([height, width]).start([-(height as i64) / 2, 3 * width as i64 - 200]);
            check(noise, &grid, [width * 5 % 16].into_iter());
        }
    }
}

#[test]
fn every_height_and_address() {
    for height in 1..=40 {
        for (n, frequency) in FREQUENCIES.into_iter().enumerate() {
            let width = [16, 32, 64, 33, 256, 24, 48][(height + n) % 7];
            let noise = &noises(frequency)[(height + n) % 5];
            let offsets = if height % 4 == n % 4 { 0..16 } else { height % 16..height % 16 + 1 };
            check(noise, &Grid::new([height, width]).start([-7, -40]), offsets);
        }
    }
}

#[test]
fn thin_and_flat_shapes() {
    for frequency in [0.02, 0.3, 1.7] {
        for noise in &noises(frequency) {
            check(noise, &Grid::new([700]).start([-99]), 3..4);
            for shape in [[700, 1], [300, 3], [1, 700], [3, 300], [17, 1030]] {
                check(noise, &Grid::new(shape).start([-99, 5]), 3..4);
            }
            for shape in [[300, 1, 1], [1, 300, 1], [40, 3, 2], [5, 40, 9], [9, 20, 17], [33, 2, 20]] {
                check(noise, &Grid::new(shape).start([-9, -99, 5]), 3..4);
            }
            for shape in [[40, 2, 1, 3], [3, 3, 5, 7], [1, 2, 20, 18], [5, 17, 1, 16]] {
                check(noise, &Grid::new(shape).start([1, -9, -99, 5]), 3..4);
            }
        }
    }
}

#[test]
fn few_columns() {
    for width in 1..=9 {
        for (n, frequency) in [0.02, 0.3, 0.8].into_iter().enumerate() {
            let mut noise = noises(frequency)[(width + n) % 5].clone();
            noise.kind = [Kind::Perlin, Kind::Value, Kind::Cell][(width + n / 2) % 3];
            if width == 4 {
                noise = noise.permutation(Permutation::PERLIN);
            }
            // More rows than a block has, and more lattice lines than fit at once.
            check(&noise, &Grid::new([4500, width]).start([-99, 5]), 3..4);
            check(&noise, &Grid::new([40, 37, width]).start([-9, -99, 5]), 0..1);
            check(&noise, &Grid::new([200, 2, width]).start([-9, -99, 5]), 0..1);
            check(&noise, &Grid::new([9, 3, 70, width]).start([3, -9, -99, 5]), 0..1);
            check(&noise, &Grid::new([90, 3, 2, width]).start([3, -9, -99, 5]), 0..1);
        }
    }
}

/// Few columns between so many lattice lines that the corners of a block do not fit, so that its rows are done in two halves: cells of about a
/// sample.
#[test]
fn few_columns_among_many_lines() {
    for noise in [Noise::perlin(3).frequency(0.99), Noise::perlin(4).frequency(0.45).ridged(2)] {
        for width in [1, 3, 4, 7, 8] {
            check(&noise, &Grid::new([2100, width]).start([-99, 5]), 3..4);
            check(&noise, &Grid::new([9, 290, width]).start([-9, -99, 5]), 0..1);
            check(&noise, &Grid::new([290, 9, width]).start([-9, -99, 5]), 0..1);
        }
        // Single columns that are not placed as they are computed.
        check(&noise, &Grid::new([2100, 1]).start([-99, 5]).spacing([-1.0, 1.0]), 3..4);
        check(&noise, &Grid::new([2100, 1, 1]).start([-99, 5, 7]).spacing([-1.0, 1.0, 1.0]), 3..4);
        check(&noise.clone().period([4000, 0]), &Grid::new([2100, 1]).start([-99, 5]), 3..4);
    }
}

/// More planes than share their coefficients' work, lattice lines between planes along z and w, and several groups of rows.
#[test]
fn planes_in_four_dimensions() {
    for frequency in [0.02, 0.15] {
        let noise = Noise::perlin(3).frequency(frequency).fbm(2);
        check(&noise, &Grid::new([3, 13, 35, 40]).start([-2, 40, -20, 5]), 0..1);
    }
}

/// The same of rows whose parts have more columns, where a part is not cut into less than 16 rows.
#[test]
fn many_columns_among_as_many_lines() {
    for frequency in [1.0, 0.99, 0.93] {
        let noises =
            [Noise::perlin(3).frequency(frequency), Noise::perlin(4).frequency(frequency / 4.0).fbm(3)];
        for noise in &noises {
            check(noise, &Grid::new([1, 16, 128]), 0..1);
            check(noise, &Grid::new([2, 40, 128]).start([-9, -99, 5]), 3..4);
            check(noise, &Grid::new([2, 17, 255]).start([-9, -99, 5]), 0..1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn single_samples_equal_the_reference(
        seed in any::<u64>(),
        frequency in 0.001..9.0,
        octaves in 1..7_u32,
        point in prop::array::uniform4(prop_oneof![-40.0..40.0, -1e12..1e12]),
        kind in prop::sample::select(vec![Kind::Perlin, Kind::Value, Kind::Cell]),
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
fn single_samples_in_turns() {
    let noise = Noise::perlin(1).frequency(0.3).fbm(2);
    let mut sums: Vec<Layers> = [
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
        let sum = &sums[(order % if order >> 40 & 3 == 0 { 10 } else { 3 }) as usize];
        let point = [0.5, f64::from(k) * 0.37, 2.25];
        for point in [&point[..2], &point[..]] {
            let want = reference::sum(sum.as_slice(), point).map_err(|e| e.to_string());
            assert_eq!(
                sum.sample(point).map_err(|e| e.to_string()).map(f32::to_bits),
                want.map(f32::to_bits)
            );
            sampled += usize::from(sum.sample(point).is_ok());
        }
    }
    assert!(sampled > 700, "{sampled}");
}

#[test]
fn points_and_axes_and_layers() {
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
        assert_eq!(points[k].to_bits(), want);
        assert_eq!(axes[k * 151].to_bits(), want);
        assert_eq!(sampler.sample([ys[k], xs[k]]).to_bits(), want);
    }
}

#[test]
fn coordinates_beyond_the_lattice() {
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
fn what_is_refused() {
    assert!(Noise::perlin(1).frequency(-1.0).sampler::<2>().is_err());
    let sampler = Noise::perlin(1).sampler::<2>().unwrap();
    let mut out = [7.0; 5];
    let error = sampler.fill(&Grid::new([2, 2]), &mut out).unwrap_err().to_string();
    assert_eq!(
        error,
        "out has 5 elements; allowed: exactly 4, one for each sample (in each plane of a field)"
    );
    assert!(sampler.fill_axes([&[1.0], &[2.0]], &mut out).is_err());
    assert_eq!(out, [7.0; 5]);
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn threads_share_one() {
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
fn pools_give_the_same() {
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

/// Where rows are a multiple of 2 KiB apart, the address decides how octaves are summed: it must not decide what samples are.
#[test]
fn long_rows_have_the_same_bits_at_every_address() {
    let cellular = |size| Noise::cellular(2).cell_size(size);
    let cellular = [
        cellular(20.0),
        cellular(20.0).fbm(2),
        cellular(64.0).returns(Returns::Difference),
        cellular(11.3).returns(Returns::Value).distance(Distance::Chebyshev),
        cellular(0.3),
    ];
    let noises = noises(0.03).into_iter().chain(cellular);
    for (noise, columns) in
        noises.flat_map(|noise| [264, 512, 1000, 1024].map(|columns| (noise.clone(), columns)))
    {
        let grid = Grid::new([20, columns]).start([-3, 7]);
        let want = singly(&noise, &grid);
        for backend in backends() {
            let sampler = noise.sampler::<2>().unwrap().with_backend(backend);
            for offset in [0, 1, 4, 8, 15] {
                let got = fill_at(&sampler, &grid, offset);
                assert_same(&got, &want, format_args!("{backend}, {offset} off, {noise:?}"));
            }
        }
    }
}

/// The octaves of one noise share a displacement, and those of another have another one: also at single points.
#[test]
fn layers_with_a_warp_each() {
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
fn layers_of_multifractals_by_single_samples() {
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

/// Single samples of cellular noise.
#[test]
fn single_samples_of_cellular_noise() {
    let mut state = 77;
    let mut random = || {
        state = perlane::hash::splitmix64(state);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for k in 0..common::cases(40_000) as usize {
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

/// Of equally near points, single samples have the one of the lowest cell too.
#[test]
fn single_samples_at_equal_distances() {
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

/// `Noise::sample` asks the reference itself where a noise has lists (a user's gradients, noises that warp): a sampler does not.
#[test]
fn a_samplers_single_points_equal_the_reference() {
    use common::strategies::{Case, case_and_noise, fit_warp, scale_warp};
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new(Config {
        cases: common::cases(1024),
        failure_persistence: None,
        ..Config::default()
    });
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
