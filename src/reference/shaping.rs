//! How the samples of an octave are folded, shaped and weighted: `bits.md` section 5.

use crate::exact;
use crate::noise::{Fractal, Shape};

/// An octave's sample `n`, shaped and weighted, before it is multiplied by the amplitude: `bits.md` section 5.
pub(super) fn value(shape: Shape, n: f32, weight: f32) -> f32 {
    match shape {
        Shape::PingPong { strength } => {
            let t = (n + 1.0) * strength;
            let even = exact::rintf(t * 0.5) * 2.0;
            (t - even).abs() * 2.0 - 1.0
        }
        Shape::RidgedMulti { level } => {
            let s = level - n.abs();
            (s * s) * weight
        }
        Shape::HybridMulti { level } => (n + level) * weight,
    }
}

/// Limits a weight to 0 to 1.
pub(super) fn clamped(weight: f32) -> f32 {
    if weight < 0.0 {
        0.0
    } else if weight < 1.0 {
        weight
    } else {
        1.0
    }
}

/// An octave's sample `n`, folded, as it is added: `bits.md` section 5. For a negative amplitude it is the negative of that for the
/// positive one.
pub(super) fn shape(fractal: Fractal, n: f32, amplitude: f32) -> f32 {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    match fractal {
        Fractal::None | Fractal::Fbm | Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => n,
        Fractal::Billow => (2.0 * sign) * n.abs() - amplitude,
        Fractal::Ridged => amplitude - (2.0 * sign) * n.abs(),
        Fractal::Turbulence => sign * n.abs(),
    }
}
