//! How a window is cut into slabs, so that memory does not grow with the window.
//!
//! A slab is a part of the window that is contiguous in the array: whole along the fastest axes, a piece of one axis, and one
//! index of each slower axis.

use std::ops::Range;

use perlane::Window;

use crate::sampling::any_dims::Part;

/// Samples of a usual slab: enough to outweigh the cost of starting one, little enough for memory.
const USUAL: usize = 1 << 21;

/// Wide windows get larger slabs of this many rows. Threads share the rows of a slab, and the rows of a thread share lattice
/// corners.
const MIN_ROWS: usize = 128;

/// Upper bound on the samples of a slab.
const MAX: usize = 1 << 23;

/// The axis that is cut, and the length of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    axis: usize,
    step: usize,
    /// Samples of the largest slab.
    pub(crate) max_samples: usize,
}

impl Cut {
    pub(crate) fn new(window: &Window) -> Self {
        if window.size.contains(&0) {
            return Cut { axis: 0, step: 1, max_samples: 0 };
        }
        let wanted = window.size[0].saturating_mul(MIN_ROWS).clamp(USUAL, MAX);
        let (mut axis, mut below) = (0, 1);
        while axis + 1 < window.dims() && window.size[axis].saturating_mul(below) <= wanted {
            below *= window.size[axis];
            axis += 1;
        }
        let step = (wanted / below).clamp(1, window.size[axis]);
        Cut { axis, step, max_samples: step * below }
    }
}

/// A window's slabs, in array order.
pub(crate) fn slabs(window: Window) -> impl Iterator<Item = Part> {
    let Cut { axis, step, .. } = Cut::new(&window);
    let pieces = window.size[axis].div_ceil(step);
    let slower = || window.size[axis + 1..window.dims()].iter().product::<usize>();
    let count = if window.size.contains(&0) { 0 } else { pieces * slower() };
    (0..count).map(move |number| {
        let mut slab = window.size.map(|len| 0..len);
        let first = number % pieces * step;
        slab[axis] = first..window.size[axis].min(first + step);
        let mut rest = number / pieces;
        for a in axis + 1..window.dims() {
            slab[a] = rest % window.size[a]..rest % window.size[a] + 1;
            rest /= window.size[a];
        }
        slab
    })
}

/// The number of samples of a slab.
pub(crate) fn count(slab: &Part) -> usize {
    slab.iter().map(Range::len).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_cover_their_window_in_order() {
        for size in [
            vec![5_000_000],
            vec![3, 3_000_000],
            vec![3_000_000, 3],
            vec![20_000_000, 2],
            vec![100_000, 200],
            vec![1000, 999, 7],
            vec![5, 2000, 3000],
            vec![2000, 3000, 2, 3],
            vec![3_000_000, 2, 1, 2],
            vec![0, 5],
            vec![1, 1, 1, 1],
        ] {
            let window = Window::new(&size).unwrap();
            let limit = Cut::new(&window).max_samples;
            assert!(limit <= MAX, "{size:?}: {limit}");
            let mut next = 0;
            for slab in slabs(window) {
                let (mut flat, mut stride) = (0, 1);
                for a in 0..window.dims() {
                    flat += slab[a].start * stride;
                    stride *= window.size[a];
                }
                assert_eq!(flat, next, "no gap: {size:?}: {slab:?}");
                assert!(count(&slab) <= limit, "{size:?}: {slab:?}");
                let cut = (0..window.dims()).find(|&a| slab[a].len() != window.size[a]).unwrap_or(0);
                assert!(
                    slab[cut + 1..].iter().all(|range| range.len() == 1),
                    "contiguous: {size:?}: {slab:?}"
                );
                next += count(&slab);
            }
            assert_eq!(next, window.samples().unwrap(), "{size:?}");
        }
    }
}
