//! Small grids, beside the reference.

use alloc::vec::Vec;

use crate::grid::Grid;
use crate::kernel::small::{Filled, fill};
use crate::noise::{Distance, Noise, Returns};
use crate::reference::samples_of_grid;
use crate::simd::Backend;
use crate::tables::octaves::Octaves;

/// Whether a grid is filled without tables.
fn is_small(noise: &Noise, grid: &Grid<2>, backend: Backend) -> bool {
    let octaves = Octaves::new(core::slice::from_ref(noise), 2).unwrap();
    let mut out = alloc::vec![f32::NAN; grid.samples().unwrap()];
    matches!(fill(&octaves, &grid.axes(), &mut out, backend), Filled::All)
}

/// On how many backends it is, all of which have the reference's samples.
fn count(noise: &Noise, grid: &Grid<2>) -> usize {
    let (sampler, want) = (noise.sampler::<2>().unwrap(), samples_of_grid(noise, grid));
    let small = |backend| {
        sampler.clone().with_backend(backend).assert_fills(grid, &want);
        is_small(noise, grid, backend)
    };
    Backend::available().filter(|backend| small(*backend)).count()
}

#[test]
fn small_grids_are_the_references_samples() {
    let distances = [Distance::Euclidean, Distance::Squared, Distance::Manhattan, Distance::Chebyshev];
    let returns = [Returns::F1, Returns::F2, Returns::Difference, Returns::Value];
    let mut shapes = Vec::new();
    for x in [8, 9, 16, 17, 24, 40, 48, 63, 64] {
        shapes.extend([1, 3, 4, 5, 16, 21, 64].map(|y| [y, x]));
    }
    let mut small = 0;
    for (n, shape) in shapes.into_iter().enumerate() {
        // Across 0; where coordinates fit no `i32` any more; up to the limits of steady axes.
        let start = [-37, (1 << 37) - 20, -(1 << 37) - 9, (1 << 42) - 140][n % 4];
        let grid = Grid::new(shape).start([start / 3, start]).origin([0.25, -7.5]);
        let noise = Noise::cellular(n as u64)
            .frequency([1.0 / 64.0, 0.05, 0.09, 0.14, 0.21][n % 5])
            .jitter([1.0, 0.7, 0.3, 0.0][n / 3 % 4])
            .distance(distances[n / 2 % 4]);
        for returns in returns {
            small += count(&noise.clone().returns(returns), &grid);
        }
        small += count(&noise.clone().range(-3.0, 2.0), &grid);
        small += count(&noise.ridged(1), &grid);
    }
    assert!(small > 150 * Backend::available().count(), "{small}");
}

/// What a thread keeps is of the same noise, shape and place: grids that differ from the one before in one of these, and in none.
#[test]
fn small_grids_after_others_are_the_references_samples() {
    let noise = Noise::cellular(5).frequency(0.03);
    // Many tiles along y, also where all of a row is one tile.
    let noises = [noise.clone().frequency(0.12), noise.clone().seed(6).jitter(0.5), noise];
    let starts = [[0, 0], [0, 64], [5, 64], [5, 0], [-5, 0], [-5, 0], [0, 64]];
    let grids = starts.iter().cycle().enumerate().take(84).map(|(k, start)| {
        let grid = Grid::new([[24, 32], [24, 16], [40, 64]][k / 11 % 3])
            .start(*start)
            .spacing([[0.75, 0.5][k / 17 % 2], 1.0])
            .origin([[0.0, -0.0, 4.5][k / 23 % 3], 0.25]);
        let n = k / 3 % 3;
        (n, grid, samples_of_grid(&noises[n], &grid))
    });
    let grids: Vec<_> = grids.collect();
    for backend in Backend::available() {
        let samplers = noises.each_ref().map(|noise| noise.sampler::<2>().unwrap().with_backend(backend));
        for (n, grid, want) in &grids {
            samplers[*n].assert_fills(grid, want);
        }
        assert!(grids.iter().all(|(n, grid, _)| is_small(&noises[*n], grid, backend)), "{backend}");
    }
}

#[test]
fn what_is_large_or_not_steady_is_not_small() {
    let grid = Grid::new([16, 16]);
    let noise = Noise::cellular(1).frequency(0.05);
    assert_eq!(count(&noise, &grid), Backend::available().count());
    for other in [
        noise.clone().period([0, 8]),
        noise.clone().warp_by(3.0),
        noise.clone().fbm(2),
        noise.clone().frequency(0.5),
        Noise::value(1).frequency(0.1),
    ] {
        assert_eq!(count(&other, &grid), 0, "{other:?}");
    }
    for other in [
        Grid::new([16, 65]),
        Grid::new([65, 16]),
        Grid::new([16, 7]),
        Grid::new([16, 16]).spacing([1.0, -1.0]),
        Grid::new([16, 16]).start([1 << 41, 0]),
        Grid::new([0, 16]),
    ] {
        assert_eq!(count(&noise, &other), 0, "{other:?}");
    }
}
