//! A warped domain: fBm that two other noises move; and points that are moved by hand, for sums with other noises at the same places.

use perlane::{Grid, Noise};

use crate::canvas::{Canvas, Rgb};
use crate::{Result, colour};

const EMBERS: [(f64, Rgb); 6] = [
    (-0.5, [16, 16, 40]),
    (-0.25, [60, 32, 84]),
    (-0.05, [142, 52, 92]),
    (0.12, [214, 96, 74]),
    (0.3, [244, 172, 96]),
    (0.55, [252, 236, 190]),
];

/// Swirls of about `cell` samples.
pub(crate) fn warp(width: usize, height: usize, cell: f64) -> Result<Canvas> {
    let noise = Noise::perlin(20).frequency(1.0 / cell).fbm(4);
    let moves = [21, 22].map(|seed| noise.clone().seed(seed).scale(1.6 * cell));
    let samples = noise.warp(moves).generate(&Grid::new([height, width]))?;
    Ok(colour::ramp(&samples, width, &EMBERS))
}

/// The grid's points, moved by two noises with other seeds.
pub(crate) fn moved(noise: &Noise, grid: &Grid<2>, by: f64) -> Result<(Vec<f64>, Vec<f64>)> {
    let width = grid.shape[1];
    let dy = noise.clone().seed(noise.seed + 1).generate(grid)?;
    let dx = noise.clone().seed(noise.seed + 2).generate(grid)?;
    let ys = dy.iter().enumerate().map(|(i, &d)| (i / width) as f64 + by * f64::from(d)).collect();
    let xs = dx.iter().enumerate().map(|(i, &d)| (i % width) as f64 + by * f64::from(d)).collect();
    Ok((ys, xs))
}
