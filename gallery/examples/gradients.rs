//! What can be seen of the lattice, in one octave of each 2-D gradient set and in ridged noise: the figures of docs/gradients.md.
//!
//! `cargo run --release -p perlane-gallery --example gradients`

use perlane::{Gradients, Grid, Noise};
use perlane_gallery::Result;

/// Samples in a lattice cell, along each axis.
const CELL: usize = 16;

/// Cells along each axis.
const CELLS: usize = 256;

/// Samples along each axis.
const SIDE: usize = CELL * CELLS;

fn main() -> Result<()> {
    single_octaves()?;
    println!();
    ridges()
}

/// Prints a row for each set.
fn single_octaves() -> Result<()> {
    println!("{:<16} {:>16} {:>10} {:>10}", "set", "spread", "axes", "diagonals");
    for set in Gradients::ALL {
        let noise = Noise::perlin(1).frequency(1.0 / CELL as f64).gradients(set.clone()).normalize(false);
        if noise.bounds(2).is_err() || *set == Gradients::Default {
            continue;
        }
        // Sums in one order are the same on every machine.
        let samples: Vec<f64> =
            noise.generate(&Grid::new([SIDE, SIDE]))?.into_iter().map(f64::from).collect();
        println!(
            "{:<16} {:>16.3} {:>10.3} {:>10.3}",
            set.name(),
            variation(&samples),
            correlation(&samples, [(CELL as isize, 0), (0, CELL)]),
            // About as far away: 11.3 samples along both axes are 16 along the diagonal.
            correlation(&samples, [(11, 11), (-11, 11)]),
        );
    }
    Ok(())
}

/// How much the variance depends on where in its cell a sample lies: the standard deviation of the variances at all places, divided by
/// their mean.
fn variation(samples: &[f64]) -> f64 {
    let mut variances = vec![0.0; CELL * CELL];
    for (i, v) in samples.iter().enumerate() {
        variances[i / SIDE % CELL * CELL + i % CELL] += v * v;
    }
    let mean = variances.iter().sum::<f64>() / variances.len() as f64;
    let squares: f64 = variances.iter().map(|v| (v - mean) * (v - mean)).sum();
    (squares / variances.len() as f64).sqrt() / mean
}

/// The correlation of samples with those that lie so far away along x and y, the mean of two displacements.
fn correlation(samples: &[f64], by: [(isize, usize); 2]) -> f64 {
    let energy: f64 = samples.iter().map(|v| v * v).sum();
    let shifted = |(dx, dy): (isize, usize)| -> f64 {
        let (width, to_left) = (SIDE - dx.unsigned_abs(), dx.min(0).unsigned_abs());
        let pairs = (0..SIDE - dy).flat_map(|y| (to_left..to_left + width).map(move |x| (y, x)));
        let other = |y: usize, x: usize| samples[(y + dy) * SIDE + x.wrapping_add_signed(dx)];
        let sum: f64 = pairs.map(|(y, x)| samples[y * SIDE + x] * other(y, x)).sum();
        sum / (width * (SIDE - dy)) as f64
    };
    by.into_iter().map(shifted).sum::<f64>() / 2.0 / (energy / (SIDE * SIDE) as f64)
}

/// Prints where ridged noise is bright: means over some seeds.
fn ridges() -> Result<()> {
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "six ridged octaves", "mean", "lines", "others", "corners");
    for (set, lacunarity) in
        [(Gradients::Directions16, 2.0), (Gradients::Directions16, 1.97), (Gradients::ValueGradient, 2.0)]
    {
        let mut means = [0.0; 4];
        for seed in 0..SEEDS {
            let noise = Noise::perlin(seed).cell_size(RIDGED_CELL as f64).ridged(6);
            let noise = noise.gradients(set.clone()).lacunarity(lacunarity);
            let brightness = brightness(&noise.generate(&Grid::new([RIDGED_SIDE, RIDGED_SIDE]))?);
            means.iter_mut().zip(brightness).for_each(|(mean, one)| *mean += one / SEEDS as f64);
        }
        let [all, lines, others, corners] = means;
        println!(
            "{:<20} {all:>8.3} {lines:>8.3} {others:>8.3} {corners:>8.3}",
            format!("{set}, {lacunarity}")
        );
    }
    Ok(())
}

const SEEDS: u64 = 16;

/// Samples in a lattice cell of the first octave, along each axis.
const RIDGED_CELL: usize = 64;

const RIDGED_SIDE: usize = 2048;

/// The mean of all samples, that of the columns on lattice lines, the standard deviation of the other columns' means, and the mean at corners.
fn brightness(samples: &[f32]) -> [f64; 4] {
    let column = |x: usize, step: usize| -> f64 {
        let column = samples.iter().skip(x).step_by(RIDGED_SIDE).step_by(step);
        column.map(|v| f64::from(*v)).sum::<f64>() / (RIDGED_SIDE / step) as f64
    };
    let columns: Vec<f64> = (0..RIDGED_SIDE).map(|x| column(x, 1)).collect();
    let is_line = |x: &usize| x.is_multiple_of(RIDGED_CELL);
    let lines = mean((0..RIDGED_SIDE).filter(is_line).map(|x| columns[x]));
    let others: Vec<f64> = (0..RIDGED_SIDE).filter(|x| !is_line(x)).map(|x| columns[x]).collect();
    let of_others = mean(others.iter().copied());
    let variance = mean(others.iter().map(|v| (v - of_others) * (v - of_others)));
    let corners = mean((0..RIDGED_SIDE).filter(is_line).map(|x| column(x, RIDGED_CELL)));
    [mean(columns.iter().copied()), lines, variance.sqrt(), corners]
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), v| (sum + v, count + 1));
    sum / f64::from(count)
}
