//! What the results of a vector are added to, and how the sums are stored.

use core::ops::Range;

use crate::simd::Lanes;
use crate::simd::past_caches::Streams;

/// What results are added to.
pub(super) enum Base<'a, L: Lanes> {
    Held,
    Start(Start<L>),
    Streamed(Streamed<'a, L>),
}

pub(super) trait AddTo<L: Lanes> {
    /// Stores the sums of a vector of results and what they are added to.
    fn add(&self, l: L, results: L::F, to: &mut L::Floats);
}

/// What `out` holds.
pub(super) struct Held;

/// What samples start from.
pub(super) struct Start<L: Lanes>(pub(super) L::F);

/// The same, for samples that are stored past the caches.
pub(super) struct Streamed<'a, L: Lanes> {
    pub(super) start: Start<L>,
    pub(super) streams: Streams<'a>,
    /// The lanes that no other vector has: if several vectors stored a line past the caches, each would wait for the one before.
    pub(super) own: Range<usize>,
}

impl<L: Lanes> AddTo<L> for Held {
    #[inline(always)]
    fn add(&self, l: L, results: L::F, to: &mut L::Floats) {
        l.store(l.add(l.load(to), results), to);
    }
}

impl<L: Lanes> AddTo<L> for Start<L> {
    #[inline(always)]
    fn add(&self, l: L, results: L::F, to: &mut L::Floats) {
        l.store(l.add(self.0, results), to);
    }
}

impl<L: Lanes> AddTo<L> for Streamed<'_, L> {
    #[inline(always)]
    fn add(&self, l: L, results: L::F, to: &mut L::Floats) {
        self.streams.store(l, [l.add(self.start.0, results)], to.as_mut(), &self.own);
    }
}
