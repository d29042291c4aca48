//! Fades of vectors.

use crate::noise::Fade;
use crate::simd::Lanes;

/// `Octave::fade`, by kind, so that the choice is made once and not per vector.
trait Curve<L: Lanes>: Copy {
    fn fade(self, l: L, t: L::F) -> L::F;
}

#[derive(Clone, Copy)]
struct Linear;

impl<L: Lanes> Curve<L> for Linear {
    #[inline(always)]
    fn fade(self, _: L, t: L::F) -> L::F {
        t
    }
}

#[derive(Clone, Copy)]
struct Cubic;

impl<L: Lanes> Curve<L> for Cubic {
    #[inline(always)]
    fn fade(self, l: L, t: L::F) -> L::F {
        l.mul(l.mul(t, t), l.sub(l.splat(3.0), l.mul(l.splat(2.0), t)))
    }
}

#[derive(Clone, Copy)]
struct Quintic;

impl<L: Lanes> Curve<L> for Quintic {
    #[inline(always)]
    fn fade(self, l: L, t: L::F) -> L::F {
        let inner = l.add(l.mul(t, l.sub(l.mul(t, l.splat(6.0)), l.splat(15.0))), l.splat(10.0));
        l.mul(l.mul(l.mul(t, t), t), inner)
    }
}

/// The fades of a vector of fractions.
#[inline(always)]
pub(crate) fn faded<L: Lanes>(l: L, curve: Fade, t: L::F) -> L::F {
    match curve {
        Fade::Linear => Linear.fade(l, t),
        Fade::Cubic => Cubic.fade(l, t),
        Fade::Quintic => Quintic.fade(l, t),
    }
}

/// The fades of fractions.
#[inline(always)]
pub(crate) fn fades<L: Lanes>(l: L, curve: Fade, t: &[L::Floats], u: &mut [L::Floats]) {
    match curve {
        Fade::Linear => fade(l, Linear, t, u),
        Fade::Cubic => fade(l, Cubic, t, u),
        Fade::Quintic => fade(l, Quintic, t, u),
    }
}

#[inline(always)]
fn fade<L: Lanes>(l: L, curve: impl Curve<L>, t: &[L::Floats], u: &mut [L::Floats]) {
    for (t, u) in t.iter().zip(u) {
        l.store(curve.fade(l, l.load(t)), u);
    }
}
