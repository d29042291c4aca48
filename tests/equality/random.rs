//! Random recipes and windows.

use crate::array;
use crate::common::strategies::{Case, MOST_CELLS, case, case_and_noise, case_in, fit_warp, scale_warp};
use crate::common::{Window, assert_bits, assert_share, backends, cases, compared, never_varied, with_grid};
use perlane::{Backend, Layers, Noise, reference};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

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

/// The generator of random cases: some samples are more than a cell apart, some starts are far, some noises are warped, some
/// windows are both tall and wide, and most windows have samples.
#[test]
fn random_cases_have_what_they_should() {
    let counts = [const { std::cell::Cell::new(0) }; 5];
    let test = |Case { noise, window }: Case| {
        let cells = noise.frequency * window.spacing.last().unwrap().abs();
        assert!(cells < 1.0001 * MOST_CELLS, "{cells}");
        let far = window.start.iter().any(|start| start.abs() > 1 << 31);
        let tall_and_wide = matches!(window.shape[..], [.., y, x] if y > 8 && x >= 40);
        let has = [cells > 1.0, far, noise.is_warped(), tall_and_wide, window.len() > 0];
        counts.iter().zip(has).for_each(|(count, has)| count.set(count.get() + u32::from(has)));
        Ok(true)
    };
    let (_, cases) = compared(4096, &case(), test);
    // 4 of 10 from a part of 1.7 of 7.7 orders of magnitude, and 2 of 10 from a third.
    let expected = [
        ("have wide steps", 0.155),
        ("are far", 0.43),
        ("are warped", 0.21),
        ("are tall and wide", 0.02),
        ("have samples", 0.83),
    ];
    for ((what, usual), count) in expected.into_iter().zip(counts) {
        assert_share(what, count.get(), cases, usual);
        assert_share(&format!("do not: {what}"), cases - count.get(), cases, 0.96 - usual);
    }
}

/// A parameter that no random case has would be compared with the reference nowhere.
#[test]
fn random_cases_vary_every_parameter() {
    let mut runner = TestRunner::deterministic();
    let noises: Vec<Noise> =
        (0..256).map(|_| case().new_tree(&mut runner).unwrap().current().noise).collect();
    assert_eq!(never_varied(&noises), [""; 0], "missing in `unwarped`, in tests/common/strategies.rs");
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

/// Grids of random recipes that are large enough for threads.
#[cfg(feature = "rayon")]
#[test]
fn random_recipes_have_the_same_bits_on_threads() {
    use proptest::test_runner::Config;
    let pools = [2, 7].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let shapes: [&[&[usize]]; 4] =
        [&[&[70_001]], &[&[150, 300], &[40_000, 3]], &[&[30, 40, 50]], &[&[9, 11, 20, 40]]];
    let mut runner =
        TestRunner::new(Config { cases: cases(48), failure_persistence: None, ..Config::default() });
    let sampled = std::cell::Cell::new(0);
    let test = |(Case { noise, mut window }, which): (Case, prop::sample::Index)| {
        let shapes = shapes[window.shape.len() - 1];
        window.shape = shapes[which.index(shapes.len())].to_vec();
        if with_grid!(window, |grid| noise.check(&grid)).is_err() {
            return Ok(());
        }
        sampled.set(sampled.get() + 1);
        let want = window.fill(&noise, Backend::portable()).unwrap();
        for pool in &pools {
            let mut out = vec![f32::NAN; window.len()];
            with_grid!(window, |grid| pool.install(|| noise.par_fill(&grid, &mut out)).unwrap());
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
    assert_share("have samples", sampled.get(), cases(48), 0.9);
}
