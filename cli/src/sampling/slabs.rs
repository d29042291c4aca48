//! Cuts an array into slabs, so that memory does not grow with the window.
//!
//! A slab is a part of the window that is contiguous in the array: all of the fastest axes, a piece of one axis, and one index of each slower axis.

use std::ops::Range;

/// Samples of a usual slab. They outweigh the cost of starting a slab, and need little memory.
const USUAL: usize = 1 << 21;

/// Wide windows get larger slabs, with this many rows. Threads share the rows of a slab, and the rows of one thread share lattice corners.
const MIN_ROWS: usize = 128;

/// Upper bound on the samples of a slab.
const MAX: usize = 1 << 23;

/// The indices of a slab's samples along each axis, in array order (slowest axis first).
pub(crate) type Slab = Vec<Range<usize>>;

/// The axis that is cut, and the length of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    axis: usize,
    step: usize,
    /// Samples of the largest slab.
    pub(crate) max_samples: usize,
}

impl Cut {
    /// For slabs with this many planes together, which then are as large as those of one plane.
    pub(crate) fn new(shape: &[usize], planes: usize) -> Self {
        if shape.contains(&0) {
            return Cut { axis: 0, step: 1, max_samples: 0 };
        }
        let mut axis = shape.len() - 1;
        let wanted = shape[axis].saturating_mul(MIN_ROWS).clamp(USUAL, MAX) / planes.max(1);
        let mut faster = 1;
        while axis > 0 && shape[axis].saturating_mul(faster) <= wanted {
            faster *= shape[axis];
            axis -= 1;
        }
        let step = (wanted / faster).clamp(1, shape[axis]);
        Cut { axis, step, max_samples: step * faster }
    }
}

/// The slabs of an array of this shape, in array order, each with this many planes.
pub(crate) fn slabs(shape: Vec<usize>, planes: usize) -> impl Iterator<Item = Slab> {
    let Cut { axis, step, .. } = Cut::new(&shape, planes);
    let pieces = shape[axis].div_ceil(step);
    let count = if shape.contains(&0) { 0 } else { pieces * shape[..axis].iter().product::<usize>() };
    (0..count).map(move |number| {
        let mut slab: Slab = shape.iter().map(|&len| 0..len).collect();
        let first = number % pieces * step;
        slab[axis] = first..shape[axis].min(first + step);
        let mut rest = number / pieces;
        for slower in (0..axis).rev() {
            let index = rest % shape[slower];
            slab[slower] = index..index + 1;
            rest /= shape[slower];
        }
        slab
    })
}

/// The number of samples of a slab.
pub(crate) fn count(slab: &[Range<usize>]) -> usize {
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
            vec![40, 50, 60, 70, 5],
        ] {
            let shape: Vec<usize> = size.iter().rev().copied().collect();
            let limit = Cut::new(&shape, 1).max_samples;
            assert!(limit <= MAX, "{size:?}: {limit}");
            let mut next = 0;
            for slab in slabs(shape.clone(), 1) {
                let first = slab.iter().zip(&shape).fold(0, |first, (range, len)| first * len + range.start);
                assert_eq!(first, next, "no gap: {size:?}: {slab:?}");
                assert!(count(&slab) <= limit, "{size:?}: {slab:?}");
                let cut = (0..shape.len()).rev().find(|&axis| slab[axis].len() != shape[axis]).unwrap_or(0);
                assert!(slab[..cut].iter().all(|range| range.len() == 1), "contiguous: {size:?}: {slab:?}");
                next += count(&slab);
            }
            assert!(3 * Cut::new(&shape, 3).max_samples <= MAX, "{size:?}");
            assert_eq!(next, size.iter().product::<usize>(), "{size:?}");
        }
    }
}
