//! Cuts a band into bands, for threads.

use alloc::vec::Vec;
use core::ops::Range;

use super::planes::PlaneBuffers;
use crate::kernel::Band;
use crate::tables::axis::STRIP;

/// More bands than threads, so that a thread that is held up delays little.
pub(crate) const BANDS_PER_THREAD: usize = 8;

/// The fewest samples that are worth a band of their own.
pub(crate) const LEAST_SAMPLES: usize = 1 << 14;

/// The fewest rows of a band, if every thread can have that many. Rows of a band share lattice rows.
pub(crate) const LEAST_ROWS: usize = 16;

/// Cuts a band into about `parts`: along the first axis that is longer than 1, and further along the next one if that does not give enough.
pub(crate) fn split<'a>(band: Band<'a>, parts: usize, bands: &mut Vec<Band<'a>>) {
    let axis = band.outer.iter().position(|range| range.len() > 1);
    let Some(axis) = axis.filter(|_| parts > 1) else {
        return split_columns(band, parts, bands);
    };
    let len = band.outer[axis].len();
    let each = len.div_ceil(parts);
    let pieces = len.div_ceil(each);
    let rows = volume(&band.outer) / len * each;
    let mut rest = PlaneBuffers { first: band.out, more: band.more, past_caches: band.past_caches };
    let mut first = band.outer[axis].start;
    while first < band.outer[axis].end {
        let last = band.outer[axis].end.min(first + each);
        let (own, others) = rest.split_at(rows * band.stride);
        rest = others;
        let mut outer = band.outer.clone();
        outer[axis] = first..last;
        let PlaneBuffers { first: out, more, .. } = own;
        let piece = Band { outer, columns: band.columns.clone(), out, more, ..band };
        split(piece, parts.div_ceil(pieces), bands);
        first = last;
    }
}

/// Cuts a single row at multiples of [`STRIP`].
fn split_columns<'a>(band: Band<'a>, parts: usize, bands: &mut Vec<Band<'a>>) {
    if parts <= 1 || volume(&band.outer) != 1 {
        bands.push(band);
        return;
    }
    let Range { start, end } = band.columns;
    let each = (end - start).div_ceil(parts).next_multiple_of(STRIP);
    let mut rest = PlaneBuffers { first: band.out, more: band.more, past_caches: band.past_caches };
    for first in (start..end).step_by(each) {
        let last = end.min(first + each);
        let (own, others) = rest.split_at(last - first);
        rest = others;
        let PlaneBuffers { first: out, more, .. } = own;
        bands.push(Band { outer: band.outer.clone(), columns: first..last, out, more, ..band });
    }
}

fn volume(ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(Range::len).product()
}

impl Band<'_> {
    /// The number of samples.
    pub(crate) fn samples(&self) -> usize {
        volume(&self.outer) * self.columns.len()
    }
}
