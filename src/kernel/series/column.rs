//! What a single column needs of the lattice lines that cross it. All of its samples have the same x and, in three dimensions, the same y. So what y
//! makes of the corners of a line is computed once for the line, and not for each sample.

use core::ops::Range;

use crate::kernel::coefficients::row::STRIDE;
use crate::kernel::corners::LineCorners;
use crate::kernel::layout::budgets::ROWS;
use crate::kernel::samples::column::{CHANGE, GRADIENT, Lines, OFFSET, OfColumn, SLOPE};
use crate::kernel::scratch::stages::StageMemory;
use crate::noise::Kind;
use crate::simd::{Backend, WIDEST};
use crate::tables::axis::MOST_COLUMNS;
use crate::tables::octave::Octave;

const _: () = assert!(2 * 6 <= 4 * ROWS, "two lattice columns have room in the memory of coefficients");

/// Whether columns of an octave have a job of their own.
pub(super) fn suits(octave: &Octave, dims: usize, backend: Backend) -> bool {
    let perlin = octave.kind == Kind::Perlin && !octave.has_constants(dims);
    perlin && matches!(dims, 2 | 3) && backend.vectors().permutes
}

/// Where a row or a column lies along another axis than its own.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Fraction and fade.
    pub(super) t: f32,
    pub(super) u: f32,
    /// The codes of the lattice lines on both sides.
    pub(super) lines: [u32; 2],
}

/// What a column needs of the lattice lines with these lattice coordinates. It runs along the slowest of `D` axes, which are 2 or 3, and lies at `x` and, in
/// three dimensions, `y`.
pub(super) fn around<'a, const D: usize>(
    backend: Backend,
    octave: &Octave,
    (x, y): (Place, Option<Place>),
    lines: &Range<i64>,
    stages: &'a mut StageMemory,
) -> OfColumn<'a, D> {
    let count = (lines.end - lines.start) as usize;
    let mut codes = [0; MOST_COLUMNS + WIDEST];
    octave.set_codes(D - 1, lines.start, &mut codes[..count]);
    let StageMemory { corners, coefficients, .. } = stages;
    let stride = count.next_multiple_of(WIDEST);
    let floats = 2 * D * stride;
    let corners = &mut corners.floats_mut()[..(D - 1) * floats];
    for (row, to) in corners.chunks_exact_mut(floats).enumerate() {
        let lines = [0, 0, y.map_or(0, |y| y.lines[row])];
        let (axis, lanes, columns, dims) = (4 - D, &codes[..], &x.lines[..], D);
        backend.run(LineCorners { octave, dims, lines, axis, lanes, count, columns, stride, to });
    }
    let (arrays, _) = coefficients.as_flattened_mut().as_chunks_mut::<STRIDE>();
    let (of_columns, _) = arrays.as_chunks_mut();
    for (k, to) in of_columns.iter_mut().enumerate().take(2) {
        let row = |y: usize| &corners[y * floats + k * D * stride..][..D * stride];
        set_lines::<D>([row(0), row(D - 2)], stride, y, count, to);
    }
    OfColumn { lines: [&of_columns[0], &of_columns[1]], x: (x.t, x.u), y: y.map_or(0.0, |y| y.u) }
}

/// Sets what stands at the lines of a lattice column, from the corners of its one (2-D) or two (3-D) lattice rows along y, component by component.
fn set_lines<const D: usize>(
    rows: [&[f32]; 2],
    stride: usize,
    y: Option<Place>,
    count: usize,
    to: &mut Lines,
) {
    let component = |row: usize, c: usize| &rows[row][c * stride..][..count];
    let ([near, far], slope) = ([component(0, 0), component(1, 0)], &mut to[SLOPE][..count]);
    for n in 0..count {
        slope[n] = y.map_or(near[n], |y| near[n] + y.u * (far[n] - near[n]));
    }
    for n in 1..count {
        to[CHANGE][n - 1] = to[SLOPE][n] - to[SLOPE][n - 1];
    }
    for row in 0..D - 1 {
        to[GRADIENT + row][..count].copy_from_slice(component(row, D - 1));
        if let Some(y) = y {
            let t = [y.t, y.t - 1.0][row];
            to[OFFSET + row].iter_mut().zip(component(row, 1)).for_each(|(to, g)| *to = g * t);
        }
    }
}
