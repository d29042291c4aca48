//! Cellular noise: the kernels' windows and pruning drop no point that matters.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{Window, assert_bits, assert_same, backends};
use perlane::{Distance, Noise, Returns, reference};
use proptest::prelude::*;

/// One octave: the nearest points among those of more cells than any kernel or the reference looks at.
fn brute_force(noise: &Noise, world: &[f64], around: i64) -> f32 {
    let dims = world.len();
    let keys = perlane::hash::keys(noise.seed);
    let axes = |f: &dyn Fn(usize) -> i64| (0..dims).map(f).collect::<Vec<i64>>();
    let x: Vec<f64> = world.iter().rev().map(|w| w * noise.frequency).collect();
    let own = axes(&|a| x[a].floor() as i64);
    let t: Vec<f32> = (0..dims).map(|a| (x[a] - x[a].floor()) as f32).collect();
    let side = 2 * around + 1;
    let mut found = Vec::new();
    for n in 0..side.pow(dims as u32) {
        let offset = axes(&|a| n / side.pow(a as u32) % side - around);
        let wzy: Vec<i64> = (1..dims).rev().map(|a| own[a] + offset[a]).collect();
        let h = perlane::hash::corner(
            perlane::hash::row_state(keys, &wzy),
            perlane::hash::weyl(own[0] + offset[0]),
        );
        let e = h ^ (h >> 15);
        let (fields, bits) = if dims == 2 {
            ([e & 0xFFFF, e >> 16, 0], 16)
        } else {
            ([e & 1023, e >> 11 & 1023, e >> 22], 10)
        };
        let v: Vec<f32> = (0..dims)
            .map(|a| {
                let k = (noise.jitter / f64::from(1 << bits)) as f32;
                let p = fields[a] as f32 * k + (0.5 - 0.5 * noise.jitter) as f32;
                (offset[a] as f32 + p) - t[a]
            })
            .collect();
        let [x, y, z] = [0, 1, 2].map(|a| v.get(a).copied().unwrap_or(0.0));
        let d = match noise.distance {
            Distance::Manhattan => x.abs() + (y.abs() + z.abs()),
            Distance::Chebyshev => {
                [x, y, z].iter().fold(0.0, |most: f32, v| if v.abs() > most { v.abs() } else { most })
            }
            _ => x * x + (y * y + z * z),
        };
        found.push((d, h));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0)); // stable: of equal distances, the lowest offset stays the first
    let root = |d: f32| if noise.distance == Distance::Euclidean { d.sqrt() } else { d };
    let (f_1, f_2) = (root(found[0].0), root(found[1].0));
    match noise.returns {
        Returns::F1 => f_1,
        Returns::F2 => f_2,
        Returns::Difference => f_2 - f_1,
        _ => (found[0].1 >> 8) as f32 / 8_388_608.0 - 1.0,
    }
}

fn noises() -> impl Strategy<Value = Noise> {
    let jitter = prop_oneof![3 => Just(1.0), 1 => Just(0.5), 1 => Just(0.0), 3 => 0.0..1.0];
    (any::<u64>(), prop::sample::select(Distance::ALL), prop::sample::select(Returns::ALL), jitter).prop_map(
        |(seed, distance, returns, jitter)| {
            Noise::cellular(seed).distance(distance).returns(returns).jitter(jitter).normalize(false)
        },
    )
}

fn starts() -> impl Strategy<Value = i64> {
    prop_oneof![3 => -200i64..200, 1 => any::<i64>().prop_map(|n| n >> 14), 1 => Just((1 << 31) - 9), 1 => Just(-(1 << 40))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(256), failure_persistence: None, ..ProptestConfig::default() })]

    /// The window of the reference suffices.
    #[test]
    fn the_reference_equals_a_brute_force(noise in noises(), dims in 2usize..=3, start in prop::array::uniform3(starts()), cells in 0.01..1.3) {
        let noise = noise.frequency(cells);
        for k in 0..6 {
            let world: Vec<f64> = (0..dims).map(|a| (start[a] + k * 3) as f64).collect();
            let around = if dims == 2 { 6 } else { 4 };
            let (got, want) = (perlane::reference::sample(&noise, &world).unwrap(), brute_force(&noise, &world, around));
            prop_assert_eq!(got.to_bits(), want.to_bits(), "{:?} at {:?}: {} {}", noise, world, got, want);
        }
    }

    /// Grids of all sample distances in two dimensions, from many samples a cell to many cells a sample, equal or not along the axes.
    #[test]
    fn planes_equal_the_reference(
        noise in noises(), start in prop::array::uniform2(starts()), cell in 0.0f64..7.0, stretch in 0.2..4.0,
        rows in 1usize..40, columns in 1usize..150, octaves in 1u32..3,
    ) {
        let mut noise = noise.frequency((-cell).exp2());
        if octaves > 1 {
            noise = noise.fbm(octaves);
        }
        let mut window = Window::new(&[rows, columns]);
        window.start = start.to_vec();
        window.spacing[0] = stretch;
        check(&noise, &window)?;
    }

    /// The same in three dimensions.
    #[test]
    fn volumes_equal_the_reference(
        noise in noises(), start in prop::array::uniform3(starts()), cell in 0.0f64..6.0, stretch in 0.2..4.0,
        planes in 1usize..12, rows in 1usize..20, columns in 1usize..40,
    ) {
        let noise = noise.frequency((-cell).exp2());
        let mut window = Window::new(&[planes, rows, columns]);
        window.start = start.to_vec();
        window.spacing[0] = stretch;
        check(&noise, &window)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(96), failure_persistence: None, ..ProptestConfig::default() })]

    /// Wide planes, whose points do not fit into one table, and tall ones of many groups of rows; with periods too.
    #[test]
    fn wide_and_tall_planes_equal_the_reference(
        noise in noises(), start in prop::array::uniform2(starts()), cell in 0.5f64..5.0, stretch in 0.2..4.0,
        short in 1usize..20, long in 130usize..600, tall in any::<bool>(), period in 0u32..9,
    ) {
        let mut noise = noise.frequency((-cell).exp2());
        (noise.period.x, noise.period.y) = (period, period / 2);
        let mut window = Window::new(&if tall { [long, short] } else { [short, long] });
        window.start = start.map(|n| n % (1 << 40)).to_vec();
        window.spacing[0] = stretch;
        check(&noise, &window)?;
    }

    /// Samples of axes that go to and fro, in steps of all sizes.
    #[test]
    fn axes_in_any_order_equal_the_reference(
        noise in noises(), seed in any::<u64>(), rows in 1usize..40, columns in 1usize..90, step in 0.001..1.5,
    ) {
        let walk = |len: usize, seed: u64| {
            let mut at = 0.0;
            let steps = (0..len as u64).map(|i| perlane::hash::splitmix64(seed ^ i) as f64 / (1u64 << 63) as f64 - 1.0);
            steps.map(|by| { at += by * step; at }).collect::<Vec<f64>>()
        };
        let (ys, xs) = (walk(rows, seed), walk(columns, !seed));
        let points = ys.iter().flat_map(|y| xs.iter().map(|x| [*y, *x]));
        let sum = perlane::reference::Sum::new(std::slice::from_ref(&noise), 2).unwrap();
        let want: Vec<f32> = points.map(|at| sum.sample(&at).unwrap()).collect();
        for backend in backends() {
            let mut got = vec![0.0; want.len()];
            noise.fill_axes_with(backend, &[&ys, &xs], &mut got).unwrap();
            assert_same(&got, &want, format_args!("{noise:?} by {backend}"));
        }
    }
}

fn check(noise: &Noise, window: &Window) -> Result<(), TestCaseError> {
    let want = window.reference(noise).unwrap();
    for backend in backends() {
        assert_bits(noise, &backend, window, &window.fill(noise, backend).unwrap(), &want);
    }
    Ok(())
}

/// Corners of cells whose second nearest point is two cells away.
#[test]
fn points_two_cells_away() {
    for (seed, x) in [(5331, 232), (6889, 480), (9581, 440), (11346, 328), (16356, 24), (16505, 208)] {
        let noise = Noise::cellular(seed).returns(Returns::F2).jitter(0.8).frequency(1.0 / 8.0);
        let mut window = Window::new(&[16, 16]);
        window.start = vec![-8, 8 * x - 8];
        let want = window.reference(&noise).unwrap();
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
        let at = [0.0, (8 * x) as f64];
        assert_eq!(noise.sample(&at).unwrap().to_bits(), reference::sample(&noise, &at).unwrap().to_bits());
    }
}
