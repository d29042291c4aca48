//! How far coordinates reach.

use core::ops::BitOr;

use super::world::prefetch_next;
use crate::simd::{Backend, Job, Lanes};

/// The least and the greatest world coordinate along an axis.
pub(crate) type Extent = (f64, f64);

/// A type of coordinates.
pub(crate) trait Coordinate: Copy + PartialOrd + Into<f64> {
    const INFINITY: Self;
    const NEG_INFINITY: Self;
    type Bits: Copy + BitOr<Output = Self::Bits>;
    const ZERO: Self::Bits;

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
            const ZERO: $bits = 0;

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

/// The extents of points along x, y, z, w, from the coordinates along each axis; `None` if one of them exceeds its axis' bound in magnitude, or is
/// not finite. Bounds must not be negative.
pub(crate) fn extents_by_axis<T: Coordinate>(
    backend: Backend,
    xyzw: &[&[T]],
    bounds: &[f64; 4],
) -> Option<[Extent; 4]> {
    let mut extents = [(0.0, 0.0); 4];
    for ((extent, world), bound) in extents.iter_mut().zip(xyzw).zip(bounds) {
        let [along, ..] = extents_by_point(backend, world, 1, &[*bound; 4])?;
        *extent = along;
    }
    Some(extents)
}

/// The same from `dims` coordinates of each point, in array order.
pub(crate) fn extents_by_point<T: Coordinate>(
    backend: Backend,
    points: &[T],
    dims: usize,
    bounds: &[f64; 4],
) -> Option<[Extent; 4]> {
    if points.is_empty() {
        return Some([(0.0, 0.0); 4]);
    }
    let (eights, rest) = points.as_chunks();
    let (eights, more) = eights.split_at(eights.len() - eights.len() % 6); // a multiple of both numbers of sets
    let mut extents = [(f64::INFINITY, f64::NEG_INFINITY); 4];
    // The axis of the coordinate that was added last. All three sets are added, also one that was not filled, which changes nothing: with 24 coordinates, a
    // multiple of 1, 2, 3 and 4, the axis is then the same as before.
    let mut axis = dims;
    let mut add = |low: f64, high: f64| {
        axis = if axis == 0 { dims - 1 } else { axis - 1 };
        let extent = &mut extents[axis];
        *extent = (extent.0.min(low), extent.1.max(high));
    };
    let mut sets = [Extremes::NONE; 3];
    if dims == 3 {
        sets = backend.run(ExtremesOf::<T, 3> { points: eights });
    } else {
        sets[..2].copy_from_slice(&backend.run(ExtremesOf::<T, 2> { points: eights }));
    }
    let mut zeros = T::ZERO;
    for Extremes { low, high, zeros: all } in &sets {
        for i in 0..8 {
            add(low[i].into(), high[i].into());
            zeros = zeros | all[i];
        }
    }
    if !T::is_zero(zeros) {
        return None;
    }
    for w in more.as_flattened().iter().chain(rest) {
        if !T::is_zero(w.zero()) {
            return None;
        }
        add((*w).into(), (*w).into());
    }
    let within = |((low, high), bound): (&Extent, &f64)| low.abs() <= *bound && high.abs() <= *bound;
    extents[..dims].iter().zip(bounds).all(within).then_some(extents)
}

/// Finds the extremes of every `8 K`th coordinate: `K` sets of eight, side by side, so that none waits for the one before.
struct ExtremesOf<'a, T, const K: usize> {
    /// A multiple of `K` arrays.
    points: &'a [[T; 8]],
}

impl<T: Coordinate, const K: usize> Job for ExtremesOf<'_, T, K> {
    type Output = [Extremes<T>; K];

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Self::Output {
        let mut sets = [Extremes::<T>::NONE; K];
        for points in self.points.as_chunks::<K>().0 {
            prefetch_next(points.as_flattened());
            for k in 0..K {
                sets[k].add(&points[k]);
            }
        }
        sets
    }
}

/// The extremes of coordinates in eight places. (In this order, and with gaps: where `low` and `high` meet in memory, of one set or of two, compilers
/// keep both in one vector.)
#[derive(Clone, Copy)]
#[repr(C, align(128))]
struct Extremes<T: Coordinate> {
    low: [T; 8],
    /// What is not finite shows here: finding this takes units that the comparisons leave free.
    zeros: [T::Bits; 8],
    high: [T; 8],
}

impl<T: Coordinate> Extremes<T> {
    const NONE: Self = Extremes { low: [T::INFINITY; 8], high: [T::NEG_INFINITY; 8], zeros: [T::ZERO; 8] };

    #[inline(always)]
    fn add(&mut self, points: &[T; 8]) {
        let Extremes { low, high, zeros } = self;
        for (i, w) in points.iter().enumerate() {
            low[i] = if *w < low[i] { *w } else { low[i] };
            high[i] = if *w > high[i] { *w } else { high[i] };
            zeros[i] = zeros[i] | w.zero();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the extents of points at 0 with one other coordinate, at each of some places.
    fn check<T: Coordinate + From<f32>>(other: T, bound: f64, within: bool) {
        let w: f64 = other.into();
        let around_zero = if w < 0.0 { (w, 0.0) } else { (0.0, w) };
        for (count, dims) in
            [1, 2, 7, 16, 19, 50].into_iter().flat_map(|n| (1..=4).map(move |dims| (n, dims)))
        {
            for (point, axis) in (0..count).flat_map(|point| (0..dims).map(move |axis| (point, axis))) {
                let mut points = vec![T::from(0.0); count * dims];
                points[point * dims + (dims - 1 - axis)] = other;
                let mut extents = [(0.0, 0.0); 4];
                extents[axis] = if count == 1 { (w, w) } else { around_zero };
                let along =
                    |axis: usize| points.iter().skip(dims - 1 - axis).step_by(dims).copied().collect();
                let by_axis: Vec<Vec<T>> = (0..dims).map(along).collect();
                let by_axis: Vec<&[T]> = by_axis.iter().map(Vec::as_slice).collect();
                let mut bounds = [0.0; 4]; // of the other axes
                bounds[axis] = bound;
                let want = within.then_some(&extents[..dims]);
                for backend in Backend::available() {
                    let got = extents_by_point(backend, &points, dims, &bounds);
                    assert_eq!(got.as_ref().map(|got| &got[..dims]), want, "{w:e} within {bound:e}");
                    let got = extents_by_axis(backend, &by_axis, &bounds);
                    assert_eq!(got.as_ref().map(|got| &got[..dims]), want, "{w:e} within {bound:e}, by axis");
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
