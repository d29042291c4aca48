//! Buffers that are written past the caches.

use super::lanes::Lanes;

/// A buffer to which rows are copied past the caches. Nothing else can access it while this value lives. When it is dropped, everything has been
/// written.
pub(crate) struct PastCaches<'a, L: Lanes> {
    l: L,
    to: &'a mut [f32],
}

impl<'a, L: Lanes> PastCaches<'a, L> {
    #[inline(always)]
    pub(crate) fn new(l: L, to: &'a mut [f32]) -> Self {
        PastCaches { l, to }
    }

    /// Copies the first `width` elements of each row. A row of `from` has `from_stride` elements. The first row goes to `at`, and the next ones
    /// follow at multiples of `stride`.
    #[inline(always)]
    pub(crate) fn copy(&mut self, from: &[f32], from_stride: usize, at: usize, stride: usize, width: usize) {
        // SAFETY: the buffer is borrowed mutably until `drop`, which settles.
        unsafe { self.l.copy_past_caches(from, from_stride, &mut self.to[at..], stride, width) }
    }
}

impl<L: Lanes> Drop for PastCaches<'_, L> {
    #[inline(always)]
    fn drop(&mut self) {
        self.l.settle();
    }
}
