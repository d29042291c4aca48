//! Single rows and columns, beside the reference.

use alloc::vec::Vec;

use super::*;
use crate::grid::Grid;
use crate::noise::{Fade, Fractal, Gradients, Hash, Kind, Noise, Permutation};
use crate::reference::{samples_of_grid, sums_of_grid};
use crate::tables::cache::{Making, PANEL};

/// Which backends fill a row this way, or a column, where rows have one sample. Its samples are the reference's with all of them.
fn assert_fills<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<bool> {
    assert_layers_fill(core::slice::from_ref(noise), grid)
}

/// The same for a sum of layers.
fn assert_layers_fill<const D: usize>(noises: &[Noise], grid: &Grid<D>) -> Vec<bool> {
    let octaves = Octaves::new(noises, D).unwrap();
    let want = sums_of_grid(noises, grid);
    let fills = |backend: Backend| {
        let axes = grid.axes();
        let a = if grid.shape[D - 1] == 1 { D - 1 } else { 0 };
        let at = axes.iter().map(|axis| axis.world(0));
        let Some(series) = Series::of(&octaves, at, (a, &axes[D - 1 - a]), backend) else { return false };
        // Threads that share a row or column begin within it.
        for first in [0, want.len() / 3] {
            let mut out = alloc::vec![f32::NAN; want.len() - first];
            Scratch::with(|scratch| series.fill(first, &mut out, scratch));
            let different =
                out.iter().zip(&want[first..]).position(|(got, want)| got.to_bits() != want.to_bits());
            assert_eq!(different, None, "{backend} from {first}: {noises:?} {grid:?}");
        }
        true
    };
    Backend::available().map(fills).collect()
}

/// Noises of lattice lines: all kinds, fades and folds, and all ways from a hash to what stands at a corner.
fn noises(frequency: f64) -> Vec<Noise> {
    let noise = Noise::perlin(5).frequency(frequency);
    let many: Vec<_> = (0..40).map(|k| [f64::from(k) / 64.0]).collect();
    alloc::vec![
        noise.clone(),
        noise.clone().fbm(3).offset([1e3]).range(2.0, 5.0).fade(Fade::Linear),
        noise.clone().ridged(2).fade(Fade::Cubic),
        noise.clone().fractal(Fractal::Billow).octaves(2).gain(-0.5),
        noise.clone().permutation(Permutation::PERLIN).fbm(2),
        noise.gradients(Gradients::custom(&many).unwrap()),
        Noise::value(7).frequency(frequency).scale(-0.5),
        Noise::value(7).frequency(frequency).hash(Hash::Permutation(Permutation::PERLIN)),
        Noise::cell(7).frequency(frequency),
    ]
}

#[test]
fn rows_are_the_references_samples() {
    // Less than a vector, parts of vectors, more than a part of a chunk, and more than a chunk.
    let lengths = [1, 7, 8, 9, 16, 31, 100, 511, 513, 545, 1100, 4097, 4700];
    // Across 0; where coordinates fit no `i32` any more; up to the limits of steady rows.
    let starts = [-37, 0, (1 << 31) - 20, (1 << 36) - 5000, -(1 << 36) + 9];
    for frequency in [1.0 / 64.0, 0.05, 0.31, 0.49] {
        for (n, noise) in noises(frequency).into_iter().enumerate() {
            for (k, start) in starts.into_iter().enumerate() {
                let grid = Grid::new([lengths[(3 * n + k) % lengths.len()]]).start([start]);
                let fills = assert_fills(&noise, &grid);
                let wide = noise.octaves < 2 || frequency < 0.3;
                assert!(!wide || fills.iter().all(|fills| *fills), "{noise:?} {grid:?}");
                let fills = assert_fills(&noise, &grid.origin([0.25]).spacing([0.9]));
                assert!(!wide || fills.iter().all(|fills| *fills), "{noise:?} {grid:?}");
            }
        }
    }
}

/// Memory has room for the coefficients of a chunk's cells, whatever their width.
#[test]
fn cells_of_all_widths() {
    for backend in 0..Backend::available().count() {
        let fills = |frequency: f64| {
            let noise = Noise::perlin(5).frequency(frequency);
            assert_fills(&noise, &Grid::new([4200]).start([-2000]))[backend]
        };
        let widths: Vec<bool> = (0..44).map(|k| fills(0.0125 + 0.025 * f64::from(k))).collect();
        // Cells that are wider than samples, and no others.
        assert!(
            widths[..40].iter().all(|fills| *fills) && widths[40..].iter().all(|fills| !fills),
            "{widths:?}"
        );
    }
}

#[test]
fn rows_in_more_dimensions() {
    let fill = |fills: Vec<bool>| assert!(fills.iter().all(|fills| *fills), "{fills:?}");
    for noise in noises(0.13) {
        if noise.gradients == Gradients::Default {
            for (n, start) in [-5, 3, (1 << 30) + 7].into_iter().enumerate() {
                fill(assert_fills(&noise, &Grid::new([1, 600 + n]).start([start, -37])));
                fill(assert_fills(&noise, &Grid::new([1, 1, 600 + n]).start([start, 9, -37])));
                fill(assert_fills(&noise, &Grid::new([1, 1, 1, 600 + n]).start([start, -4, 9, -37])));
            }
        }
    }
    let constants = Noise::perlin(3).frequency(0.05).gradients(Gradients::ValueGradient).fbm(2);
    assert!(assert_fills(&constants, &Grid::new([1, 700]).start([11, -300])).iter().all(|fills| *fills));
    // Axes other than x may have periods.
    let periodic = Noise::perlin(3).frequency(0.0625).period([7, 0]).fbm(2);
    assert!(assert_fills(&periodic, &Grid::new([1, 700]).start([-30, -300])).iter().all(|fills| *fills));
}

/// Checks that the backends that permute lanes, and no others, fill a column this way; or that none does.
fn assert_columns<const D: usize>(noise: &Noise, grid: &Grid<D>, fills: bool) {
    let got = assert_fills(noise, grid);
    let want: Vec<bool> = Backend::available().map(|backend| fills && backend.vectors().permutes).collect();
    assert_eq!(got, want, "{noise:?} {grid:?}");
}

#[test]
fn columns_are_the_references_samples() {
    let lengths = [2, 7, 8, 9, 16, 31, 100, 511, 513, 545, 1100, 4097, 4700];
    let starts = [-37, 0, (1 << 31) - 20, (1 << 36) - 5000, -(1 << 36) + 9];
    let mut count = 0;
    for frequency in [1.0 / 64.0, 0.05, 0.31, 0.49] {
        for (n, noise) in noises(frequency).into_iter().enumerate() {
            for (k, start) in starts.into_iter().enumerate() {
                let (length, fits) = (lengths[(3 * n + k) % lengths.len()], noise.kind == Kind::Perlin);
                if matches!(noise.gradients, Gradients::Custom(_)) {
                    continue;
                }
                // Both sides of a lattice line along x and y, and far from 0.
                let at = [-3, 0, 11, 1 << 40][(n + k) % 4];
                let fits = fits && frequency * f64::from(1 << (noise.octaves - 1)) < 1.0;
                let plane = Grid::new([length, 1]).start([start, at]);
                let volume = Grid::new([length, 1, 1]).start([start, 5 - at, at]);
                assert_columns(&noise, &plane, fits);
                assert_columns(&noise, &volume, fits);
                assert_columns(&noise, &plane.origin([0.25, 0.5]).spacing([0.9, 0.3]), fits);
                count += usize::from(fits);
            }
        }
    }
    // Where no backend permutes lanes, all of these are filled otherwise.
    assert_eq!(count, 90);
}

/// All ways from a hash to what stands at a corner in two and three dimensions, offsets along all axes, and sums of noises whose octaves differ.
#[test]
fn columns_of_other_gradients_and_of_layers() {
    let vectors = |count: usize| -> Vec<[f64; 3]> {
        (0..count).map(|k| [k as f64 / 64.0, 0.5 - k as f64 / 50.0, 0.25]).collect()
    };
    let plane = Grid::new([1300, 1]).start([-700, 11]);
    let volume = Grid::new([1300, 1, 1]).start([-700, 5, -11]);
    let noise = Noise::perlin(9).frequency(0.07).fbm(2);
    for count in [3, 40] {
        let flat: Vec<[f64; 2]> = vectors(count).iter().map(|[x, y, _]| [*x, *y]).collect();
        assert_columns(&noise.clone().gradients(Gradients::custom(&flat).unwrap()), &plane, true);
        assert_columns(&noise.clone().gradients(Gradients::custom(&vectors(count)).unwrap()), &volume, true);
    }
    assert_columns(&noise.clone().gradients(Gradients::KnightMoves), &plane, true);
    assert_columns(&noise.clone().offset([-7.25, 1e3]), &plane, true);
    assert_columns(&noise.clone().offset([-7.25, 1e3, 0.5]), &volume, true);
    let permutes: Vec<bool> = Backend::available().map(|backend| backend.vectors().permutes).collect();
    let other = Noise::perlin(2).frequency(0.2).fade(Fade::Linear).offset([3.5, 0.0]).bias(0.5);
    assert_eq!(assert_layers_fill(&[noise.clone(), other], &plane), permutes);
    let value = Noise::value(2).frequency(0.2);
    assert!(assert_layers_fill(&[noise, value], &plane).iter().all(|fills| !fills));
}

/// Vectors that have one cell, and those that have several, wherever cells begin.
#[test]
fn columns_of_cells_of_all_widths() {
    for k in 0..40 {
        let noise = Noise::perlin(5).frequency(0.0125 + 0.0245 * f64::from(k));
        assert_columns(&noise, &Grid::new([4200, 1]).start([-2000, 3]), true);
        assert_columns(&noise, &Grid::new([4200, 1, 1]).start([-2000, 7, 3]), true);
    }
}

#[test]
fn columns_that_are_filled_otherwise() {
    let noise = Noise::perlin(5).frequency(0.05);
    let (plane, volume) = (Grid::new([300, 1]), Grid::new([300, 1, 1]));
    assert_columns(&noise, &plane, true);
    assert_columns(&noise, &volume, true);
    assert_columns(&noise, &Grid::new([300, 1, 1, 1]), false);
    assert_columns(&noise, &plane.spacing([-1.0, 1.0]), false);
    assert_columns(&noise.clone().gradients(Gradients::ValueGradient), &plane, false);
    assert_columns(&noise.clone().fractal(Fractal::RidgedMulti).octaves(2), &volume, false);
    assert_columns(&noise.clone().warp_by(2.0), &plane, false);
    // Only the column's own axis must be without a period.
    let periodic = |y: u32, x: u32| noise.clone().frequency(0.0625).period([y, x]);
    assert_columns(&periodic(0, 7), &plane.start([0, 500]), true);
    assert_columns(&periodic(7, 0), &plane.start([0, 500]), false);
    assert_columns(&periodic(7, 7), &volume.start([0, 500, -90]), true);
}

#[test]
fn what_is_filled_otherwise() {
    let noise = Noise::perlin(5).frequency(0.05);
    let grid = Grid::new([300]);
    let refuses =
        |noise: &Noise, grid: Grid<1>| assert!(assert_fills(noise, &grid).iter().all(|fills| !fills));
    refuses(&noise, grid.spacing([-1.0]));
    refuses(&noise, grid.start([1 << 42]));
    refuses(&noise.clone().period([8]), grid);
    refuses(&noise.clone().fractal(Fractal::RidgedMulti).octaves(2), grid);
    refuses(&noise.clone().warp_by(2.0), grid);
    refuses(&noise.clone().fbm(6), grid);
    // The sample after the last one would be infinitely far.
    let far = Grid::new([1]).spacing([1e299]).start([1_797_693_134]);
    refuses(&noise.clone().frequency(1e-300), far);
    assert!(noise.frequency(1e-300).generate(&far).is_ok());
}

/// Which backends fill a grid without tables of its row. All of its samples are compared.
fn which_need_no_tables<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<bool> {
    let want = samples_of_grid(noise, grid);
    let fills = |backend| {
        Making::with(|making| *making = Making::default());
        noise.sampler::<D>().unwrap().with_backend(backend).assert_fills(grid, &want);
        Making::with(|making| making.row.tables.is_empty())
    };
    Backend::available().map(fills).collect()
}

/// Whether all backends do, or none.
fn needs_no_tables<const D: usize>(noise: &Noise, grid: &Grid<D>) -> bool {
    let fills = which_need_no_tables(noise, grid);
    assert!(fills.iter().all(|each| *each == fills[0]), "{fills:?} {grid:?}");
    fills[0]
}

#[test]
fn long_rows_and_those_in_one_dimension_are_filled_so() {
    let noise = Noise::perlin(5).frequency(0.05).fbm(2);
    for length in [20, 2000, 9000, 300_000] {
        assert!(needs_no_tables(&noise, &Grid::new([length]).start([-100])));
        let is_long = length > PANEL;
        assert_eq!(needs_no_tables(&noise, &Grid::new([1, length]).start([7, -100])), is_long, "{length}");
    }
    assert!(!needs_no_tables(&noise, &Grid::new([2, 9000])));
}

#[test]
fn columns_of_all_lengths_are_filled_so() {
    let noise = Noise::perlin(5).frequency(0.05).fbm(2);
    // Backends that do not permute lanes make tables.
    let fills = |needs: Vec<bool>| {
        let permutes = |backend: Backend| backend.vectors().permutes;
        assert_eq!(needs, Backend::available().map(permutes).collect::<Vec<_>>());
    };
    for length in [2, 20, 2000, 9000, 300_000] {
        fills(which_need_no_tables(&noise, &Grid::new([length, 1]).start([-100, 7])));
        fills(which_need_no_tables(&noise, &Grid::new([length, 1, 1]).start([-100, 7, 9])));
    }
    assert!(!needs_no_tables(&noise, &Grid::new([9000, 2])));
    assert!(!needs_no_tables(&noise, &Grid::new([9000, 1, 2])));
    assert!(!needs_no_tables(&noise, &Grid::new([2, 9000, 1])));
}
