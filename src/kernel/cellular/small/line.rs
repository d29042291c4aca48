//! Where the samples of a small grid lie along an axis.

use crate::kernel::cellular::candidates::{Codes, STRIDE};
use crate::kernel::cellular::segments::Group;
use crate::kernel::cellular::set::{GROUP, LINES};
use crate::kernel::small::first_cell::{near_first, set_codes};
use crate::kernel::small::shapes::MOST;
use crate::simd::Lanes;
use crate::tables::octave::Octave;
use crate::tables::place::{Even, Near};

/// The samples of an axis: fractions, cells from that of the first one on, and the codes of the lattice lines around them.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Line {
    pub(super) t: [f32; MOST + GROUP],
    pub(super) cells: [f32; MOST + GROUP],
    pub(super) codes: Codes,
}

impl Line {
    pub(super) const NONE: Line =
        Line { t: [0.0; MOST + GROUP], cells: [0.0; MOST + GROUP], codes: Codes::FLAT };

    /// Places samples of an axis.
    #[inline(always)]
    pub(super) fn set<L: Lanes>(
        &mut self,
        l: L,
        octave: &Octave,
        a: usize,
        axis: &Even,
        len: usize,
        radius: usize,
    ) {
        let Near { offset, frequency, base } = near_first(octave, a, axis);
        let whole = len.next_multiple_of(L::N).min(MOST);
        let (t, cells) = (L::floats_mut(&mut self.t[..whole]), L::floats_mut(&mut self.cells[..whole]));
        for ((t, cells), world) in t.iter_mut().zip(cells).zip(axis.worlds::<L, false>()) {
            let (cell, fraction) = l.place(&world, offset, frequency, base);
            l.store(l.to_f32(cell), cells);
            l.store(fraction, t);
        }
        let Codes { codes, lines } = &mut self.codes;
        *lines = self.cells[len - 1] as usize + 1 + 2 * radius;
        // Along x, whole vectors are read beyond them.
        let most = (*lines + LINES).next_multiple_of(L::N).min(STRIDE);
        set_codes(l, base as i64 - radius as i64, &mut codes[..most]);
    }

    /// Counts the cells of some samples from that of the first of them, which is returned.
    pub(super) fn count_from(&mut self, first: usize, len: usize) -> usize {
        let least = self.cells[first];
        if least > 0.0 {
            self.cells[first..first + len].iter_mut().for_each(|cell| *cell -= least);
        }
        least as usize
    }

    /// Samples next to each other.
    pub(super) fn group(&self, first: usize, len: usize, radius: usize) -> Group {
        let last = first + len - 1;
        let ends = [first, last].map(|n| self.cells[n] + self.t[n]);
        Group::new((first, len), ends, [first, last].map(|n| self.cells[n] as usize), radius)
    }
}
