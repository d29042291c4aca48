//! Samples of an axis on the lattice: cells, fractions, fades.

use super::curves::{Cubic, Curve, Linear, Quintic};
use crate::lanes::Lanes;
use crate::noise::Fade;

/// Writes cells, fractions and fades of whole vectors of world coordinates whose lattice coordinates are within `octaves::NEAR`. The scale
/// is offset and frequency.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn place<L: Lanes>(
    l: L,
    fade: Fade,
    worlds: &[f64],
    scale: (f64, f64),
    (cells, t, u): (&mut [u32], &mut [f32], &mut [f32]),
) {
    let to = (L::words_mut(cells), L::floats_mut(t), L::floats_mut(u));
    match fade {
        Fade::Linear => place_on(l, Linear, L::doubles(worlds), scale, to),
        Fade::Cubic => place_on(l, Cubic, L::doubles(worlds), scale, to),
        Fade::Quintic => place_on(l, Quintic, L::doubles(worlds), scale, to),
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn place_on<L: Lanes>(
    l: L,
    curve: impl Curve<L>,
    worlds: &[L::Doubles],
    (offset, frequency): (f64, f64),
    (cells, t, u): (&mut [L::Words], &mut [L::Floats], &mut [L::Floats]),
) {
    for (((worlds, cells), t), u) in worlds.iter().zip(cells).zip(t).zip(u) {
        let (cell, fraction) = l.place(worlds, offset, frequency);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(curve.fade(l, fraction), u);
    }
}
