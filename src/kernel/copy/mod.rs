//! Copies finished blocks to their place in a band.

pub(super) mod columns;
pub(super) mod transpose;

use super::layout::band::Band;
use super::layout::block::{Block, row_of};
use crate::simd::past_caches::{Streams, settled};
use crate::simd::{Backend, Job, Lanes};

/// Copies a block's samples, whose rows are `staged_stride` apart, to their place in a band.
pub(in crate::kernel) fn copy_block(
    backend: Backend,
    block: &Block,
    staged: &[f32],
    staged_stride: usize,
    band: &mut Band<'_>,
) {
    if band.past_caches && backend.vectors().streams() {
        return settled(|streams| {
            backend.run(CopyPastCaches { block, staged, staged_stride, band, streams });
        });
    }
    let (first, width) = (block.columns.start - band.columns.start, block.columns.len());
    let mut staged = staged.chunks_exact(staged_stride);
    let [ws, zs, ys] = block.outer.clone();
    for w in ws {
        for z in zs.clone() {
            for y in ys.clone() {
                let to = band.row([w, z, y]) + first;
                let from = staged.next().unwrap_or(&[]);
                let (to, from) = (&mut band.out[to..to + width], &from[..width]);
                if width < 16 {
                    // A call to copy each row would take longer.
                    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                } else {
                    to.copy_from_slice(from);
                }
            }
        }
    }
}

struct CopyPastCaches<'a, 'b> {
    block: &'a Block,
    staged: &'a [f32],
    staged_stride: usize,
    band: &'a mut Band<'b>,
    streams: Streams<'a>,
}

impl Job for CopyPastCaches<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let CopyPastCaches { block, staged, staged_stride, band, streams } = self;
        let [ws, zs, ys] = &block.outer;
        let Band { outer, columns, out, stride, .. } = band;
        let (first_column, width) = (block.columns.start - columns.start, block.columns.len());
        let mut staged = staged.chunks_exact(staged_stride * ys.len());
        // Rows without gaps are copied as one, so that no line is stored in two parts.
        let whole = staged_stride == width && *stride == width;
        let rows = if whole { ys.len() } else { 1 };
        for w in ws.clone() {
            for z in zs.clone() {
                let first = row_of(outer, [w, z, ys.start]) * *stride + first_column;
                let from = staged.next().unwrap_or(&[]);
                streams.copy(
                    l,
                    (from, staged_stride * rows),
                    (&mut out[first..], *stride * rows),
                    width * rows,
                );
            }
        }
    }
}
