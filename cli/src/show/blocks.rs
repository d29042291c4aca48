//! Pictures as characters. Each character is the upper half of a block: its foreground has the colour of one pixel, its background that of the pixel
//! below.

use std::fmt::Write;

use crate::show::picture::Pixels;

/// Which colours a terminal supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colors {
    /// 2^24 colours.
    True,
    /// A cube of 6 × 6 × 6.
    Indexed,
    /// No colours: characters by brightness.
    None,
}

/// Characters from dark to bright.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];

/// One line for each two rows of pixels.
pub(crate) fn lines(pixels: &Pixels, colors: Colors) -> String {
    let mut text = String::new();
    for y in (0..pixels.height).step_by(2) {
        let mut before = None;
        for x in 0..pixels.width {
            let upper = pixels.at(x, y);
            let lower = if y + 1 < pixels.height { pixels.at(x, y + 1) } else { upper };
            if colors == Colors::None {
                text.push(shade(upper, lower));
                continue;
            }
            if before != Some((upper, lower)) {
                push_colors(&mut text, upper, lower, colors);
                before = Some((upper, lower));
            }
            text.push('▀');
        }
        if colors != Colors::None {
            text.push_str("\x1b[0m");
        }
        text.push('\n');
    }
    text
}

fn push_colors(text: &mut String, upper: [u8; 3], lower: [u8; 3], colors: Colors) {
    // Writing to a string cannot fail.
    let _ = match colors {
        Colors::True => {
            let ([r, g, b], [red, green, blue]) = (upper, lower);
            write!(text, "\x1b[38;2;{r};{g};{b};48;2;{red};{green};{blue}m")
        }
        Colors::Indexed => write!(text, "\x1b[38;5;{};48;5;{}m", index(upper), index(lower)),
        Colors::None => Ok(()),
    };
}

/// The nearest colour of the cube that 256-colour terminals have.
fn index(color: [u8; 3]) -> u8 {
    // The levels of the cube are 0, 95, 135, 175, 215, 255.
    let [r, g, b] = color.map(|part| match part {
        0..48 => 0,
        48..115 => 1,
        part => (part - 35) / 40,
    });
    16 + 36 * r + 6 * g + b
}

fn shade(upper: [u8; 3], lower: [u8; 3]) -> char {
    let bright = |[r, g, b]: [u8; 3]| 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
    let level = (bright(upper) + bright(lower)) / 2 / 10_000;
    SHADES[level as usize * SHADES.len() / 256]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels() -> Pixels {
        let colors = vec![[0, 0, 0], [255, 255, 255], [255, 0, 0], [255, 0, 0], [9, 9, 9], [9, 9, 9]];
        Pixels { width: 2, height: 3, colors }
    }

    #[test]
    fn half_blocks_have_two_colours() {
        let want = "\x1b[38;2;0;0;0;48;2;255;0;0m▀\x1b[38;2;255;255;255;48;2;255;0;0m▀\x1b[0m\n\
                    \x1b[38;2;9;9;9;48;2;9;9;9m▀▀\x1b[0m\n";
        assert_eq!(lines(&pixels(), Colors::True), want);
        let want = "\x1b[38;5;16;48;5;196m▀\x1b[38;5;231;48;5;196m▀\x1b[0m\n\x1b[38;5;16;48;5;16m▀▀\x1b[0m\n";
        assert_eq!(lines(&pixels(), Colors::Indexed), want);
    }

    #[test]
    fn without_colours_there_are_no_escapes() {
        assert_eq!(lines(&pixels(), Colors::None), ".*\n  \n");
        assert_eq!((shade([0; 3], [0; 3]), shade([255; 3], [255; 3])), (' ', '@'));
    }

    /// Eyes see green as brighter than red, and red as brighter than blue.
    #[test]
    fn colours_have_a_brightness() {
        let of = |color| shade(color, color);
        assert_eq!((of([255, 0, 0]), of([0, 255, 0]), of([0, 0, 255])), (':', '#', ' '));
        let (upper, lower) = (shade([255; 3], [0; 3]), shade([0; 3], [255; 3]));
        assert_eq!((upper, lower), ('=', '='), "both pixels count");
    }

    #[test]
    fn indexed_colours_are_the_nearest_ones() {
        const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let least = |part: u8| CUBE.into_iter().map(|level| level.abs_diff(part)).min().unwrap();
        for part in 0..=255 {
            let at = index([part, 0, 0]) - 16;
            assert_eq!((at % 36, CUBE[usize::from(at / 36)].abs_diff(part)), (0, least(part)), "{part}");
            assert_eq!(index([0, part, 0]) - 16, at / 6);
            assert_eq!(index([0, 0, part]) - 16, at / 36);
        }
    }
}
