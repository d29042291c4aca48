//! The recipes of the figures that `docs/tutorials.md` links. Each stands here once, as code that is also text: figures sample it, and
//! `tests/tutorials` looks for the text in the figure's row of the page, and for the samples in the picture.

use perlane::{Fade, Gradients, Grid, Kind, Layers, Noise, Output, Permutation, Sample};

use crate::canvas::Canvas;
use crate::{Result, colour};

/// What a figure shows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Figure<T, const D: usize> {
    /// The picture's name: that of its file, without the extension.
    pub picture: &'static str,
    /// A noise, or layers.
    pub noise: T,
    /// Where it is sampled.
    pub grid: Grid<D>,
    /// The samples that are black and white, or the ends of the axis of a plot.
    pub levels: (f64, f64),
    /// The Rust of all this, as the page has it.
    pub rust: Vec<&'static str>,
}

impl<T: Sample, const D: usize> Figure<T, D> {
    /// Another noise in grey, with the figure's grid and levels.
    pub(crate) fn grey_of(&self, noise: &impl Sample) -> Result<Canvas> {
        self.grey(&noise.generate(&self.grid)?)
    }

    /// Rows of the grid's width in grey.
    pub(crate) fn grey(&self, samples: &[f32]) -> Result<Canvas> {
        let width = self.grid.shape.last().copied().ok_or("a grid without axes")?;
        Ok(colour::grey(samples, width, self.levels.0, self.levels.1))
    }
}

/// A value, and the Rust that makes it.
macro_rules! stated {
    ($($rust:tt)*) => { ($($rust)*, stringify!($($rust)*)) };
}

/// What a noise of a sum is multiplied by.
pub(crate) fn weight(noise: &Noise) -> f64 {
    match noise.output {
        Output::ScaleBias { scale, .. } => scale,
        _ => 1.0,
    }
}

/// Ken Perlin's own table of 256, and plain sums.
pub fn textbook() -> Noise {
    Noise::perlin(0).permutation(Permutation::PERLIN).normalize(false)
}

/// One octave of the tutorials' grey image.
pub fn grey() -> Figure<Noise, 2> {
    let (noise, rust) = stated!(textbook().gradients(Gradients::Diagonals).frequency(0.01));
    let grid = Grid::new([500, 500]);
    Figure { picture: "grey", noise, grid, levels: (-1.0, 1.0), rust: vec![rust] }
}

/// Six octaves from half that frequency on, each half as strong as the one before.
pub fn grey_fbm() -> Figure<Noise, 2> {
    let (noise, rust) = stated!(textbook().gradients(Gradients::Diagonals).frequency(0.005).fbm(6));
    Figure { picture: "grey-fbm", noise, rust: vec![rust], ..grey() }
}

/// Value noise on a table of 0 to 255, and its Rust, which the page has in a row of its own.
pub fn table() -> (Noise, &'static str) {
    stated!(textbook().kind(Kind::Value).period([255]).scale(127.5).bias(127.5))
}

/// Octaves of that noise, each of which reads the table from its start after 255 cells of its own. Plots have the first 20 cells.
pub fn octaves() -> Figure<Layers, 1> {
    let (table, _) = table();
    let (noise, rust) = stated!((0..8).fold(Layers::new(), |sum, o| {
        sum.add(1.0 / f64::from(1 << o), table.clone().frequency(f64::from(1 << o)))
    }));
    let grid = Grid::new([12750]).spacing([0.02]);
    Figure { picture: "curves", noise, grid, levels: (0.0, 255.0), rust: vec![rust] }
}

/// Waves of different amplitude, frequency and phase.
pub fn waves() -> Figure<Layers, 1> {
    let (noise, rust) = stated!(
        Layers::new()
            .add(3.0, Noise::value(1).frequency(0.25))
            .add(1.0, Noise::value(2).offset([5.0]))
            .add(0.35, Noise::value(3).frequency(4.0))
    );
    let grid = Grid::new([1000]).spacing([0.02]);
    Figure { picture: "superposition", noise, grid, levels: (-4.5, 4.5), rust: vec![rust] }
}

/// Layers in the plane.
pub fn layers() -> Figure<Layers, 2> {
    let (noise, rust) = stated!(
        Layers::new()
            .add(0.55, Noise::perlin(31).frequency(0.0125).ridged(5))
            .add(0.3, Noise::value(32).frequency(0.03125))
            .add(0.15, Noise::perlin(33).frequency(0.2))
    );
    let grid = Grid::new([180, 180]);
    Figure { picture: "layers", noise, grid, levels: (0.05, 0.95), rust: vec![rust] }
}

/// Value noise with one of the fades.
pub fn fades() -> Figure<Noise, 2> {
    let (noise, rust) = stated!(Noise::value(3).fade(Fade::Cubic).frequency(1.0 / 32.0));
    let grid = Grid::new([192, 192]);
    Figure { picture: "value-fades", noise, grid, levels: (-1.0, 1.0), rust: vec![rust] }
}

/// Cell noise with one sample in a cell.
pub fn white() -> Figure<Noise, 2> {
    let (noise, rust) = stated!(Noise::cell(3));
    let grid = Grid::new([192, 192]);
    Figure { picture: "white", noise, grid, levels: (-1.0, 1.0), rust: vec![rust] }
}

/// One period of a noise, along both axes.
pub fn tile() -> Figure<Noise, 2> {
    let (noise, rust) = stated!(Noise::perlin(5).frequency(1.0 / 48.0).period([4, 4]).fbm(6));
    let grid = Grid::new([192, 192]);
    Figure { picture: "tiling", noise, grid, levels: (-0.75, 0.75), rust: vec![rust] }
}

/// The frames of one period in time.
pub fn animation() -> Figure<Noise, 3> {
    let (noise, of_noise) = stated!(Noise::perlin(9).frequency(1.0 / 48.0).period([2, 0, 0]).fbm(2));
    let (grid, of_grid) = stated!(Grid::new([64, 112, 112]).spacing([1.5, 1.0, 1.0]));
    Figure { picture: "animation", noise, grid, levels: (-0.65, 0.65), rust: vec![of_noise, of_grid] }
}

/// The turbulence that disturbs the sine of marble.
pub fn turbulence() -> (Noise, &'static str) {
    stated!(Noise::perlin(6).frequency(1.0 / 96.0).turbulence(5))
}

/// Musgrave's hybrid multifractal, with his numbers.
pub fn hybrid() -> (Noise, &'static str) {
    stated!(Noise::perlin(1).frequency(0.01).hybrid_multi(8).gain(0.84).level(0.7).feedback(1.0))
}
