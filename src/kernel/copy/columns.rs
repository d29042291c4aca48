//! Copies columns of samples to rows of a few samples.

use crate::simd::{Job, Lanes};

/// Copies columns to rows that are `step` elements apart.
pub(in crate::kernel) struct Columns<'a> {
    /// Columns, `stride` elements from one to the next.
    pub(in crate::kernel) from: &'a [f32],
    pub(in crate::kernel) stride: usize,
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) to: &'a mut [f32],
    pub(in crate::kernel) step: usize,
}

impl Job for Columns<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Columns { from, stride, rows, to, step } = self;
        let columns = from.chunks_exact(stride).map(|column| &column[..rows]);
        // Compilers make vector code of these widths. For three columns, one store for each sample takes less time.
        match (columns.len(), step) {
            (1, 1) => columns.for_each(|column| to[..column.len()].copy_from_slice(column)),
            (2, 2) => transpose::<2>(columns, to),
            (4, 4) => transpose::<4>(columns, to),
            (8, 8) => transpose::<8>(columns, to),
            _ => {
                for (x, column) in columns.enumerate() {
                    to[x..].iter_mut().step_by(step).zip(column).for_each(|(to, sample)| *to = *sample);
                }
            }
        }
    }
}

/// The same, for rows without gaps between them.
#[inline(always)]
fn transpose<'a, const WIDTH: usize>(mut columns: impl Iterator<Item = &'a [f32]>, to: &mut [f32]) {
    let columns: [&[f32]; WIDTH] = core::array::from_fn(|_| columns.next().unwrap_or(&[]));
    let rows = columns[0].len();
    let columns = columns.map(|column| &column[..rows]);
    for (r, to) in to.as_chunks_mut::<WIDTH>().0.iter_mut().enumerate().take(rows) {
        *to = core::array::from_fn(|x| columns[x][r]);
    }
}
