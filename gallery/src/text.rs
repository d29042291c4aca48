//! Text in the fonts that `embedded-graphics` carries, so that no font of the system decides a pixel.

use std::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_7X13, FONT_7X13_BOLD, FONT_9X18_BOLD};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::text::renderer::TextRenderer;
use embedded_graphics::text::{Baseline, Text};

use crate::canvas::{Canvas, Rgb};

/// The colour of text.
pub(crate) const INK: Rgb = [34, 34, 34];
/// The colour of less important text.
pub(crate) const SOFT: Rgb = [96, 96, 96];

/// What the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A heading over a group of pictures.
    Heading,
    /// A picture's name.
    Name,
    /// Everything else.
    Plain,
}

impl Role {
    fn font(self) -> &'static MonoFont<'static> {
        match self {
            Role::Heading => &FONT_9X18_BOLD,
            Role::Name => &FONT_7X13_BOLD,
            Role::Plain => &FONT_7X13,
        }
    }

    /// The distance of two lines, in pixels.
    pub(crate) fn line_height(self) -> usize {
        self.font().character_size.height as usize + 1
    }

    /// The width of the text, in pixels.
    pub(crate) fn width(self, text: &str) -> usize {
        let style = MonoTextStyle::new(self.font(), Rgb888::BLACK);
        let metrics = style.measure_string(text, Point::zero(), Baseline::Top);
        metrics.bounding_box.size.width as usize
    }
}

/// Writes a line of text whose upper left corner is at `(x, y)`.
pub(crate) fn write(canvas: &mut Canvas, text: &str, x: i32, y: i32, role: Role, ink: Rgb) {
    let style = MonoTextStyle::new(role.font(), Rgb888::new(ink[0], ink[1], ink[2]));
    let text = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top);
    let Ok(_) = embedded_graphics::Drawable::draw(&text, canvas);
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.width() as u32, self.height() as u32)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, colour) in pixels {
            if let Some(pixel) = self.pixel(at.x, at.y) {
                *pixel = [colour.r(), colour.g(), colour.b()];
            }
        }
        Ok(())
    }
}
