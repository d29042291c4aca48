//! One sample has one value: every backend, tile, thread count and way of asking gives the reference's bits.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::strategies::{Case, MOST_CELLS, case, case_and_noise, case_in, fit_warp, scale_warp};
use common::{Window, assert_bits, assert_share, backends, compared, with_grid};
use perlane::{Backend, Distance, Gradients, Grid, Kind, Layers, Noise, Permutation, Returns, reference};
use proptest::prelude::*;

fn array<T: Copy, const D: usize>(v: &[T]) -> [T; D] {
    std::array::from_fn(|i| v[i])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_backend_equals_the_reference(Case { noise, window } in case()) {
        let want = window.reference(&noise).unwrap();
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
    }

    #[test]
    fn a_tile_equals_its_part_of_the_whole(Case { noise, window } in case(), cut in prop::array::uniform4((0.0..1.0, 0.0..1.0))) {
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        let mut tile = window.clone();
        let mut first = Vec::new();
        for (a, &len) in window.shape.iter().enumerate() {
            let start = (cut[a].0 * len as f64) as usize;
            tile.start[a] += start as i64;
            let rest: f64 = cut[a].1 * (len - start) as f64;
            tile.shape[a] = rest.ceil() as usize;
            first.push(start);
        }
        let want: Vec<f32> = (0..tile.len()).map(|flat| whole[flat_index(&window, &tile.index(flat), &first)]).collect();
        for backend in backends() {
            assert_bits(&noise, &backend, &tile, &tile.fill(&noise, backend).unwrap(), &want);
        }
    }

    #[test]
    fn points_equal_the_grid(Case { noise, window } in case(), seed in any::<u64>()) {
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        let order = shuffled(window.len(), seed);
        let want: Vec<f32> = order.iter().map(|&flat| whole[flat]).collect();
        let worlds: Vec<Vec<f64>> = order.iter().map(|&flat| window.world(flat)).collect();
        let axis = |a: usize| worlds.iter().map(|w| w[a]).collect::<Vec<f64>>();
        let axes: Vec<Vec<f64>> = (0..window.shape.len()).map(axis).collect();
        for backend in backends() {
            let mut out = vec![f32::NAN; order.len()];
            with_grid!(window, |grid| {
                let points = same_dims(&grid, |a| &axes[a][..]);
                noise.fill_points_with(backend, points, &mut out).unwrap();
            });
            assert_bits(&noise, &backend, &Window::new(&[order.len()]), &out, &want);
        }
    }

    #[test]
    fn axes_equal_the_grid(Case { noise, window } in case(), seeds in prop::array::uniform4(any::<u64>())) {
        let orders: Vec<Vec<usize>> = window.shape.iter().zip(seeds).map(|(&len, seed)| shuffled(len, seed % 3)).collect();
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        let source = |flat: usize| {
            let index: Vec<usize> = window.index(flat).iter().zip(&orders).map(|(&i, order)| order[i]).collect();
            whole[flat_index(&window, &index, &vec![0; index.len()])]
        };
        let want: Vec<f32> = (0..window.len()).map(source).collect();
        let axes: Vec<Vec<f64>> = (0..orders.len()).map(|a| orders[a].iter().map(|&i| along(&window, a, i)).collect()).collect();
        for backend in backends() {
            let mut out = vec![f32::NAN; window.len()];
            with_grid!(window, |grid| {
                let axes = same_dims(&grid, |a| &axes[a][..]);
                noise.fill_axes_with(backend, &axes, &mut out).unwrap();
            });
            assert_bits(&noise, &backend, &window, &out, &want);
        }
    }

    /// Coordinates in clusters, with steps of less than a cell, of one, of two, and back: every way to find columns, side by side.
    #[test]
    fn uneven_axes_equal_the_reference(
        Case { noise, .. } in case_in(2),
        runs in prop::collection::vec((1usize..300, 0usize..6), 1..12),
        ys in prop::collection::vec(-20.0..20.0, 1..4),
    ) {
        let mut xs = Vec::new();
        let mut x = 0.3;
        for (count, way) in runs {
            for k in 0..count {
                x += match way {
                    0 => 0.01,
                    1 => 1.0,
                    2 => if k % 8 == 7 { 2.0 } else { 1.0 },
                    3 => if k % 16 == 15 { 2.0 } else { 1.0 },
                    4 => -0.4,
                    _ => 0.13,
                } / noise.frequency;
                xs.push(x);
            }
        }
        let window = Window::new(&[ys.len(), xs.len()]);
        let sum = reference::Sum::new(std::slice::from_ref(&noise), 2).unwrap();
        let want: Vec<f32> = ys.iter().flat_map(|y| xs.iter().map(|x| sum.sample(&[*y, *x]).unwrap())).collect();
        for backend in backends() {
            let mut out = vec![f32::NAN; window.len()];
            noise.fill_axes_with(backend, &[&ys, &xs], &mut out).unwrap();
            assert_bits(&noise, &backend, &window, &out, &want);
        }
    }

    #[test]
    fn a_single_point_equals_the_grid(Case { noise, window } in case(), at in any::<prop::sample::Index>()) {
        prop_assume!(window.len() > 0);
        let flat = at.index(window.len());
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        let world = window.world(flat);
        let got = with_grid!(window, |grid| noise.sample(&same_dims(&grid, |a| world[a])).unwrap());
        prop_assert_eq!(got.to_bits(), whole[flat].to_bits(), "{:?} {:?} {:?}", noise, window, world);
    }

    #[test]
    fn layers_equal_the_sum_of_the_reference((a, mut other) in case_and_noise(), weight in -2.0..2.0) {
        let window = a.window;
        other.frequency = a.noise.frequency;
        other.lacunarity = a.noise.lacunarity;
        other.octaves = other.octaves.min(a.noise.octaves);
        scale_warp(&mut other);
        fit_warp(&mut other, &window);
        let layers = Layers::new().add(1.0, a.noise).add(weight, other);
        let sum = reference::Sum::new(layers.as_slice(), window.shape.len()).unwrap();
        let want: Vec<f32> = (0..window.len()).map(|flat| sum.sample(&window.world(flat)).unwrap()).collect();
        for backend in backends() {
            let mut out = vec![f32::NAN; window.len()];
            with_grid!(window, |grid| layers.fill_with(backend, &grid, &mut out).unwrap());
            assert_bits(&layers, &backend, &window, &out, &want);
        }
    }
}

/// The generator of random cases: some samples are more than a cell apart, some starts are far, some noises are warped, and most windows have samples.
#[test]
fn random_cases_have_what_they_should() {
    let counts = [const { std::cell::Cell::new(0) }; 4];
    let test = |Case { noise, window }: Case| {
        let cells = noise.frequency * window.spacing.last().unwrap().abs();
        assert!(cells < 1.0001 * MOST_CELLS, "{cells}");
        let far = window.start.iter().any(|start| start.abs() > 1 << 31);
        let has = [cells > 1.0, far, noise.is_warped(), window.len() > 0];
        counts.iter().zip(has).for_each(|(count, has)| count.set(count.get() + u32::from(has)));
        Ok(true)
    };
    let (_, cases) = compared(4096, &case(), test);
    // 4 of 10 from a part of 1.7 of 7.7 orders of magnitude, and 2 of 10 from a third.
    let expected =
        [("have wide steps", 0.155), ("are far", 0.43), ("are warped", 0.21), ("have samples", 0.83)];
    for ((what, usual), count) in expected.into_iter().zip(counts) {
        assert_share(what, count.get(), cases, usual);
        assert_share(&format!("do not: {what}"), cases - count.get(), cases, 0.96 - usual);
    }
}

/// An array of as many elements as a grid has axes.
fn same_dims<T, const D: usize>(_: &perlane::Grid<D>, f: impl Fn(usize) -> T) -> [T; D] {
    std::array::from_fn(f)
}

fn along(window: &Window, a: usize, i: usize) -> f64 {
    let mut index = vec![0; window.shape.len()];
    index[a] = i;
    with_grid!(window, |grid| grid.world(array(&index))[a])
}

fn flat_index(window: &Window, index: &[usize], first: &[usize]) -> usize {
    let places = index.iter().zip(first).zip(&window.shape);
    places.fold(0, |flat, ((i, first), len)| flat * len + i + first)
}

/// 0..len as it is, backwards, or in a random order.
fn shuffled(len: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    match seed {
        0 => {}
        1 => order.reverse(),
        _ => order.sort_by_key(|&i| perlane::hash::splitmix64(seed ^ i as u64)),
    }
    order
}

/// More columns than samples in the first tile, fewer on the whole.
#[test]
fn a_crowded_tile_of_a_sparse_row() {
    let noise = Noise::perlin(4).fbm(2).lacunarity(1.0);
    let crowded = (0..512).map(|k| f64::from(k + k / 8) + 0.5);
    let xs: Vec<f64> = crowded.chain((0..1500).map(|k| 600.5 + f64::from(k) * 1e-4)).collect();
    let window = Window::new(&[1, xs.len()]);
    let want: Vec<f32> = xs.iter().map(|x| reference::sample(&noise, &[0.7, *x]).unwrap()).collect();
    for backend in backends() {
        let mut out = vec![f32::NAN; xs.len()];
        noise.fill_axes_with(backend, &[&[0.7], &xs], &mut out).unwrap();
        assert_bits(&noise, &backend, &window, &out, &want);
    }
}

/// Large enough that the pool cuts it into bands, in every number of dimensions.
#[cfg(feature = "rayon")]
#[test]
fn threads_agree() {
    let shapes: [&[usize]; 10] = [
        &[300_000],
        &[3, 70_000],
        &[333, 257],
        &[2, 1, 150_000],
        &[40, 33, 65],
        &[5, 7, 40, 67],
        // In pieces along each axis.
        &[100_001, 1],
        &[9_001, 1],
        &[1, 30_000, 4],
        &[20_000, 1, 5],
    ];
    for shape in shapes {
        let noise = Noise::perlin(3).frequency(0.07).fbm(3);
        // With more octaves than 32, threads do not fill pieces of their own.
        let noise = if shape == [9_001, 1] { noise.octaves(32).lacunarity(1.1).warp_by(0.5) } else { noise };
        let mut window = Window::new(shape);
        window.start.fill(-50);
        let want = window.fill(&noise, Backend::detect()).unwrap();
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut out = vec![f32::NAN; window.len()];
            with_grid!(window, |grid| pool.install(|| noise.par_fill(&grid, &mut out)).unwrap());
            assert_bits(&noise, &format!("{threads} threads"), &window, &out, &want);
        }
    }
}

/// Rows and columns longer than one plan's tables.
#[test]
fn panels_agree_with_the_reference() {
    let noise = Noise::perlin(8).frequency(1.0 / 37.0).fbm(2);
    for shape in [&[100_000][..], &[2, 70_000], &[70_000, 3], &[66_000, 1, 2]] {
        let mut window = Window::new(shape);
        window.start.fill(1 << 40);
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        for flat in (0..window.len()).step_by(997).chain([32_767, 32_768, 65_535, 65_536, window.len() - 1]) {
            let want = reference::sample(&noise, &window.world(flat)).unwrap();
            assert_eq!(whole[flat].to_bits(), want.to_bits(), "{shape:?} {flat}");
        }
    }
}

/// Warped blocks of few cells, whose rows are parts, wholes and many of what is done at once; cells from many to few vectors wide, and moved by
/// less than a cell to several.
#[test]
fn warped_grids_equal_the_reference() {
    for (shape, start) in [
        (&[3, 1100][..], -500),
        (&[37, 16], 1 << 33),
        (&[64, 64], 0),
        (&[9, 530], -7),
        (&[40, 45], 5),
        (&[4, 5, 600], -300),
        (&[12, 16, 16], 64),
        (&[5, 20, 50], -25),
    ] {
        for (cells, moved) in [(64.0, 0.1), (20.0, 1.7), (9.0, 0.5), (5.0, 3.0), (2.5, 0.7)] {
            let noise = Noise::perlin(6).frequency(1.0 / cells).fbm(2).warp_by(cells * moved);
            let mut window = Window::new(shape);
            window.start.fill(start);
            let small = Noise::gradients(
                noise.clone(),
                if shape.len() == 2 { Gradients::Directions8 } else { Gradients::Edges },
            );
            let periodic =
                if shape.len() == 2 { noise.clone().period([8; 2]) } else { noise.clone().period([8; 3]) };
            let periodic = periodic.warp_frequency(0.25 / cells);
            for noise in [
                noise.clone().ridged_multi(2),
                noise.clone().warp_frequency(0.7),
                small,
                periodic,
                noise.ridged(2),
            ] {
                let want = window.reference(&noise).unwrap();
                for backend in backends() {
                    let out = window.fill(&noise, backend).unwrap();
                    assert_bits(&noise, &backend, &window, &out, &want);
                }
            }
        }
    }
}

/// At lattice points every octave of Perlin noise is 0: the sum starts at 0 and is never -0, whatever the signs of what it is made of. The same of
/// value and cell noise.
#[test]
fn samples_at_lattice_points_are_never_negative_zero() {
    let mut zeros = 0;
    for cells in [2.0, 8.0, 20.0, 64.0] {
        let of = |noise: Noise| noise.frequency(1.0 / cells);
        for seed in 0..8 {
            let plane = [Gradients::Directions16, Gradients::Axes, Gradients::Diagonals]
                .map(|g| Noise::perlin(seed).gradients(g));
            for (shape, noises) in [
                (&[40, 128][..], &plane.map(of)[..]),
                (&[6, 24, 48], &[of(Noise::perlin(seed)), of(Noise::value(seed)), of(Noise::cell(seed))]),
            ] {
                let mut window = Window::new(shape);
                window.start.iter_mut().for_each(|start| *start = -24);
                for noise in noises {
                    let want = window.reference(noise).unwrap();
                    for backend in backends() {
                        let out = window.fill(noise, backend).unwrap();
                        assert_bits(noise, &backend, &window, &out, &want);
                        assert!(out.iter().all(|n| n.to_bits() != (-0.0f32).to_bits()));
                        zeros += out.iter().filter(|n| **n == 0.0).count();
                    }
                }
            }
        }
    }
    assert!(zeros > 1000, "{zeros} zeros");
}

/// Octaves are summed in place where rows are whole vectors, and beside where they are not.
#[test]
fn rows_of_whole_vectors_equal_the_reference() {
    for (n, width) in [8, 20, 24, 40, 100, 520].into_iter().enumerate() {
        for (shape, frequency) in [(vec![9, width], 0.02), (vec![2, 5, width], 0.05), (vec![3, width], 0.3)] {
            let noise = Noise::perlin(n as u64).frequency(frequency);
            let noises = [
                noise.clone().fbm(3),
                noise.clone().billow(2).range(-3.0, 5.0),
                noise.clone().ping_pong(3),
                noise.clone().ridged_multi(3),
                Noise::value(n as u64).frequency(frequency).fbm(2),
            ];
            let mut window = Window::new(&shape);
            window.start.fill(n as i64 * 13 - 50);
            for noise in &noises {
                let want = window.reference(noise).unwrap();
                for backend in backends() {
                    let out = window.fill(noise, backend).unwrap();
                    assert_bits(noise, &backend, &window, &out, &want);
                }
            }
        }
    }
}

/// Grids of few columns, whose rows are in lanes all the way: columns of one cell and of several, rows of whole vectors and not.
#[test]
fn narrow_grids_equal_the_reference() {
    let fold = |noise: Noise, n: usize| {
        if n.is_multiple_of(3) { noise.ridged(2) } else { noise.fbm(1 + n as u32 % 2) }
    };
    for n in 0..160 {
        let (width, rows) = (1 + n % 8, 1 + n * 7 % 90);
        let shape: &[usize] = match n / 8 % 4 {
            0 => &[rows, width],
            1 => &[rows, 1, width],
            2 => &[3, rows, width],
            _ => &[2, rows, 1, width],
        };
        for frequency in [0.02, 0.11, 0.26] {
            let noise = fold(Noise::perlin(n as u64).frequency(frequency), n);
            let mut window = Window::new(shape);
            window.start.fill(n as i64 * 11 - 400);
            let want = window.reference(&noise).unwrap();
            for backend in backends() {
                let out = window.fill(&noise, backend).unwrap();
                assert_bits(&noise, &backend, &window, &out, &want);
            }
        }
    }
}

/// Buffers larger than caches are written another way.
#[test]
fn large_grids_equal_their_slabs() {
    let summed = Noise::perlin(6).frequency(1.0 / 29.0).fbm(2);
    let wide = Noise::value(6).frequency(1.0 / 80.0);
    let cases = [
        (&summed, &[2049, 4099][..]),
        (&summed, &[5, 7, 241, 1001]),
        (&wide, &[31, 132, 2064]),
        (&wide, &[3, 2600, 1088]),
    ];
    for (noise, shape) in cases {
        let window = Window::new(shape);
        assert!(window.len() > 1 << 23);
        for backend in backends() {
            let whole = window.fill(noise, backend).unwrap();
            let (mut slab, mut done) = (window.clone(), 0);
            while done < shape[0] {
                slab.start[0] = done as i64;
                slab.shape[0] = (shape[0] - done).min(shape[0].div_ceil(3));
                let want = slab.fill(noise, backend).unwrap();
                let part = &whole[done * (window.len() / shape[0])..][..want.len()];
                assert!(
                    part.iter().zip(&want).all(|(a, b)| a.to_bits() == b.to_bits()),
                    "{backend} {shape:?} {done}"
                );
                done += slab.shape[0];
            }
        }
    }
}

/// Planes larger than caches are written past them line by line, wherever the buffer's lines start.
#[test]
fn large_planes_equal_their_slabs() {
    let perlin = Noise::perlin(7).frequency(1.0 / 61.0);
    let value = Noise::value(3).frequency(1.0 / 40.0).range(0.0, 9.0);
    let nearest = Noise::cellular(8).frequency(1.0 / 40.0);
    let manhattan = nearest.clone().distance(Distance::Manhattan);
    let second = nearest.clone().returns(Returns::F2).range(-1.0, 3.0);
    let cases = [
        (&nearest, 2048, 0),
        (&nearest, 2080, 0),
        (&manhattan, 4112, 5),
        (&second, 2064, 12),
        (&nearest, 2055, 1),
        (&nearest.clone().billow(1), 2064, 7),
        (&perlin, 2064, 3),
        (&perlin, 1008, 0),
        (&value, 4112, 15),
        (&value, 2048, 8),
        (&value, 2061, 4),
    ];
    for (noise, columns, lead) in cases {
        let samples: usize = if noise.kind == Kind::Cellular { 1 << 22 } else { 1 << 23 };
        check_slabs(noise, [samples / columns + 1, columns], 500, lead);
    }
}

/// The same in three dimensions, whose rows are shorter.
#[test]
fn large_volumes_equal_their_slabs() {
    let perlin = Noise::perlin(9).frequency(1.0 / 53.0);
    let nearest = Noise::cellular(2).frequency(1.0 / 30.0);
    let second = nearest.clone().returns(Returns::F2);
    let cases =
        [(&nearest, 192, 12), (&nearest, 135, 0), (&second, 160, 3), (&perlin, 272, 8), (&perlin, 512, 13)];
    for (noise, columns, lead) in cases {
        let samples: usize = if noise.kind == Kind::Cellular { 1 << 22 } else { 1 << 23 };
        check_slabs(noise, [samples / columns / 90 + 1, 90, columns], 7, lead);
    }
}

/// Fills a grid, `lead` samples after the start of a cache line, and then `each` of its indices along the first axis at a time.
fn check_slabs<const D: usize>(noise: &Noise, shape: [usize; D], each: usize, lead: usize) {
    let sampler = noise.sampler::<D>().unwrap();
    let (samples, slice) = (shape.iter().product::<usize>(), shape[1..].iter().product::<usize>());
    for backend in backends() {
        let sampler = sampler.clone().with_backend(backend);
        let mut memory = vec![f32::NAN; samples + 32];
        let first = memory.as_ptr().align_offset(64) + lead;
        let whole = &mut memory[first..][..samples];
        let start = core::array::from_fn(|a| [-900, 77, 13][a]);
        sampler.fill(&Grid::new(shape).start(start), whole).unwrap();
        for (n, slab) in whole.chunks(each * slice).enumerate() {
            let (mut shape, mut start) = (shape, start);
            (shape[0], start[0]) = (slab.len() / slice, start[0] + (each * n) as i64);
            let mut want = vec![f32::NAN; slab.len()];
            sampler.fill(&Grid::new(shape).start(start), &mut want).unwrap();
            let same = slab.iter().zip(&want).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{backend}, {shape:?}, {lead} after a line, slab {n}");
        }
        let outside = memory[..first].iter().chain(&memory[first + samples..]);
        assert!(outside.into_iter().all(|v| v.is_nan()), "{backend}, {shape:?}: wrote elsewhere");
    }
}

/// Lanes place near points, and those of a chunk that has a far one are placed otherwise.
#[test]
fn far_points_among_near_ones() {
    let noise = Noise::perlin(3).frequency(0.3).offset([0.0, -7.5]).fbm(3);
    for len in [1, 15, 130, 700] {
        let mut axes =
            [0.71, 0.37].map(|step| (0..len).map(|i| f64::from(i) * step - 99.0).collect::<Vec<f64>>());
        for far in [0.0, 2e9, -2e9, 1e13] {
            axes[0][len as usize / 2] = far;
            axes[1][len as usize - 1] = far;
            let points = axes[0].iter().zip(&axes[1]);
            let want: Vec<u32> =
                points.map(|(y, x)| reference::sample(&noise, &[*y, *x]).unwrap().to_bits()).collect();
            for backend in backends() {
                let mut out = vec![f32::NAN; len as usize];
                noise.fill_points_with(backend, [&axes[0], &axes[1]], &mut out).unwrap();
                let got: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
                assert_eq!(got, want, "{backend}, {len} points, {far}");
            }
        }
    }
}

/// Cells of grids are counted from those of their first samples, however far away those are.
#[test]
fn grids_far_from_zero() {
    for (frequency, exponents) in [(0.5, 44..52), (0.75, 44..52), (0.125, 44..50)] {
        let noise = Noise::perlin(3).frequency(frequency);
        for exponent in exponents {
            // Lattice coordinates around a power of two.
            let middle = ((1i64 << exponent) as f64 / frequency) as i64;
            for start in [middle - 25, middle - 76, 24 - middle, -25 - middle] {
                let mut window = Window::new(&[2, 51]);
                window.start[1] = start;
                let want = window.reference(&noise).unwrap();
                for backend in backends() {
                    assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
                }
            }
        }
    }
}

/// What fills the last vector up must be coordinates that are allowed.
#[test]
fn points_far_from_an_offset() {
    let noise = Noise::perlin(3).offset([0.0, -1e300]);
    for len in [1, 5, 17, 131] {
        let (y, x) = (vec![0.5; len], vec![1e300; len]);
        let want = reference::sample(&noise, &[y[0], x[0]]).unwrap().to_bits();
        for backend in backends() {
            let mut out = vec![f32::NAN; len];
            noise.fill_points_with(backend, [&y, &x], &mut out).unwrap();
            assert!(out.iter().all(|value| value.to_bits() == want), "{backend}, {len} points: {out:?}");
        }
    }
}

/// Many points in few cells, whose corners are hashed once: in boxes of one cell, of many, and of more than are kept, far from 0 too.
#[test]
fn points_that_fill_their_cells() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1 << 31)
    };
    for (extent, first) in [(0.9, 0.0), (12.0, -7.3), (40.0, 1e6), (3000.0, -1e3)] {
        let axes: Vec<Vec<f64>> =
            (0..4).map(|a| (0..1500).map(|_| first - f64::from(a) + random() * extent).collect()).collect();
        for dims in 1..=4 {
            let points: Vec<&[f64]> = axes[..dims].iter().map(Vec::as_slice).collect();
            let perlin = Noise::perlin(11).frequency(0.6).fbm(3);
            let mut sets = vec![
                perlin.clone(),
                perlin.clone().permutation(Permutation::PERLIN),
                perlin.clone().ridged(2),
                perlin.clone().warp_by(0.8),
                perlin.clone().hybrid_multi(3),
            ];
            if dims == 2 {
                sets.push(perlin.clone().gradients(Gradients::Directions8));
            }
            let mut value = perlin;
            value.kind = Kind::Value;
            sets.push(value);
            for noise in &sets {
                let want: Vec<u32> = (0..1500)
                    .map(|k| {
                        let point: Vec<f64> = points.iter().map(|axis| axis[k]).collect();
                        reference::sample(noise, &point).unwrap().to_bits()
                    })
                    .collect();
                for backend in backends() {
                    let mut out = vec![0.0; 1500];
                    noise.fill_points_with(backend, &points, &mut out).unwrap();
                    let got: Vec<u32> = out.iter().map(|v| v.to_bits()).collect();
                    assert!(got == want, "{backend}, {dims} dimensions, {extent} from {first}: {noise:?}");
                }
            }
        }
    }
}

/// Axes whose vectors span nearly one cell more than their rate says, so far away that coordinates round over the border.
#[test]
fn steady_axes_whose_coordinates_round() {
    let cases = [
        // About 2^36 cells from 0, the farthest place of steady axes: a step, 7 steps and 15 steps of a little less than a cell.
        (3.333333, 68_650_899_972, 0.3),
        (3.3333233333333334, 68_651_333_334, 0.0),
        (0.47618999999999995, 480_556_999_951, 0.0),
        (0.47619042857142857, 480_556_299_636, 0.3),
        (0.22222199999999998, 1_029_763_999_904, 0.0),
        (0.2222222, 1_029_763_499_625, 0.3),
        // About 2^45, where roundings are larger.
        (3.3328571428571427, 35_189_399_146_999, 0.0),
        (0.951904761904762, 123_206_905_764_046, 0.0),
        (1.5553333333333332, 75_405_855_312_979, 0.0),
    ];
    for (spacing, start, offset) in cases {
        for shape in [vec![20, 300], vec![1, 300], vec![16, 64], vec![3, 12, 300]] {
            let mut window = Window::new(&shape);
            let along = shape.len() - 1;
            window.spacing[along] = spacing;
            for before in [0, 7, 15] {
                window.start[along] = start - before;
                for noise in [Noise::perlin(5), Noise::value(5)] {
                    let noise = noise.frequency(0.3).offset([offset]);
                    let want = window.reference(&noise).unwrap();
                    for backend in backends() {
                        assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
                    }
                }
            }
        }
    }
}

/// Samples so far apart that the cells of one row do not fit into 32 bits.
#[test]
fn rows_of_more_than_2_to_the_32_cells() {
    for spacing in [7.1e8, 2.5e9, -3e8] {
        for shape in [vec![40], vec![3, 40], vec![40, 3], vec![4, 5, 20]] {
            for along in 0..shape.len() {
                let mut window = Window::new(&shape);
                window.spacing[along] = spacing;
                for noise in [Noise::perlin(5), Noise::value(5), Noise::cellular(5)] {
                    let noise = noise.frequency(0.9);
                    if noise.bounds(shape.len()).is_err() {
                        continue;
                    }
                    for noise in [noise.clone().warp_by(1.5), noise] {
                        let want = window.reference(&noise).unwrap();
                        for backend in backends() {
                            assert_bits(
                                &noise,
                                &backend,
                                &window,
                                &window.fill(&noise, backend).unwrap(),
                                &want,
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Grids of random recipes that are large enough for threads.
#[cfg(feature = "rayon")]
#[test]
fn random_recipes_on_threads() {
    use proptest::test_runner::{Config, TestRunner};
    let pools = [2, 7].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let shapes: [&[&[usize]]; 4] =
        [&[&[70_001]], &[&[150, 300], &[40_000, 3]], &[&[30, 40, 50]], &[&[9, 11, 20, 40]]];
    let mut runner =
        TestRunner::new(Config { cases: common::cases(48), failure_persistence: None, ..Config::default() });
    let sampled = std::cell::Cell::new(0);
    let test = |(Case { noise, mut window }, which): (Case, prop::sample::Index)| {
        let shapes = shapes[window.shape.len() - 1];
        window.shape = shapes[which.index(shapes.len())].to_vec();
        if common::with_grid!(window, |grid| noise.check(&grid)).is_err() {
            return Ok(());
        }
        sampled.set(sampled.get() + 1);
        let want = window.fill(&noise, Backend::portable()).unwrap();
        for pool in &pools {
            let mut out = vec![f32::NAN; window.len()];
            common::with_grid!(window, |grid| pool.install(|| noise.par_fill(&grid, &mut out)).unwrap());
            assert_bits(
                &noise,
                &format_args!("{} threads", pool.current_num_threads()),
                &window,
                &out,
                &want,
            );
        }
        let sum = reference::Sum::new(std::slice::from_ref(&noise), window.shape.len()).unwrap();
        for flat in (0..window.len()).step_by(1013) {
            prop_assert_eq!(want[flat].to_bits(), sum.sample(&window.world(flat)).unwrap().to_bits());
        }
        Ok(())
    };
    runner.run(&(case(), any::<prop::sample::Index>()), test).unwrap();
    assert_share("have samples", sampled.get(), common::cases(48), 0.9);
}

/// Value noise in the plane that is furthest beyond its bounds at the point `t`, `t`, where fades are greatest: the corner 1, 1 has the greatest value, and
/// its neighbours have the least ones.
fn beyond_its_bounds() -> Noise {
    // P[P[x] + y]
    let places = [(0, 10), (1, 20), (10, 0), (11, 1), (20, 2), (21, 255)];
    Noise::value(1).permutation(common::permutation_with(&places)).ridged_multi(1).level(0.5)
}

/// Samples that a warp by value noise moves further than its bounds say, into a cell that these do not reach: from a border between cells, and from just
/// before it.
#[test]
fn warps_beyond_their_bounds_equal_the_reference() {
    let fade_is_greatest = f64::from(common::greatest_fade().0);
    let moves = beyond_its_bounds();
    for (cells, backwards) in
        [1.0, 2.0, 3.0, 4.0].into_iter().flat_map(|cells| [(cells, false), (cells, true)])
    {
        // A little less than whole cells.
        let most = cells * (1.0 - 1e-7);
        let (place, end) = if backwards { (0.0, -most) } else { (1.0 - 1.0 / f64::from(1 << 20), most) };
        let offset = fade_is_greatest - place;
        let moves = moves.clone().offset([offset, offset]).range(-0.9 * end, end);
        let moved = f64::from(moves.sample(&[place; 2]).unwrap());
        assert!(if backwards { moved < end } else { moved > end }, "{moved} is not beyond {end}");
        // One cell beyond those that a sample reaches within the bounds.
        let cell = |moved: f64| (place + moved).floor().abs();
        assert_eq!(cell(moved), cells + 1.0, "{place} moves by {moved}");
        let noise = Noise::perlin(3).gradients(Gradients::Directions8).warp([moves.clone(), moves]);
        // So many samples of the cell that its neighbours are kept in a box. The last or the first of them is the one that moves so far.
        for shape in [[64, 64], [48, 80], [130, 33]] {
            let step = if backwards { 1.0 / 1024.0 } else { -1.0 / 1024.0 };
            let mut window = Window::new(&shape);
            (window.origin, window.spacing) = (vec![place; 2], vec![step; 2]);
            let want = window.reference(&noise).unwrap();
            let points: Vec<[f64; 2]> = (0..window.len()).map(|flat| array(&window.world(flat))).collect();
            for backend in backends() {
                assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
                let mut out = vec![f32::NAN; want.len()];
                noise.fill_points_with(backend, &points, &mut out).unwrap();
                assert_bits(&noise, &format_args!("points, {backend}"), &window, &out, &want);
            }
        }
    }
}
