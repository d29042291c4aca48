//! Superposed layers: three noises and their sum.

use perlane::Grid;

use crate::Result;
use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::tutorials::{self, Figure};

/// The sum alone.
pub(crate) fn small(side: usize) -> Result<Canvas> {
    let figure = Figure { grid: Grid::new([side, side]), ..tutorials::layers() };
    figure.grey_of(&figure.noise)
}

/// The layers and their sum, side by side.
pub(crate) fn figure() -> Result<Canvas> {
    let figure = tutorials::layers();
    // Each picture has grey levels of its own, because most of ridged noise is high.
    let captions = [
        ("ridged", "5 octaves", (0.2, 1.41)),
        ("value", "one octave", (-1.0, 1.0)),
        ("Perlin", "one octave, fine", (-1.0, 1.0)),
    ];
    let mut panels = Vec::new();
    for (layer, (name, detail, levels)) in figure.noise.as_slice().iter().zip(captions) {
        let plus = if panels.is_empty() { "" } else { "+ " };
        let name = format!("{plus}{} of {name}", tutorials::weight(layer));
        let alone = Figure { levels, ..figure.clone() };
        panels.push(Panel::new(alone.grey_of(&layer.clone().scale(1.0))?, name, detail));
    }
    panels.push(Panel::new(figure.grey_of(&figure.noise)?, "= the layers' sum", "in one pass"));
    Ok(rows(&panels, 4))
}
