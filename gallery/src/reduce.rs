//! Reduces a picture to 256 colours, which makes its file less than half the size.

use color_quant::NeuQuant;

use crate::canvas::{Canvas, Rgb};

/// The palette is learned from every n-th pixel; 1 is the slowest and best.
const SAMPLING: i32 = 3;

/// The picture in at most 256 colours.
pub(crate) fn reduced(canvas: &Canvas) -> Canvas {
    let rgba: Vec<u8> = canvas.pixels().iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
    let palette = NeuQuant::new(SAMPLING, 256, &rgba);
    let pixels = rgba.chunks_exact(4).map(|pixel| {
        let entry = palette.lookup(palette.index_of(pixel)).unwrap_or_default();
        [entry[0], entry[1], entry[2]] as Rgb
    });
    Canvas::from_pixels(canvas.width(), pixels.collect())
}
