//! Operations that IEEE 754 defines to the last bit and `core` lacks: floors, rounding and square roots. The standard library has them. Without it,
//! the crate `libm` has them, with the same bits.

#[cfg(feature = "std")]
mod of_std {
    /// The greatest whole number that is not above `x`.
    #[inline]
    pub(crate) fn floor(x: f64) -> f64 {
        x.floor()
    }
    /// The same of an `f32`.
    #[inline]
    pub(crate) fn floorf(x: f32) -> f32 {
        x.floor()
    }
    /// The nearest whole number; of two, the even one.
    #[inline]
    pub(crate) fn rintf(x: f32) -> f32 {
        x.round_ties_even()
    }
    /// The square root, rounded once.
    #[inline]
    pub(crate) fn sqrt(x: f64) -> f64 {
        x.sqrt()
    }
    /// The same of an `f32`.
    #[inline]
    pub(crate) fn sqrtf(x: f32) -> f32 {
        x.sqrt()
    }
}

#[cfg(all(feature = "libm", not(feature = "std")))]
pub(crate) use libm::{floor, floorf, rintf, sqrt, sqrtf};
#[cfg(feature = "std")]
pub(crate) use of_std::{floor, floorf, rintf, sqrt, sqrtf};

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "without the feature `std`, perlane needs the feature `libm`, which has square roots and floors"
);
