//! `Canvas`: pixels to draw on.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The colour of an empty canvas.
pub(crate) const PAPER: Rgb = [255, 255, 255];

/// A picture of 8-bit colours, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Canvas {
    /// Empty paper.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Canvas { width, height, pixels: vec![PAPER; width * height] }
    }

    /// Rows of `width` pixels; an incomplete last row is left out.
    pub(crate) fn from_pixels(width: usize, mut pixels: Vec<Rgb>) -> Self {
        let height = pixels.len() / width;
        pixels.truncate(width * height);
        Canvas { width, height, pixels }
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All pixels, row by row from the top.
    pub fn pixels(&self) -> &[Rgb] {
        &self.pixels
    }

    /// The pixel at `(x, y)`; `None` outside the canvas.
    pub(crate) fn pixel(&mut self, x: i32, y: i32) -> Option<&mut Rgb> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x < self.width { self.pixels.get_mut(y * self.width + x) } else { None }
    }

    /// Copies a picture to `(x, y)`; what does not fit is cut off.
    pub(crate) fn paste(&mut self, picture: &Canvas, x: usize, y: usize) {
        let width = picture.width.min(self.width.saturating_sub(x));
        let rows = self.pixels.chunks_exact_mut(self.width.max(1)).skip(y);
        for (row, from) in rows.zip(picture.pixels.chunks_exact(picture.width.max(1))) {
            row[x..x + width].copy_from_slice(&from[..width]);
        }
    }

    /// `across` by `down` copies, side by side.
    pub(crate) fn repeated(&self, across: usize, down: usize) -> Canvas {
        let mut canvas = Canvas::new(self.width * across, self.height * down);
        for (i, j) in (0..down).flat_map(|j| (0..across).map(move |i| (i, j))) {
            canvas.paste(self, i * self.width, j * self.height);
        }
        canvas
    }
}
