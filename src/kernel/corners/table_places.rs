//! The places of corners in a table, for octaves that look them up later.

use super::hashes::{LatticeHash, Mix, table_index};
use crate::simd::{Job, Lanes, WIDEST};

/// The places in a table of up to 16 vectors that the corners of some rows of the lattice have. A row's state is a chain of operations, which is done
/// for a vector of rows at a time.
pub(in crate::kernel) struct TablePlaces<'a> {
    pub(in crate::kernel) keys: (u32, u32),
    /// Entries of the table.
    pub(in crate::kernel) len: u32,
    /// 2 or 3.
    pub(in crate::kernel) dims: usize,
    /// The codes of the rows' lines along y, how many of them count, and the code of their line along z.
    pub(in crate::kernel) y: &'a [u32; WIDEST],
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) z: u32,
    /// Codes of columns, in whole vectors.
    pub(in crate::kernel) columns: &'a [u32],
    /// Row `n` begins at `n * stride`.
    pub(in crate::kernel) stride: usize,
    pub(in crate::kernel) to: &'a mut [u32],
}

impl Job for TablePlaces<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let TablePlaces { keys, len, dims, y, rows, z, columns, stride, to } = self;
        let hash = Mix { keys, dims };
        let mut states = ([0; WIDEST], [0; WIDEST]);
        let (first, second) = (L::words_mut(&mut states.0), L::words_mut(&mut states.1));
        for ((y, first), second) in L::words(y).iter().zip(first).zip(second).take(rows.div_ceil(L::N)) {
            let state = hash.state(l, [l.splat_u(0), l.splat_u(z), l.load_u(y)]);
            l.store_u(state.0, first);
            l.store_u(state.1, second);
        }
        for (n, to) in to.chunks_exact_mut(stride).enumerate().take(rows.min(WIDEST)) {
            let state = (l.splat_u(states.0[n]), l.splat_u(states.1[n]));
            for (columns, to) in L::words(columns).iter().zip(L::words_mut(to)) {
                let h = hash.corners(l, &state, l.load_u(columns));
                l.store_u(table_index(l, h, len), to);
            }
        }
    }
}
