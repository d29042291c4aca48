//! `+`, `-` and `*`: sums of noises, and noises multiplied by numbers.

use core::iter::Sum;
use core::mem;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::noise::parameters::{Layers, Noise};

impl Noise {
    /// This noise as a layer of this weight.
    pub(super) fn weighted(mut self, weight: f64) -> Self {
        // A weight that was too large may become small enough.
        let weight = self.weight * weight;
        let output = self.output.weighted(weight);
        // An output that is wrong by itself is what errors should name.
        if weight.is_finite() && (output.is_valid() || !self.output.is_valid()) {
            (self.output, self.weight) = (output, 1.0);
        } else {
            self.weight = weight;
        }
        self
    }
}

/// The noise with all samples multiplied by a number, as [`Layers::add`] does it.
///
/// ```
/// use perlane::{Layers, Noise};
/// let (hills, rocks) = (Noise::perlin(1).frequency(0.01).fbm(4), Noise::perlin(2).frequency(0.2));
/// let terrain = 20.0 * hills.clone() - 0.5 * rocks.clone();
/// assert_eq!(terrain, Layers::new().add(20.0, hills).add(-0.5, rocks));
/// ```
impl Mul<f64> for Noise {
    type Output = Noise;

    fn mul(self, weight: f64) -> Noise {
        self.weighted(weight)
    }
}

/// The layers with all samples multiplied by a number.
impl Mul<f64> for Layers {
    type Output = Layers;

    fn mul(self, weight: f64) -> Layers {
        self.into_iter().map(|noise| noise * weight).collect()
    }
}

/// The operators that a noise and layers share.
macro_rules! operators {
    ($type:ident) => {
        impl Mul<$type> for f64 {
            type Output = $type;

            fn mul(self, noise: $type) -> $type {
                noise * self
            }
        }

        impl MulAssign<f64> for $type {
            fn mul_assign(&mut self, weight: f64) {
                *self = mem::take(self) * weight;
            }
        }

        impl Neg for $type {
            type Output = $type;

            fn neg(self) -> $type {
                self * -1.0
            }
        }

        /// The layers of both.
        impl<T: Into<Layers>> Add<T> for $type {
            type Output = Layers;

            fn add(self, other: T) -> Layers {
                let mut sum = Layers::from(self);
                sum += other;
                sum
            }
        }

        impl<T: Into<Layers>> Sub<T> for $type {
            type Output = Layers;

            fn sub(self, other: T) -> Layers {
                self + -other.into()
            }
        }
    };
}

operators!(Noise);
operators!(Layers);

/// Adds more layers.
///
/// ```
/// use perlane::{Layers, Noise};
/// let mut terrain = Layers::from(20.0 * Noise::perlin(1));
/// terrain += Noise::perlin(2);
/// terrain -= Noise::perlin(3);
/// assert_eq!(terrain, 20.0 * Noise::perlin(1) + Noise::perlin(2) - Noise::perlin(3));
/// ```
impl<T: Into<Layers>> AddAssign<T> for Layers {
    fn add_assign(&mut self, other: T) {
        self.extend(other.into());
    }
}

/// Adds the negatives of more layers.
impl<T: Into<Layers>> SubAssign<T> for Layers {
    fn sub_assign(&mut self, other: T) {
        *self += -other.into();
    }
}

/// The layers of all.
///
/// ```
/// use perlane::{Layers, Noise};
/// let sum: Layers = (0..3).map(|k| Noise::perlin(k) * 0.5).sum();
/// assert_eq!(sum.as_slice().len(), 3);
/// ```
impl<T: Into<Layers>> Sum<T> for Layers {
    fn sum<I: Iterator<Item = T>>(noises: I) -> Self {
        noises.flat_map(Into::into).collect()
    }
}
