//! What a single column needs of lattice lines. It lies alike along x, and along y where there is z. What depends on these alone is computed once for
//! each lattice line, and not for each sample.

use core::ops::Range;

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

/// Where a series lies along an axis that is not its own.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Fraction and fade.
    pub(super) t: f32,
    pub(super) u: f32,
    /// The codes of the lattice lines on both sides.
    pub(super) lines: [u32; 2],
}

/// What a column along axis `a` needs of the lattice lines with these lattice coordinates, from where it lies along x and y. (In two dimensions, y is its own
/// axis, and that place does not count.)
pub(super) fn around<'a, const D: usize>(
    backend: Backend,
    octave: &Octave,
    a: usize,
    [x, y]: [Place; 2],
    lines: &Range<i64>,
    scratch: &'a mut Tables,
) -> OfColumn<'a, D> {
    let count = (lines.end - lines.start) as usize;
    let mut codes = [0; MOST_COLUMNS + WIDEST];
    octave.set_codes(a, lines.start, &mut codes[..count]);
    let Tables { corners, coefficients, .. } = scratch;
    let stride = count.next_multiple_of(WIDEST);
    let floats = 2 * D * stride;
    let corners = &mut corners.floats_mut()[..(D - 1) * floats];
    for (row, to) in y.lines.iter().zip(corners.chunks_exact_mut(floats)) {
        let (axis, lines, lanes, columns, dims) = (3 - a, [0, 0, *row], &codes[..], &x.lines[..], D);
        backend.run(LineCorners { octave, dims, lines, axis, lanes, count, columns, stride, to });
    }
    let (arrays, _) = coefficients.as_flattened_mut().as_chunks_mut::<STRIDE>();
    let (of_columns, _) = arrays.as_chunks_mut();
    for (k, to) in of_columns.iter_mut().enumerate().take(2) {
        let row = |y: usize| &corners[y * floats + k * D * stride..][..D * stride];
        set_lines::<D>([row(0), row(D - 2)], stride, (y.t, y.u), count, to);
    }
    OfColumn { lines: [&of_columns[0], &of_columns[1]], x: (x.t, x.u), y: y.u }
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
