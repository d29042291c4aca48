//! The tutorials' grey image: 500 by 500 samples at frequency 0.01, diagonal gradients on Ken Perlin's table.

use perlane::{Gradients, Noise, Permutation};

use crate::canvas::Canvas;
use crate::{Result, colour, sample};

const SIDE: usize = 500;

fn noise() -> Noise {
    Noise::perlin(0)
        .permutation(Permutation::PERLIN)
        .gradients(Gradients::Diagonals)
        .normalize(false)
        .frequency(0.01)
}

/// One octave.
pub(crate) fn single() -> Result<Canvas> {
    Ok(colour::grey(&sample::plane(&noise(), SIDE)?, SIDE, -1.0, 1.0))
}

/// Six octaves from half that frequency on, each half as strong as the one before.
pub(crate) fn fbm() -> Result<Canvas> {
    let fbm = noise().frequency(0.005).fbm(6);
    Ok(colour::grey(&sample::plane(&fbm, SIDE)?, SIDE, -1.0, 1.0))
}
