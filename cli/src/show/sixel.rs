//! Pictures as sixels: <https://vt100.net/docs/vt3xx-gp/chapter14.html>. They consist of bands of six rows, with a run for each colour in each band.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::show::picture::Pixels;

/// A picture, whose height must be a multiple of six.
pub(crate) fn image(pixels: &Pixels) -> String {
    let mut text = format!("\x1bP0;1q\"1;1;{};{}", pixels.width, pixels.height);
    let used: BTreeSet<u8> = pixels.colors.iter().map(|color| register(*color)).collect();
    for register in used {
        let [r, g, b] = [register / 36, register / 6 % 6, register % 6].map(|part| u32::from(part) * 20);
        let _ = write!(text, "#{register};2;{r};{g};{b}");
    }
    for top in (0..pixels.height).step_by(6) {
        push_band(&mut text, pixels, top);
    }
    text + "\x1b\\"
}

fn push_band(text: &mut String, pixels: &Pixels, top: usize) {
    let rows = top..pixels.height.min(top + 6);
    let used: BTreeSet<u8> = pixels.colors[rows.start * pixels.width..rows.end * pixels.width]
        .iter()
        .map(|c| register(*c))
        .collect();
    for color in used {
        let _ = write!(text, "#{color}");
        let bits = |x| {
            let row = |(bit, y): (usize, usize)| u8::from(register(pixels.at(x, y)) == color) << bit;
            63 + rows.clone().enumerate().map(row).sum::<u8>()
        };
        push_runs(text, (0..pixels.width).map(bits));
        text.push('$');
    }
    text.push('-');
}

/// Writes repeated characters as their number and one of them.
fn push_runs(text: &mut String, characters: impl Iterator<Item = u8>) {
    let mut characters = characters.peekable();
    while let Some(character) = characters.next() {
        let mut count = 1;
        while characters.next_if_eq(&character).is_some() {
            count += 1;
        }
        match count {
            1..=3 => text.extend(std::iter::repeat_n(char::from(character), count)),
            _ => {
                let _ = write!(text, "!{count}{}", char::from(character));
            }
        }
    }
}

/// The number of one of 6 × 6 × 6 colours.
fn register(color: [u8; 3]) -> u8 {
    let [r, g, b] = color.map(|part| ((u32::from(part) * 5 + 127) / 255) as u8);
    36 * r + 6 * g + b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_of_six() {
        let mut colors = vec![[255, 0, 0]; 8 * 12];
        colors[0] = [0, 0, 255];
        let text = image(&Pixels { width: 8, height: 12, colors });
        let want = "\x1bP0;1q\"1;1;8;12#5;2;0;0;100#180;2;100;0;0\
                    #5@!7?$#180}!7~$-\
                    #180!8~$-\x1b\\";
        assert_eq!(text, want);
    }

    #[test]
    fn long_runs_are_counted() {
        let runs = |text: &str| {
            let mut runs = String::new();
            push_runs(&mut runs, text.bytes());
            runs
        };
        assert_eq!(
            (runs("aaab"), runs("aaaa"), runs("")),
            ("aaab".to_owned(), "!4a".to_owned(), String::new())
        );
    }

    #[test]
    fn registers_have_the_nearest_colours() {
        for part in 0..=255u8 {
            let level = register([0, 0, part]);
            let nearest = (0..6u8).min_by_key(|level| (51 * level).abs_diff(part)).unwrap();
            assert_eq!(level, nearest, "{part}");
            assert_eq!((register([part, 0, 0]), register([0, part, 0])), (36 * level, 6 * level));
        }
    }
}
