//! Grids of a single row, such as time series and scan lines. A table of its samples would be read once, so there is none: samples are placed as they are
//! computed, and only the cells between lattice columns have coefficients in memory.

use super::coefficients::along::Along;
use super::coefficients::cells::Plane;
use super::corners::RowCorners;
use super::samples::Shape;
use super::samples::series::Samples;
use super::scratch::{Scratch, Tables};
use crate::grid::Axis;
use crate::simd::{Backend, WIDEST};
use crate::tables::axis::{MOST_COLUMNS, even, most_cells, steady_rate};
use crate::tables::fades::faded;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::place::{Even, MORE, Near};
use crate::tables::scale::Scale;

/// The most samples of a chunk, all octaves of which are added up before the next chunk begins: they stay in the first-level cache.
const MOST: usize = 4096;

/// A row that is filled this way.
pub(crate) struct Series<'a> {
    octaves: &'a Octaves,
    dims: usize,
    /// The row's world coordinates along y, z, w; those of axes that do not exist do not count.
    at: [f64; 3],
    row: Even,
    backend: Backend,
    /// Samples of a chunk, in which no octave has more cells than there is memory for.
    chunk: usize,
}

impl<'a> Series<'a> {
    /// For the row that has these world coordinates along the axes before x. `None` unless samples rise, are evenly spaced and less
    /// than a cell apart in every octave, and all octaves are made from lattice lines and have no period along x.
    #[inline]
    pub(crate) fn of(
        octaves: &'a Octaves,
        outer: impl DoubleEndedIterator<Item = f64>,
        row: &Axis<'_>,
        backend: Backend,
    ) -> Option<Self> {
        // Programs that must be small have one way for all grids.
        if cfg!(perlane_small) { None } else { Self::new(octaves, outer, row, backend) }
    }

    fn new(
        octaves: &'a Octaves,
        outer: impl DoubleEndedIterator<Item = f64>,
        row: &Axis<'_>,
        backend: Backend,
    ) -> Option<Self> {
        let even = even(row)?;
        // Whole vectors are placed, and some more are begun. World coordinates may become infinite there.
        let beyond = even.world(row.len().saturating_add((MORE + 1) * WIDEST));
        let mut most: f64 = 0.0;
        for octave in &octaves.octaves {
            let Scale::Free { offset, frequency } = octave.scales[0] else { return None };
            let rate = steady_rate(row, offset, frequency).filter(|_| octave.is_of_lattice())?;
            if !octave.scales[0].checked(beyond).is_finite() {
                return None;
            }
            most = most.max(rate);
        }
        let lanes = backend.lanes();
        debug_assert!(most_cells(most, lanes - 1) < lanes as u32, "a steady rate is less than a cell");
        // A chunk spans at most rate * (chunk - 1), rounded up, plus 1 cells, and has two columns more than it spans.
        let chunk = ((MOST_COLUMNS - 4) as f64 / most).min(MOST as f64) as usize / WIDEST * WIDEST;
        let (mut dims, mut at) = (1, [0.0; 3]);
        for (at, world) in at.iter_mut().zip(outer.rev()) {
            *at = world;
            dims += 1;
        }
        Some(Series { octaves, dims, at, row: even, backend, chunk })
    }

    /// Fills a buffer with the samples from sample `first` of the row on.
    pub(crate) fn fill(&self, first: usize, out: &mut [f32], scratch: &mut Scratch) {
        let Scratch { tables, staging, .. } = scratch;
        let mut row = self.row.after(first);
        for chunk in out.chunks_mut(self.chunk) {
            let len = chunk.len();
            match len.next_multiple_of(self.backend.lanes()) {
                whole if whole == len => self.fill_chunk(row, chunk, tables),
                whole => {
                    let beside = &mut staging.floats_mut()[..whole];
                    self.fill_chunk(row, beside, tables);
                    chunk.copy_from_slice(&beside[..len]);
                }
            }
            row = row.after(len);
        }
    }

    /// Fills a chunk of whole vectors, which may be longer than the row.
    fn fill_chunk(&self, row: Even, chunk: &mut [f32], tables: &mut Tables) {
        let mut start = Some(self.octaves.bias);
        for octave in &self.octaves.octaves {
            let start = octave.start(start.take(), |bias| chunk.fill(bias));
            self.add(octave, row, start, chunk, tables);
        }
    }

    /// Adds an octave to a chunk, or writes `start` plus it.
    fn add(&self, octave: &Octave, row: Even, start: Option<f32>, out: &mut [f32], scratch: &mut Tables) {
        let (offset, frequency) = octave.scales[0].parts();
        let cell = |k: usize| octave.scales[0].place(row.world(k)).0;
        let (first, last) = (cell(0), cell(out.len() - 1));
        let columns = (last - first) as usize + 2;
        self.set_coefficients(octave, first, columns, scratch);
        let near = Near { offset, frequency, base: first as f64 };
        let shape = Shape { start, fold: octave.fold };
        let coefficients = &scratch.coefficients[0];
        self.backend.run(Samples { shape, fade: octave.fade, row, near, coefficients, out });
    }

    /// Sets the coefficients of the cells between lattice columns, from that of lattice coordinate `first` on.
    fn set_coefficients(&self, octave: &Octave, first: i64, columns: usize, scratch: &mut Tables) {
        let (backend, dims) = (self.backend, self.dims);
        let mut codes = [0; MOST_COLUMNS + WIDEST];
        octave.set_codes(0, first, &mut codes[..columns]);
        let (plane, lines) = self.place(octave);
        let Tables { corners, coefficients, .. } = scratch;
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
        for a in 0..self.dims - 1 {
            let (cell, t) = octave.scales[a + 1].place(self.at[a]);
            (plane.t[a], plane.u[a]) = (t, faded(octave.fade, t));
            lines[a] = [cell, cell + 1].map(|c| octave.code(a + 1, c));
        }
        (plane, lines)
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // such programs have one way for all grids
mod tests;
