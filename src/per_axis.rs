//! `PerAxis`: a value for each axis, by the axis's name.

/// A value for each axis, by the axis's name: x is the last (fastest) axis of an array, y the one before, then z and w.
///
/// Where an array has a value for each axis, it is in array order, slowest axis first: `[y, x]`, `[z, y, x]`. (Gradients are vectors, and
/// have their components in the order x, y, z, w.) An array of up to four values becomes a `PerAxis` with the default, 0, for the axes
/// that it lacks.
///
/// ```
/// use perlane::{Noise, PerAxis};
/// let noise = Noise::perlin(1).period([3, 8]); // 3 cells along y, 8 along x
/// assert_eq!(noise.period, PerAxis { x: 8, y: 3, z: 0, w: 0 });
/// assert_eq!(noise.period.array_order(), [3, 8]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PerAxis<T> {
    /// Along a row: the last axis of an array.
    pub x: T,
    /// From row to row: the last axis but one.
    pub y: T,
    /// From plane to plane: the last axis but two.
    pub z: T,
    /// The first axis of an array of four.
    pub w: T,
}

impl<T> PerAxis<T> {
    /// The same value for each axis.
    #[must_use]
    pub fn splat(value: T) -> Self
    where
        T: Copy,
    {
        PerAxis { x: value, y: value, z: value, w: value }
    }

    /// From the values for x, y, z, w: the reverse of array order.
    #[must_use]
    pub fn from_xyzw([x, y, z, w]: [T; 4]) -> Self {
        PerAxis { x, y, z, w }
    }

    /// The values for x, y, z, w: the reverse of array order.
    #[must_use]
    pub fn xyzw(self) -> [T; 4] {
        [self.x, self.y, self.z, self.w]
    }

    /// References to the values for x, y, z, w.
    #[must_use]
    pub fn xyzw_ref(&self) -> [&T; 4] {
        [&self.x, &self.y, &self.z, &self.w]
    }

    /// Mutable references to the values for x, y, z, w, for example to set the value of axis number `a`.
    #[must_use]
    pub fn xyzw_mut(&mut self) -> [&mut T; 4] {
        [&mut self.x, &mut self.y, &mut self.z, &mut self.w]
    }

    /// The same with the values of an array of `D` dimensions (at most 4) for its axes, slowest first.
    pub(crate) fn with<const D: usize>(mut self, array_order: [T; D]) -> Self {
        const { assert!(D <= 4, "there are at most four axes") };
        for (to, from) in self.xyzw_mut().into_iter().zip(array_order.into_iter().rev()) {
            *to = from;
        }
        self
    }

    /// The values for the axes of an array of `D` dimensions (at most 4), slowest first: `[.., z, y, x]`.
    #[must_use]
    pub fn array_order<const D: usize>(self) -> [T; D]
    where
        T: Copy,
    {
        const { assert!(D <= 4, "there are at most four axes") };
        let xyzw = self.xyzw();
        core::array::from_fn(|a| xyzw[D - 1 - a])
    }
}

impl<T: Default, const D: usize> From<[T; D]> for PerAxis<T> {
    /// From array order, `[.., z, y, x]`; at most four values.
    fn from(array_order: [T; D]) -> Self {
        PerAxis::from_xyzw(<[T; 4]>::default()).with(array_order)
    }
}
