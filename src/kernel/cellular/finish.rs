//! From a distance or a value to what is added to samples.

use crate::noise::{Distance, Returns};
use crate::simd::Lanes;
use crate::tables::cellular::Cellular;

/// The same for all samples of a job.
#[derive(Clone, Copy)]
pub(super) struct Finish<L: Lanes> {
    l: L,
    amplitude: L::F,
    fold: Option<(L::F, L::F)>,
    /// What results are multiplied by in the end; those that are folded are what is added.
    pub(super) factor: L::F,
    /// Whether square roots are taken.
    pub(super) root: bool,
}

impl<L: Lanes> Finish<L> {
    /// `fold`: `k` and `c` of octaves that are folded.
    #[inline(always)]
    #[expect(clippy::manual_map, reason = "closures are not always inlined into the instruction set's entry")]
    pub(super) fn new(l: L, cellular: &Cellular, fold: Option<(f32, f32)>) -> Self {
        let fold = match fold {
            Some((k, c)) => Some((l.splat(k), l.splat(c))),
            None => None,
        };
        let root = cellular.distance == Distance::Euclidean && cellular.returns != Returns::Value;
        let amplitude = l.splat(cellular.amplitude);
        let factor = if fold.is_some() { l.splat(1.0) } else { amplitude };
        Finish { l, amplitude, fold, factor, root }
    }

    /// Whether octaves are folded.
    #[inline(always)]
    pub(super) fn folds(&self) -> bool {
        self.fold.is_some()
    }

    /// The octave, of a distance or a value.
    #[inline(always)]
    pub(super) fn octave(&self, result: L::F) -> L::F {
        let n = self.l.mul(result, self.amplitude);
        match self.fold {
            Some((k, c)) => self.l.add(self.l.mul(k, self.l.abs(n)), c),
            None => n,
        }
    }
}
