//! Buffers of zeros.

use alloc::alloc::{Layout, alloc_zeroed};
use alloc::vec::Vec;

/// A buffer of `len` zeros; `None` where there is no memory for it.
///
/// Systems hand out large memory as zeros, page by page, when it is first touched. So the threads that fill the buffer do that work, each for its
/// own part. `Vec::resize` would touch all pages on this thread, and `vec![0.0; len]` ends the process where there is no memory.
pub(crate) fn zeroed(len: usize) -> Option<Vec<f32>> {
    let layout = Layout::array::<f32>(len).ok()?;
    if layout.size() == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the size is not 0.
    let start = unsafe { alloc_zeroed(layout) }.cast::<f32>();
    if start.is_null() {
        return None;
    }
    // SAFETY: the global allocator has just given this memory for an array of `len` numbers, and bits of zeros are the number 0.
    Some(unsafe { Vec::from_raw_parts(start, len, len) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_zeros_or_refused() {
        for len in [0, 1, 1000, 1 << 20] {
            let buffer = zeroed(len).unwrap();
            assert!(buffer.len() == len && buffer.iter().all(|v| v.to_bits() == 0), "{len}");
        }
        for len in [usize::MAX, usize::MAX / 4, isize::MAX as usize / 4] {
            assert!(zeroed(len).is_none(), "{len}");
        }
    }
}
