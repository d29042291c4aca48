//! Where the samples of a tile lie on an octave's lattice, and the corners around them.

use crate::hash::WEYL;
use crate::kernel::across_y::{Corners, PlaneAxis};
use crate::kernel::coefficients::across::LaneAxis;
use crate::kernel::corners::LineCorners;
use crate::kernel::samples::RowTable;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::octaves::Octave;
use crate::tables::place::{self, Even, Near};

/// The most samples of an axis: whole vectors.
pub(super) const MOST: usize = 64;

/// The most lattice lines around them, and as many more as vectors reach beyond them.
const MOST_LINES: usize = MOST + 1 + WIDEST;

/// The samples of axes x, y, z.
pub(in crate::kernel) struct Places(pub(super) [Line; 3]);

/// The samples of an axis: fractions, fades, cells from that of the first one on; and the codes of the lattice lines around them.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(in crate::kernel) struct Line {
    t: [f32; MOST],
    u: [f32; MOST],
    first: [u32; MOST],
    codes: [u32; MOST_LINES.next_multiple_of(WIDEST)],
}

impl Places {
    pub(in crate::kernel) const NONE: Places = Places([const { Line::NONE }; 3]);
}

impl Line {
    const NONE: Line = Line {
        t: [0.0; MOST],
        u: [0.0; MOST],
        first: [0; MOST],
        codes: [0; MOST_LINES.next_multiple_of(WIDEST)],
    };

    pub(super) fn as_row(&self, len: usize) -> RowTable<'_> {
        RowTable { t: &self.t[..len], u: &self.u[..len], first: &self.first[..len] }
    }

    pub(super) fn as_lanes(&self, rows: usize) -> LaneAxis<'_> {
        let Line { t, u, first, .. } = self;
        LaneAxis { first, first_line: 0, t, u, rows }
    }

    pub(super) fn as_planes(&self, planes: usize) -> PlaneAxis<'_> {
        let Line { t, u, first, .. } = self;
        PlaneAxis { first, first_line: 0, t, u, planes }
    }

    /// Places samples, and returns the number of lattice lines around them.
    #[inline(always)]
    fn set<L: Lanes>(&mut self, l: L, octave: &Octave, a: usize, axis: &Even, len: usize) -> usize {
        const NUMBERS: [u32; WIDEST] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        let (offset, frequency) = octave.scales[a].parts();
        // Tiles are within 2^29 cells of 0.
        let x = (axis.origin + axis.start * axis.spacing + offset) * frequency;
        let truncated = x as i32;
        let base = truncated - i32::from(x < f64::from(truncated));
        let near = Near { offset, frequency, base: f64::from(base) };
        let whole = len.next_multiple_of(L::N).min(MOST);
        let Line { t, u, first, codes } = self;
        let to = place::Places { cells: &mut first[..whole], t: &mut t[..whole], u: &mut u[..whole] };
        place::place(l, octave.fade, axis.worlds::<L>(), near, to);
        let lines = first[len - 1] as usize + 2;
        let mut line = l.add_u(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(base as u32));
        for codes in L::words_mut(codes).iter_mut().take(lines.div_ceil(L::N)) {
            l.store_u(l.mul_u(line, l.splat_u(WEYL)), codes);
            line = l.add_u(line, l.splat_u(L::N as u32));
        }
        lines
    }
}

/// Places the samples of a tile along all axes, and hashes the corners around them.
pub(super) struct SetPlaces<'a> {
    /// It is plain.
    pub(super) octave: &'a Octave,
    pub(super) dims: usize,
    /// Along x, y, z.
    pub(super) axes: &'a [Even; 3],
    pub(super) lens: [usize; 3],
    pub(super) places: &'a mut Places,
    pub(super) corners: &'a mut [f32],
}

impl Job for SetPlaces<'_> {
    type Output = Corners;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Corners {
        let SetPlaces { octave, dims, axes, lens, places, corners } = self;
        let mut counts = [1; 3];
        for a in 0..dims {
            counts[a] = places.0[a].set(l, octave, a, &axes[a], lens[a]);
        }
        let shape = Corners::new(dims, counts);
        let Corners { columns, lines: count, depth, stride, step, .. } = shape;
        let [x, y, z] = &places.0;
        for n in 0..depth {
            let to = &mut corners[n * step..][..step];
            let lines = [0, if dims == 3 { z.codes[n] } else { 0 }, 0];
            let (lanes, columns) = (&y.codes, &x.codes[..columns]);
            LineCorners { octave, dims, lines, axis: 2, lanes, count, columns, stride, to }.set_few(l);
        }
        shape
    }
}
