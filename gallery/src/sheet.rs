//! The contact sheet: all small pictures, in groups with headings.

use crate::canvas::Canvas;
use crate::panels::{GAP, caption_height};
use crate::swatches::{SIDE, Section};
use crate::text::{self, INK, Role};

/// Pictures in a row.
const ACROSS: usize = 7;
/// Pixels from one picture's left edge to the next one's.
const STEP: usize = SIDE + GAP;

/// Places sections one after the other. A section that fits stays in the row of the one before.
pub(crate) fn contact_sheet(sections: &[Section]) -> Canvas {
    let heading = Role::Heading.line_height() + 4;
    let row = heading + SIDE + caption_height() + GAP;
    let mut places = Vec::new();
    let (mut column, mut y) = (0, GAP);
    for section in sections {
        let count = section.swatches.len();
        if column > 0 && column + count > ACROSS {
            (column, y) = (0, y + row);
        }
        places.push((section, column, y));
        column += count;
    }
    let mut canvas = Canvas::new(GAP + ACROSS * STEP, y + row);
    for (section, column, y) in places {
        let x = GAP + column * STEP;
        text::write(&mut canvas, section.title, x as i32, y as i32, Role::Heading, INK);
        for (i, swatch) in section.swatches.iter().enumerate() {
            canvas.paste(&swatch.captioned(), x + i * STEP, y + heading);
        }
    }
    canvas
}
