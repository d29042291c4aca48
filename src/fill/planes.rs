//! A buffer of one plane of samples, or of several that are filled together.

use core::mem;

use crate::kernel::{More, all_planes};

/// Planes with the same number of samples, which are cut at the same places.
pub(super) struct PlaneBuffers<'a> {
    pub(super) first: &'a mut [f32],
    /// The other planes.
    pub(super) more: More<'a>,
    /// Whether the whole buffer, of which these may be a part, is larger than the caches.
    pub(super) past_caches: bool,
}

impl<'a> PlaneBuffers<'a> {
    /// One plane.
    pub(super) fn one(out: &'a mut [f32]) -> Self {
        PlaneBuffers { first: out, more: More::default(), past_caches: false }
    }

    /// Planes one after the other, `count` of them, each of which begins so many elements after the one before it.
    pub(super) fn of(out: &'a mut [f32], count: usize, step: usize) -> Self {
        let (first, mut rest) = out.split_at_mut(step.min(out.len()));
        let mut more = More::default();
        for plane in &mut more[..count - 1] {
            (*plane, rest) = rest.split_at_mut(step.min(rest.len()));
        }
        PlaneBuffers { first, more, past_caches: false }
    }

    /// The number of samples of a plane.
    pub(super) fn samples(&self) -> usize {
        self.first.len()
    }

    /// Splits every plane after the first `samples` samples, or leaves the rest empty if there are fewer.
    pub(super) fn split_at(self, samples: usize) -> (Self, Self) {
        let PlaneBuffers { first, mut more, past_caches } = self;
        let samples = samples.min(first.len());
        let (first, rest) = first.split_at_mut(samples);
        let mut more_of_rest = More::default();
        for (plane, rest) in more.iter_mut().zip(&mut more_of_rest) {
            // Planes that are not there are empty.
            let at = samples.min(plane.len());
            (*plane, *rest) = mem::take(plane).split_at_mut(at);
        }
        (
            PlaneBuffers { first, more, past_caches },
            PlaneBuffers { first: rest, more: more_of_rest, past_caches },
        )
    }

    /// The planes, first to last. Those that are not there are empty.
    pub(super) fn into_slices(self) -> [&'a mut [f32]; 5] {
        all_planes(self.first, self.more)
    }

    /// All planes, from this sample of each on.
    pub(super) fn from(&mut self, sample: usize) -> PlaneBuffers<'_> {
        let PlaneBuffers { first, more, past_caches } = self;
        let more = more.each_mut().map(|plane| &mut **plane);
        PlaneBuffers { first, more, past_caches: *past_caches }.split_at(sample).1
    }
}
