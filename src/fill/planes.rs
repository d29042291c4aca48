//! A buffer of one plane of samples, or of several that are filled together.

use alloc::vec::Vec;

/// Planes with the same number of samples, which are cut at the same places.
pub(super) struct Planes<'a> {
    pub(super) first: &'a mut [f32],
    /// The other planes. Empty, and without an allocation, if there is only one plane.
    pub(super) more: Vec<&'a mut [f32]>,
}

impl<'a> Planes<'a> {
    /// One plane.
    pub(super) fn one(out: &'a mut [f32]) -> Self {
        Planes { first: out, more: Vec::new() }
    }

    /// Planes one after the other, `count` of them.
    pub(super) fn of(out: &'a mut [f32], count: usize) -> Self {
        let samples = out.len() / count;
        let (first, rest) = out.split_at_mut(samples);
        let more = if samples == 0 { Vec::new() } else { rest.chunks_exact_mut(samples).collect() };
        Planes { first, more }
    }

    /// The number of samples of a plane.
    pub(super) fn samples(&self) -> usize {
        self.first.len()
    }

    /// Splits every plane after the first `samples` samples.
    pub(super) fn split_at(self, samples: usize) -> (Self, Self) {
        let (first, rest) = self.first.split_at_mut(samples);
        let (more, more_of_rest) = self.more.into_iter().map(|plane| plane.split_at_mut(samples)).unzip();
        (Planes { first, more }, Planes { first: rest, more: more_of_rest })
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
        }
    }
}
