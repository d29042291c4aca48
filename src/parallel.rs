//! Bands of rows, over threads. Knows buffers, not noise.

use core::ops::Range;

use crate::fill::{Threads, volume};
use crate::kernel::{Band, Scratch};
use crate::plan::TILE;

/// Runs `work` on a band: as a whole, or cut into bands for the current rayon pool.
pub(crate) fn run(band: Band<'_>, threads: Threads, work: impl Fn(Band<'_>, &mut Scratch) + Sync) {
    match threads {
        Threads::One => work(band, &mut Scratch::new()),
        #[cfg(feature = "rayon")]
        Threads::Pool => run_pool(band, work),
    }
}

/// Runs `work` on a buffer: as a whole, or cut into parts, each with the index of its first sample.
pub(crate) fn run_parts(out: &mut [f32], threads: Threads, work: impl Fn(usize, &mut [f32]) + Sync) {
    match threads {
        Threads::One => work(0, out),
        #[cfg(feature = "rayon")]
        Threads::Pool => {
            use rayon::prelude::*;
            out.par_chunks_mut(LEAST).enumerate().for_each(|(n, part)| work(n * LEAST, part));
        }
    }
}

#[cfg(feature = "rayon")]
fn run_pool(band: Band<'_>, work: impl Fn(Band<'_>, &mut Scratch) + Sync) {
    use rayon::prelude::*;
    let threads = rayon::current_num_threads();
    let samples = volume(&band.outer) * band.columns.len();
    let parts = (threads * BANDS_PER_THREAD).min(samples / LEAST).max(1);
    if threads == 1 || parts == 1 {
        return work(band, &mut Scratch::new());
    }
    let mut bands = alloc::vec::Vec::with_capacity(2 * parts);
    split(band, parts, &mut bands);
    bands.into_par_iter().for_each_init(Scratch::new, |scratch, band| work(band, scratch));
}

/// More bands than threads, so that a thread that is held up delays little.
#[cfg(feature = "rayon")]
const BANDS_PER_THREAD: usize = 8;

/// Samples that are worth a band.
#[cfg(feature = "rayon")]
const LEAST: usize = 1 << 14;

/// Cuts a band into about `parts`: along the first axis that is longer than one, and further along the next where that does not
/// give enough.
#[cfg(feature = "rayon")]
fn split<'a>(band: Band<'a>, parts: usize, bands: &mut alloc::vec::Vec<Band<'a>>) {
    let axis = band.outer.iter().position(|range| range.len() > 1);
    let Some(axis) = axis.filter(|_| parts > 1) else {
        return split_columns(band, parts, bands);
    };
    let len = band.outer[axis].len();
    let each = len.div_ceil(parts);
    let pieces = len.div_ceil(each);
    let rows = volume(&band.outer) / len * each;
    let mut rest = Some(band.out);
    let mut first = band.outer[axis].start;
    while first < band.outer[axis].end {
        let last = band.outer[axis].end.min(first + each);
        let Some(out) = rest.take() else { return };
        let at = out.len().min(rows * band.stride);
        let (own, others) =
            if last == band.outer[axis].end { (out, &mut [][..]) } else { out.split_at_mut(at) };
        rest = Some(others);
        let mut outer = band.outer.clone();
        outer[axis] = first..last;
        let piece = Band { outer, columns: band.columns.clone(), out: own, stride: band.stride };
        split(piece, parts.div_ceil(pieces), bands);
        first = last;
    }
}

/// Cuts a single row at multiples of [`TILE`].
#[cfg(feature = "rayon")]
fn split_columns<'a>(band: Band<'a>, parts: usize, bands: &mut alloc::vec::Vec<Band<'a>>) {
    if parts <= 1 || volume(&band.outer) != 1 {
        bands.push(band);
        return;
    }
    let Range { start, end } = band.columns;
    let each = (end - start).div_ceil(parts).next_multiple_of(TILE);
    let mut rest = &mut band.out[..end - start];
    for first in (start..end).step_by(each) {
        let last = end.min(first + each);
        let (own, others) = rest.split_at_mut(last - first);
        rest = others;
        let (outer, stride) = (band.outer.clone(), band.stride);
        bands.push(Band { outer, columns: first..last, out: own, stride });
    }
}
