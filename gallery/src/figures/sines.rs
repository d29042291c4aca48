//! Marble and wood: sines that noise disturbs.
#![expect(clippy::disallowed_methods, reason = "sines of finished samples, for pictures only")]

use std::f64::consts::TAU;

use perlane::{Grid, Noise};

use crate::canvas::{Canvas, Rgb};
use crate::{Result, colour};

const MARBLE: [(f64, Rgb); 5] = [
    (-1.0, [44, 50, 62]),
    (-0.7, [104, 110, 120]),
    (-0.2, [186, 188, 190]),
    (0.4, [226, 224, 219]),
    (1.0, [246, 244, 239]),
];

const WOOD: [(f64, Rgb); 4] =
    [(-1.0, [112, 66, 32]), (-0.3, [158, 102, 56]), (0.5, [190, 136, 82]), (1.0, [210, 162, 106])];

/// Marble: the sine of x plus turbulence, veins as far apart as cells are wide.
pub(crate) fn marble(width: usize, height: usize, turbulence: &Noise) -> Result<Canvas> {
    let cell = 1.0 / turbulence.frequency;
    let samples = turbulence.generate(&Grid::new([height, width]))?;
    let veins = samples.iter().enumerate().map(|(i, &v)| {
        let (x, y) = ((i % width) as f64, (i / width) as f64);
        let across = (x + 0.5 * y) / cell;
        (TAU * (0.5 * across + 1.6 * f64::from(v))).sin() as f32
    });
    Ok(colour::ramp(&veins.collect::<Vec<_>>(), width, &MARBLE))
}

/// Wood: the sine of the distance from the trunk's middle plus fBm, with a fine grain.
pub(crate) fn wood(width: usize, height: usize, cell: f64) -> Result<Canvas> {
    let grid = Grid::new([height, width]);
    let bend = Noise::perlin(12).frequency(1.0 / cell).fbm(3).generate(&grid)?;
    let grain = Noise::perlin(13).frequency(0.5).generate(&grid.spacing([0.08, 1.0]))?;
    let rings = bend.iter().zip(&grain).enumerate().map(|(i, (&bend, &grain))| {
        let (x, y) = ((i % width) as f64, (i / width) as f64);
        let (dx, dy) = (x - 0.3 * width as f64, (y - 1.2 * height as f64) * 0.35);
        let distance = (dx * dx + dy * dy).sqrt() / (0.12 * cell);
        let ring = (TAU * (distance + 0.9 * f64::from(bend))).sin();
        (0.75 * ring + 0.45 * f64::from(grain)) as f32
    });
    Ok(colour::ramp(&rings.collect::<Vec<_>>(), width, &WOOD))
}
