//! Distances over lanes: what lies along each axis, and how axes are put together.

use crate::simd::Lanes;

/// A distance. (Not closures: those are not always inlined into the instruction set's entry.)
pub(super) trait Metric {
    /// What a distance along an axis contributes.
    fn part<L: Lanes>(l: L, v: L::F) -> L::F;
    /// Two contributions.
    fn join<L: Lanes>(l: L, a: L::F, b: L::F) -> L::F;
}

/// Squares that are added: the euclidean distance, squared.
pub(super) struct Squares;

impl Metric for Squares {
    #[inline(always)]
    fn part<L: Lanes>(l: L, v: L::F) -> L::F {
        l.mul(v, v)
    }

    #[inline(always)]
    fn join<L: Lanes>(l: L, a: L::F, b: L::F) -> L::F {
        l.add(a, b)
    }
}

/// Magnitudes that are added: the manhattan distance.
pub(super) struct Sums;

impl Metric for Sums {
    #[inline(always)]
    fn part<L: Lanes>(l: L, v: L::F) -> L::F {
        l.abs(v)
    }

    #[inline(always)]
    fn join<L: Lanes>(l: L, a: L::F, b: L::F) -> L::F {
        l.add(a, b)
    }
}

/// The greatest magnitude: the chebyshev distance.
pub(super) struct Greatest;

impl Metric for Greatest {
    #[inline(always)]
    fn part<L: Lanes>(l: L, v: L::F) -> L::F {
        l.abs(v)
    }

    #[inline(always)]
    fn join<L: Lanes>(l: L, a: L::F, b: L::F) -> L::F {
        l.greater(a, b)
    }
}
