//! Samples of an axis on the lattice: cells, fractions, fades.

use crate::lanes::Lanes;
use crate::noise::Fade;

/// Lattice coordinates whose cells lanes can hold; their codes have no second term.
pub(crate) const NEAR: f64 = 1_073_741_824.0; // 2^30

/// Writes cells, fractions and fades of whole vectors of world coordinates whose lattice coordinates are within [`NEAR`]. The scale is
/// offset and frequency.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn place<L: Lanes>(
    l: L,
    fading: Fade,
    worlds: &[f64],
    (offset, frequency): (f64, f64),
    (cells, t, u): (&mut [u32], &mut [f32], &mut [f32]),
) {
    let (cells, t, u) = (L::words_mut(cells), L::floats_mut(t), L::floats_mut(u));
    for (((worlds, cells), t), u) in L::doubles(worlds).iter().zip(cells).zip(t).zip(u) {
        let (cell, fraction) = l.place(worlds, offset, frequency);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(fade(l, fading, fraction), u);
    }
}

/// `Octave::fade`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn fade<L: Lanes>(l: L, fade: Fade, t: L::F) -> L::F {
    let number = |v: f32| l.splat(v);
    match fade {
        Fade::Linear => t,
        Fade::Cubic => l.mul(l.mul(t, t), l.sub(number(3.0), l.mul(number(2.0), t))),
        Fade::Quintic => {
            let inner = l.add(l.mul(t, l.sub(l.mul(t, number(6.0)), number(15.0))), number(10.0));
            l.mul(l.mul(l.mul(t, t), t), inner)
        }
    }
}
