//! The colours of samples.

use perlane_view::Levels;

use crate::format::colormap::Colormap;

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

/// The colours of rows of `width` samples.
pub(crate) fn draw(samples: &[f32], width: usize, map: &Colormap, levels: &Levels) -> Pixels {
    let colors = samples.iter().map(|sample| map.color(levels.level(*sample) as u8)).collect();
    Pixels { width, height: samples.len() / width, colors }
}
