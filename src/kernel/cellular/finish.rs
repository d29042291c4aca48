//! The last step: a distance or a cell's value becomes what is added to a sample.

use crate::kernel::samples::fold::Fold;
use crate::noise::{Distance, Returns};
use crate::simd::Lanes;
use crate::tables::cellular::Cellular;
use crate::tables::octave::Folded;

/// The constants of this step, which are the same for all samples of a job.
#[derive(Clone, Copy)]
pub(super) struct Finish<L: Lanes> {
    l: L,
    amplitude: L::F,
    fold: Fold<L>,
    /// The last factor of every result. It is 1 for folded octaves, whose results have been multiplied before.
    pub(super) factor: L::F,
    /// Whether square roots are needed.
    pub(super) root: bool,
}

impl<L: Lanes> Finish<L> {
    /// `fold` has `k` and `c` of a folded octave.
    #[inline(always)]
    pub(super) fn new(l: L, cellular: &Cellular, fold: Option<Folded>) -> Self {
        let fold = Fold::new(l, fold);
        let root = cellular.distance == Distance::Euclidean && cellular.returns != Returns::Value;
        let amplitude = l.splat(cellular.amplitude);
        let factor = if fold.folds { l.splat(1.0) } else { amplitude };
        Finish { l, amplitude, fold, factor, root }
    }

    /// Whether the octave is folded.
    #[inline(always)]
    pub(super) fn folds(&self) -> bool {
        self.fold.folds
    }

    /// The octave's sample, from a distance or a value.
    #[inline(always)]
    pub(super) fn octave(&self, result: L::F) -> L::F {
        self.fold.of(self.l, self.l.mul(result, self.amplitude))
    }
}
