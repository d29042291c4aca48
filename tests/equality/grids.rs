//! Grids of shapes, steps and places that kernels treat in different ways.

use crate::common::{Window, assert_bits, backends, listed};
use perlane::{Backend, Gradients, Noise};

/// Large enough that the pool cuts it into bands, in every number of dimensions.
#[cfg(feature = "rayon")]
#[test]
fn threads_agree() {
    use crate::common::with_grid;
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
    for shape in listed(shapes) {
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
        let want = window.reference(&noise).unwrap();
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
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
                        let negative = out.iter().position(|n| n.to_bits() == (-0.0f32).to_bits());
                        assert_eq!(negative, None, "the index of a -0: {backend} {noise:?}");
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

/// Grids of few columns, whose rows are in lanes all the way: columns of one cell and of several, rows of whole vectors and not. Each width and shape has one
/// octave, two, and two that are folded.
#[test]
fn narrow_grids_equal_the_reference() {
    let fold = |noise: Noise, n: usize| {
        if n.is_multiple_of(3) { noise.ridged(2) } else { noise.fbm(1 + n as u32 / 32 % 2) }
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

/// Cells narrower than samples are apart, and a little wider: any number of vectors next to each other, several rows and planes, and gradients that are
/// looked up in each way.
#[test]
fn samples_that_share_few_corners_equal_the_reference() {
    let five = [[1.0, 0.5, 0.2], [-1.0, 0.25, 0.5], [0.5, -1.0, 1.0], [0.3, 0.7, -1.0], [-0.8, 0.1, 0.4]];
    for n in listed(0..360) {
        let (width, rows) = (8 + n * 11 % 152, 1 + n * 7 % 19);
        let shape: &[usize] = match n % 5 {
            0 => &[rows, width],
            1 => &[20, 16 * (8 + n % 3)],
            2 => &[1 + n % 4, rows, width],
            3 => &[rows, 17, 64],
            _ => &[3 + n / 60 % 2 * 18, 1023],
        };
        let gradients = match n % 7 {
            0 if shape.len() == 3 => Gradients::custom(&five).unwrap(),
            1 if shape.len() == 2 => Gradients::Diagonals,
            _ => Gradients::default(),
        };
        let noise = Noise::perlin(n as u64).gradients(gradients).frequency([0.9, 0.95, 1.1, 2.3][n / 5 % 4]);
        let noise = match n / 20 % 3 {
            0 => noise.ridged(2),
            1 => noise.fbm(2).range(-3.0, 5.0),
            _ => noise,
        };
        let mut window = Window::new(shape);
        window.start.fill(n as i64 * 17 - 2000);
        window.origin.fill(0.37);
        let want = window.reference(&noise).unwrap();
        for backend in backends() {
            let out = window.fill(&noise, backend).unwrap();
            assert_bits(&noise, &backend, &window, &out, &want);
        }
    }
}

/// Cells of grids are counted from those of their first samples, however far away those are.
#[test]
fn grids_far_from_zero_equal_the_reference() {
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

/// Axes whose vectors span nearly one cell more than their rate says, so far away that coordinates round over the border.
#[test]
fn steady_axes_whose_coordinates_round_equal_the_reference() {
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
        // About 2^48 and 2^49.
        (0.999 / 0.3, 281_756_733_529_817, 0.0),
        (0.999 / 0.3, 563_513_466_904_917, 0.0),
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
fn rows_of_more_than_2_to_the_32_cells_equal_the_reference() {
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
