//! Blocks of a window, all with the same shape: chunks of arrays, tiles of pictures.

use perlane::Window;

/// The part of a window in the block with this index, if blocks have this shape. Index and shape are along x, y, z, w.
pub(crate) fn block_window(whole: &Window, index: [usize; 4], block: [usize; 4]) -> Window {
    let mut window = *whole;
    for axis in 0..whole.dims() {
        let first = index[axis] * block[axis];
        *window.start.xyzw_mut()[axis] += first as i64;
        *window.size.xyzw_mut()[axis] = block[axis].min(whole.size.xyzw()[axis] - first);
    }
    window
}

/// Copies a window's numbers, row by row, to the beginning of a block. The block is at least as large along each axis.
pub(crate) fn copy_into_block(window: &Window, numbers: &[u8], block: &[u64], width: usize, out: &mut [u8]) {
    let size = window.size.xyzw();
    let row = size[0] * width;
    if row == 0 {
        return;
    }
    for (n, from) in numbers.chunks_exact(row).enumerate() {
        let (mut rest, mut at, mut stride) = (n, 0, block[block.len() - 1] as usize);
        for axis in 1..window.dims() {
            at += rest % size[axis] * stride;
            rest /= size[axis];
            stride *= block[block.len() - 1 - axis] as usize;
        }
        out[at * width..][..row].copy_from_slice(from);
    }
}
