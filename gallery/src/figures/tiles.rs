//! A tile, and copies of it side by side.

use perlane::Noise;

use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::{Result, colour, sample};

const SIDE: usize = 192;

/// One tile alone and 2 by 2 copies of it: the same samples, no seam.
pub(crate) fn tiling() -> Result<Canvas> {
    let noise = Noise::perlin(5).frequency(4.0 / SIDE as f64).period([4, 4]).fbm(6);
    let tile = colour::grey(&sample::plane(&noise, SIDE)?, SIDE, -0.75, 0.75);
    let panels = [
        Panel::new(tile.clone(), "One tile", "fbm, period 4 × 4 cells"),
        Panel::new(tile.repeated(2, 2), "The same tile 2 × 2 times", "edges meet without a seam"),
    ];
    Ok(rows(&panels, 2))
}
