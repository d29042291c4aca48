//! Small grids, beside the reference.

use super::*;
use crate::grid::Grid;
use crate::kernel::small;
use crate::noise::Noise;
use crate::reference::samples_of_grid;
use alloc::vec::Vec;

/// Noises whose octaves are plain.
fn noises(frequency: f64) -> [Noise; 4] {
    let noise = Noise::perlin(5).frequency(frequency);
    [
        noise.clone(),
        noise.clone().fbm(3).offset([1e3, -7.25]).range(2.0, 5.0),
        noise.clone().ridged(2),
        noise.fade(crate::noise::Fade::Cubic).gain(-0.5).fbm(2),
    ]
}

/// How many octaves of a grid are filled without tables.
fn octaves_filled<const D: usize>(noise: &Noise, grid: &Grid<D>, backend: Backend) -> usize {
    let octaves = Octaves::new(core::slice::from_ref(noise), D).unwrap();
    let mut out = alloc::vec![f32::NAN; grid.samples().unwrap()];
    match small::fill(&octaves, &grid.axes(), &mut out, backend) {
        Filled::All => octaves.octaves.len(),
        Filled::But(left) => left.first,
        Filled::Nothing => 0,
    }
}

/// The same on each backend, where all samples are the reference's.
fn of_backends<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<usize> {
    let (sampler, want) = (noise.sampler::<D>().unwrap(), samples_of_grid(noise, grid));
    let of_backend = |backend| {
        sampler.clone().with_backend(backend).assert_fills(grid, &want);
        octaves_filled(noise, grid, backend)
    };
    Backend::available().map(of_backend).collect()
}

#[test]
fn small_grids_are_the_references_samples() {
    let mut shapes = Vec::new();
    for x in [8, 9, 15, 16, 17, 24, 31, 32, 48, 63, 64] {
        shapes.extend([4, 5, 8, 16, 17, 64].map(|y| [y, x]));
    }
    let mut filled = 0;
    for (n, shape) in shapes.into_iter().enumerate() {
        // Across 0; where coordinates fit no `i32` any more; up to the limits of steady axes.
        for (k, start) in [-37, (1 << 37) - 20, -(1 << 37) - 9, (1 << 42) - 140].into_iter().enumerate() {
            let frequency = [1.0 / 64.0, 0.05, 0.31, 0.4][n % 4];
            let grid = Grid::new(shape).start([start / 3, start]);
            let [_, x] = shape;
            let deep = Grid::new([n % 7 + 1, 8, x])
                .start([start, 3, -start])
                .origin([0.5, 1e4, -0.25])
                .spacing([0.9, 0.3, 0.7]);
            // All noises at all places would take emulated machines a minute more.
            for noise in noises(frequency).into_iter().skip((n / 4 + k) % 2).step_by(2) {
                let octaves = [of_backends(&noise, &grid), of_backends(&noise, &deep)];
                filled += octaves.iter().flatten().filter(|octaves| **octaves > 0).count();
            }
        }
    }
    assert!(filled > 300 * Backend::available().count(), "{filled}");
}

/// What a thread keeps is of the same noise, shape and place: each grid differs from the one before in one of these, or in none.
#[test]
fn small_grids_after_others_are_the_references_samples() {
    let noise = Noise::perlin(5).frequency(0.03);
    // More octaves than are kept, in cells that are wide to the last one.
    let noises = [noise.clone().fbm(3), noise.clone().seed(6).lacunarity(1.2).fbm(11), noise];
    let starts = [[0, 0, 0], [0, 0, 64], [0, 5, 64], [9, 5, 64], [9, -5, 64], [9, -5, 0], [9, -5, 0]];
    let grids = starts.iter().cycle().enumerate().take(84).map(|(k, start)| {
        let grid = Grid::new([[3, 8, 32], [3, 8, 16], [2, 8, 32]][k / 11 % 3])
            .start(*start)
            .spacing([1.0, [0.75, 0.5][k / 17 % 2], 1.0])
            .origin([[0.0, -0.0, 4.5][k / 23 % 3], 0.25, 0.0]);
        let n = k / 3 % 3;
        (n, grid, samples_of_grid(&noises[n], &grid))
    });
    let grids: Vec<_> = grids.collect();
    for backend in Backend::available() {
        let samplers = noises.each_ref().map(|noise| noise.sampler::<3>().unwrap().with_backend(backend));
        for (n, grid, _) in &grids {
            assert!(octaves_filled(&noises[*n], grid, backend) > 0, "{grid:?} {n}");
        }
        for (n, grid, want) in &grids {
            samplers[*n].assert_fills(grid, want);
        }
    }
}

/// Octaves of narrow cells are added to those before.
#[test]
fn small_grids_leave_octaves_of_narrow_cells() {
    let noise = Noise::perlin(5).frequency(0.11);
    let (grid, deep) = (Grid::new([16, 32]).start([-5, 77]), Grid::new([5, 8, 16]).start([-5, 3, 77]));
    assert!(of_backends(&noise.clone().fbm(6), &grid).iter().all(|octaves| (1..5).contains(octaves)));
    assert!(of_backends(&noise.clone().ridged(5), &deep).iter().all(|octaves| (1..5).contains(octaves)));
    assert!(of_backends(&noise.clone().lacunarity(0.5).fbm(3), &grid).iter().all(|octaves| *octaves == 3));
    // Here, all octaves have cells that are narrower than samples are apart.
    assert!(of_backends(&noise.clone().frequency(1.3).fbm(3), &grid).iter().all(|octaves| *octaves == 0));
    // The first octave's cells are hardly wider. Backends that permute compute it with rows in lanes up to the samples.
    for (backend, octaves) in
        Backend::available().zip(of_backends(&noise.clone().frequency(0.9).fbm(3), &grid))
    {
        assert_eq!(octaves, usize::from(backend.vectors().permutes), "{backend}");
    }
    assert!(
        of_backends(&noise.lacunarity(1.1).fbm(32), &grid).iter().all(|octaves| (1..32).contains(octaves))
    );
}

#[test]
fn what_is_not_plain_or_not_steady_is_not_filled_so() {
    let grid = Grid::new([16, 16]);
    let noise = Noise::perlin(1).frequency(0.1);
    let is_filled =
        |noise: &Noise, grid: &Grid<2>| of_backends(noise, grid).iter().any(|octaves| *octaves > 0);
    assert!(is_filled(&noise, &grid));
    for other in [
        noise.clone().period([0, 8]),
        noise.clone().warp_by(3.0),
        noise.clone().fractal(crate::noise::Fractal::HybridMulti).octaves(3),
        Noise::value(1).frequency(0.1),
    ] {
        assert!(!is_filled(&other, &grid), "{other:?}");
    }
    for other in [
        Grid::new([16, 65]),
        Grid::new([3, 16]),
        Grid::new([16, 16]).spacing([1.0, -1.0]),
        Grid::new([16, 16]).start([1 << 41, 0]),
        Grid::new([0, 16]),
    ] {
        assert!(!is_filled(&noise, &other), "{other:?}");
    }
}
