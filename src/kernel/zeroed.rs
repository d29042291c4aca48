//! Large arrays of working memory.

use alloc::vec;
use alloc::vec::Vec;

use wide::f32x16;

/// An array on the heap, initially zeros, whose vectors do not cross cache lines. It is created there, because threads with small stacks, and
/// fibers, have no room for it on their stack, not even temporarily.
pub(super) struct Zeroed(Vec<f32x16>);

impl Zeroed {
    /// An array of at least `floats` elements, in whole cache lines.
    #[cold]
    #[inline(never)]
    pub(super) fn new(floats: usize) -> Self {
        Zeroed(vec![f32x16::ZERO; floats.div_ceil(16)])
    }

    #[inline]
    pub(super) fn floats(&self) -> &[f32] {
        bytemuck::must_cast_slice(&self.0)
    }

    /// The array as arrays of `N` lines of 16 elements.
    #[inline]
    pub(super) fn lines_mut<const N: usize>(&mut self) -> &mut [[[f32; 16]; N]] {
        bytemuck::must_cast_slice_mut::<f32x16, [f32; 16]>(&mut self.0).as_chunks_mut().0
    }

    /// The first `N` elements. Kernels check fewer indices if they know the number of elements.
    #[inline]
    pub(super) fn first<const N: usize>(&self) -> &[f32; N] {
        &self.floats().as_chunks().0[0]
    }

    #[inline]
    pub(super) fn first_mut<const N: usize>(&mut self) -> &mut [f32; N] {
        &mut self.floats_mut().as_chunks_mut().0[0]
    }

    #[inline]
    pub(super) fn floats_mut(&mut self) -> &mut [f32] {
        bytemuck::must_cast_slice_mut(&mut self.0)
    }
}
