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
// In their place, so that this is the only error.
#[cfg(not(any(feature = "std", feature = "libm")))]
pub(crate) use core::convert::{
    identity as floor, identity as floorf, identity as rintf, identity as sqrt, identity as sqrtf,
};

/// Whatever the features are, these are the same functions.
#[cfg(test)]
#[cfg(all(feature = "std", feature = "libm"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(x: f64) {
        assert_eq!(floor(x).to_bits(), libm::floor(x).to_bits(), "{x:e}");
        assert_eq!(sqrt(x.abs()).to_bits(), libm::sqrt(x.abs()).to_bits(), "{x:e}");
        let x = x as f32;
        assert_eq!(floorf(x).to_bits(), libm::floorf(x).to_bits(), "{x:e}");
        assert_eq!(rintf(x).to_bits(), libm::rintf(x).to_bits(), "{x:e}");
        assert_eq!(sqrtf(x.abs()).to_bits(), libm::sqrtf(x.abs()).to_bits(), "{x:e}");
    }

    #[test]
    fn usual_and_extreme_numbers() {
        for exponent in 0..=127u32 {
            for mantissa in [0, 1, 1 << 22, (1 << 23) - 1] {
                for x in
                    [f32::from_bits(exponent << 24 | mantissa), f32::from_bits(exponent << 23 | mantissa)]
                {
                    if x.is_finite() {
                        [x, -x].into_iter().for_each(|x| check(f64::from(x)));
                    }
                }
            }
        }
        for half in -20..20 {
            check(f64::from(half) * 0.5);
        }
        for edge in [8_388_608.0, 4_503_599_627_370_496.0] {
            [edge, edge - 0.5, edge + 1.0, -edge, 0.5 - edge].into_iter().for_each(check);
        }
    }

    proptest! {
        #[test]
        fn random_numbers(bits in any::<u64>(), near in -1e6..1e6) {
            check(near);
            if f64::from_bits(bits).is_finite() {
                check(f64::from_bits(bits));
            }
        }
    }
}
