//! Samples of an axis on the lattice: cells, fractions, fades.

use core::slice;

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

/// World coordinates of an axis' samples, vector after vector. (A trait, so that kernels are compiled for each.)
pub(crate) trait Worlds<L: Lanes> {
    /// Those of the next vector.
    fn next(&mut self) -> L::Doubles;
}

/// Listed coordinates, whole vectors of them.
pub(crate) struct Listed<'a, L: Lanes>(slice::Iter<'a, L::Doubles>);

impl<'a, L: Lanes> Listed<'a, L> {
    #[inline(always)]
    pub(crate) fn new(world: &'a [f64]) -> Self {
        Listed(L::doubles(world).iter())
    }
}

impl<L: Lanes> Worlds<L> for Listed<'_, L> {
    #[inline(always)]
    fn next(&mut self) -> L::Doubles {
        self.0.next().copied().unwrap_or(L::doubles(&[0.0; WIDEST])[0])
    }
}

/// Sample numbers, one after the other. They are within ±2^53, where they are exact.
pub(crate) struct Numbers {
    /// The number of the next vector's first sample.
    pub(crate) next: f64,
}

impl<L: Lanes> Worlds<L> for Numbers {
    #[inline(always)]
    fn next(&mut self) -> L::Doubles {
        let mut numbers = [0.0; WIDEST];
        for i in 0..L::N {
            numbers[i] = self.next + i as f64;
        }
        self.next += L::N as f64;
        L::doubles(&numbers)[0]
    }
}

/// Coordinates of an even axis.
pub(crate) struct Even {
    pub(crate) origin: f64,
    pub(crate) spacing: f64,
    pub(crate) numbers: Numbers,
}

impl Even {
    /// Whether the numbers are the coordinates.
    pub(crate) fn is_plain(&self) -> bool {
        self.origin == 0.0 && self.spacing == 1.0
    }
}

impl<L: Lanes> Worlds<L> for Even {
    #[inline(always)]
    fn next(&mut self) -> L::Doubles {
        let numbers: L::Doubles = Worlds::<L>::next(&mut self.numbers);
        let mut world = [0.0; WIDEST];
        for (world, number) in world.iter_mut().zip(numbers.as_ref()) {
            *world = self.origin + number * self.spacing;
        }
        L::doubles(&world)[0]
    }
}

/// Places whole vectors of world coordinates whose lattice coordinates are within `octaves::NEAR` of the base.
#[inline(always)]
pub(crate) fn place<L: Lanes>(l: L, fade: Fade, mut worlds: impl Worlds<L>, near: Near, to: Places<'_>) {
    let Near { offset, frequency, base } = near;
    let (cells, t, u) = (L::words_mut(to.cells), L::floats_mut(to.t), L::floats_mut(to.u));
    for ((cells, t), u) in cells.iter_mut().zip(t).zip(u) {
        let (cell, fraction) = l.place(&worlds.next(), offset, frequency, base);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(curves::faded(l, fade, fraction), u);
    }
}
