//! Gradient sets side by side, one octave each, to compare how much of the lattice can be seen.

use perlane::{Gradients, Noise};

use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::{Result, colour, sample};

const SIDE: usize = 288;

/// The 16 directions, and the same with constants.
pub(crate) fn value_gradient() -> Result<Canvas> {
    let sets = [
        (Gradients::Directions16, "directions16", "0 at every corner of the lattice"),
        (Gradients::ValueGradient, "value-gradient", "1/4 or -1/4 at every corner"),
    ];
    let panels: Result<Vec<Panel>> = sets
        .into_iter()
        .map(|(set, name, detail)| {
            let noise = Noise::perlin(1).frequency(1.0 / 16.0).gradients(set);
            let image = colour::grey(&sample::plane(&noise, SIDE)?, SIDE, -0.75, 0.75);
            Ok(Panel::new(image, name, detail))
        })
        .collect();
    Ok(rows(&panels?, 2))
}
