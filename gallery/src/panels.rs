//! Pictures side by side, each with a caption.

use crate::canvas::Canvas;
use crate::text::{self, INK, Role, SOFT};

/// Pixels around and between pictures.
pub(crate) const GAP: usize = 8;

/// A picture with a name and a line of parameters.
pub(crate) struct Panel {
    pub(crate) image: Canvas,
    pub(crate) name: String,
    pub(crate) detail: String,
}

impl Panel {
    pub(crate) fn new(image: Canvas, name: impl Into<String>, detail: impl Into<String>) -> Self {
        Panel { image, name: name.into(), detail: detail.into() }
    }

    /// The picture with its caption below. It is wider than the picture if the caption is.
    pub(crate) fn captioned(&self) -> Canvas {
        let caption = Role::Name.width(&self.name).max(Role::Plain.width(&self.detail));
        let mut canvas = Canvas::new(self.image.width().max(caption), self.image.height() + caption_height());
        canvas.paste(&self.image, 0, 0);
        let y = self.image.height() as i32 + 3;
        text::write(&mut canvas, &self.name, 0, y, Role::Name, INK);
        let y = y + Role::Name.line_height() as i32;
        text::write(&mut canvas, &self.detail, 0, y, Role::Plain, SOFT);
        canvas
    }
}

/// Pixels below a picture.
pub(crate) fn caption_height() -> usize {
    3 + Role::Name.line_height() + Role::Plain.line_height()
}

/// Panels in rows of `across`. Each column is as wide as its widest panel.
pub(crate) fn rows(panels: &[Panel], across: usize) -> Canvas {
    let pictures: Vec<Canvas> = panels.iter().map(Panel::captioned).collect();
    let column = |i: usize| pictures.iter().skip(i).step_by(across).map(Canvas::width).max().unwrap_or(0);
    let columns: Vec<usize> = (0..across.min(pictures.len())).map(column).collect();
    let heights: Vec<usize> =
        pictures.chunks(across).map(|row| row.iter().map(Canvas::height).max().unwrap_or(0)).collect();
    let width = GAP + columns.iter().map(|w| w + GAP).sum::<usize>();
    let height = GAP + heights.iter().map(|h| h + GAP).sum::<usize>();
    let mut canvas = Canvas::new(width, height);
    let mut y = GAP;
    for (row, height) in pictures.chunks(across).zip(&heights) {
        let mut x = GAP;
        for (picture, width) in row.iter().zip(&columns) {
            canvas.paste(picture, x, y);
            x += width + GAP;
        }
        y += height + GAP;
    }
    canvas
}
