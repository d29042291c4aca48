//! The picture of the library's front page. The picture is part of the text, because documentation that is built from a package has no
//! files beside it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use perlane::{Gradients, Grid, Noise};

use crate::canvas::Canvas;
use crate::{Result, encode};

/// Rows and columns.
const SHAPE: [usize; 2] = [120, 360];

/// A paragraph with the picture that the front page's example computes.
///
/// # Errors
/// Errors of the library and the encoder.
pub fn markdown() -> Result<String> {
    let png = encode::png(&picture()?)?;
    Ok(format!("\n![Ridges between dark valleys](data:image/png;base64,{})\n", BASE64_STANDARD.encode(png)))
}

fn picture() -> Result<Canvas> {
    let noise = Noise::perlin(42).cell_size(80.0).ridged_multi(4).range(0.0, 255.0);
    let noise = noise.gradients(Gradients::ValueGradient); // no ridges along lattice lines
    let heights: Vec<f32> = noise.generate(&Grid::new(SHAPE))?;
    let pixels = heights.iter().map(|height| [*height as u8; 3]).collect();
    Ok(Canvas::from_pixels(SHAPE[1], pixels))
}
