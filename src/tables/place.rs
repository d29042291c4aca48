//! Samples of an axis on the lattice: cells, fractions, fades.

use super::fades;
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
    /// If the offset is 0, as it usually is: the same with the constant -0, which changes no number, so that compilers drop the addition. Programs that must
    /// be small have one loop for all offsets.
    #[inline(always)]
    pub(crate) fn without_offset(self) -> Option<Self> {
        (!cfg!(perlane_small) && self.offset == 0.0).then_some(Near { offset: -0.0, ..self })
    }

    /// The same, if samples' numbers are their coordinates, too.
    #[inline(always)]
    pub(crate) fn plain(self, axis: &Even) -> Option<Self> {
        self.without_offset().filter(|_| axis.is_plain())
    }

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
    /// Whether the numbers of samples are their coordinates, as they usually are.
    fn is_plain(&self) -> bool {
        self.origin == 0.0 && self.spacing == 1.0
    }

    /// The axis from the sample after `samples` others on.
    pub(crate) fn after(self, samples: usize) -> Self {
        Even { start: self.start + samples as f64, ..self }
    }

    /// The coordinate of sample `k`.
    #[inline(always)]
    pub(crate) fn world(&self, k: usize) -> f64 {
        self.origin + (self.start + k as f64) * self.spacing
    }

    /// The coordinates of the first [`PART`] samples and of some after them, vector after vector. `PLAIN` says that the axis [is plain](Self::is_plain).
    #[inline(always)]
    pub(crate) fn worlds<L: Lanes, const PLAIN: bool>(self) -> impl Iterator<Item = L::Doubles> {
        let Even { origin, spacing, start } = self;
        L::doubles(&NUMBERS).iter().map(move |numbers| {
            let mut world = [0.0; WIDEST];
            for (world, number) in world.iter_mut().zip(numbers.as_ref()) {
                let number = start + number;
                *world = if PLAIN { number } else { origin + number * spacing };
            }
            L::doubles(&world)[0]
        })
    }
}

/// How many samples are placed at a time. Their numbers come from a table, because to convert a counter takes as long as to place a sample. Programs that
/// must be small have a small one.
pub(crate) const PART: usize = if cfg!(perlane_small) { 32 } else { 512 };

/// Vectors of the table after those.
pub(crate) const MORE: usize = 3;

static NUMBERS: [f64; PART + MORE * WIDEST] = {
    let mut numbers = [0.0; PART + MORE * WIDEST];
    let mut k = 0;
    while k < numbers.len() {
        numbers[k] = k as f64;
        k += 1;
    }
    numbers
};

/// Places whole vectors of samples, all of which are within `scale::NEAR` of the base.
#[inline(always)]
pub(crate) fn place_even<L: Lanes, const PLAIN: bool>(
    l: L,
    fade: Fade,
    mut axis: Even,
    near: Near,
    to: Places<'_>,
) {
    let parts = to.cells.chunks_mut(PART).zip(to.t.chunks_mut(PART)).zip(to.u.chunks_mut(PART));
    for ((cells, t), u) in parts {
        place(l, fade, axis.worlds::<L, PLAIN>(), near, Places { cells, t, u });
        axis = axis.after(PART);
    }
}

/// The low half of a cell, and the high one.
#[inline(always)]
pub(crate) fn halves_of(cell: i64) -> [u32; 2] {
    [cell as u32, (cell >> 32) as u32]
}

/// The cell with these halves, the low one first.
#[inline(always)]
pub(crate) fn cell_of([low, high]: [u32; 2]) -> i64 {
    i64::from(high as i32) << 32 | i64::from(low)
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
        l.store(fades::faded_lanes(l, fade, fraction), u);
    }
}
