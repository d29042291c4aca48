//! Plots by `plotters` on a canvas, with the gallery's own text, so that no font of the system is used.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::canvas::{Canvas, Rgb};
use crate::text::{self, Role};

type Outcome<T = ()> = Result<T, DrawingErrorKind<Infallible>>;

/// A canvas as `plotters` sees it.
pub(crate) struct Sheet<'a>(pub(crate) &'a mut Canvas);

impl DrawingBackend for Sheet<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width() as u32, self.0.height() as u32)
    }

    fn ensure_prepared(&mut self) -> Outcome {
        Ok(())
    }

    fn present(&mut self) -> Outcome {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Outcome {
        if let Some(pixel) = self.0.pixel(x, y) {
            *pixel = over(*pixel, color);
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Outcome {
        let (width, height) = size(text);
        let dx = match style.anchor().h_pos {
            HPos::Left => 0,
            HPos::Right => -width,
            HPos::Center => -width / 2,
        };
        let dy = match style.anchor().v_pos {
            VPos::Top => 0,
            VPos::Center => -height / 2,
            VPos::Bottom => -height,
        };
        let (r, g, b) = style.color().rgb;
        text::write(self.0, text, x + dx, y + dy, Role::Plain, [r, g, b]);
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, _: &S) -> Outcome<(u32, u32)> {
        let (width, height) = size(text);
        Ok((width as u32, height as u32))
    }
}

/// Width and height of a line of text.
fn size(text: &str) -> (i32, i32) {
    (Role::Plain.width(text) as i32, Role::Plain.line_height() as i32 - 1)
}

/// A colour, with its opacity, over another one.
fn over(below: Rgb, color: BackendColor) -> Rgb {
    let (r, g, b) = color.rgb;
    crate::colour::quantised(crate::colour::mix(below.map(f64::from), [r, g, b].map(f64::from), color.alpha))
}
