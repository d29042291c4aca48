//! Distributes work over threads. Knows buffers, not noise.

use core::ops::Range;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

#[cfg(feature = "rayon")]
use super::bands::{BANDS_PER_THREAD, LEAST, LEAST_ROWS, split};
use super::planes::Planes;
use crate::kernel::{Band, Scratch};
#[cfg(feature = "rayon")]
use crate::tables::cache::PANEL;

/// Threads to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    One,
    #[cfg(feature = "rayon")]
    Pool,
}

/// The fewest samples that are worth a second thread.
const TWO: usize = 1 << 15;

impl Threads {
    /// Whether a single thread fills a grid of this many samples.
    pub(super) fn are_one(self, samples: usize) -> bool {
        self == Threads::One || samples < TWO
    }
}

/// Runs `work` on a band: as a whole, or cut into bands for the current rayon pool.
pub(crate) fn run(band: Band<'_>, threads: Threads, work: impl Fn(Band<'_>, &mut Scratch) + Sync) {
    match threads {
        Threads::One => Scratch::with(|scratch| work(band, scratch)),
        #[cfg(feature = "rayon")]
        Threads::Pool => run_pool(band, work),
    }
}

#[cfg(feature = "rayon")]
fn run_pool(band: Band<'_>, work: impl Fn(Band<'_>, &mut Scratch) + Sync) {
    let threads = rayon::current_num_threads();
    const { assert!(TWO == 2 * LEAST) };
    let mut parts = (threads * BANDS_PER_THREAD).min(band.samples() / LEAST);
    let rows = band.samples() / band.columns.len().max(1);
    if rows > 1 {
        parts = parts.min((rows / LEAST_ROWS).max(threads));
    }
    if threads == 1 || parts <= 1 {
        return Scratch::with(|scratch| work(band, scratch));
    }
    let mut bands = alloc::vec::Vec::with_capacity(2 * parts);
    split(band, parts, &mut bands);
    bands.into_par_iter().for_each(|band| Scratch::with(|scratch| work(band, scratch)));
}

/// Runs `work` on a buffer: as a whole, or cut into parts for the current rayon pool, each with the index of its first sample.
pub(crate) fn run_parts(out: &mut [f32], threads: Threads, work: impl Fn(usize, &mut [f32]) + Sync) {
    match threads {
        Threads::One => work(0, out),
        #[cfg(feature = "rayon")]
        Threads::Pool => {
            out.par_chunks_mut(LEAST).enumerate().for_each(|(n, part)| work(n * LEAST, part));
        }
    }
}

/// The same for planes that are filled together.
pub(crate) fn run_planes(planes: Planes<'_>, threads: Threads, work: impl Fn(usize, Planes<'_>) + Sync) {
    match threads {
        Threads::One => work(0, planes),
        #[cfg(feature = "rayon")]
        Threads::Pool => run_pieces(planes, LEAST, work),
    }
}

/// Runs `work` on pieces of planes with so many samples on the current rayon pool, each with the index of its first sample.
#[cfg(feature = "rayon")]
pub(crate) fn run_pieces(planes: Planes<'_>, samples: usize, work: impl Fn(usize, Planes<'_>) + Sync) {
    let (mut pieces, mut rest) = (alloc::vec::Vec::new(), planes);
    while rest.samples() > samples {
        let (piece, others) = rest.split_at(samples);
        pieces.push(piece);
        rest = others;
    }
    pieces.push(rest);
    pieces.into_par_iter().enumerate().for_each(|(n, piece)| work(n * samples, piece));
}

/// A part of a grid, as far as it matters for how it is cut: indices along the first axis that is longer than 1, samples for each of them, and samples
/// of a row.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) indices: usize,
    pub(crate) of_index: usize,
    pub(crate) row: usize,
}

#[cfg(feature = "rayon")]
impl Extent {
    /// Into pieces of how many indices a part is cut, each of which one thread fills. `None` where that is not needed, as all threads have enough to
    /// do in each panel.
    pub(crate) fn indices_of_piece(self) -> Option<usize> {
        let Extent { indices, of_index, row } = self;
        let threads = rayon::current_num_threads();
        let parts = threads * BANDS_PER_THREAD;
        let is_panel = indices <= PANEL && row <= PANEL;
        let of_panel = indices.min(PANEL) * (of_index / row.max(1)).max(1) * row.min(PANEL);
        if threads == 1 || is_panel || of_panel / LEAST >= parts {
            return None;
        }
        let least = LEAST.div_ceil(of_index);
        let indices_of_piece = match indices > PANEL {
            true => indices.div_ceil(parts).max(least).next_multiple_of(PANEL),
            // Each piece has tables of the same long row, so that there are few pieces.
            false => indices.div_ceil(threads).max(least),
        };
        (indices_of_piece < indices).then_some(indices_of_piece)
    }
}

/// The result of `of` for `count` indices: for all of them at once, or for parts of them on the current rayon pool, merged. `None` if it is
/// `None` for one of the parts.
pub(crate) fn merged<R: Send>(
    count: usize,
    threads: Threads,
    of: impl Fn(Range<usize>) -> Option<R> + Sync,
    merge: impl Fn(R, R) -> R + Sync,
) -> Option<R> {
    #[cfg(not(feature = "rayon"))]
    let _ = merge; // there is one part
    match threads {
        Threads::One => of(0..count),
        #[cfg(feature = "rayon")]
        Threads::Pool => {
            let parts = (0..count.div_ceil(LEAST)).into_par_iter();
            let all = parts.map(|n| of(n * LEAST..count.min((n + 1) * LEAST)));
            all.try_reduce_with(|a, b| Some(merge(a, b))).flatten()
        }
    }
}

#[cfg(test)]
#[cfg(feature = "rayon")]
mod tests {
    use super::*;

    /// Grids of few rows, or of few columns, are cut so that each thread has a piece; others are one piece, whose panels threads share.
    #[test]
    fn thin_grids_are_cut_into_pieces() {
        let pieces = |threads: usize, indices: usize, of_index: usize, row: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let extent = Extent { indices, of_index, row };
            pool.install(|| extent.indices_of_piece()).map_or(1, |piece| {
                assert!(piece * of_index >= LEAST);
                indices.div_ceil(piece)
            })
        };
        const LONG: usize = 1 << 22;
        for threads in [2, 4, 16] {
            for (indices, of_index, row) in
                [(LONG, 1, 1), (LONG, 4, 4), (16, LONG, LONG), (8, 2 * LONG, LONG)]
            {
                assert!(
                    pieces(threads, indices, of_index, row) >= threads.min(indices),
                    "{threads} {indices} {of_index} {row}"
                );
            }
            assert_eq!(pieces(threads, PANEL, 1, 1), 1);
            assert_eq!(pieces(threads, 2048, 2048, 2048), 1);
        }
        assert_eq!(pieces(2, 4, LONG, LONG), 2);
        assert_eq!(pieces(2, LONG, 1024, 1024), 1);
        assert_eq!(pieces(1, LONG, 1, 1), 1);
    }
}
