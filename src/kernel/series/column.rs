//! What a single column needs of lattice lines. It lies alike along x, and along y where there is z. What depends on these alone is computed once for
//! each lattice line, and not for each sample.

use super::Series;
use crate::kernel::coefficients::row::STRIDE;
use crate::kernel::corners::LineCorners;
use crate::kernel::samples::column::{CHANGE, GRADIENT, Lines, OFFSET, OfColumn, SLOPE};
use crate::kernel::scratch::Tables;
use crate::noise::Kind;
use crate::simd::{Backend, WIDEST};
use crate::tables::axis::MOST_COLUMNS;
use crate::tables::octave::Octave;

/// Whether columns of an octave have a job of their own.
pub(super) fn suits(octave: &Octave, dims: usize, backend: Backend) -> bool {
    let perlin = octave.kind == Kind::Perlin && !octave.has_constants(dims);
    perlin && matches!(dims, 2 | 3) && backend.vectors().permutes
}

impl Series<'_> {
    /// What the column needs of so many lattice lines, from that of lattice coordinate `first` on.
    pub(super) fn lines<'a, const D: usize>(
        &self,
        octave: &Octave,
        first: i64,
        lines: usize,
        scratch: &'a mut Tables,
    ) -> OfColumn<'a, D> {
        let mut codes = [0; MOST_COLUMNS + WIDEST];
        octave.set_codes(self.axis, first, &mut codes[..lines]);
        let (x, columns) = self.place_along(octave, 0);
        let (y, rows) = if D == 3 { self.place_along(octave, 1) } else { ((0.0, 0.0), [0; 2]) };
        let Tables { corners, coefficients, .. } = scratch;
        let stride = lines.next_multiple_of(WIDEST);
        let floats = 2 * D * stride;
        let corners = &mut corners.floats_mut()[..(D - 1) * floats];
        for (row, to) in rows.iter().zip(corners.chunks_exact_mut(floats)) {
            let (count, lines) = (lines, [0, 0, *row]);
            let (axis, lanes, columns, dims) = (3 - self.axis, &codes[..], &columns[..], D);
            self.backend.run(LineCorners { octave, dims, lines, axis, lanes, count, columns, stride, to });
        }
        let (arrays, _) = coefficients.as_flattened_mut().as_chunks_mut::<STRIDE>();
        let (of_columns, _) = arrays.as_chunks_mut();
        for (k, to) in of_columns.iter_mut().enumerate().take(2) {
            let row = |y: usize| &corners[y * floats + k * D * stride..][..D * stride];
            set_lines::<D>([row(0), row(D - 2)], stride, y, lines, to);
        }
        OfColumn { lines: [&of_columns[0], &of_columns[1]], x, y: y.1 }
    }
}

/// Sets what stands at the lines of a lattice column, from the corners at its rows along y: of each, components one after the other.
fn set_lines<const D: usize>(
    rows: [&[f32]; 2],
    stride: usize,
    (t, u): (f32, f32),
    lines: usize,
    to: &mut Lines,
) {
    let component = |row: usize, c: usize| &rows[row][c * stride..][..lines];
    let ([near, far], slope) = ([component(0, 0), component(1, 0)], &mut to[SLOPE][..lines]);
    for n in 0..lines {
        slope[n] = if D == 2 { near[n] } else { near[n] + u * (far[n] - near[n]) };
    }
    for n in 1..lines {
        to[CHANGE][n - 1] = to[SLOPE][n] - to[SLOPE][n - 1];
    }
    for (row, t) in [t, t - 1.0].into_iter().enumerate().take(D - 1) {
        to[GRADIENT + row][..lines].copy_from_slice(component(row, D - 1));
        if D == 3 {
            to[OFFSET + row].iter_mut().zip(component(row, 1)).for_each(|(to, g)| *to = g * t);
        }
    }
}
