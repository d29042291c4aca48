//! Where the samples of a tile lie along an axis, and the lattice lines around them.

use crate::hash::{self, WEYL};
use crate::kernel::coefficients::across::LaneAxis;
use crate::kernel::samples::RowTable;
use crate::simd::{COUNTED, Lanes, NUMBERS, WIDEST};
use crate::tables::octave::Octave;
use crate::tables::place::{self, Even, Near, PART};

use super::plans::MOST;

/// The most lattice lines around the samples of an axis: whole vectors.
pub(super) const MOST_LINES: usize = (MOST + 1).next_multiple_of(WIDEST);

const _: () = assert!(MOST <= PART || cfg!(perlane_small), "an axis finds the numbers of all its samples");

/// Octaves whose lines along y and z are kept.
const KEPT: usize = 8;

/// The lines of a tile's octaves: those of the last one stay, for a tile that has the same samples along y or z.
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

    /// Those of octave `n`, of a tile that has the same samples along some axes as the tile before.
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

/// Sets the codes of whole vectors of lattice lines next to each other, from one on.
#[inline(always)]
pub(in crate::kernel) fn set_codes<L: Lanes>(l: L, first: i64, codes: &mut [u32]) {
    let high = hash::high_code(first);
    if high != hash::high_code(first + codes.len() as i64) {
        for (n, code) in codes.iter_mut().enumerate() {
            *code = hash::weyl(first + n as i64);
        }
        return;
    }
    let (mut line, high) =
        (l.add_u(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(first as u32)), l.splat_u(high));
    for codes in L::words_mut(codes) {
        l.store_u(l.xor(l.mul_u(line, l.splat_u(WEYL)), high), codes);
        line = l.add_u(line, l.splat_u(L::N as u32));
    }
}

/// The cell of a lattice coordinate within ±2^51. (Everything else waits for it, and a cast to an integer and back takes longer.)
#[inline(always)]
pub(super) fn cell(x: f64) -> f64 {
    // A sum with it has no bits below 1.
    let nearest = (x + COUNTED) - COUNTED;
    nearest - if nearest > x { 1.0 } else { 0.0 }
}

/// How the samples of an axis are placed: their cells are counted from that of the first one.
#[inline(always)]
pub(in crate::kernel) fn near_first(octave: &Octave, a: usize, axis: &Even) -> Near {
    let (offset, frequency) = octave.scales[a].parts();
    let base = cell((axis.world(0) + offset) * frequency);
    Near { offset, frequency, base }
}
