//! The feature points in the cells around some tiles.

use super::segments::Segment;
use super::set::{LINES, MOST_LINES, MOST_PLANES};
use crate::hash::link;
use crate::kernel::corners::hashes::{self, corner, unit_value, xor_shifted};
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::simd::{Job, Lanes};
use crate::tables::cellular::Cellular;

/// Elements from a row of cells to the next one.
pub(super) const STRIDE: usize = 64;

/// The most lattice columns of a table: a whole vector may be read starting at any of them.
pub(super) const MOST_COLUMNS: usize = STRIDE - LINES;

/// The most points of a table.
const MOST: usize = STRIDE * MOST_LINES * MOST_PLANES;

/// The points in a box of cells, row by row.
pub(super) struct Table {
    /// Positions of the points in their cells.
    points: [Zeroed; 3],
    /// Random values of the points' cells.
    values: Zeroed,
}

/// Views of a table's contents.
pub(super) struct Points<'a> {
    /// Positions of the points in their cells, along x, y, z.
    pub(super) places: [&'a [f32; MOST]; 3],
    /// Random values of the points' cells.
    pub(super) values: &'a [f32; MOST],
}

impl Table {
    pub(super) fn new() -> Table {
        Table { points: [(); 3].map(|()| Zeroed::new(MOST)), values: Zeroed::new(MOST) }
    }

    pub(super) fn points(&self) -> Points<'_> {
        Points { places: self.points.each_ref().map(Zeroed::first), values: self.values.first() }
    }
}

/// The codes of the lattice lines around some samples.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Codes {
    pub(super) codes: [u32; STRIDE],
    pub(super) lines: usize,
}

impl Codes {
    /// For an axis that the noise does not have.
    pub(super) const FLAT: Codes = Codes { codes: [0; STRIDE], lines: 1 };

    /// The codes of `lines` lines from `first` on along x, and of [`LINES`] more after them, which whole vectors read.
    pub(super) fn along_x(octave: &OctavePlan<'_>, first: i64, lines: usize) -> Codes {
        Codes { lines, ..Self::new(octave, 0, first, lines + LINES) }
    }

    /// The codes of `lines` lines from `first` on along axis `a`, counted from x.
    fn new(octave: &OctavePlan<'_>, a: usize, first: i64, lines: usize) -> Codes {
        let mut codes = Codes { codes: [0; STRIDE], lines };
        octave.octave.set_codes(a, first, &mut codes.codes[..lines]);
        codes
    }

    /// The codes of the lines around a segment.
    pub(super) fn around(octave: &OctavePlan<'_>, a: usize, segment: &Segment, radius: usize) -> Codes {
        Self::new(octave, a, segment.least - radius as i64, segment.lines)
    }
}

/// Finds the points of a box of cells.
pub(super) struct Gather<'a> {
    pub(super) cellular: &'a Cellular,
    /// Along x, y, z.
    pub(super) codes: [&'a Codes; 3],
    pub(super) to: &'a mut Table,
}

impl Job for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Gather { cellular, codes: [x, y, z], to } = self;
        let Table { points, values } = to;
        let (points, values) = (points.each_mut().map(Zeroed::floats_mut), values.floats_mut());
        let Cellular { dims, keys, .. } = *cellular;
        // Tiles read whole vectors, so that there are a few columns more: points that are too far away to matter do no harm.
        let columns = (x.lines + L::N - 1).next_multiple_of(L::N).min(STRIDE);
        let mut row = 0;
        for kz in 0..z.lines.min(MOST_PLANES) {
            let outer = if dims == 3 { link(keys.0, z.codes[kz], keys.1) } else { keys.0 };
            for ky in 0..y.lines.min(MOST_LINES) {
                let r = link(outer, y.codes[ky], keys.1);
                let of_row = hashes::row(l, l.splat_u(r));
                for first in (0..columns).step_by(L::N) {
                    let at = row + first;
                    let h = corner(l, of_row, xor_shifted(l, l.load_u_at(&x.codes, first)));
                    let point = point(l, cellular, h);
                    for a in 0..dims.min(3) {
                        l.store(point[a], &mut L::floats_mut(&mut points[a][at..at + L::N])[0]);
                    }
                    l.store(unit_value(l, h), &mut L::floats_mut(&mut values[at..at + L::N])[0]);
                }
                row += STRIDE;
            }
        }
    }
}

/// 0, 1, 2, …
pub(super) const NUMBERS: [f32; LINES] =
    [0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15.];

/// Where points lie in their cells, given the cells' hashes.
#[inline(always)]
pub(super) fn point<L: Lanes>(l: L, cellular: &Cellular, h: L::U) -> [L::F; 3] {
    let e = l.xor(h, l.shr::<15>(h));
    let fields = if cellular.dims == 2 {
        [l.and(e, l.splat_u(0xFFFF)), l.shr::<16>(e), l.splat_u(0)]
    } else {
        let ten = l.splat_u(1023);
        [l.and(e, ten), l.and(l.shr::<11>(e), ten), l.shr::<22>(e)]
    };
    let mut point = [l.splat(0.0); 3];
    for a in 0..3 {
        point[a] = l.add(l.mul(l.to_f32(fields[a]), l.splat(cellular.unit)), l.splat(cellular.least));
    }
    point
}
