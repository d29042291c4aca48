//! Single rows, beside the reference.

use alloc::vec::Vec;

use super::*;
use crate::grid::Grid;
use crate::noise::{Fade, Fractal, Gradients, Hash, Noise, Permutation};
use crate::reference::samples_of_grid;
use crate::tables::cache::{Making, PANEL};

/// Which backends fill a row this way. Its samples are the reference's with all of them.
fn assert_fills<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<bool> {
    let octaves = Octaves::new(core::slice::from_ref(noise), D).unwrap();
    let want = samples_of_grid(noise, grid);
    let fills = |backend: Backend| {
        let axes = grid.axes();
        let (row, outer) = axes.split_last().unwrap();
        let outer = outer.iter().map(|axis| axis.world(0));
        let Some(series) = Series::of(&octaves, outer, row, backend) else { return false };
        // A row is filled in parts where threads share it.
        for first in [0, want.len() / 3] {
            let mut out = alloc::vec![f32::NAN; want.len() - first];
            Scratch::with(|scratch| series.fill(first, &mut out, scratch));
            let different =
                out.iter().zip(&want[first..]).position(|(got, want)| got.to_bits() != want.to_bits());
            assert_eq!(different, None, "{backend} from {first}: {noise:?} {grid:?}");
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
                assert_fills(&noise, &grid.origin([0.25]).spacing([0.9]));
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
    for noise in noises(0.13) {
        if noise.gradients == Gradients::Default {
            for (n, start) in [-5, 3, (1 << 30) + 7].into_iter().enumerate() {
                assert_fills(&noise, &Grid::new([1, 600 + n]).start([start, -37]));
                assert_fills(&noise, &Grid::new([1, 1, 600 + n]).start([start, 9, -37]));
                assert_fills(&noise, &Grid::new([1, 1, 1, 600 + n]).start([start, -4, 9, -37]));
            }
        }
    }
    let constants = Noise::perlin(3).frequency(0.05).gradients(Gradients::ValueGradient).fbm(2);
    assert!(assert_fills(&constants, &Grid::new([1, 700]).start([11, -300])).iter().all(|fills| *fills));
    // Axes other than x may have periods.
    let periodic = Noise::perlin(3).frequency(0.0625).period([7, 0]).fbm(2);
    assert!(assert_fills(&periodic, &Grid::new([1, 700]).start([-30, -300])).iter().all(|fills| *fills));
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

/// Whether a sampler fills a grid without tables of its row. All of its samples are compared.
fn needs_no_tables<const D: usize>(noise: &Noise, grid: &Grid<D>) -> bool {
    let want = samples_of_grid(noise, grid);
    let fills = |backend| {
        Making::with(|making| *making = Making::default());
        noise.sampler::<D>().unwrap().with_backend(backend).assert_fills(grid, &want);
        Making::with(|making| making.row.tables.is_empty())
    };
    let fills: Vec<bool> = Backend::available().map(fills).collect();
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
