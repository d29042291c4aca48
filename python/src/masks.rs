//! Random masks of thresholded Perlin noise, for training anomaly detectors.

use std::ops::Range;

use numpy::PyReadwriteArray3;
use perlane::hash::splitmix64;
use perlane::{Grid, Noise, Result};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::type_error;
use crate::pieces::{self, Pace, Pieces, in_pieces};
use crate::pool::Threads;

/// The random numbers of one mask. They depend on seed and index alone, whatever else is computed.
struct Draws(u64);

impl Draws {
    fn new(seed: u64, index: u64) -> Self {
        // `splitmix64` is applied twice, so that the masks of seed s + 1 are not those of seed s, shifted.
        Draws(splitmix64(splitmix64(seed) ^ index))
    }

    fn next(&mut self) -> u64 {
        self.0 = splitmix64(self.0);
        self.0
    }

    /// One of `count` numbers, starting at 0. All are equally likely, to within 2^-32.
    fn below(&mut self, count: u64) -> u64 {
        ((self.next() >> 32) * count) >> 32
    }
}

/// The shape of one mask.
struct Mask {
    seed: u64,
    /// Lattice cells along height and width, before the mask is rotated.
    cells: [f64; 2],
    quarter_turns: u64,
}

impl Mask {
    /// `exponents` has the least and the greatest exponent: the cells along an axis are a power of two.
    fn new(seed: u64, index: u64, exponents: [u32; 2]) -> Self {
        let mut draws = Draws::new(seed, index);
        let choices = u64::from(exponents[1] - exponents[0]) + 1;
        let mut cells = || f64::from(1u32 << (exponents[0] + draws.below(choices) as u32));
        let cells = [cells(), cells()];
        Mask { cells, quarter_turns: draws.below(4), seed: draws.next() }
    }

    /// Writes the part of a mask of `shape` with these rows and columns. `noise` is room for its samples.
    fn fill(
        &self,
        [height, width]: [usize; 2],
        part: &Part,
        threshold: f32,
        noise: &mut Vec<f32>,
        out: &mut [bool],
    ) -> Result<()> {
        let Part { rows, columns } = part;
        let (up, left) = (height - rows.end..height - rows.start, width - columns.end..width - columns.start);
        // The part of the noise that becomes this part when rotated, and the noise's own shape.
        let (shape, [down, right]) = match self.quarter_turns {
            0 => ([height, width], [rows, columns]),
            1 => ([width, height], [columns, &up]),
            2 => ([height, width], [&up, &left]),
            _ => ([width, height], [&left, rows]),
        };
        let spacing = [0, 1].map(|a| self.cells[a] / shape[a] as f64);
        let grid = Grid::new([down.len(), right.len()]).start([down.start as i64, right.start as i64]);
        noise.resize(rows.len() * columns.len(), 0.0);
        Noise::perlin(self.seed).fill(&grid.spacing(spacing), noise)?;
        let (height, width) = (rows.len(), columns.len());
        for (y, row) in out.chunks_mut(width).enumerate() {
            for (x, masked) in row.iter_mut().enumerate() {
                let at = match self.quarter_turns {
                    0 => y * width + x,
                    1 => x * height + (height - 1 - y),
                    2 => (height - 1 - y) * width + (width - 1 - x),
                    _ => (width - 1 - x) * height + y,
                };
                *masked = noise[at] > threshold;
            }
        }
        Ok(())
    }
}

/// The masks that are left to fill.
struct Masks<'a>(&'a mut [bool]);

impl Pieces for Masks<'_> {
    type Number = bool;
    type Room = ();

    fn count(&self) -> usize {
        self.0.len()
    }

    fn split_off(&mut self, count: usize) -> Self {
        Masks(pieces::first(&mut self.0, count))
    }

    fn fill(self, (): &mut (), compute: impl FnOnce(&mut [bool]) -> Result<()>) -> Result<()> {
        compute(self.0)
    }
}

/// A part of a mask.
struct Part {
    rows: Range<usize>,
    columns: Range<usize>,
}

/// How many samples of a part one thread computes at once: as many as caches hold.
const PART: usize = 1 << 17;

/// Samples in the first piece, after which signals are checked.
const FIRST_OF_MASKS: usize = 1 << 21;

/// The parts of the masks, rows and columns in `ranges`, with their places in `out`.
fn parts<'a>(ranges: &[Range<usize>], out: &'a mut [bool]) -> Vec<(usize, Part, &'a mut [bool])> {
    let [masks, rows, columns] = [0, 1, 2].map(|axis| ranges[axis].clone());
    let most = (PART / columns.len().max(1)).max(1);
    let mut parts = Vec::new();
    for (mask, out) in masks.zip(out.chunks_mut((rows.len() * columns.len()).max(1))) {
        for (first, out) in rows.clone().step_by(most).zip(out.chunks_mut(most * columns.len())) {
            let rows = first..first + out.len() / columns.len();
            parts.push((mask, Part { rows, columns: columns.clone() }, out));
        }
    }
    parts
}

/// Fills `out` with masks `first`, `first + 1`, …
#[pyfunction]
pub(crate) fn perlin_masks(
    py: Python<'_>,
    mut out: PyReadwriteArray3<'_, bool>,
    seed: u64,
    first: u64,
    exponents: [u32; 2],
    threshold: f32,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let shape = out.as_array().shape().to_vec();
    let each = [shape[1], shape[2]];
    let out = out.as_slice_mut().map_err(|e| type_error("out", e, "contiguous arrays"))?;
    let threads = Threads::new(threads, out.len())?;
    let fill = |noise: &mut Vec<f32>, (n, part, out): (usize, Part, &mut [bool])| {
        let mask = Mask::new(seed, first.wrapping_add(n as u64), exponents);
        mask.fill(each, &part, threshold, noise, out)
    };
    in_pieces(py, &shape, Masks(out), Pace::new(FIRST_OF_MASKS, 1), |ranges, out| {
        let parts = parts(ranges, out);
        match &threads {
            Threads::One => {
                let mut noise = Vec::new();
                parts.into_iter().try_for_each(|part| fill(&mut noise, part))
            }
            Threads::Pool(pool) => pool.install(|| parts.into_par_iter().try_for_each_init(Vec::new, fill)),
        }
    })
}
