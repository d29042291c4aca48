//! Ridged mountains with light from the upper left.

use perlane::{Grid, Layers, Noise};

use super::warp::moved;
use crate::Result;
use crate::canvas::{Canvas, Rgb};
use crate::colour::{self, mix};
use crate::relief::Relief;

const GROUND: [(f64, Rgb); 6] = [
    (-0.45, [66, 96, 58]),
    (-0.15, [98, 114, 70]),
    (0.05, [132, 122, 92]),
    (0.2, [150, 138, 122]),
    (0.32, [172, 166, 160]),
    (0.38, [240, 242, 246]),
];
const ROCK: [f64; 3] = [112.0, 102.0, 92.0];

/// Mountains whose ridges are about `cell` samples apart, on hills twice as wide.
pub(crate) fn mountains(width: usize, height: usize, cell: f64) -> Result<Canvas> {
    // Lacunarity 2 would put lattice lines on lattice lines, where ridges of all octaves meet.
    let ridges = Noise::perlin(41).frequency(1.0 / cell).ridged(6).lacunarity(1.9).gain(0.45);
    let hills = Noise::perlin(42).frequency(0.5 / cell).fbm(3);
    let layers = Layers::new().add(0.6, ridges.bias(-0.7)).add(0.5, hills);
    let bend = Noise::perlin(43).frequency(1.5 / cell).fbm(3);
    let (ys, xs) = moved(&bend, &Grid::new([height, width]), 0.18 * cell)?;
    let mut samples = vec![0.0; width * height];
    layers.fill_points([&ys, &xs], &mut samples)?;
    let heights: Vec<f64> = samples.into_iter().map(f64::from).collect();
    let relief = Relief { heights: &heights, width, exaggeration: 0.24 * cell };
    Ok(relief.shaded(|i| {
        let bare = ((relief.steepness(i) - 0.8) * 1.2).clamp(0.0, 0.8);
        mix(colour::at(&GROUND, heights[i]), ROCK, bare)
    }))
}
