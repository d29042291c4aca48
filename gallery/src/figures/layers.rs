//! Superposed layers: three noises and their sum.

use perlane::{Layers, Noise};

use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::{Result, colour, sample};

const SIDE: usize = 180;

/// Each layer with its weight.
fn parts(cell: f64) -> [(f64, Noise); 3] {
    [
        (0.55, Noise::perlin(31).frequency(1.0 / cell).ridged(5)),
        (0.3, Noise::value(32).frequency(2.5 / cell)),
        (0.15, Noise::perlin(33).frequency(16.0 / cell)),
    ]
}

fn sum(cell: f64, side: usize) -> Result<Canvas> {
    let layers = parts(cell).into_iter().fold(Layers::new(), |sum, (weight, noise)| sum.add(weight, noise));
    let samples = layers.generate(&perlane::Grid::new([side, side]))?;
    Ok(colour::grey(&samples, side, 0.05, 0.95))
}

/// The sum alone.
pub(crate) fn small(side: usize) -> Result<Canvas> {
    sum(80.0, side)
}

/// The layers and their sum, side by side.
pub(crate) fn figure() -> Result<Canvas> {
    let cell = 90.0;
    // Each picture has grey levels of its own, because most of ridged noise is high.
    let captions = [
        ("0.55 of ridged", "5 octaves", 0.2, 1.41),
        ("+ 0.3 of value", "one octave", -1.0, 1.0),
        ("+ 0.15 of Perlin", "one octave, fine", -1.0, 1.0),
    ];
    let mut panels = Vec::new();
    for ((_, noise), (name, detail, low, high)) in parts(cell).iter().zip(captions) {
        let image = colour::grey(&sample::plane(noise, SIDE)?, SIDE, low, high);
        panels.push(Panel::new(image, name, detail));
    }
    panels.push(Panel::new(sum(cell, SIDE)?, "= the layers' sum", "in one pass"));
    Ok(rows(&panels, 4))
}
