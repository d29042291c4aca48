//! How far coordinates reach.

use core::ops::BitOr;

use super::boxes::Extent;
use super::world::prefetch_next;
use crate::simd::{Backend, Job, Lanes};

/// A type of coordinates.
pub(crate) trait Coordinate: Copy + PartialOrd + Into<f64> {
    const INFINITY: Self;
    const NEG_INFINITY: Self;
    type Bits: Copy + Default + BitOr<Output = Self::Bits>;

    /// The bits of its product with 0, which is 0 or −0 if it is finite.
    fn zero(self) -> Self::Bits;
    /// Whether these bits are those of 0 or −0.
    fn is_zero(bits: Self::Bits) -> bool;
}

macro_rules! coordinate {
    ($float:ident, $bits:ident) => {
        impl Coordinate for $float {
            const INFINITY: Self = $float::INFINITY;
            const NEG_INFINITY: Self = $float::NEG_INFINITY;
            type Bits = $bits;

            #[inline(always)]
            fn zero(self) -> $bits {
                (self * 0.0).to_bits()
            }
            #[inline(always)]
            fn is_zero(bits: $bits) -> bool {
                $float::from_bits(bits) == 0.0
            }
        }
    };
}

coordinate!(f32, u32);
coordinate!(f64, u64);

/// The least and the greatest of some coordinates; `None` if one of them exceeds `bound` in magnitude, or is not finite. `bound` must not be negative.
pub(crate) fn extent_within<T: Coordinate>(backend: Backend, world: &[T], bound: f64) -> Option<Extent> {
    let (low, high) = if world.is_empty() { (0.0, 0.0) } else { backend.run(ExtentOf { world })? };
    (low.abs() <= bound && high.abs() <= bound).then_some((low, high))
}

/// Finds the least and the greatest coordinate, if all are finite.
struct ExtentOf<'a, T> {
    world: &'a [T],
}

impl<T: Coordinate> Job for ExtentOf<'_, T> {
    type Output = Option<Extent>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Option<Extent> {
        let mut all = Extremes::new();
        let (whole, rest) = self.world.as_chunks();
        for world in whole {
            prefetch_next(world);
            all.add(world);
        }
        rest.iter().for_each(|w| all.add(&[*w; AT_ONCE]));
        all.extent()
    }
}

/// Coordinates whose extremes are found side by side, so that none waits for the one before.
const AT_ONCE: usize = 16;

/// The extremes of every [`AT_ONCE`]th coordinate.
struct Extremes<T: Coordinate> {
    low: [T; AT_ONCE],
    high: [T; AT_ONCE],
    /// What is not finite shows here: finding this takes units that the comparisons leave free.
    zeros: [T::Bits; AT_ONCE],
}

impl<T: Coordinate> Extremes<T> {
    #[inline(always)]
    fn new() -> Self {
        Extremes {
            low: [T::INFINITY; AT_ONCE],
            high: [T::NEG_INFINITY; AT_ONCE],
            zeros: [T::Bits::default(); AT_ONCE],
        }
    }

    #[inline(always)]
    fn add(&mut self, world: &[T; AT_ONCE]) {
        let Extremes { low, high, zeros } = self;
        for (i, w) in world.iter().enumerate() {
            low[i] = if *w < low[i] { *w } else { low[i] };
            high[i] = if *w > high[i] { *w } else { high[i] };
            zeros[i] = zeros[i] | w.zero();
        }
    }

    /// The least and the greatest coordinate, if all are finite.
    #[inline(always)]
    fn extent(self) -> Option<Extent> {
        let low = self.low.into_iter().fold(T::INFINITY, |a, b| if b < a { b } else { a });
        let high = self.high.into_iter().fold(T::NEG_INFINITY, |a, b| if b > a { b } else { a });
        let zeros = self.zeros.into_iter().fold(T::Bits::default(), |all, zero| all | zero);
        T::is_zero(zeros).then_some((low.into(), high.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the extent of 0s and one other coordinate, at each of some places.
    fn check<T: Coordinate + From<f32>>(other: T, bound: f64, within: bool) {
        let w: f64 = other.into();
        let extent = within.then_some(if w < 0.0 { (w, 0.0) } else { (0.0, w) });
        for count in [1, 2, 16, 19, 40] {
            for at in 0..count {
                let mut world = vec![T::from(0.0); count];
                world[at] = other;
                let extent = extent.map(|extent| if count == 1 { (w, w) } else { extent });
                for backend in Backend::available() {
                    assert_eq!(extent_within(backend, &world, bound), extent, "{w:e} within {bound:e}");
                }
            }
        }
    }

    #[test]
    fn coordinates_within_a_bound() {
        for bound in [0.0_f64, 1.0, 1e300, f64::MAX] {
            [bound, -bound, 0.0, -0.0].into_iter().for_each(|w| check(w, bound, true));
            let beyond = [bound.next_up(), -bound.next_up(), f64::INFINITY, f64::NEG_INFINITY];
            beyond.into_iter().chain([f64::NAN, -f64::NAN]).for_each(|w| check(w, bound, false));
        }
        for bound in [0.0_f32, 1.0, 1e30, f32::MAX] {
            [bound, -bound, 0.0, -0.0].into_iter().for_each(|w| check(w, bound.into(), true));
            let beyond = [bound.next_up(), -bound.next_up(), f32::INFINITY, f32::NEG_INFINITY];
            beyond.into_iter().chain([f32::NAN, -f32::NAN]).for_each(|w| check(w, bound.into(), false));
        }
    }
}
