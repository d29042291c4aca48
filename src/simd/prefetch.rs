//! Prefetching.

/// Asks for the cache line `elements` elements after this one, which may be beyond its array, where there is an instruction for it.
#[inline(always)]
pub(crate) fn prefetch<T>(from: &T, elements: usize) {
    #[cfg(has_avx2)]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = core::ptr::from_ref(from).wrapping_add(elements);
        // SAFETY: SSE is part of x86-64. The instruction takes any address: it accesses nothing that a program can see, and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[cfg(not(has_avx2))]
    let _ = (from, elements);
}
