//! Distributes work over threads. Knows buffers, not noise.

use core::ops::Range;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

#[cfg(feature = "rayon")]
use super::bands::{BANDS_PER_THREAD, LEAST, LEAST_ROWS, split};
use super::planes::Planes;
use crate::kernel::{Band, Scratch};

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
        Threads::Pool => {
            let (mut parts, mut rest) = (alloc::vec::Vec::new(), planes);
            while rest.samples() > LEAST {
                let (part, others) = rest.split_at(LEAST);
                parts.push(part);
                rest = others;
            }
            parts.push(rest);
            parts.into_par_iter().enumerate().for_each(|(n, part)| work(n * LEAST, part));
        }
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
