//! Distributes work over threads. Knows buffers, not noise.

use core::ops::Range;

#[cfg(feature = "rayon")]
use super::bands::{BANDS_PER_THREAD, LEAST_ROWS, LEAST_SAMPLES, split};
use super::planes::PlaneBuffers;
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

/// What whole buffers are filled by: the pool, if this build has one.
#[cfg(feature = "rayon")]
pub(super) const ALL: Threads = Threads::Pool;
#[cfg(not(feature = "rayon"))]
pub(super) const ALL: Threads = Threads::One;

/// The fewest samples that are worth a second thread.
const TWO_THREADS: usize = 1 << 15;

impl Threads {
    /// Those that are worth it for so many samples.
    pub(super) fn worth(self, samples: usize) -> Self {
        if self.are_one(samples) { Threads::One } else { self }
    }

    /// Whether a single thread fills a grid of this many samples.
    pub(super) fn are_one(self, samples: usize) -> bool {
        self == Threads::One || samples < TWO_THREADS
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
    let threads = rayon_core::current_num_threads();
    const { assert!(TWO_THREADS == 2 * LEAST_SAMPLES) };
    let mut parts = (threads * BANDS_PER_THREAD).min(band.samples() / LEAST_SAMPLES);
    let rows = band.samples() / band.columns.len().max(1);
    if rows > 1 {
        parts = parts.min((rows / LEAST_ROWS).max(threads));
    }
    if threads == 1 || parts <= 1 {
        return Scratch::with(|scratch| work(band, scratch));
    }
    let mut bands = alloc::vec::Vec::with_capacity(2 * parts);
    split(band, parts, &mut bands);
    for_each(bands.into_iter(), |band| Scratch::with(|scratch| work(band, scratch)));
}

/// Runs `work` on each item on the current rayon pool.
#[cfg(feature = "rayon")]
fn for_each<T: Send>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let work = &work;
    rayon_core::scope(|scope| {
        for item in items {
            scope.spawn(move |_| work(item));
        }
    });
}

/// Runs `work` on a buffer: as a whole, or cut into parts for the current rayon pool, each with the index of its first sample.
pub(crate) fn run_parts(out: &mut [f32], threads: Threads, work: impl Fn(usize, &mut [f32]) + Sync) {
    match threads {
        Threads::One => work(0, out),
        #[cfg(feature = "rayon")]
        Threads::Pool => {
            for_each(out.chunks_mut(LEAST_SAMPLES).enumerate(), |(n, part)| work(n * LEAST_SAMPLES, part));
        }
    }
}

/// The same for planes that are filled together.
pub(crate) fn run_planes(
    planes: PlaneBuffers<'_>,
    threads: Threads,
    work: impl Fn(usize, PlaneBuffers<'_>) + Sync,
) {
    match threads {
        Threads::One => work(0, planes),
        #[cfg(feature = "rayon")]
        Threads::Pool => run_pieces(planes, LEAST_SAMPLES, work),
    }
}

/// Runs `work` on pieces of planes with so many samples on the current rayon pool, each with the index of its first sample.
#[cfg(feature = "rayon")]
pub(crate) fn run_pieces(
    planes: PlaneBuffers<'_>,
    samples: usize,
    work: impl Fn(usize, PlaneBuffers<'_>) + Sync,
) {
    let (mut pieces, mut rest) = (alloc::vec::Vec::new(), planes);
    while rest.samples() > samples {
        let (piece, others) = rest.split_at(samples);
        pieces.push(piece);
        rest = others;
    }
    pieces.push(rest);
    for_each(pieces.into_iter().enumerate(), |(n, piece)| work(n * samples, piece));
}

/// How far a part of a grid extends: indices along the first axis that is longer than 1, samples for each of them, and samples of a row.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy)]
pub(crate) struct ExtentOfPart {
    pub(crate) indices: usize,
    pub(crate) of_index: usize,
    pub(crate) row: usize,
}

/// A panel has enough samples if each thread gets this many bands of them.
#[cfg(feature = "rayon")]
const BANDS_OF_PANEL: usize = 2;

/// The most panels of a piece: its tables may be made at once.
#[cfg(feature = "rayon")]
const MOST_PANELS: usize = 8;

#[cfg(feature = "rayon")]
impl ExtentOfPart {
    /// The number of indices of each piece, if a part is cut for so many threads. `None` where it is not: in a single panel, with too few samples, where
    /// panels have enough work for all threads, and where pieces would differ too much.
    pub(crate) fn indices_of_piece(self, threads: usize) -> Option<usize> {
        let ExtentOfPart { indices, of_index, row } = self;
        let is_panel = indices <= PANEL && row <= PANEL;
        let of_panel = indices.min(PANEL) * (of_index / row.max(1)).max(1) * row.min(PANEL);
        if threads <= 1 || is_panel || of_panel / LEAST_SAMPLES >= BANDS_OF_PANEL * threads {
            return None;
        }
        let least = LEAST_SAMPLES.div_ceil(of_index);
        let of_piece = match indices > PANEL {
            true => in_panels(indices.div_ceil(threads * BANDS_PER_THREAD).clamp(least, MOST_PANELS * PANEL)),
            // Each piece makes the tables of the long row again, so there are few pieces.
            false if of_index == row => indices.div_ceil(threads).max(least),
            false => return None,
        };
        let is_even = indices < threads || indices > PANEL || of_piece * threads * 4 <= indices * 5;
        (is_even && of_piece < indices).then_some(of_piece)
    }
}

/// A number of indices, in whole panels if it is more than one.
#[cfg(feature = "rayon")]
fn in_panels(indices: usize) -> usize {
    if indices > PANEL { indices.next_multiple_of(PANEL) } else { indices }
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
            let mut parts: alloc::vec::Vec<_> = (0..count.div_ceil(LEAST_SAMPLES)).map(|_| None).collect();
            for_each(parts.iter_mut().enumerate(), |(n, part)| {
                *part = of(n * LEAST_SAMPLES..count.min((n + 1) * LEAST_SAMPLES));
            });
            parts.into_iter().reduce(|a, b| Some(merge(a?, b?))).flatten()
        }
    }
}

#[cfg(test)]
#[cfg(feature = "rayon")]
mod tests {
    use super::*;

    fn pieces(threads: usize, indices: usize, of_index: usize, row: usize) -> usize {
        ExtentOfPart { indices, of_index, row }.indices_of_piece(threads).map_or(1, |piece| {
            assert!(piece * of_index >= LEAST_SAMPLES);
            indices.div_ceil(piece)
        })
    }

    /// Grids of few rows, or of few columns, are cut so that each thread has a piece; others are one piece, whose panels threads share.
    #[test]
    fn thin_grids_are_cut_into_pieces() {
        const LONG: usize = 1 << 22;
        for threads in [2, 4, 16] {
            for (indices, of_index, row) in [(LONG, 1, 1), (LONG, 4, 4), (2 * threads, LONG, LONG)] {
                assert!(
                    pieces(threads, indices, of_index, row) >= threads,
                    "{threads} {indices} {of_index} {row}"
                );
            }
            for (indices, of_index, row) in [
                (PANEL, 1, 1),
                (2048, 2048, 2048),
                (4 * threads, LONG, LONG),
                (2, 2 * LONG, LONG),
                (LONG, 1024, 1024),
            ] {
                assert_eq!(
                    pieces(threads, indices, of_index, row),
                    1,
                    "{threads} {indices} {of_index} {row}"
                );
            }
        }
        assert_eq!([pieces(2, 4, LONG, LONG), pieces(8, 4, LONG, LONG)], [2, 4]);
        assert_eq!(
            [pieces(2, 3, LONG, LONG), pieces(4, 5, LONG, LONG)],
            [1, 1],
            "one piece would be much more than others"
        );
        assert_eq!(pieces(1, LONG, 1, 1), 1);
    }

    /// No fewer threads have something to do than have bands of a panel.
    #[test]
    fn pieces_are_for_at_least_as_many_threads_as_bands() {
        for threads in [2, 3, 4, 8, 16, 64] {
            for indices in [PANEL + 1, 9000, 10_000, 12_000, 16_384, 20_000, 1 << 20] {
                for of_index in [1, 2, 3, 16, 20, 31, 60, 128, 200, 1000] {
                    let bands = (PANEL * of_index / LEAST_SAMPLES).clamp(1, threads);
                    let extent = ExtentOfPart { indices, of_index, row: of_index };
                    let Some(piece) = extent.indices_of_piece(threads) else { continue };
                    assert!(indices.div_ceil(piece) >= bands, "{threads} {indices} {of_index}: {piece}");
                }
            }
        }
    }
}
