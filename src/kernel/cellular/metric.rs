//! Distances over lanes: what lies along each axis, and how axes are put together.

use crate::noise::Distance;
use crate::simd::Lanes;

/// A distance. (Not closures: those are not always inlined into the instruction set's entry.)
pub(super) trait Metric: Copy {
    /// What a distance along an axis contributes.
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F;
    /// Two contributions.
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F;
}

/// Squares that are added: the euclidean distance, squared.
#[derive(Clone, Copy)]
pub(super) struct Squares;

impl Metric for Squares {
    #[inline(always)]
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F {
        l.mul(v, v)
    }

    #[inline(always)]
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F {
        l.add(a, b)
    }
}

/// Magnitudes that are added: the manhattan distance.
#[derive(Clone, Copy)]
pub(super) struct Sums;

impl Metric for Sums {
    #[inline(always)]
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F {
        l.abs(v)
    }

    #[inline(always)]
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F {
        l.add(a, b)
    }
}

/// The greatest magnitude: the chebyshev distance.
#[derive(Clone, Copy)]
pub(super) struct Greatest;

impl Metric for Greatest {
    #[inline(always)]
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F {
        l.abs(v)
    }

    #[inline(always)]
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F {
        l.greater(a, b)
    }
}

/// [`Sums`] or [`Greatest`], chosen at run time: for loops that do much else.
#[derive(Clone, Copy)]
pub(super) struct Magnitudes {
    pub(super) greatest: bool,
}

impl Metric for Magnitudes {
    #[inline(always)]
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F {
        l.abs(v)
    }

    #[inline(always)]
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F {
        if self.greatest { Greatest.join(l, a, b) } else { Sums.join(l, a, b) }
    }
}

/// Any of them, chosen at run time: for loops that do much else, and for programs that must be small.
#[derive(Clone, Copy)]
pub(super) struct Chosen(pub(super) Distance);

impl Chosen {
    fn squares(self) -> bool {
        matches!(self.0, Distance::Euclidean | Distance::Squared)
    }

    fn magnitudes(self) -> Magnitudes {
        Magnitudes { greatest: self.0 == Distance::Chebyshev }
    }

    /// Of distances along y and z.
    #[inline(always)]
    pub(super) fn of_gaps(self, [y, z]: [f32; 2]) -> f32 {
        match self.0 {
            Distance::Euclidean | Distance::Squared => y * y + z * z,
            Distance::Manhattan => y + z,
            Distance::Chebyshev if y < z => z,
            Distance::Chebyshev => y,
        }
    }
}

impl Metric for Chosen {
    #[inline(always)]
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F {
        if self.squares() { Squares.part(l, v) } else { Sums.part(l, v) }
    }

    #[inline(always)]
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F {
        self.magnitudes().join(l, a, b)
    }
}
