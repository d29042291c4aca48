//! A grid that is prepared once and filled part by part has the samples of the whole, to the bit.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::ops::Range;

use common::strategies::{Case, case, case_and_noise};
use common::{Window, assert_bits, assert_same, assert_share, backends, compared, with_grid};
use perlane::{Backend, Error, Grid, Layers, Noise, Prepared, Quantity};
use proptest::prelude::*;

/// The indices of a part, of whole rows or not, from where it starts and ends within each axis.
fn part_of(window: &Window, cut: &[(f64, f64)], whole_rows: bool) -> Vec<Range<usize>> {
    let mut part: Vec<Range<usize>> = Vec::new();
    for (&len, (from, to)) in window.shape.iter().zip(cut) {
        let start = (from * len as f64) as usize;
        part.push(start..start + (to * (len - start) as f64).ceil() as usize);
    }
    if whole_rows {
        let last = part.len() - 1;
        part[last] = 0..window.shape[last];
    }
    part
}

/// The samples of the whole that are in a part, and the part as a window.
fn cut_out(window: &Window, whole: &[f32], part: &[Range<usize>]) -> (Vec<f32>, Window) {
    let inside = |flat: &usize| window.index(*flat).iter().zip(part).all(|(i, range)| range.contains(i));
    let samples = (0..window.len()).filter(inside).map(|flat| whole[flat]).collect();
    let mut shown = window.clone();
    for (a, range) in part.iter().enumerate() {
        shown.start[a] += range.start as i64;
        shown.shape[a] = range.len();
    }
    (samples, shown)
}

fn fill(prepared: &Prepared, part: &[Range<usize>]) -> Vec<f32> {
    let mut out = vec![f32::NAN; part.iter().map(Range::len).product()];
    prepared.fill(part, &mut out).unwrap();
    #[cfg(feature = "rayon")]
    {
        let mut shared = vec![f32::NAN; out.len()];
        prepared.par_fill(part, &mut shared).unwrap();
        assert_same(&shared, &out, "on a pool");
    }
    out
}

/// Where parts start, and how much of what follows they have.
fn cuts() -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((prop_oneof![Just(0.0), 0.0..1.0], prop_oneof![Just(0.0), Just(1.0), 0.0..1.0]), 4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_equal_the_whole(
        Case { noise, window } in case(),
        parts in prop::collection::vec((cuts(), any::<bool>()), 1..4),
    ) {
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        for backend in backends() {
            with_grid!(window, |grid| {
                let prepared = noise.prepare_with(backend, &grid).unwrap();
                for (cut, whole_rows) in &parts {
                    let part = part_of(&window, cut, *whole_rows);
                    let (want, shown) = cut_out(&window, &whole, &part);
                    assert_bits(&noise, &backend, &shown, &fill(&prepared, &part), &want);
                }
            });
        }
    }

}

/// The bands of a loop, one after the other into one buffer.
#[test]
fn bands_equal_the_whole() {
    let test = |((Case { noise, window }, other), rows): ((Case, Noise), usize)| {
        let layers = Layers::new().add(1.0, noise).add(0.5, other.frequency(0.01).octaves(2).lacunarity(2.0));
        let mut whole = vec![f32::NAN; window.len()];
        if with_grid!(window, |grid| layers.fill(&grid, &mut whole)).is_err() {
            // The second noise was made for other windows.
            return Ok(false);
        }
        for backend in backends() {
            let mut bands = Vec::new();
            with_grid!(window, |grid| {
                let prepared = layers.prepare_with(backend, &grid).unwrap();
                let mut part: Vec<_> = window.shape.iter().map(|len| 0..*len).collect();
                for first in (0..window.shape[0]).step_by(rows) {
                    part[0] = first..window.shape[0].min(first + rows);
                    bands.extend(fill(&prepared, &part));
                }
            });
            assert_bits(&layers, &backend, &window, &bands, &whole);
        }
        Ok(window.len() > 0)
    };
    let (compared, cases) = compared(1024, &(case_and_noise(), 1usize..20), test);
    assert_share("have samples", compared, cases, 0.8);
}

/// Parts of a grid of that shape; indices of axes that it does not have are left out.
fn check_parts(shape: &[usize], parts: &[[Range<usize>; 3]]) {
    let noise = Noise::perlin(8).frequency(1.0 / 37.0).fbm(2).period([11]);
    let mut window = Window::new(shape);
    window.start.fill(1 << 40);
    for noise in [noise.clone().warp_by(50.0), noise] {
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        for part in parts {
            let part = &part[..shape.len()];
            let (want, shown) = cut_out(&window, &whole, part);
            for backend in backends() {
                let got = with_grid!(window, |grid| fill(&noise.prepare_with(backend, &grid).unwrap(), part));
                assert_bits(&noise, &backend, &shown, &got, &want);
            }
        }
    }
}

/// Axes longer than one panel's tables, and parts across the borders between them.
#[test]
fn panels_agree() {
    check_parts(&[100_000], &[[0..100_000, 0..0, 0..0], [40_000..90_001, 0..0, 0..0]]);
    check_parts(&[3, 70_000], &[[1..3, 0..70_000, 0..0], [0..2, 30_001..40_000, 0..0]]);
    check_parts(&[3, 70_000], &[[0..3, 32_768..70_000, 0..0], [2..3, 32_768..65_536, 0..0]]);
    check_parts(&[70_000, 3], &[[32_000..33_000, 0..3, 0..0], [1..69_999, 0..3, 0..0]]);
    check_parts(&[66_000, 1, 2], &[[32_767..65_537, 0..1, 0..2], [0..66_000, 0..1, 1..2]]);
    check_parts(&[2, 40_000, 2], &[[1..2, 32_000..33_000, 0..2], [0..2, 3..39_999, 0..2]]);
}

/// More columns than there is room for tables: some panels have theirs made anew.
#[test]
fn rows_with_tables_for_a_part_of_them() {
    let noise = Noise::perlin(2).frequency(0.07).fbm(32).lacunarity(1.1);
    let grid = Grid::new([2, 200_000]).start([0, -99_999]);
    let want = noise.generate(&grid).unwrap();
    let prepared = noise.prepare(&grid).unwrap();
    for row in [1, 0] {
        let got = fill(&prepared, &[row..row + 1, 0..200_000]);
        assert_same(&got, &want[row * 200_000..][..200_000], format_args!("row {row}"));
    }
}

/// Large enough that the pool cuts parts into bands of their own.
#[cfg(feature = "rayon")]
#[test]
fn threads_agree() {
    let noise = Noise::perlin(3).frequency(0.07).fbm(3);
    let grid = Grid::new([9, 50, 300]).start([-4, -20, 7]);
    let want = noise.generate(&grid).unwrap();
    let prepared = noise.prepare(&grid).unwrap();
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut out = vec![f32::NAN; 5 * 50 * 300];
        pool.install(|| prepared.par_fill([3..8, 0..50, 0..300], &mut out)).unwrap();
        assert_same(&out, &want[3 * 50 * 300..][..out.len()], format_args!("{threads} threads"));
    }
}

/// Parts of long axes, which the pool cuts into pieces: they do not begin with the grid's tables.
#[cfg(feature = "rayon")]
#[test]
fn threads_agree_in_long_parts() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let noise = Noise::perlin(3).frequency(0.07).fbm(2);
    for shape in [[2, 90_000], [90_000, 2]] {
        let prepared = noise.prepare(&Grid::new(shape).start([-45, 7])).unwrap();
        let part = shape.map(|len| if len == 2 { 0..2 } else { 5_003..80_009 });
        let mut out = vec![f32::NAN; 2 * (80_009 - 5_003)];
        pool.install(|| prepared.par_fill(&part, &mut out)).unwrap();
        assert_same(&out, &fill(&prepared, &part), format_args!("{shape:?}"));
    }
}

/// What has been prepared has the window that it was prepared for.
#[test]
fn prepared_knows_its_window() {
    fn check<const D: usize>(grid: Grid<D>) {
        let noise = Noise::perlin(1).frequency(0.1);
        let window = perlane::Window::from(grid);
        let layers = Layers::from(noise.clone());
        for prepared in [
            noise.prepare(&grid).unwrap(),
            layers.prepare(&window).unwrap(),
            noise.field(Quantity::Gradient).prepare(&grid).unwrap(),
        ] {
            assert_eq!(*prepared.window(), window);
            assert_eq!(prepared.window().to_grid(), Ok(grid));
        }
    }
    check(Grid::new([70]).start([-7]));
    check(Grid::new([5, 40]).start([-7, 1 << 40]).spacing([1.0, -0.5]));
    check(Grid::new([3, 0, 20]).origin([0.25, 1e6, -3.0]));
    check(Grid::new([2, 3, 4, 17]).start([1, 2, 3, 4]));
}

/// Threads may fill parts of one grid at the same time.
#[test]
fn prepared_is_shared() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    let grid = Grid::new([4, 50]);
    let prepared = Noise::perlin(1).prepare(&grid).unwrap();
    is_shared(&prepared);
    assert!(format!("{prepared:?}").contains("x: 50, y: 4"));
    let layers = Layers::new().prepare(&grid).unwrap();
    assert_same(&fill(&layers, &[1..3, 0..50]), &[0.0; 100], "no layers are 0");
}

/// Parts that start within a tile of 512 columns have its tables, but only their own corners and coefficients.
#[test]
fn parts_of_tiles_equal_the_whole() {
    let kinds = [Noise::perlin(3), Noise::value(4), Noise::cell(5), Noise::perlin(6).period([0, 9])];
    for (kind, frequency) in kinds.iter().flat_map(|kind| [0.004, 0.05, 0.3, 1.7].map(|f| (kind, f))) {
        let noise = kind.clone().frequency(frequency);
        let window = Window::new(&[37, 1531]);
        let whole = window.fill(&noise, Backend::detect()).unwrap();
        for backend in backends() {
            with_grid!(window, |grid| {
                let prepared = noise.prepare_with(backend, &grid).unwrap();
                for start in [0, 16, 64, 336, 496, 512, 1008, 1520] {
                    for len in [1, 7, 16, 64, 70, 511, 600] {
                        let part = [start % 5..37 - start % 7, start..1531.min(start + len)];
                        let (want, shown) = cut_out(&window, &whole, &part);
                        assert_bits(&noise, &backend, &shown, &fill(&prepared, &part), &want);
                    }
                }
            });
        }
    }
}

/// A grid that is filled part by part may have more samples than any buffer, whose bytes are as many as the greatest number of their kind.
#[test]
fn grids_larger_than_buffers() {
    let noise = Noise::perlin(1).frequency(0.01).fbm(2);
    let length = 1 << (usize::BITS / 4 + 8);
    let grid = Grid::new([length; 4]);
    assert!(grid.samples().is_err() && noise.check(&grid).is_err());
    for (prepared, planes) in
        [(noise.prepare(&grid).unwrap(), 1), (noise.field(Quantity::Gradient).prepare(&grid).unwrap(), 5)]
    {
        let last = length - 3..length;
        let part = [last.clone(), last.clone(), 5..9, last];
        let mut out = vec![0.0; planes * 3 * 3 * 4 * 3];
        prepared.fill(&part, &mut out).unwrap();
        let start = part.clone().map(|range| range.start as i64);
        let small = Grid::new(part.map(|range| range.len())).start(start);
        let quantity = if planes == 1 { Quantity::Value } else { Quantity::Gradient };
        assert_same(&out, &noise.field(quantity).generate(&small).unwrap(), quantity);
        // No buffer has so many elements, and their number is not taken for a smaller one.
        let whole = [0..length, 0..length, 0..length, 0..length];
        let error = prepared.fill(&whole, &mut []).unwrap_err();
        assert!(matches!(&error, Error::Parameter { name, .. } if name == "part"), "{error}");
    }
}

/// Axes that are longer than memory, and parts of nothing.
#[cfg(target_pointer_width = "64")]
#[test]
fn bytes_of_the_largest_parts() {
    let layer = Noise::perlin(1).frequency(1e-9).fbm(32).lacunarity(1.0);
    let many: Layers = (0..64).map(|_| layer.clone()).collect();
    let part = [0..2, 0..1 << 53, 0..1];
    let bytes = many.prepare(&Grid::new([2, 1 << 53, 1])).unwrap().fill_bytes(&part).unwrap();
    // Long axes are filled a panel of 8192 samples at a time.
    assert_eq!(bytes, 64 * 32 * 8192 * 40);
    let whole = [0..usize::MAX, 0..usize::MAX, 0..0, 0..3];
    let nothing = layer.prepare(&Grid::new([usize::MAX, usize::MAX, 0, 3])).unwrap();
    assert_eq!(nothing.fill_bytes(&whole).unwrap(), 0);
    assert!(nothing.fill(&whole, &mut []).is_ok());
}

/// Each thread of a pool may make tables of a part, if it has samples enough for them, and few octaves.
#[cfg(feature = "rayon")]
#[test]
fn bytes_of_threads() {
    let noise = Noise::perlin(1).frequency(0.01);
    let one_for = |octaves: usize, rows: usize, threads: usize| {
        let layers: Layers = (0..octaves).map(|_| noise.clone()).collect();
        let prepared = layers.prepare(&Grid::new([1 << 20, 64])).unwrap();
        let part = [0..rows, 0..64];
        let of_all = prepared.par_fill_bytes(&part, threads).unwrap();
        of_all / prepared.fill_bytes(&part).unwrap()
    };
    assert_eq!((one_for(3, 1 << 16, 1), one_for(3, 1 << 16, 7)), (1, 7));
    assert_eq!((one_for(3, 100, 7), one_for(3, 600, 7)), (1, 3));
    assert_eq!((one_for(32, 1 << 16, 7), one_for(33, 1 << 16, 7)), (7, 1));
    assert!(noise.prepare(&Grid::new([4, 4])).unwrap().par_fill_bytes([0..5, 0..4], 2).is_err());
}

/// A row by itself has no tables, where samples are evenly spaced by less than a cell.
#[test]
fn bytes_of_a_row() {
    let bytes = |noise: &Noise| {
        let prepared = noise.prepare(&Grid::new([100_000])).unwrap();
        prepared.fill_bytes(std::iter::once(0..100_000).collect::<Vec<_>>()).unwrap()
    };
    let noise = Noise::perlin(2).frequency(0.07).fbm(2);
    assert_eq!(bytes(&noise), 0);
    assert_eq!(bytes(&noise.frequency(0.7)), 8192 * 2 * 40);
}

/// A single column takes none where lanes permute, and none where all tables are held.
#[test]
fn bytes_of_a_column() {
    let noise = Noise::perlin(2).frequency(0.07).fbm(2);
    for backend in backends() {
        let bytes = |shape: [usize; 2], column: usize| {
            let prepared = noise.prepare_with(backend, &Grid::new(shape)).unwrap();
            prepared.fill_bytes([0..shape[0], column..column + 1]).unwrap()
        };
        assert_eq!(bytes([30_000, 1], 0), 0, "{backend}");
        let of_tables = bytes([100_000, 3], 1);
        let permutes = matches!(backend.name(), "avx2" | "avx512");
        assert!(of_tables == 0 || (of_tables == 8192 * 2 * 40 && !permutes), "{backend}: {of_tables}");
    }
}

/// A part has tables of its own for the columns beyond those that are kept.
#[test]
fn bytes_of_a_part_beyond_the_kept_columns() {
    let prepared =
        Noise::perlin(2).frequency(0.07).fbm(32).lacunarity(1.1).prepare(&Grid::new([2, 200_000])).unwrap();
    let kept = prepared.table_bytes() / (32 * 20) - 2;
    assert!((8192..200_000).contains(&kept), "{kept} columns");
    assert_eq!(prepared.fill_bytes([0..1, 0..kept]).unwrap(), 0);
    assert!(prepared.fill_bytes([0..1, 0..kept + 1]).unwrap() > 0);
    assert_eq!(prepared.fill_bytes([0..1, kept..kept + 10]).unwrap(), 10 * 32 * 40);
}
