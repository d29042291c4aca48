//! Copies samples that stand column by column to rows.

use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::samples::within;
use crate::simd::{Job, Lanes, Rows};

/// Rows that are copied together: lanes move within fours.
const FOUR: usize = 4;

/// A column of a group of rows, in fours.
type Column = [[f32; FOUR]; GROUP / FOUR];

/// Copies rows that stand column by column, group after group.
pub(in crate::kernel) struct Transpose<'a> {
    pub(in crate::kernel) from: &'a [f32],
    /// Columns: at least a vector of them.
    pub(in crate::kernel) width: usize,
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) out: &'a mut [f32],
    /// Elements of `out` from a row to the next one.
    pub(in crate::kernel) step: usize,
}

impl Job for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Transpose { from, width, rows, out, step } = self;
        let columns: &[Column] = from.as_chunks().0.as_chunks().0;
        let Some(mut to) = Rows::new(out, rows, step, width) else {
            debug_assert_eq!(rows, 0, "the rows are in the buffer");
            return;
        };
        for row in (0..rows).step_by(FOUR) {
            let columns = &columns[row / GROUP * width..][..width];
            let four = within(row % GROUP / FOUR, GROUP / FOUR - 1);
            if let Some(rows) = to.four(row) {
                copy_four(l, columns, four, rows);
                continue;
            }
            for n in 0..FOUR {
                let Some(row) = to.row(row + n) else { return };
                copy_row(columns, four, n, row);
            }
        }
    }
}

/// Copies row `n` of the fours with a number. There are up to three such rows in a plane, and copies of this loop were most of the job's code.
#[inline(never)]
fn copy_row(columns: &[Column], four: usize, n: usize, to: &mut [f32]) {
    for (to, column) in to.iter_mut().zip(columns) {
        *to = column[four][n];
    }
}

/// Copies all four rows of the fours with a number. If columns are not whole vectors, the last vector overlaps the one before.
#[inline(always)]
fn copy_four<L: Lanes>(l: L, columns: &[Column], four: usize, to: [&mut [f32]; FOUR]) {
    let [a, b, c, d] = to;
    if !columns.len().is_multiple_of(L::N) {
        let last = columns.len() - L::N;
        let rows = transposed(l, &columns[last..], four);
        let (a, b) = (L::floats_mut(&mut a[last..]), L::floats_mut(&mut b[last..]));
        let (c, d) = (L::floats_mut(&mut c[last..]), L::floats_mut(&mut d[last..]));
        store(l, rows, [&mut a[0], &mut b[0], &mut c[0], &mut d[0]]);
    }
    let (a, b, c, d) = (L::floats_mut(a), L::floats_mut(b), L::floats_mut(c), L::floats_mut(d));
    for ((((columns, a), b), c), d) in columns.chunks_exact(L::N).zip(a).zip(b).zip(c).zip(d) {
        store(l, transposed(l, columns, four), [a, b, c, d]);
    }
}

#[inline(always)]
fn store<L: Lanes>(l: L, rows: [L::F; FOUR], to: [&mut L::Floats; FOUR]) {
    for (n, to) in to.into_iter().enumerate() {
        l.store(rows[n], to);
    }
}

/// The fours with a number of a vector of columns, as four vectors: the rows.
#[inline(always)]
fn transposed<L: Lanes>(l: L, columns: &[Column], four: usize) -> [L::F; FOUR] {
    let columns = &columns[..L::N];
    let mut v = [l.splat(0.0); FOUR];
    for n in 0..FOUR {
        let mut fours = [&[0.0; FOUR]; 4];
        for i in 0..L::N / FOUR {
            fours[i] = &columns[FOUR * i + n][four];
        }
        v[n] = l.concat(fours);
    }
    let [a, b, c, d] = v;
    let (ac, bd) = (l.interleave_low(a, c), l.interleave_low(b, d));
    let (ac_high, bd_high) = (l.interleave_high(a, c), l.interleave_high(b, d));
    [
        l.interleave_low(ac, bd),
        l.interleave_high(ac, bd),
        l.interleave_low(ac_high, bd_high),
        l.interleave_high(ac_high, bd_high),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Backend;
    use alloc::vec::Vec;

    /// Rows of all widths and numbers are copied, and nothing beside them is written.
    #[test]
    fn columns_become_rows() {
        for backend in Backend::available() {
            for width in backend.lanes()..=40 {
                for rows in 1..=40usize {
                    let step = width + rows % 3;
                    let groups = rows.div_ceil(GROUP);
                    let from: Vec<f32> = (0..groups * GROUP * width).map(|k| k as f32).collect();
                    let mut out = alloc::vec![-1.0; (rows - 1) * step + width];
                    backend.run(Transpose { from: &from, width, rows, out: &mut out, step });
                    for (k, sample) in out.iter().enumerate() {
                        let (row, x) = (k / step, k % step);
                        let of_row = (row / GROUP * width + x) * GROUP + row % GROUP;
                        let want = if x < width { from[of_row] } else { -1.0 };
                        assert_eq!(*sample, want, "{backend} {width} {rows} {row} {x}");
                    }
                }
            }
        }
    }
}
