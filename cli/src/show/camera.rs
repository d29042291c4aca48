//! The camera: which samples a picture has, and how far it may move and zoom.

use std::ops::RangeInclusive;

use perlane::{PerAxis, Window};
use perlane_view::Place;
use perlane_view::scene::{Index, MAX_LEVEL, MIN_LEVEL};

/// A key moves the picture by one of this many parts of it.
const MOVES: i64 = 8;

/// The width, in pixels, of which a move is a part. It is the same for all terminals, so that the same keys give the same command.
const USUAL_WIDTH: i64 = 80;

/// The height, in pixels, of a terminal of 80 × 24 characters.
const USUAL_HEIGHT: usize = 48;

/// The levels at which zooming ends, of windows that are neither very small nor very large.
const FINEST: i32 = -8;
const COARSEST: i32 = 40;

/// The greatest index that a sample may have.
const MOST_INDEX: i64 = 1 << 53;

/// Keys move pictures by whole pixels, the finest of which are 2^-8 samples.
const FINE: i32 = -FINEST;

#[derive(Clone, Copy)]
pub(super) struct Camera {
    /// The place in the middle, in units of 2^-[`FINE`] samples of level 0.
    middle: [i64; 2],
    pub(super) level: i32,
    /// The level at which the window fills a terminal. At this level, the printed command has the window's samples.
    window_level: i32,
}

impl Camera {
    /// Shows the middle of a window, whose shorter side fills a usual terminal.
    pub(super) fn new(window: &Window) -> Self {
        let middle = |start: i64, size: usize| {
            let sample = start.saturating_add(i64::try_from(size).unwrap_or(i64::MAX) / 2);
            sample.saturating_mul(1 << FINE)
        };
        let middle = [middle(window.start.x, window.size.x), middle(window.start.y, window.size.y)];
        let shorter = window.size.x.min(window.size.y);
        let level = (shorter / USUAL_HEIGHT).max(1).ilog2() as i32;
        Camera { middle, level, window_level: level }
    }

    /// Moves the middle, if a picture of this size would have samples whose indices are beyond those that a grid may have.
    pub(super) fn keep_within(&mut self, pixels: [usize; 2]) {
        let unit = FINE + self.level;
        for (at, size) in self.middle.iter_mut().zip(pixels) {
            let (size, half) = (size as i64, size as i64 / 2);
            let first = ((*at >> unit) - half).clamp(-MOST_INDEX, (MOST_INDEX + 1 - size).max(-MOST_INDEX));
            if first != (*at >> unit) - half {
                *at = (first + half).saturating_mul(1 << unit);
            }
        }
    }

    /// Shows samples that are farther apart, or closer together; `false` if zooming ends here.
    pub(super) fn zoom(&mut self, by: i32) -> bool {
        let goes_on = self.zooms().contains(&(self.level + by));
        if goes_on {
            self.level += by;
        }
        goes_on
    }

    /// The levels that can be shown. The command's samples are on a level too, and the first picture's level may be any.
    fn zooms(&self) -> RangeInclusive<i32> {
        let of_command = |level: i32| self.window_level + level;
        let (finest, coarsest) = (FINEST.max(of_command(MIN_LEVEL)), COARSEST.max(self.window_level));
        finest..=coarsest.min(of_command(MAX_LEVEL))
    }

    /// Moves by this many steps.
    pub(super) fn shift(&mut self, x: i64, y: i64) {
        let step = (USUAL_WIDTH / MOVES).saturating_mul(1 << (FINE + self.level));
        for (at, direction) in self.middle.iter_mut().zip([x, y]) {
            *at = at.saturating_add(direction.saturating_mul(step));
        }
    }

    /// The sample of level 0 in the middle.
    pub(super) fn sample(&self) -> [i64; 2] {
        self.middle.map(|middle| middle >> FINE)
    }

    /// The samples of a picture.
    pub(super) fn place(&self, width: usize, height: usize) -> Place {
        self.around_middle(width, height, self.level)
    }

    /// The samples that the printed command generates, if its window has this size.
    pub(super) fn place_of_command(&self, size: PerAxis<usize>) -> Place {
        self.around_middle(size.x, size.y, self.level - self.window_level)
    }

    fn around_middle(&self, width: usize, height: usize, level: i32) -> Place {
        let first = |middle: i64, size: usize| {
            let index = match FINE + level {
                finer if finer < 0 => middle.saturating_mul(1 << -finer),
                coarser => middle >> coarser,
            };
            Index(index.saturating_sub(size as i64 / 2))
        };
        let start = [first(self.middle[0], width), first(self.middle[1], height)];
        Place { size: vec![width, height], start, level }
    }

    /// How many samples a pixel has, or pixels a sample.
    pub(super) fn scale(&self) -> String {
        match self.level {
            level if level < 0 => format!("1 sample = {} px", 1 << -level),
            0 => "1 px = 1 sample".to_owned(),
            level => format!("1 px = {} samples", 1i64 << level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of a terminal of 80 × 24 characters, which has a line of text.
    const USUAL: [usize; 2] = [80, 46];

    fn camera(width: usize, height: usize) -> Camera {
        Camera::new(&Window::from_xyzw(&[width, height]).unwrap())
    }

    /// A window's shorter side fills a terminal of 80 × 24 characters.
    #[test]
    fn windows_have_levels() {
        for ([width, height], scale) in [
            ([640, 95], "1 px = 1 sample"),
            ([95, 640], "1 px = 1 sample"),
            ([640, 96], "1 px = 2 samples"),
            ([96, 640], "1 px = 2 samples"),
            ([1, 1], "1 px = 1 sample"),
        ] {
            assert_eq!(camera(width, height).scale(), scale, "{width} × {height}");
        }
    }

    /// Keys move by an eighth of a usual picture at every level, also where a sample is many pixels wide.
    #[test]
    fn steps_are_of_pixels() {
        let mut camera = camera(640, 480);
        for level in [3, 0, -1, -4, FINEST] {
            camera.level = level;
            let first = |camera: &Camera| camera.place(USUAL[0], USUAL[1]).start[0].0;
            let before = first(&camera);
            camera.shift(1, 0);
            assert_eq!(first(&camera) - before, 10, "level {level}");
            camera.shift(-1, 0);
            assert_eq!(first(&camera), before, "level {level}");
        }
    }

    /// Samples before 0 are on the lattice of a coarser level as those after it are.
    #[test]
    fn middles_are_rounded_down() {
        let mut window = Window::from_xyzw(&[640, 480]).unwrap();
        window.start.x = -1023;
        let mut camera = Camera::new(&window);
        assert!(camera.zoom(1));
        let Place { start, .. } = camera.place_of_command(window.size);
        assert_eq!(start, [Index(-672), Index(-120)]);
    }
}
