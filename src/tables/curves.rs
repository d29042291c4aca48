//! Fades of vectors.

use crate::simd::Lanes;

/// `Octave::fade`, by kind, so that the choice is made once and not per vector.
pub(crate) trait Curve<L: Lanes>: Copy {
    fn fade(self, l: L, t: L::F) -> L::F;
}

#[derive(Clone, Copy)]
pub(crate) struct Linear;

impl<L: Lanes> Curve<L> for Linear {
    #[inline(always)]
    fn fade(self, _: L, t: L::F) -> L::F {
        t
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Cubic;

impl<L: Lanes> Curve<L> for Cubic {
    #[inline(always)]
    fn fade(self, l: L, t: L::F) -> L::F {
        l.mul(l.mul(t, t), l.sub(l.splat(3.0), l.mul(l.splat(2.0), t)))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Quintic;

impl<L: Lanes> Curve<L> for Quintic {
    #[inline(always)]
    fn fade(self, l: L, t: L::F) -> L::F {
        let inner = l.add(l.mul(t, l.sub(l.mul(t, l.splat(6.0)), l.splat(15.0))), l.splat(10.0));
        l.mul(l.mul(l.mul(t, t), t), inner)
    }
}
