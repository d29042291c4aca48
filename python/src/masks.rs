//! Random masks of thresholded Perlin noise, for training detectors of anomalies.

use numpy::PyReadwriteArray3;
use perlane::hash::splitmix64;
use perlane::{Grid, Noise, Result};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::{refused, type_error};
use crate::pool::Threads;

/// The draws of one mask: equal for equal seed and index, whatever else is computed.
struct Draws(u64);

impl Draws {
    fn new(seed: u64, index: u64) -> Self {
        // Twice, so that masks of seed s + 1 are not those of s, shifted.
        Draws(splitmix64(splitmix64(seed) ^ index))
    }

    fn next(&mut self) -> u64 {
        self.0 = splitmix64(self.0);
        self.0
    }

    /// One of `count` numbers from 0, all as likely to within 2^-32.
    fn below(&mut self, count: u64) -> u64 {
        ((self.next() >> 32) * count) >> 32
    }
}

/// What one mask looks like.
struct Mask {
    seed: u64,
    /// Lattice cells along height and width, before the turn.
    cells: [f64; 2],
    quarter_turns: u64,
}

impl Mask {
    /// `exponents`: the least and the greatest power of two that the cells of an axis can be.
    fn new(seed: u64, index: u64, exponents: [u32; 2]) -> Self {
        let mut draws = Draws::new(seed, index);
        let choices = u64::from(exponents[1] - exponents[0]) + 1;
        let mut cells = || f64::from(1u32 << (exponents[0] + draws.below(choices) as u32));
        let cells = [cells(), cells()];
        Mask { cells, quarter_turns: draws.below(4), seed: draws.next() }
    }

    /// Writes a mask of `shape`; `noise` is room for its samples.
    fn fill(
        &self,
        [height, width]: [usize; 2],
        threshold: f32,
        noise: &mut Vec<f32>,
        out: &mut [bool],
    ) -> Result<()> {
        let sideways = self.quarter_turns % 2 == 1;
        let shape = if sideways { [width, height] } else { [height, width] };
        let spacing = [0, 1].map(|a| self.cells[a] / shape[a] as f64);
        noise.resize(height * width, 0.0);
        Noise::perlin(self.seed).fill(&Grid::new(shape).spacing(spacing), noise)?;
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
    let (height, width) = (out.as_array().shape()[1], out.as_array().shape()[2]);
    let out = out.as_slice_mut().map_err(|e| type_error("out", e, "contiguous arrays"))?;
    let threads = Threads::new(threads, out.len())?;
    let fill = |noise: &mut Vec<f32>, (n, out): (usize, &mut [bool])| {
        let mask = Mask::new(seed, first.wrapping_add(n as u64), exponents);
        mask.fill([height, width], threshold, noise, out)
    };
    let each = (height * width).max(1);
    py.detach(|| match threads {
        Threads::One => {
            let mut noise = Vec::new();
            out.chunks_mut(each).enumerate().try_for_each(|part| fill(&mut noise, part))
        }
        Threads::Pool(pool) => {
            pool.install(|| out.par_chunks_mut(each).enumerate().try_for_each_init(Vec::new, fill))
        }
    })
    .map_err(refused)
}
