//! Heights as a landscape: colour by height, light from the upper left.

use crate::canvas::Canvas;
use crate::colour::{self, mix};

/// Heights with the light that falls on them.
pub(crate) struct Relief<'a> {
    /// Rows of `width` heights.
    pub(crate) heights: &'a [f64],
    /// Samples in a row.
    pub(crate) width: usize,
    /// Samples that one unit of height is tall.
    pub(crate) exaggeration: f64,
}

impl Relief<'_> {
    /// The light on a sample: 0 in shadow, 1 facing the sun, 0.6 on level ground.
    pub(crate) fn light(&self, index: usize) -> f64 {
        let (nx, ny) = self.slope(index);
        let length = (nx * nx + ny * ny + 1.0).sqrt();
        ((nx * SUN[0] + ny * SUN[1] + SUN[2]) / length).clamp(0.0, 1.0)
    }

    /// How steep the ground is: height over distance.
    pub(crate) fn steepness(&self, index: usize) -> f64 {
        let (nx, ny) = self.slope(index);
        (nx * nx + ny * ny).sqrt()
    }

    /// The negated slopes along x and along y.
    fn slope(&self, index: usize) -> (f64, f64) {
        let (width, height) = (self.width, self.heights.len() / self.width);
        let (x, y) = (index % width, index / width);
        let at = |x: usize, y: usize| self.heights[y * width + x];
        let (left, right) = (x.saturating_sub(1), (x + 1).min(width - 1));
        let (up, down) = (y.saturating_sub(1), (y + 1).min(height - 1));
        let dx = (at(right, y) - at(left, y)) / (right - left) as f64;
        let dy = (at(x, down) - at(x, up)) / (down - up) as f64;
        (-dx * self.exaggeration, -dy * self.exaggeration)
    }

    /// Each sample in the colour that `ground` returns, in this light.
    pub(crate) fn shaded(&self, ground: impl Fn(usize) -> [f64; 3]) -> Canvas {
        let pixels = (0..self.heights.len()).map(|i| {
            let light = self.light(i);
            let shadow = ground(i).map(|c| c * 0.3);
            let lit = ground(i).map(|c| c * 1.25 + 8.0);
            colour::quantised(mix(shadow, lit, light))
        });
        Canvas::from_pixels(self.width, pixels.collect())
    }
}

/// The unit vector towards the sun, which is at the upper left.
const SUN: [f64; 3] = [-0.48, -0.64, 0.6];
