//! Random masks of thresholded Perlin noise, for training anomaly detectors.

use std::ops::Range;

use numpy::{Element, PyArray3};
use perlane::hash::splitmix64;
use perlane::{Backend, Grid, Noise, Result};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::backend;
use crate::error::type_error;
use crate::pieces::{self, Pace, Pieces, in_pieces};
use crate::pool::Threads;
use crate::target::borrow;

/// What the masks of a call have in common.
struct Common {
    seed: u64,
    /// The number of the first mask.
    first: u64,
    /// How often these masks were drawn before, and were empty.
    attempt: u32,
    /// The least and the greatest exponent along height and width: the cells along an axis are a power of two.
    exponents: [[u32; 2]; 2],
    threshold: f32,
    backend: Backend,
}

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

    /// A number from 0 to 1; 1 is never drawn.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The shape of one mask.
struct Mask {
    seed: u64,
    /// Lattice cells along height and width.
    cells: [f64; 2],
    /// Where the noise begins within its first cell, along the axes that become height and width.
    phases: [f64; 2],
    quarter_turns: u64,
}

impl Mask {
    /// How many random numbers a mask takes.
    const DRAWS: u64 = 6;

    fn new(common: &Common, index: u64) -> Self {
        let mut draws = Draws::new(common.seed, index);
        for _ in 0..u64::from(common.attempt) * Self::DRAWS {
            draws.next();
        }
        let cells = common.exponents.map(|[least, greatest]| {
            let choices = u64::from(greatest - least) + 1;
            f64::from(1u32 << (least + draws.below(choices) as u32))
        });
        let quarter_turns = draws.below(4);
        let seed = draws.next();
        // Without phases, every mask would have lattice corners, where noise is 0, in its own corners.
        let phases = [draws.fraction(), draws.fraction()];
        Mask { seed, cells, phases, quarter_turns }
    }

    /// Writes the part of a mask of `shape` with these rows and columns. `noise` is room for its samples.
    fn fill<T: From<bool>>(
        &self,
        common: &Common,
        [height, width]: [usize; 2],
        part: &Part,
        noise: &mut Vec<f32>,
        out: &mut [T],
    ) -> Result<()> {
        let Part { rows, columns } = part;
        let (up, left) = (height - rows.end..height - rows.start, width - columns.end..width - columns.start);
        // The part of the noise that becomes this part when rotated.
        let [down, right] = match self.quarter_turns {
            0 => [rows, columns],
            1 => [columns, &up],
            2 => [&up, &left],
            _ => [&left, rows],
        };
        let spacing = [self.cells[0] / height as f64, self.cells[1] / width as f64];
        let turned = |[along_height, along_width]: [f64; 2]| match self.quarter_turns % 2 {
            0 => [along_height, along_width],
            _ => [along_width, along_height],
        };
        let grid = Grid::new([down.len(), right.len()])
            .start([down.start as i64, right.start as i64])
            .origin(turned(self.phases))
            .spacing(turned(spacing));
        noise.resize(rows.len() * columns.len(), 0.0);
        Noise::perlin(self.seed).fill_with(common.backend, &grid, noise)?;
        let (height, width) = (rows.len(), columns.len());
        for (y, row) in out.chunks_mut(width).enumerate() {
            for (x, masked) in row.iter_mut().enumerate() {
                let at = match self.quarter_turns {
                    0 => y * width + x,
                    1 => x * height + (height - 1 - y),
                    2 => (height - 1 - y) * width + (width - 1 - x),
                    _ => (width - 1 - x) * height + y,
                };
                *masked = T::from(noise[at] > common.threshold);
            }
        }
        Ok(())
    }
}

/// The masks that are left to fill.
struct Masks<'a, T>(&'a mut [T]);

impl<T: Send> Pieces for Masks<'_, T> {
    type Number = T;
    type Room = ();

    fn count(&self) -> usize {
        self.0.len()
    }

    fn split_off(&mut self, count: usize) -> Self {
        Masks(pieces::first(&mut self.0, count))
    }

    fn fill(self, (): &mut (), compute: impl FnOnce(&mut [T]) -> Result<()>) -> Result<()> {
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
fn parts<'a, T>(ranges: &[Range<usize>], out: &'a mut [T]) -> Vec<(usize, Part, &'a mut [T])> {
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

/// Fills `out` with masks `first`, `first + 1`, …, after they were drawn `attempt` times before: true, or 1, where samples are masked.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are what Python's function has")]
pub(crate) fn perlin_masks(
    py: Python<'_>,
    out: &Bound<'_, PyAny>,
    seed: u64,
    first: u64,
    attempt: u32,
    exponents: [[u32; 2]; 2],
    threshold: f32,
    threads: Option<&Bound<'_, PyAny>>,
    backend: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let backend = self::backend(backend)?;
    let common = Common { seed, first, attempt, exponents, threshold, backend };
    if let Ok(out) = out.cast::<PyArray3<bool>>() {
        return fill(py, &common, out, threads);
    }
    if let Ok(out) = out.cast::<PyArray3<u8>>() {
        return fill(py, &common, out, threads);
    }
    let out = out.cast::<PyArray3<f32>>();
    fill(py, &common, out.map_err(|e| type_error("out", e, "arrays of bool, uint8 or float32"))?, threads)
}

fn fill<T: Element + From<bool>>(
    py: Python<'_>,
    common: &Common,
    out: &Bound<'_, PyArray3<T>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let mut out = borrow(out)?;
    let shape = out.as_array().shape().to_vec();
    let each = [shape[1], shape[2]];
    let out = out.as_slice_mut().map_err(|e| type_error("out", e, "contiguous arrays"))?;
    let threads = Threads::new(threads, out.len())?;
    let fill = |noise: &mut Vec<f32>, (n, part, out): (usize, Part, &mut [T])| {
        let mask = Mask::new(common, common.first.wrapping_add(n as u64));
        mask.fill(common, each, &part, noise, out)
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
