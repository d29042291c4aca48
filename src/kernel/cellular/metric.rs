//! Distances over lanes: the contribution of each axis, and how contributions are combined.

use crate::noise::Distance;
use crate::simd::Lanes;

/// A way to measure distance. (Closures would not do: they are not always inlined into the instruction set's entry.)
pub(super) trait Metric: Copy {
    /// The contribution of an offset along one axis.
    fn part<L: Lanes>(self, l: L, v: L::F) -> L::F;
    /// Combines two contributions.
    fn join<L: Lanes>(self, l: L, a: L::F, b: L::F) -> L::F;
}

/// The sum of squares: the squared euclidean distance.
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

/// The sum of magnitudes: the manhattan distance.
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
        l.greater_positive(a, b)
    }
}

/// [`Sums`] or [`Greatest`], chosen at run time: for loops in which the choice costs little.
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

/// Any of them, chosen at run time: for loops in which the choice costs little, and for programs that must be small.
#[derive(Clone, Copy)]
pub(super) struct Chosen(pub(super) Distance);

impl Chosen {
    fn squares(self) -> bool {
        matches!(self.0, Distance::Euclidean | Distance::Squared)
    }

    fn magnitudes(self) -> Magnitudes {
        Magnitudes { greatest: self.0 == Distance::Chebyshev }
    }

    /// The distance across gaps along y and z.
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
