//! Clouds: a blue sky, white where fBm is high.

use perlane::{Grid, Noise};

use crate::canvas::{Canvas, Rgb};
use crate::{Result, colour};

const SKY: [(f64, Rgb); 4] =
    [(-0.15, [74, 130, 196]), (0.02, [137, 178, 220]), (0.2, [226, 233, 240]), (0.45, [255, 255, 255])];

/// Clouds of about `cell` samples.
pub(crate) fn clouds(width: usize, height: usize, cell: f64) -> Result<Canvas> {
    let noise = Noise::perlin(8).frequency(1.0 / cell).fbm(6).gain(0.55);
    let samples = noise.generate(&Grid::new([height, width]).spacing([1.4, 1.0]))?;
    Ok(colour::ramp(&samples, width, &SKY))
}
