//! Grids of a single row, such as time series and scan lines, and of a single column. A table of such samples would be read once, so there is none: samples
//! are placed as they are computed, and memory holds only what stands at lattice lines.

mod column;

use core::ops::Range;

use super::coefficients::along::Along;
use super::coefficients::cells::Plane;
use super::corners::RowCorners;
use super::samples::Shape;
use super::samples::series::{OfRow, Samples};
use super::scratch::Scratch;
use super::scratch::stages::StageMemory;
use crate::grid::Axis;
use crate::simd::{Backend, WIDEST};
use crate::tables::axis::{MOST_COLUMNS, even, most_cells, steady_rate};
use crate::tables::fades::faded;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::place::{Even, MORE, Near};
use crate::tables::scale::Scale;
use column::Place;

/// The most samples of a chunk, all octaves of which are added up before the next chunk begins: they stay in the first-level cache.
const MOST: usize = 4096;

/// A row or a column that is filled this way.
pub(crate) struct Series<'a> {
    octaves: &'a Octaves,
    dims: usize,
    /// The axis along which its samples follow each other: 0 is x.
    axis: usize,
    /// Its world coordinates along x, y, z, w; those of that axis and of axes that do not exist do not count.
    at: [f64; 4],
    samples: Even,
    backend: Backend,
    /// Samples of a chunk, in which no octave has more cells than there is memory for.
    chunk: usize,
}

impl<'a> Series<'a> {
    /// From an axis, which is x (`a` is 0) or the slowest one, and the first sample's coordinates along all axes, slowest first. `None` unless all octaves are
    /// made from lattice lines, without a period along the axis, and coordinates rise evenly, by less than a cell of each octave. For a column, lanes must
    /// also permute, and all octaves be Perlin noise without constants in two or three dimensions.
    pub(crate) fn of(
        octaves: &'a Octaves,
        worlds: impl DoubleEndedIterator<Item = f64>,
        (a, axis): (usize, &Axis<'_>),
        backend: Backend,
    ) -> Option<Self> {
        // Programs that must be small have one way for all grids. (Offsets that their job stores may be -0, so that its samples can only be added.)
        if cfg!(perlane_small) {
            return None;
        }
        let samples = even(axis)?;
        let (mut dims, mut at) = (0, [0.0; 4]);
        for (at, world) in at.iter_mut().zip(worlds.rev()) {
            *at = world;
            dims += 1;
        }
        // Whole vectors are placed, and some more are begun, beyond the last sample. World coordinates may become infinite there.
        let beyond = samples.world(axis.len().saturating_add((MORE + 1) * WIDEST));
        let mut most: f64 = 0.0;
        for octave in &octaves.octaves {
            let Scale::Free { offset, frequency } = octave.scales[a] else { return None };
            let rate = steady_rate(axis, offset, frequency).filter(|_| octave.is_of_lattice())?;
            let is_supported = a == 0 || column::suits(octave, dims, backend);
            if !is_supported || !octave.scales[a].checked(beyond).is_finite() {
                return None;
            }
            most = most.max(rate);
        }
        let lanes = backend.lanes();
        debug_assert!(most_cells(most, lanes - 1) < lanes as u32, "a steady rate is less than a cell");
        // A chunk spans at most `rate * (chunk - 1)` cells, rounded up, and one more. It needs two lattice lines more than it spans cells.
        let chunk = ((MOST_COLUMNS - 4) as f64 / most).min(MOST as f64) as usize / WIDEST * WIDEST;
        Some(Series { octaves, dims, axis: a, at, samples, backend, chunk })
    }

    /// Fills a buffer with the samples from sample `first` on.
    pub(crate) fn fill(&self, first: usize, out: &mut [f32], scratch: &mut Scratch) {
        let Scratch { stages, staging, .. } = scratch;
        let mut samples = self.samples.after(first);
        for chunk in out.chunks_mut(self.chunk) {
            let len = chunk.len();
            match len.next_multiple_of(self.backend.lanes()) {
                whole if whole == len => self.fill_chunk(samples, chunk, stages),
                whole => {
                    let beside = &mut staging.floats_mut()[..whole];
                    self.fill_chunk(samples, beside, stages);
                    chunk.copy_from_slice(&beside[..len]);
                }
            }
            samples = samples.after(len);
        }
    }

    /// Fills a chunk of whole vectors, which may go on beyond the last sample.
    fn fill_chunk(&self, samples: Even, chunk: &mut [f32], stages: &mut StageMemory) {
        let mut start = Some(self.octaves.bias);
        for octave in &self.octaves.octaves {
            let start = octave.start(start.take(), |bias| chunk.fill(bias));
            self.add(octave, samples, start, chunk, stages);
        }
    }

    /// Adds an octave to a chunk, or writes `start` plus it.
    fn add(
        &self,
        octave: &Octave,
        samples: Even,
        start: Option<f32>,
        out: &mut [f32],
        stages: &mut StageMemory,
    ) {
        let scale = &octave.scales[self.axis];
        let (offset, frequency) = scale.parts();
        let cell = |k: usize| scale.place(samples.world(k)).0;
        let (first, last) = (cell(0), cell(out.len() - 1));
        let lines = first..last + 2;
        let near = Near { offset, frequency, base: first as f64 };
        let shape = Shape { start, fold: octave.fold };
        let (fade, backend) = (octave.fade, self.backend);
        match (self.axis, self.dims) {
            (0, _) => {
                self.set_coefficients(octave, &lines, stages);
                let source = OfRow(&stages.coefficients[0]);
                backend.run(Samples { shape, fade, samples, near, source, out });
            }
            (_, 2) => {
                let source =
                    column::around::<2>(backend, octave, (self.place_along(octave, 0), None), &lines, stages);
                backend.run(Samples { shape, fade, samples, near, source, out });
            }
            _ => {
                let (x, y) = (self.place_along(octave, 0), self.place_along(octave, 1));
                let source = column::around::<3>(backend, octave, (x, Some(y)), &lines, stages);
                backend.run(Samples { shape, fade, samples, near, source, out });
            }
        }
    }

    /// Sets the coefficients of the cells between lattice columns with these lattice coordinates.
    fn set_coefficients(&self, octave: &Octave, columns: &Range<i64>, stages: &mut StageMemory) {
        let (backend, dims) = (self.backend, self.dims);
        let (first, columns) = (columns.start, (columns.end - columns.start) as usize);
        let mut codes = [0; MOST_COLUMNS + WIDEST];
        octave.set_codes(0, first, &mut codes[..columns]);
        let (plane, lines) = self.place(octave);
        let StageMemory { corners, coefficients, .. } = stages;
        let floats = columns.next_multiple_of(WIDEST) * octave.components();
        let corners = &mut corners.floats_mut()[..floats << (dims - 1)];
        for (b, to) in corners.chunks_exact_mut(floats).enumerate() {
            let [y, z, w] = [0, 1, 2].map(|a| lines[a][b >> a & 1]);
            backend.run(RowCorners { octave, dims, lines: [w, z, y], columns: &codes, count: columns, to });
        }
        let around = core::array::from_fn(|b| b * floats);
        let to = &mut coefficients[..1];
        let rows = &[plane];
        let (kind, constants, right) = (octave.kind, octave.has_constants(dims), None);
        match dims {
            1 => backend.run(Along::<1> { kind, constants, corners, around, right, columns, rows, to }),
            2 => backend.run(Along::<2> { kind, constants, corners, around, right, columns, rows, to }),
            3 => backend.run(Along::<3> { kind, constants, corners, around, right, columns, rows, to }),
            _ => backend.run(Along::<4> { kind, constants, corners, around, right, columns, rows, to }),
        }
    }

    /// Where the row lies along y, z, w, and the codes of the lines on both sides of it.
    fn place(&self, octave: &Octave) -> (Plane, [[u32; 2]; 3]) {
        let (mut plane, mut lines) = (Plane::NONE, [[0; 2]; 3]);
        for a in 1..self.dims {
            let place = self.place_along(octave, a);
            (plane.t[a - 1], plane.u[a - 1], lines[a - 1]) = (place.t, place.u, place.lines);
        }
        (plane, lines)
    }

    /// Where the samples lie along another axis than their own.
    fn place_along(&self, octave: &Octave, a: usize) -> Place {
        let (cell, t) = octave.scales[a].place(self.at[a]);
        Place { t, u: faded(octave.fade, t), lines: [cell, cell + 1].map(|c| octave.code(a, c)) }
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // such programs have one way for all grids
mod tests;
