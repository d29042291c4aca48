//! Samples of an axis on the lattice: cells, fractions, fades.

use core::iter;

use super::curves;
use crate::noise::Fade;
use crate::simd::{Lanes, WIDEST};
use crate::tables::scale::NEAR;

/// The way from world to lattice coordinates, and the cell from which cells are counted.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub(crate) offset: f64,
    pub(crate) frequency: f64,
    pub(crate) base: f64,
}

impl Near {
    /// Whether all these world coordinates are near 0, from which lanes then count cells.
    pub(crate) fn holds_all(world: &[f64], offset: f64, frequency: f64) -> bool {
        // The loop has no early exit, so that compilers vectorise it.
        world.iter().fold(true, |near, w| near & (((w + offset) * frequency).abs() < NEAR))
    }
}

/// Where samples' cells, fractions and fades go.
pub(crate) struct Places<'a> {
    pub(crate) cells: &'a mut [u32],
    pub(crate) t: &'a mut [f32],
    pub(crate) u: &'a mut [f32],
}

/// An even axis, whose sample numbers are within ±2^53, where they are exact.
#[derive(Clone, Copy)]
pub(crate) struct Even {
    pub(crate) origin: f64,
    pub(crate) spacing: f64,
    /// The first sample's number.
    pub(crate) start: f64,
}

impl Even {
    /// Whether the numbers of samples are their coordinates.
    pub(crate) fn is_plain(&self) -> bool {
        self.origin == 0.0 && self.spacing == 1.0
    }

    /// The axis from the sample after `samples` others on.
    pub(crate) fn after(self, samples: usize) -> Self {
        Even { start: self.start + samples as f64, ..self }
    }

    /// The coordinate of sample `k`.
    pub(crate) fn world(&self, k: usize) -> f64 {
        self.origin + (self.start + k as f64) * self.spacing
    }

    /// The samples' numbers, vector after vector, without end.
    #[inline(always)]
    pub(crate) fn numbers<L: Lanes>(&self) -> impl Iterator<Item = L::Doubles> + use<L> {
        let mut first = self.start;
        iter::repeat_with(move || {
            let mut numbers = [0.0; WIDEST];
            for i in 0..L::N {
                numbers[i] = first + i as f64;
            }
            first += L::N as f64;
            L::doubles(&numbers)[0]
        })
    }

    /// The samples' coordinates, in the same way.
    #[inline(always)]
    pub(crate) fn worlds<L: Lanes>(&self) -> impl Iterator<Item = L::Doubles> + use<L> {
        let Even { origin, spacing, .. } = *self;
        self.numbers::<L>().map(move |numbers| {
            let mut world = [0.0; WIDEST];
            for (world, number) in world.iter_mut().zip(numbers.as_ref()) {
                *world = origin + number * spacing;
            }
            L::doubles(&world)[0]
        })
    }
}

/// Places whole vectors of world coordinates whose lattice coordinates are within `scale::NEAR` of the base.
#[inline(always)]
pub(crate) fn place<L: Lanes>(
    l: L,
    fade: Fade,
    worlds: impl Iterator<Item = L::Doubles>,
    near: Near,
    to: Places<'_>,
) {
    let Near { offset, frequency, base } = near;
    let (cells, t, u) = (L::words_mut(to.cells), L::floats_mut(to.t), L::floats_mut(to.u));
    for (((cells, t), u), world) in cells.iter_mut().zip(t).zip(u).zip(worlds) {
        let (cell, fraction) = l.place(&world, offset, frequency, base);
        l.store_u(cell, cells);
        l.store(fraction, t);
        l.store(curves::faded(l, fade, fraction), u);
    }
}
