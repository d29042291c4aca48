//! The coefficients of a sample row: for each lattice column, the line through its corners as seen from that row, then what
//! a cell between two columns needs: `S`, `O`, `DS`, `DO` of `bits.md` section 4.
//!
//! Computed for a vector of columns at a time; or, where a tile has few columns and its rows lie in the same lattice rows, for a vector of
//! rows at a time.

use super::columns::{Abreast, Around, Columns, Corners, Single, Slopes, Values};
use super::corners::Lattice;
use super::{Coefficients, STRIDE};
use crate::simd::Lanes;
use crate::noise::Kind;
use crate::tables::plan::{Layout, OctavePlan};

/// Writes the four coefficients of each column of the tile for the row of samples at `wzy`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn of_row<L: Lanes, const D: usize>(
    l: L,
    octave: &OctavePlan<'_>,
    lattice: &Lattice,
    wzy: [usize; 3],
    corners: &[f32],
    to: &mut Coefficients,
) {
    let around = &Around::row::<D>(l, octave, lattice, wzy);
    let to = To::new(l, octave, lattice, to);
    let values =
        |side| Values::<L, _, D> { l, around, corners: Abreast::new::<D>(lattice, around, corners, side) };
    let slopes =
        |side| Slopes::<L, _, D> { l, around, corners: Abreast::new::<D>(lattice, around, corners, side) };
    match (octave.octave.kind, lattice.two_sides) {
        (Kind::Cell, _) => cells(l, &Abreast::new::<1>(lattice, around, corners, 0), to),
        (Kind::Value, false) => lines(l, values(0), to),
        (Kind::Value, true) => lines_of_two(l, values(0), values(1), to),
        (Kind::Perlin, false) => lines(l, slopes(0), to),
        (Kind::Perlin, true) => lines_of_two(l, slopes(0), slopes(1), to),
    }
}

/// Where coefficients go.
struct To<'a, L: Lanes> {
    l: L,
    /// Vectors of columns.
    count: usize,
    /// If the four of a column stand together: the four vectors of each vector of columns.
    together: Option<&'a mut [[L::Floats; 4]]>,
    /// If not: the vectors of each.
    apart: [&'a mut [L::Floats]; 4],
}

impl<'a, L: Lanes> To<'a, L> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(l: L, octave: &OctavePlan<'_>, lattice: &Lattice, to: &'a mut Coefficients) -> Self {
        let count = lattice.columns.len().div_ceil(L::N);
        let mut apart = [const { nothing() }; 4];
        if matches!(octave.row.layout, Layout::Shared { few: true, .. }) {
            let together = &mut L::floats_mut(&mut to[lattice.skipped..]).as_chunks_mut().0[..count];
            return To { l, count, together: Some(together), apart };
        }
        for (apart, to) in apart.iter_mut().zip(to.as_chunks_mut::<STRIDE>().0) {
            *apart = &mut L::floats_mut(&mut to[lattice.skipped..])[..count];
        }
        To { l, count, together: None, apart }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(&mut self, k: usize, coefficients: [L::F; 4]) {
        let l = self.l;
        if let Some(together) = &mut self.together {
            let coefficients = l.interleave(coefficients);
            for i in 0..4 {
                l.store(coefficients[i], &mut together[k][i]);
            }
        } else {
            for i in 0..4 {
                l.store(coefficients[i], &mut self.apart[i][k]);
            }
        }
    }
}

const fn nothing<'a, T>() -> &'a mut [T] {
    &mut []
}

/// Cell noise: the corner's value is the offset of a line that nothing is faded to.
#[cfg_attr(not(unoptimized), inline(always))]
fn cells<L: Lanes>(l: L, corners: &Abreast<'_, L, 1>, mut to: To<'_, L>) {
    let zero = l.splat(0.0);
    for k in 0..to.count {
        to.store(k, [zero, corners.component(l, 0, k, 0), zero, zero]);
    }
}

/// From the lines through the columns to coefficients.
///
/// Differences to the next column are taken in registers: to read back what was just written at another alignment would wait for it.
#[cfg_attr(not(unoptimized), inline(always))]
fn lines<L: Lanes>(l: L, columns: impl Columns<L>, mut to: To<'_, L>) {
    let mut here = columns.line(0);
    for k in 0..to.count {
        let after = if k + 1 < to.count { columns.line(k + 1) } else { here };
        let right = (l.next(here.0, after.0), l.next(here.1, after.1));
        to.store(k, between(l, here, right));
        here = after;
    }
}

/// The same for samples that have columns of their own.
#[cfg_attr(not(unoptimized), inline(always))]
fn lines_of_two<L: Lanes>(l: L, left: impl Columns<L>, right: impl Columns<L>, mut to: To<'_, L>) {
    for k in 0..to.count {
        to.store(k, between(l, left.line(k), right.line(k)));
    }
}

/// `S`, `O`, `DS`, `DO` between two columns.
#[cfg_attr(not(unoptimized), inline(always))]
fn between<L: Lanes>(l: L, left: (L::F, L::F), right: (L::F, L::F)) -> [L::F; 4] {
    let ((s_0, o_0), (s_1, o_1)) = (left, right);
    [s_0, o_0, l.sub(s_1, s_0), l.sub(l.sub(o_1, s_1), o_0)]
}

/// Whether [`of_rows`] has fewer operations than [`of_row`] for each of the rows of a block. Counted in instructions, roughly; and only
/// for columns whose four coefficients stand together.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn worth_rows<L: Lanes>(octave: &OctavePlan<'_>, lattice: &Lattice, rows: usize) -> bool {
    let together = matches!(octave.row.layout, Layout::Shared { few: true, .. });
    if !together || octave.dims < 2 || octave.octave.kind == Kind::Cell {
        return false;
    }
    let (columns, cells) = (lattice.columns.len(), lattice.lines[2].len() - 1);
    // A run of rows ends with a vector or a cell.
    let runs = rows.div_ceil(L::N) + cells - 1;
    // Of a column or a vector of them, whose corners are twice as many with each axis; the rest is to bring them to their rows.
    let lines = 45 << (octave.dims - 2);
    columns * (lines * runs + 4 * rows) < rows * (lines * columns.div_ceil(L::N) + 50)
}

/// As [`of_row`], for up to as many rows as lanes from `wzy` on along y.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn of_rows<L: Lanes, const D: usize>(
    l: L,
    octave: &OctavePlan<'_>,
    lattice: &Lattice,
    [w, z, y]: [usize; 3],
    corners: &[f32],
    to: &mut [Coefficients],
) {
    let mut lines = &octave.outer[2].line[y..y + to.len()];
    let mut rest = to;
    let mut y = y;
    // Those in the same lattice rows.
    while let Some(first) = lines.first() {
        let count = lines.iter().take_while(|line| *line == first).count();
        let around = &Around::rows::<D>(l, octave, lattice, [w, z, y]);
        let (rows, others) = rest.split_at_mut(count);
        if octave.octave.kind == Kind::Value {
            let corners = Single::new::<D>(lattice, around, corners);
            lines_of_rows(l, Values::<L, _, D> { l, around, corners }, lattice, rows);
        } else {
            let corners = Single::new::<D>(lattice, around, corners);
            lines_of_rows(l, Slopes::<L, _, D> { l, around, corners }, lattice, rows);
        }
        (lines, rest, y) = (&lines[count..], others, y + count);
    }
}

/// As [`lines`], with a row in each lane.
#[cfg_attr(not(unoptimized), inline(always))]
fn lines_of_rows<L: Lanes>(l: L, columns: impl Columns<L>, lattice: &Lattice, rows: &mut [Coefficients]) {
    let first = lattice.skipped / 4;
    let mut left = columns.line(0);
    for k in 1..lattice.columns.len() {
        let right = columns.line(k);
        let coefficients = l.interleave(between(l, left, right));
        let mut of_rows = [[0.0; 4]; 16];
        for (i, part) in L::floats_mut(of_rows.as_flattened_mut()).iter_mut().enumerate().take(4) {
            l.store(coefficients[i], part);
        }
        for (row, coefficients) in rows.iter_mut().zip(&of_rows) {
            row.as_chunks_mut().0[first + k - 1] = *coefficients;
        }
        left = right;
    }
}
