//! A tile, and copies of it side by side.

use crate::Result;
use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::tutorials;

/// One tile alone and 2 by 2 copies of it: the same samples, no seam.
pub(crate) fn tiling() -> Result<Canvas> {
    let figure = tutorials::tile();
    let tile = figure.grey_of(&figure.noise)?;
    let period = figure.noise.period;
    let panels = [
        Panel::new(tile.clone(), "One tile", format!("fbm, period {} × {} cells", period.x, period.y)),
        Panel::new(tile.repeated(2, 2), "The same tile 2 × 2 times", "edges meet without a seam"),
    ];
    Ok(rows(&panels, 2))
}
