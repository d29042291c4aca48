//! Large arrays of working memory.

use alloc::vec;
use alloc::vec::Vec;

use crate::simd::{LINE, LINE_SAMPLES};

/// An array on the heap, initially zeros, whose vectors do not cross cache lines. It is created there, because threads with small stacks, and
/// fibers, have no room for it on their stack, not even temporarily.
pub(in crate::kernel) struct Zeroed {
    /// The array, and what is before and after it.
    floats: Vec<f32>,
    /// Where it begins.
    first: usize,
    len: usize,
}

impl Zeroed {
    /// An array of at least `floats` elements, in whole cache lines.
    #[cold]
    #[inline(never)]
    pub(in crate::kernel) fn new(floats: usize) -> Self {
        let len = floats.next_multiple_of(LINE_SAMPLES);
        let floats = vec![0.0; len + LINE_SAMPLES];
        // The vector never grows, so that it stays where it is.
        let first = floats.as_ptr().align_offset(LINE).min(LINE_SAMPLES);
        Zeroed { floats, first, len }
    }

    #[inline]
    pub(in crate::kernel) fn floats(&self) -> &[f32] {
        &self.floats[self.first..][..self.len]
    }

    #[inline]
    pub(in crate::kernel) fn floats_mut(&mut self) -> &mut [f32] {
        &mut self.floats[self.first..][..self.len]
    }

    /// The array as arrays of `N` lines of 16 elements.
    #[inline]
    pub(in crate::kernel) fn lines_mut<const N: usize>(&mut self) -> &mut [[[f32; LINE_SAMPLES]; N]] {
        self.floats_mut().as_chunks_mut().0.as_chunks_mut().0
    }

    /// The first `N` elements. Kernels check fewer indices if they know the number of elements.
    #[inline]
    pub(in crate::kernel) fn first<const N: usize>(&self) -> &[f32; N] {
        &self.floats().as_chunks().0[0]
    }

    #[inline]
    pub(in crate::kernel) fn first_mut<const N: usize>(&mut self) -> &mut [f32; N] {
        &mut self.floats_mut().as_chunks_mut().0[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_zeros_in_whole_cache_lines_and_stay_where_they_are() {
        for floats in [0, 1, 15, 16, 17, 1000] {
            let array = Zeroed::new(floats);
            let at = array.floats().as_ptr();
            assert_eq!(at.align_offset(64), 0);
            assert_eq!(array.floats().len(), floats.div_ceil(16) * 16);
            assert!(array.floats().iter().all(|v| v.to_bits() == 0));
            let moved = alloc::boxed::Box::new(array);
            assert_eq!(moved.floats().as_ptr(), at);
        }
    }
}
