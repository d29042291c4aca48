//! What is added for a sample, and to what. Folded octaves add `k·|n| + c` instead of `n`.

use crate::simd::Lanes;
use crate::tables::octave::Folded;

/// Whether octaves are folded, and how. Compilers compute both results before they test whether octaves are folded. So `k` and `c` are set even if
/// they are not: with arbitrary values the unused sums could be denormal, which takes many times as long.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Fold<L: Lanes> {
    pub(in crate::kernel) folds: bool,
    k: L::F,
    /// `-k`.
    opposite: L::F,
    c: L::F,
}

impl<L: Lanes> Fold<L> {
    /// From how an octave is folded, if it is.
    #[inline(always)]
    pub(in crate::kernel) fn new(l: L, fold: Option<Folded>) -> Self {
        let Folded { k, c } = fold.unwrap_or(Folded { k: 0.0, c: 0.0 });
        Fold { folds: fold.is_some(), k: l.splat(k), opposite: l.splat(-k), c: l.splat(c) }
    }

    /// What is added for a sample `n` of the octave.
    #[inline(always)]
    pub(in crate::kernel) fn of(&self, l: L, n: L::F) -> L::F {
        if self.folds { self.folded(l, n) } else { n }
    }

    /// The same for an octave that is folded.
    #[inline(always)]
    pub(super) fn folded(&self, l: L, n: L::F) -> L::F {
        l.add(l.mul(self.k, l.abs(n)), self.c)
    }

    /// The factor of a folded octave's derivatives where its value is `n`.
    #[inline(always)]
    pub(in crate::kernel) fn slope(&self, l: L, n: L::F) -> L::F {
        l.select(l.below(n, l.splat(0.0)), self.opposite, self.k)
    }
}

/// What an octave's samples are added to: what the first octave starts from, or what memory holds.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Onto<L: Lanes> {
    starts: bool,
    start: L::F,
}

impl<L: Lanes> Onto<L> {
    /// From what the first octave is added to; `None` for the others.
    #[inline(always)]
    pub(in crate::kernel) fn new(l: L, start: Option<f32>) -> Self {
        Onto { starts: start.is_some(), start: l.splat(start.unwrap_or(0.0)) }
    }

    /// Stores the sum with a vector of samples.
    #[inline(always)]
    pub(in crate::kernel) fn add(&self, l: L, n: L::F, to: &mut L::Floats) {
        let held = if self.starts { self.start } else { l.load(to) };
        l.store(l.add(held, n), to);
    }
}
