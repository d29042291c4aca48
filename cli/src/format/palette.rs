//! The colours of a colour map, as a format stores them.

use crate::format::colormap::Colormap;
use crate::format::formats::ColorModel;

/// Three numbers for each of 256 levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Palette {
    name: String,
    colors: Vec<[u8; 3]>,
}

impl Palette {
    pub(crate) fn new(colormap: &Colormap, model: ColorModel) -> Self {
        let color = |level| match model {
            ColorModel::Rgb => colormap.color(level),
            ColorModel::YCbCr => ycbcr(colormap.color(level)),
        };
        Palette { name: colormap.name().to_owned(), colors: (0..=255).map(color).collect() }
    }

    /// The colour map's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    #[inline]
    pub(crate) fn color(&self, level: u8) -> [u8; 3] {
        self.colors[usize::from(level)]
    }
}

/// Luma and chroma by BT.601, over the full range 0 to 255, as in JPEG. Programs assume this matrix if a film names none.
fn ycbcr(rgb: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = rgb.map(f64::from);
    let luma = 0.299 * r + 0.587 * g + 0.114 * b;
    [luma, 128.0 + (b - luma) / 1.772, 128.0 + (r - luma) / 1.402].map(|v| v.clamp(0.0, 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luma_and_chroma_are_those_of_the_standard() {
        for (rgb, want) in [
            ([0, 0, 0], [0, 128, 128]),
            ([255, 255, 255], [255, 128, 128]),
            ([255, 0, 0], [76, 85, 255]),
            ([0, 255, 0], [150, 44, 21]),
            ([0, 0, 255], [29, 255, 107]),
        ] {
            assert_eq!(ycbcr(rgb), want, "{rgb:?}");
        }
    }
}
