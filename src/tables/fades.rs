//! Fades and their derivatives: of a number, and of a vector of them, by the same operations.

use crate::noise::Fade;
use crate::simd::Lanes;

/// The fade of a fraction.
pub(crate) fn faded(fade: Fade, t: f32) -> f32 {
    match fade {
        Fade::Linear => t,
        Fade::Cubic => cubic(t),
        Fade::Quintic => quintic(t),
    }
}

/// Replaces each fraction by its fade.
pub(crate) fn fade_all(fade: Fade, t: &mut [f32]) {
    // The fade is chosen once, so that compilers vectorise the loops.
    match fade {
        Fade::Linear => {}
        Fade::Cubic => t.iter_mut().for_each(|t| *t = cubic(*t)),
        Fade::Quintic => t.iter_mut().for_each(|t| *t = quintic(*t)),
    }
}

fn cubic(t: f32) -> f32 {
    (t * t) * (3.0 - 2.0 * t)
}

fn quintic(t: f32) -> f32 {
    ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0)
}

/// [`faded`] of a vector.
#[inline(always)]
pub(crate) fn faded_lanes<L: Lanes>(l: L, fade: Fade, t: L::F) -> L::F {
    match fade {
        Fade::Linear => t,
        Fade::Cubic => l.mul(l.mul(t, t), l.sub(l.splat(3.0), l.mul(l.splat(2.0), t))),
        Fade::Quintic => {
            let inner = l.add(l.mul(t, l.sub(l.mul(t, l.splat(6.0)), l.splat(15.0))), l.splat(10.0));
            l.mul(l.mul(l.mul(t, t), t), inner)
        }
    }
}

/// Stores the fades of fractions.
#[inline(always)]
pub(crate) fn set_faded<L: Lanes>(l: L, fade: Fade, t: &[L::Floats], u: &mut [L::Floats]) {
    for (t, u) in t.iter().zip(u) {
        l.store(faded_lanes(l, fade, l.load(t)), u);
    }
}

/// The derivative of a fade at a fraction.
pub(crate) fn slope(fade: Fade, t: f32) -> f32 {
    match fade {
        Fade::Linear => 1.0,
        Fade::Cubic => (6.0 * t) * (1.0 - t),
        Fade::Quintic => {
            let q = t * (1.0 - t);
            (q * q) * 30.0
        }
    }
}

/// [`slope`] at a vector of fractions.
#[inline(always)]
pub(crate) fn slope_lanes<L: Lanes>(l: L, fade: Fade, t: L::F) -> L::F {
    let one = l.splat(1.0);
    match fade {
        Fade::Linear => one,
        Fade::Cubic => l.mul(l.mul(l.splat(6.0), t), l.sub(one, t)),
        Fade::Quintic => {
            let q = l.mul(t, l.sub(one, t));
            l.mul(l.mul(q, q), l.splat(30.0))
        }
    }
}
