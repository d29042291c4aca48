//! A buffer of one plane of samples, or of several that are filled together.

use alloc::vec::Vec;

/// Planes with the same number of samples, which are cut at the same places.
pub(super) struct Planes<'a> {
    pub(super) first: &'a mut [f32],
    /// The other planes. Empty, and without an allocation, if there is only one plane.
    pub(super) more: Vec<&'a mut [f32]>,
    /// Whether the whole buffer, of which these may be a part, is larger than the caches.
    pub(super) past_caches: bool,
}

impl<'a> Planes<'a> {
    /// One plane.
    pub(super) fn one(out: &'a mut [f32]) -> Self {
        Planes { first: out, more: Vec::new(), past_caches: false }
    }

    /// Planes one after the other, `count` of them.
    pub(super) fn of(out: &'a mut [f32], count: usize) -> Self {
        let samples = out.len() / count;
        let (first, rest) = out.split_at_mut(samples);
        let more = if samples == 0 { Vec::new() } else { rest.chunks_exact_mut(samples).collect() };
        Planes { first, more, past_caches: false }
    }

    /// The number of samples of a plane.
    pub(super) fn samples(&self) -> usize {
        self.first.len()
    }

    /// Splits every plane after the first `samples` samples.
    pub(super) fn split_at(self, samples: usize) -> (Self, Self) {
        let (first, rest) = self.first.split_at_mut(samples);
        let (more, more_of_rest) = self.more.into_iter().map(|plane| plane.split_at_mut(samples)).unzip();
        let past_caches = self.past_caches;
        (Planes { first, more, past_caches }, Planes { first: rest, more: more_of_rest, past_caches })
    }

    /// The planes, first to last.
    pub(super) fn as_slices(&mut self) -> Vec<&mut [f32]> {
        let more = self.more.iter_mut().map(|plane| &mut **plane);
        core::iter::once(&mut *self.first).chain(more).collect()
    }

    /// The samples of all planes from this one on.
    pub(super) fn from(&mut self, sample: usize) -> Planes<'_> {
        Planes {
            first: &mut self.first[sample..],
            more: self.more.iter_mut().map(|plane| &mut plane[sample..]).collect(),
            past_caches: self.past_caches,
        }
    }
}
