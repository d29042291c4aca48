//! Samples of an axis on the lattice: cells, fractions, fades.

use super::curves;
use crate::noise::Fade;
use crate::simd::{Lanes, WIDEST};
use crate::tables::octaves::NEAR;

/// From world to lattice coordinates, and the cell from which cells are counted.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub(crate) offset: f64,
    pub(crate) frequency: f64,
    pub(crate) base: f64,
}

impl Near {
    /// Whether all of these world coordinates are near, for lanes that count cells from 0.
    pub(crate) fn holds_all(world: &[f64], offset: f64, frequency: f64) -> bool {
        // Without a way out of the loop, compilers do it in lanes.
        world.iter().fold(true, |near, w| near & (((w + offset) * frequency).abs() < NEAR))
    }
}

/// Where samples' cells, fractions and fades go.
pub(crate) struct Places<'a> {
    pub(crate) cells: &'a mut [u32],
    pub(crate) t: &'a mut [f32],
    pub(crate) u: &'a mut [f32],
}

/// World coordinates of an axis' samples, whole vectors of them. (A trait, so that kernels are compiled for either.)
pub(crate) trait Worlds<L: Lanes>: Copy {
    /// Those of vector `v`.
    fn vector(self, v: usize) -> L::Doubles;
}

/// Listed coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a>(pub(crate) &'a [f64]);

impl<L: Lanes> Worlds<L> for Listed<'_> {
    #[inline(always)]
    fn vector(self, v: usize) -> L::Doubles {
        L::doubles(self.0)[v]
    }
}

/// A window on a sampling lattice, of less than 2^32 samples. Their numbers are within ±2^53, where they are exact; what is beyond the window does
/// not count.
#[derive(Clone, Copy)]
pub(crate) struct Even {
    origin: f64,
    spacing: f64,
    /// The first samples' numbers. (Compilers would make them of scalars, lane by lane, if they knew that they follow each other.)
    numbers: [f64; WIDEST],
}

impl Even {
    pub(crate) fn new(origin: f64, spacing: f64, start: f64) -> Self {
        Even { origin, spacing, numbers: core::array::from_fn(|i| start + i as f64) }
    }
}

impl<L: Lanes> Worlds<L> for &Even {
    #[inline(always)]
    fn vector(self, v: usize) -> L::Doubles {
        let mut world = [0.0; WIDEST];
        // One instruction, which that of a wider number is not.
        let first = f64::from((v * L::N) as u32);
        for i in 0..L::N {
            world[i] = self.origin + (self.numbers[i] + first) * self.spacing;
        }
        L::doubles(&world)[0]
    }
}

/// Places whole vectors of world coordinates whose lattice coordinates are within `octaves::NEAR` of the base.
#[inline(always)]
pub(crate) fn place<L: Lanes>(l: L, fade: Fade, worlds: impl Worlds<L>, near: Near, to: Places<'_>) {
    let Near { offset, frequency, base } = near;
    let (cells, t, u) = (L::words_mut(to.cells), L::floats_mut(to.t), L::floats_mut(to.u));
    for (v, ((cells, t), u)) in cells.iter_mut().zip(t).zip(u).enumerate() {
        let (cell, fraction) = l.place(&worlds.vector(v), offset, frequency, base);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(curves::faded(l, fade, fraction), u);
    }
}
