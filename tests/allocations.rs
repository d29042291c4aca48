//! A thread that has filled a tile of some shape, or sampled points, allocates nothing for more of them.
//!
//! Allocations are those of the thread that runs the test: the process has another one, which counts tests and keeps their times.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "common/backends.rs"]
mod backends;

use allocation_counter::measure;
use backends::backends;
use perlane::{Grid, Noise, Quantity};

/// A field's sampler, too, whatever the number of its planes.
#[test]
fn nothing_is_allocated_for_planes() {
    let noise = Noise::perlin(1).frequency(0.02).fbm(4);
    let mut out = vec![0.0; 3 * 64 * 64];
    let (ys, xs) = (vec![0.5; 1001], vec![0.25; 1001]);
    for quantity in Quantity::ALL {
        for backend in backends() {
            let field = noise.field(*quantity).sampler::<2>().unwrap().with_backend(backend);
            let planes = field.planes();
            let mut all = |start: i64| {
                field.fill(&Grid::new([64, 64]).start([start, 0]), &mut out[..planes * 4096]).unwrap();
                field.fill(&Grid::new([7, 33]).start([start, 0]), &mut out[..planes * 231]).unwrap();
                field.fill_points([&ys, &xs], &mut out[..planes * 1001]).unwrap();
                field.sample([0.5, start as f64], &mut out[..planes]).unwrap();
            };
            all(0);
            assert_eq!(measure(|| (1..9).for_each(|k| all(32 * k))).count_total, 0, "{quantity} {backend}");
        }
    }
}

#[test]
fn nothing_is_allocated_after_the_first_call() {
    let noise = Noise::perlin(1).frequency(0.02).fbm(4);
    let warped = noise.clone().warp_by(20.0).sampler::<2>().unwrap();
    let (flat, solid) = (noise.sampler::<2>().unwrap(), noise.sampler::<3>().unwrap());
    let mut out = vec![0.0; 32 * 32 * 32];
    let (ys, xs) = (vec![0.5; 1001], vec![0.25; 1001]);
    let singles = vec![0.25_f32; 1001];
    let (near, far) = (vec![[0.5, 0.25]; 1001], vec![[1e12_f32, 0.25]; 1001]);
    assert_eq!(measure(|| drop(std::hint::black_box(vec![1; 9]))).count_total, 1, "the allocator counts");
    for backend in backends() {
        let (flat, solid) = (flat.clone().with_backend(backend), solid.clone().with_backend(backend));
        let warped = warped.clone().with_backend(backend);
        let mut all = |start: i64| {
            solid.fill(&Grid::new([32, 32, 32]).start([0, 0, start]), &mut out).unwrap();
            flat.fill(&Grid::new([64, 64]).start([start, 0]), &mut out[..4096]).unwrap();
            flat.fill(&Grid::new([33, 7]).start([start, 0]).spacing([-0.3, 90.0]), &mut out[..231]).unwrap();
            // The longest axes whose tables are kept: four octaves of 4,700 samples.
            flat.fill(&Grid::new([2, 4_698]).start([start, 0]), &mut out[..9_396]).unwrap();
            flat.fill_points([&ys, &xs], &mut out[..1001]).unwrap();
            flat.fill_points([&singles, &singles], &mut out[..1001]).unwrap();
            flat.fill_points(&near, &mut out[..1001]).unwrap();
            flat.fill_points(&far, &mut out[..1001]).unwrap();
            flat.fill_rows(&Grid::new([64, 64]).start([start, 0]), &mut out, 80).unwrap();
            flat.fill_rows(&Grid::new([64, 100]).start([start, 0]), &mut out, 128).unwrap();
            warped.fill(&Grid::new([64, 64]).start([start, 0]), &mut out[..4096]).unwrap();
            warped.fill_points([&ys, &xs], &mut out[..1001]).unwrap();
            warped.fill_points(&near, &mut out[..1001]).unwrap();
            assert!(warped.sample([0.5, start as f64]).is_finite());
            assert!(flat.sample([0.5, start as f64]).is_finite());
        };
        all(0);
        assert_eq!(measure(|| (1..9).for_each(|k| all(32 * k))).count_total, 0, "{backend}");
    }
}

/// Where a tile lies decides how many lattice lines it has, and how its coordinates are computed.
#[test]
fn nothing_is_allocated_wherever_a_tile_lies() {
    let noises = [
        Noise::perlin(1).frequency(16.0 / 13.0),
        Noise::perlin(1).frequency(1.0 / 13.0).fbm(5),
        Noise::perlin(1).frequency(1.0 / 13.0).ridged_multi(6),
        Noise::perlin(1).frequency(0.3).fbm(4),
        // A tile may skip no cell, and another one some.
        Noise::perlin(1).frequency(1.01),
        Noise::perlin(1).frequency(0.4999).fbm(3),
        Noise::perlin(1).frequency(0.3).fbm(4).period([1 << 20; 3]),
        Noise::cell(1).frequency(0.3).fbm(2),
        Noise::cellular(1).frequency(0.7),
        Noise::perlin(1).frequency(0.05).warp_by(9.0),
    ];
    const SHAPE: [usize; 3] = [32, 2, 32];
    let mut out = vec![0.0; SHAPE.iter().product()];
    let backends = backends();
    for (noise, backend) in
        noises.iter().flat_map(|noise| backends.iter().map(move |backend| (noise, *backend)))
    {
        let sampler = noise.sampler::<3>().unwrap().with_backend(backend);
        let mut fill = |start: [i64; 3]| sampler.fill(&Grid::new(SHAPE).start(start), &mut out).unwrap();
        fill([0, 0, 0]);
        for k in 1..512_i64 {
            let start = [32 * k, 32 * k * k, 32 * (k / 8)];
            assert_eq!(measure(|| fill(start)).count_total, 0, "{noise:?} {backend} {start:?}");
        }
        for bits in [30, 36, 40, 48] {
            for sign in [1, -1] {
                let start = [sign << bits, 7, sign << bits];
                assert_eq!(measure(|| fill(start)).count_total, 0, "{noise:?} {backend} {start:?}");
            }
        }
    }
}
