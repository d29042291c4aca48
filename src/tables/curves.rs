//! Fades of vectors.

use crate::noise::Fade;
use crate::simd::Lanes;

/// `Octave::fade` of a vector of fractions.
#[inline(always)]
pub(crate) fn faded<L: Lanes>(l: L, curve: Fade, t: L::F) -> L::F {
    match curve {
        Fade::Linear => t,
        Fade::Cubic => l.mul(l.mul(t, t), l.sub(l.splat(3.0), l.mul(l.splat(2.0), t))),
        Fade::Quintic => {
            let inner = l.add(l.mul(t, l.sub(l.mul(t, l.splat(6.0)), l.splat(15.0))), l.splat(10.0));
            l.mul(l.mul(l.mul(t, t), t), inner)
        }
    }
}

/// The fades of fractions.
#[inline(always)]
pub(crate) fn fades<L: Lanes>(l: L, curve: Fade, t: &[L::Floats], u: &mut [L::Floats]) {
    for (t, u) in t.iter().zip(u) {
        l.store(faded(l, curve, l.load(t)), u);
    }
}
