//! Grids of every shape and at every address.

use crate::common::{assert_same, backends, kinds_of_all_dimensions, listed};
use crate::{fill_at, noises, singly};
use perlane::{Distance, Grid, Noise, Permutation, Returns};

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
fn every_width_equals_single_samples() {
    for width in listed(1..=130) {
        let height = 1 + width * 7 % 40;
        for (n, frequency) in FREQUENCIES.into_iter().enumerate() {
            let noise = &noises(frequency)[(width + n) % 5];
            let grid = Grid::new([height, width]).start([-(height as i64) / 2, 3 * width as i64 - 200]);
            check(noise, &grid, [width * 5 % 16].into_iter());
        }
    }
}

#[test]
fn every_height_and_address_equals_single_samples() {
    for height in 1..=40 {
        for (n, frequency) in FREQUENCIES.into_iter().enumerate() {
            let width = [16, 32, 64, 33, 256, 24, 48][(height + n) % 7];
            let noise = &noises(frequency)[(height + n) % 5];
            let offsets = if height % 4 == n % 4 { 0..16 } else { height % 16..height % 16 + 1 };
            check(noise, &Grid::new([height, width]).start([-7, -40]), offsets);
        }
    }
}

/// Small chunks have a job of their own, which fills all planes.
#[test]
fn every_number_of_planes_equals_single_samples() {
    for planes in 1..=18 {
        for (n, frequency) in FREQUENCIES.into_iter().enumerate() {
            let noise = &noises(frequency)[(planes + n) % 5];
            let [height, width] = [[16, 16], [5, 33], [16, 64], [9, 20], [33, 17]][(planes * 3 + n) % 5];
            check(noise, &Grid::new([planes, height, width]).start([-7, 3, -40]), [planes % 16].into_iter());
            check(&noises(frequency)[0], &Grid::new([planes, 16, 32]).start([-7, 3, -40]), 0..1);
        }
    }
}

#[test]
fn thin_and_flat_shapes_equal_single_samples() {
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
fn few_columns_equal_single_samples() {
    for (width, n) in listed((1..=9).flat_map(|width| [0, 1, 2].map(|n| (width, n)))) {
        let frequency = [0.02, 0.3, 0.8][n];
        let mut noise = noises(frequency)[(width + n) % 5].clone();
        let kinds = kinds_of_all_dimensions();
        noise.kind = kinds[(width + n / 2) % kinds.len()];
        if (width + 3 * n).is_multiple_of(4) {
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

/// Few columns between so many lattice lines that the corners of a block do not fit, so that its rows are done in two halves: cells of about a
/// sample.
#[test]
fn few_columns_among_many_lines_equal_single_samples() {
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
fn planes_in_four_dimensions_equal_single_samples() {
    for frequency in [0.02, 0.15] {
        let noise = Noise::perlin(3).frequency(frequency).fbm(2);
        check(&noise, &Grid::new([3, 13, 35, 40]).start([-2, 40, -20, 5]), 0..1);
    }
}

/// Cells of about a sample in rows whose parts have many columns: no part is cut into less than 16 rows.
#[test]
fn many_columns_among_as_many_lines_equal_single_samples() {
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
