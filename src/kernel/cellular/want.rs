//! What comparisons of points find: the nearest point, the two nearest ones, or the nearest one's cell.

use super::set::GROUP;
use crate::simd::Lanes;

/// What was found for each row.
pub(super) struct Found<L: Lanes> {
    /// The distance to the nearest point.
    pub(super) first: [L::F; GROUP],
    /// The distance to the second nearest point, or the value of the nearest point's cell.
    pub(super) other: [L::F; GROUP],
}

/// What a comparison of points keeps.
pub(super) trait Want<L: Lanes>: Copy {
    /// The state before the first point.
    fn none(l: L) -> Self;
    /// The state with one point more.
    fn with(self, l: L, distance: L::F, value: L::F) -> Self;
    /// The state with square roots of distances. The nearest of two distances gets its root only if `both` are needed.
    fn rooted(self, l: L, both: bool) -> Self;
    /// Stores the results of a row.
    fn keep(self, found: &mut Found<L>, row: usize);
}

/// The distance to the nearest point.
#[derive(Clone, Copy)]
pub(super) struct One<L: Lanes>(pub(super) L::F);

impl<L: Lanes> Want<L> for One<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        One(l.splat(f32::INFINITY))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, _: L::F) -> Self {
        One(l.lesser_positive(distance, self.0))
    }

    #[inline(always)]
    fn rooted(self, l: L, _: bool) -> Self {
        One(l.sqrt(self.0))
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.first[row] = self.0;
    }
}

/// The distances to the nearest and to the second nearest point.
#[derive(Clone, Copy)]
pub(super) struct Two<L: Lanes>(L::F, L::F);

impl<L: Lanes> Want<L> for Two<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        Two(l.splat(f32::INFINITY), l.splat(f32::INFINITY))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, _: L::F) -> Self {
        Two(
            l.lesser_positive(distance, self.0),
            l.lesser_positive(l.greater_positive(distance, self.0), self.1),
        )
    }

    #[inline(always)]
    fn rooted(self, l: L, both: bool) -> Self {
        Two(if both { l.sqrt(self.0) } else { self.0 }, l.sqrt(self.1))
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.first[row] = self.0;
        found.other[row] = self.1;
    }
}

/// The distance to the nearest point, and the value of its cell.
#[derive(Clone, Copy)]
pub(super) struct Owner<L: Lanes>(L::F, L::F);

impl<L: Lanes> Want<L> for Owner<L> {
    #[inline(always)]
    fn none(l: L) -> Self {
        Owner(l.splat(f32::INFINITY), l.splat(0.0))
    }

    #[inline(always)]
    fn with(self, l: L, distance: L::F, value: L::F) -> Self {
        let nearer = l.below(distance, self.0);
        Owner(l.select(nearer, distance, self.0), l.select(nearer, value, self.1))
    }

    #[inline(always)]
    fn rooted(self, _: L, _: bool) -> Self {
        self
    }

    #[inline(always)]
    fn keep(self, found: &mut Found<L>, row: usize) {
        found.other[row] = self.1;
    }
}
