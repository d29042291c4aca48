//! Where the samples of a small grid lie along an axis, and the lattice lines around them.

use crate::kernel::coefficients::across::LaneAxis;
use crate::kernel::samples::RowTable;
use crate::kernel::small::first_cell::{near_first, set_codes};
use crate::kernel::small::shapes::MOST;
use crate::simd::{Lanes, WIDEST};
use crate::tables::octave::Octave;
use crate::tables::place::{self, Even, PART};

/// The most lattice lines around the samples of an axis: whole vectors.
pub(super) const MOST_LINES: usize = (MOST + 1).next_multiple_of(WIDEST);

const _: () = assert!(MOST <= PART || cfg!(perlane_small), "an axis finds the numbers of all its samples");

/// Octaves whose lines along y and z are kept.
const KEPT: usize = 8;

/// The lines of a grid's octaves. They stay for the next grid, which may have the same samples along y or z.
pub(super) struct Lines {
    x: Line,
    /// Those along y and z, and in the last place those of all other octaves.
    yz: [[Line; 2]; KEPT + 1],
}

/// The lines of an octave.
pub(super) struct OctaveLines<'a> {
    pub(super) x: &'a mut Line,
    pub(super) y: &'a mut Line,
    pub(super) z: &'a mut Line,
    /// Whether they are there already.
    pub(super) set: [bool; 3],
}

impl Lines {
    pub(super) const NONE: Lines =
        Lines { x: Line::NONE, yz: [const { [const { Line::NONE }; 2] }; KEPT + 1] };

    /// Those of octave `n`, of a grid that has the same samples along some axes as the grid before.
    pub(super) fn of_octave(&mut self, n: usize, [_, y, z]: [bool; 3]) -> OctaveLines<'_> {
        let kept = n < KEPT;
        let [of_y, of_z] = &mut self.yz[n.min(KEPT)];
        OctaveLines { x: &mut self.x, y: of_y, z: of_z, set: [false, y && kept, z && kept] }
    }
}

/// The samples of an axis: fractions, fades, cells from that of the first one on; and the codes of the lattice lines around them.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Line {
    pub(super) t: [f32; MOST],
    pub(super) u: [f32; MOST],
    pub(super) first: [u32; MOST],
    pub(super) codes: [u32; MOST_LINES],
}

impl Line {
    const NONE: Line = Line { t: [0.0; MOST], u: [0.0; MOST], first: [0; MOST], codes: [0; MOST_LINES] };

    pub(super) fn as_row(&self, len: usize) -> RowTable<'_> {
        RowTable { t: &self.t[..len], u: &self.u[..len], first: &self.first[..len] }
    }

    pub(super) fn as_lanes(&self, rows: usize) -> LaneAxis<'_> {
        let Line { t, u, first, .. } = self;
        LaneAxis { first, first_line: 0, t, u, rows }
    }

    /// Lattice lines around so many samples.
    #[inline(always)]
    pub(super) fn count(&self, len: usize) -> usize {
        self.first[len - 1] as usize + 2
    }

    /// Places samples of an axis.
    #[inline(always)]
    pub(super) fn set<L: Lanes>(&mut self, l: L, octave: &Octave, a: usize, axis: &Even, len: usize) {
        let near = near_first(octave, a, axis);
        let whole = len.next_multiple_of(L::N).min(MOST);
        let Line { t, u, first, .. } = self;
        let to = place::Places { cells: &mut first[..whole], t: &mut t[..whole], u: &mut u[..whole] };
        place::place(l, octave.fade, axis.worlds::<L, false>(), near, to);
        let lines = self.count(len).next_multiple_of(L::N);
        set_codes(l, near.base as i64, &mut self.codes[..lines]);
    }
}
