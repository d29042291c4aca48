//! The colours of a window.

use perlane::{Layers, Window};

use crate::error::Result;
use crate::format::colormap::Colormap;
use crate::format::levels::Levels;

/// Rows of colours.
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colors: Vec<[u8; 3]>,
}

impl Pixels {
    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.colors[y * self.width + x]
    }
}

pub(crate) fn draw(layers: &Layers, window: &Window, map: &Colormap, levels: &Levels) -> Result<Pixels> {
    let samples = layers.generate(window)?;
    let colors = samples.iter().map(|sample| map.color(levels.level(*sample) as u8)).collect();
    Ok(Pixels { width: window.size.x, height: window.size.y, colors })
}
