//! Where samples go: parts of a grid and of the buffer that holds them.

use core::ops::Range;

use super::block::{Block, row_of, steps_of};
use super::runs::Vectors;
use crate::simd::{Backend, Design};

/// A part of a grid, and where its samples go.
pub(crate) struct Band<'a> {
    /// Samples along w, z, y.
    pub(crate) outer: [Range<usize>; 3],
    /// Samples along x.
    pub(crate) columns: Range<usize>,
    /// Row `n` of the band, counted along y, then z, then w, is `out[n * stride..][..columns.len()]`.
    pub(crate) out: &'a mut [f32],
    pub(crate) stride: usize,
    /// The planes after the first, for samples with derivatives: each is laid out like `out`.
    pub(crate) more: More<'a>,
    /// Whether the buffer is larger than the caches, so that it is faster to write past them.
    pub(crate) past_caches: bool,
}

/// Planes after a first one, of which there are up to four: the derivatives along the axes. Those that are not there are empty.
pub(crate) type More<'a> = [&'a mut [f32]; 4];

/// All planes, first to last.
pub(crate) fn all_planes<'a>(first: &'a mut [f32], [a, b, c, d]: More<'a>) -> [&'a mut [f32]; 5] {
    [first, a, b, c, d]
}

/// At how many places in a page of 4 KiB rows start that are so many elements apart. First-level caches hold lines by their place in a page, so that
/// rows with few places push each other out; and loads wait for stores that have the same one.
pub(in crate::kernel) fn places_in_page(stride: usize) -> usize {
    4096 >> (stride * size_of::<f32>()).trailing_zeros().min(12)
}

/// Whether rows at this distance push each other out of first-level caches before their lines are full.
pub(in crate::kernel) fn rows_collide(stride: usize) -> bool {
    places_in_page(stride) <= 2
}

impl<'a> Band<'a> {
    /// A band of one block, whose rows follow each other without gaps.
    pub(in crate::kernel) fn beside(block: &Block, out: &'a mut [f32]) -> Self {
        let Block { outer, columns } = block.clone();
        let stride = columns.len();
        Band { outer, columns, out, stride, more: More::default(), past_caches: false }
    }
}

impl Band<'_> {
    /// Plane `n` as a band of its own.
    pub(in crate::kernel) fn plane(&mut self, n: usize) -> Band<'_> {
        let out = if n == 0 { &mut *self.out } else { &mut *self.more[n - 1] };
        let Band { outer, columns, stride, past_caches, .. } = self;
        Band {
            outer: outer.clone(),
            columns: columns.clone(),
            out,
            stride: *stride,
            more: More::default(),
            past_caches: *past_caches,
        }
    }

    /// The index in `out` of the first sample of the row at `wzy`.
    pub(in crate::kernel) fn row(&self, wzy: [usize; 3]) -> usize {
        row_of(&self.outer, wzy) * self.stride
    }

    /// Fills a block with a value.
    pub(in crate::kernel) fn fill(&mut self, block: &Block, value: f32) {
        let (first, width) = (block.columns.start - self.columns.start, block.columns.len());
        let [ws, zs, ys] = block.outer.clone();
        for w in ws {
            for z in zs.clone() {
                for y in ys.clone() {
                    let row = self.row([w, z, y]) + first;
                    self.out[row..row + width].fill(value);
                }
            }
        }
    }

    /// Whether octaves can be summed in `out`: its rows are whole vectors of `lanes` lanes, so that no vector overlaps another and no octave is
    /// added twice.
    pub(in crate::kernel) fn is_whole_vectors(&self, lanes: usize) -> bool {
        self.columns.len().is_multiple_of(lanes)
    }

    /// Whether octaves are better summed elsewhere, and then copied. That is where vectors lie in two cache lines each, and too many rows have lines
    /// in the same places of a first-level cache: it has lost a line when the next vector along the row needs the rest of it.
    pub(in crate::kernel) fn evicts(&self, backend: Backend) -> bool {
        let lies_in_two = !self.out.as_ptr().addr().is_multiple_of(backend.vectors().register);
        !cfg!(perlane_small) && lies_in_two && rows_collide(self.stride)
    }

    /// How the rows of a block are cut into vectors of `lanes` lanes. Long rows that are written are cut at aligned addresses, if all rows are
    /// aligned alike.
    pub(in crate::kernel) fn vectors(&self, block: &Block, lanes: usize, written: bool) -> Vectors {
        // One vector more is nothing to many vectors.
        let cut = written && block.columns.len() >= 16 * lanes;
        if cut { self.lines(block, lanes) } else { Vectors { lanes, width: block.columns.len(), lead: 0 } }
    }

    /// The same for rows of any length.
    pub(in crate::kernel) fn lines(&self, block: &Block, lanes: usize) -> Vectors {
        let first = self.row(block.outer.each_ref().map(|range| range.start))
            + (block.columns.start - self.columns.start);
        Vectors { lanes, width: block.columns.len(), lead: self.lead(first, lanes).unwrap_or(0) }
    }

    /// How many columns are before the first aligned vector, from sample `first` on; `None` if rows are not aligned alike.
    pub(in crate::kernel) fn lead(&self, first: usize, lanes: usize) -> Option<usize> {
        let address = self.out[first..].as_ptr().addr() / size_of::<f32>();
        self.stride.is_multiple_of(lanes).then_some(address.wrapping_neg() % lanes)
    }

    /// Whether its rows may be stored past the caches line by line, walking down columns. Where a line is two vectors and all rows have the same place
    /// in a page, Zen 3 takes up to 2.5 times as long as for a copy row by row (2026-11-27): loads wait for stores that have not left yet and might
    /// be to the same address. An Intel Xeon takes 0.7 to 0.8 of the time.
    pub(in crate::kernel) fn streams_down(&self, backend: Backend) -> bool {
        backend.vectors().in_line == 1 || places_in_page(self.stride) > 1 || backend.design() == Design::Intel
    }

    /// Elements of `out` from a row to the next one along w, z, y.
    pub(in crate::kernel) fn steps(&self) -> [usize; 3] {
        steps_of(&self.outer).map(|rows| rows * self.stride)
    }
}
