//! Samples of an axis on the lattice: cells, fractions, fades.

use super::curves::{Cubic, Curve, Linear, Quintic};
use crate::noise::Fade;
use crate::simd::Lanes;

/// From world to lattice coordinates, and the cell from which cells are counted.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub(crate) offset: f64,
    pub(crate) frequency: f64,
    pub(crate) base: f64,
}

/// Where samples' cells, fractions and fades go.
pub(crate) struct Places<'a> {
    pub(crate) cells: &'a mut [u32],
    pub(crate) t: &'a mut [f32],
    pub(crate) u: &'a mut [f32],
}

/// Places whole vectors of world coordinates whose lattice coordinates are within `octaves::NEAR` of the base.
#[inline(always)]
pub(crate) fn place<L: Lanes>(l: L, fade: Fade, worlds: &[f64], near: Near, to: Places<'_>) {
    match fade {
        Fade::Linear => place_on(l, Linear, worlds, near, to),
        Fade::Cubic => place_on(l, Cubic, worlds, near, to),
        Fade::Quintic => place_on(l, Quintic, worlds, near, to),
    }
}

#[inline(always)]
fn place_on<L: Lanes>(l: L, curve: impl Curve<L>, worlds: &[f64], near: Near, to: Places<'_>) {
    let Near { offset, frequency, base } = near;
    let to = L::words_mut(to.cells).iter_mut().zip(L::floats_mut(to.t)).zip(L::floats_mut(to.u));
    for (worlds, ((cells, t), u)) in L::doubles(worlds).iter().zip(to) {
        let (cell, fraction) = l.place(worlds, offset, frequency, base);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(curve.fade(l, fraction), u);
    }
}
