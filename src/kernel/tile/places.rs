//! Where the samples of a tile lie on an octave's lattice, and the corners around them.

use crate::hash::{self, WEYL};
use crate::kernel::across_y::CornerSizes;
use crate::kernel::coefficients::across::{Across, LaneAxis};
use crate::kernel::coefficients::cells::{Cell, Plane};
use crate::kernel::corners::LineCorners;
use crate::kernel::samples::RowTable;
use crate::noise::Kind;
use crate::simd::{COUNTED, Job, Lanes, NUMBERS, WIDEST};
use crate::tables::octave::Octave;
use crate::tables::place::{self, Even, Near};

use super::plans::{MOST, Shape};

/// The most lattice lines around them: whole vectors.
pub(super) const MOST_LINES: usize = (MOST + 1).next_multiple_of(WIDEST);

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
    set: [bool; 3],
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
    t: [f32; MOST],
    u: [f32; MOST],
    first: [u32; MOST],
    codes: [u32; MOST_LINES],
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
    fn count(&self, len: usize) -> usize {
        self.first[len - 1] as usize + 2
    }

    /// Places samples of an axis.
    #[inline(always)]
    fn set<L: Lanes>(&mut self, l: L, octave: &Octave, a: usize, axis: &Even, len: usize) {
        let near = near_first(octave, a, axis);
        let whole = len.next_multiple_of(L::N).min(MOST);
        let Line { t, u, first, .. } = self;
        let to = place::Places { cells: &mut first[..whole], t: &mut t[..whole], u: &mut u[..whole] };
        place::place(l, octave.fade, axis.worlds::<L>(), near, to);
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
    let base = cell((axis.origin + axis.start * axis.spacing + offset) * frequency);
    Near { offset, frequency, base }
}

/// Places the samples of a tile along all axes, hashes the corners around them, and computes the coefficients of its rows.
pub(super) struct SetCells<'a, 'b> {
    /// It is plain.
    pub(super) octave: &'a Octave,
    pub(super) shape: &'a Shape,
    /// Along x, y, z.
    pub(super) starts: &'a [i64; 3],
    pub(super) lines: &'a mut OctaveLines<'b>,
    pub(super) corners: &'a mut [f32],
    pub(super) planes: &'a mut [Plane],
    /// Those of each plane's groups of rows, one after the other.
    pub(super) to: &'a mut [Cell],
}

impl Job for SetCells<'_, '_> {
    /// How many cells a row has.
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> usize {
        match self.shape.dims {
            2 => self.run_in::<L, 2>(l),
            _ => self.run_in::<L, 3>(l),
        }
    }
}

impl SetCells<'_, '_> {
    #[inline(always)]
    fn run_in<L: Lanes, const D: usize>(self, l: L) -> usize {
        let SetCells { octave, shape, starts, lines, corners, planes, to } = self;
        let OctaveLines { x, y, z, set } = lines;
        let mut counts = [1; 3];
        for (a, line) in [&mut **x, y, z].into_iter().enumerate().take(D) {
            if !set[a] {
                line.set(l, octave, a, &shape.axis(a, starts), shape.lens[a]);
            }
            counts[a] = line.count(shape.lens[a]);
        }
        let [_, rows, count] = shape.lens;
        let sizes = CornerSizes::new(D, counts);
        let CornerSizes { columns, lines, depth, stride, step, .. } = sizes;
        for n in 0..depth {
            let to = &mut corners[n * step..][..step];
            let along_z = [0, if D == 3 { z.codes[n] } else { 0 }, 0];
            let (lanes, columns) = (&y.codes, &x.codes[..columns]);
            LineCorners {
                octave,
                dims: D,
                lines: along_z,
                axis: 2,
                lanes,
                count: lines,
                columns,
                stride,
                to,
            }
            .set_few(l);
        }
        for (n, plane) in planes.iter_mut().enumerate().take(count) {
            *plane = shape.plane(n);
            if D == 3 {
                plane.at = z.first[n] as usize * step;
                (plane.t[1], plane.u[1]) = (z.t[n], z.u[n]);
            }
        }
        let across = Across::<D> {
            kind: Kind::Perlin,
            constants: false,
            corners,
            around: sizes.around(),
            steps: sizes.steps(),
            axis: 0,
            lanes: y.as_lanes(rows),
            planes: &planes[..count],
            each: columns - 1,
            to,
        };
        across.run(l);
        columns - 1
    }
}
