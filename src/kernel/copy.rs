//! Copies of finished blocks, past the caches.

use super::band::{Band, row_of};
use super::block::{Block, TILE};
use crate::simd::past_caches::PastCaches;
use crate::simd::{Backend, Job, Lanes};

/// Copies a block's samples, a [`TILE`] to each row, to their place in a band.
pub(super) fn copy_block(backend: Backend, block: &Block, staged: &[f32], band: &mut Band<'_>) {
    backend.run(CopyBlock { block, staged, band });
}

struct CopyBlock<'a, 'b> {
    block: &'a Block,
    staged: &'a [f32],
    band: &'a mut Band<'b>,
}

impl Job for CopyBlock<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let CopyBlock { block, staged, band } = self;
        let [ws, zs, ys] = &block.outer;
        let Band { outer, columns, out, stride, .. } = band;
        let (first_column, width) = (block.columns.start - columns.start, block.columns.len());
        let mut staged = staged.chunks_exact(TILE * ys.len());
        let mut to = PastCaches::new(l, out);
        for w in ws.clone() {
            for z in zs.clone() {
                let first = row_of(outer, [w, z, ys.start]) * *stride + first_column;
                to.copy(staged.next().unwrap_or(&[]), TILE, first, *stride, width);
            }
        }
    }
}
