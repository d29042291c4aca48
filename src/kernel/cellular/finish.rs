//! From a distance or a value to what is added to samples.

use crate::kernel::fold::Fold;
use crate::noise::{Distance, Returns};
use crate::simd::Lanes;
use crate::tables::cellular::Cellular;

/// The same for all samples of a job.
#[derive(Clone, Copy)]
pub(super) struct Finish<L: Lanes> {
    l: L,
    amplitude: L::F,
    fold: Fold<L>,
    /// What results are multiplied by in the end; those that are folded are what is added.
    pub(super) factor: L::F,
    /// Whether square roots are taken.
    pub(super) root: bool,
}

impl<L: Lanes> Finish<L> {
    /// `fold`: `k` and `c` of octaves that are folded.
    #[inline(always)]
    pub(super) fn new(l: L, cellular: &Cellular, fold: Option<(f32, f32)>) -> Self {
        let fold = Fold::new(l, fold);
        let root = cellular.distance == Distance::Euclidean && cellular.returns != Returns::Value;
        let amplitude = l.splat(cellular.amplitude);
        let factor = if fold.folds { l.splat(1.0) } else { amplitude };
        Finish { l, amplitude, fold, factor, root }
    }

    /// Whether octaves are folded.
    #[inline(always)]
    pub(super) fn folds(&self) -> bool {
        self.fold.folds
    }

    /// The octave, of a distance or a value.
    #[inline(always)]
    pub(super) fn octave(&self, result: L::F) -> L::F {
        self.fold.of(self.l, self.l.mul(result, self.amplitude))
    }
}
