//! What can be seen of the lattice in one octave of each 2-D gradient set: the figures of docs/gradients.md.
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
            correlation(&samples, [(CELL, 0), (0, CELL)]),
            // Of about the same length: 11.3 samples along both axes are 16 along the diagonal.
            correlation(&samples, [(11, 11), (11, 11)]),
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
fn correlation(samples: &[f64], by: [(usize, usize); 2]) -> f64 {
    let energy: f64 = samples.iter().map(|v| v * v).sum();
    let shifted = |(dx, dy): (usize, usize)| -> f64 {
        let pairs = (0..SIDE - dy).flat_map(|y| (0..SIDE - dx).map(move |x| (y, x)));
        let sum: f64 = pairs.map(|(y, x)| samples[y * SIDE + x] * samples[(y + dy) * SIDE + x + dx]).sum();
        sum / ((SIDE - dx) * (SIDE - dy)) as f64
    };
    by.into_iter().map(shifted).sum::<f64>() / 2.0 / (energy / (SIDE * SIDE) as f64)
}
