//! The points in the cells around a rectangle.

use super::segments::Segment;
use super::set::{LINES, MOST_LINES, Set};
use crate::hash;
use crate::kernel::hashes::corner;
use crate::simd::{Job, Lanes};
use crate::tables::cellular::Cellular;

/// Finds the points in the cells around some segments.
pub(super) struct Gather<'a> {
    pub(super) cellular: &'a Cellular,
    /// Along x, y, z.
    pub(super) segments: [&'a Segment; 3],
    pub(super) to: &'a mut Set,
}

impl Job for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Gather { cellular, segments: [x, y, z], to } = self;
        let Cellular { dims, keys, radius, .. } = *cellular;
        let link = |r: u32, code: u32| hash::mix(r ^ code).wrapping_add(keys.1);
        // Whole vectors, of which the last may have cells that are too far away to matter: they do no harm, and what is stored in whole
        // vectors is sooner read back.
        let columns = x.lines.next_multiple_of(L::N).min(LINES);
        let mut n = 0;
        for kz in 0..z.lines.min(MOST_LINES) {
            let outer = if dims == 3 { link(keys.0, z.codes[kz]) } else { keys.0 };
            for ky in 0..y.lines.min(MOST_LINES) {
                let r = link(outer, y.codes[ky]);
                let (row, q) = (l.splat_u(r), l.splat_u(r.rotate_left(16)));
                let cell = [0.0, ky as f32 - radius as f32, kz as f32 - radius as f32];
                for first in (0..columns).step_by(L::N) {
                    let at = n + first;
                    let h = corner(l, row, q, l.load_u_at(&x.codes, first));
                    let point = point(l, cellular, h);
                    let cells = l.add(l.load_at(&NUMBERS, first), l.splat(-(radius as f32)));
                    l.store(cells, &mut L::floats_mut(&mut to.cells[0][at..at + L::N])[0]);
                    for a in 0..3 {
                        if a > 0 {
                            l.store(l.splat(cell[a]), &mut L::floats_mut(&mut to.cells[a][at..at + L::N])[0]);
                        }
                        l.store(point[a], &mut L::floats_mut(&mut to.points[a][at..at + L::N])[0]);
                    }
                    l.store(value(l, h), &mut L::floats_mut(&mut to.values[at..at + L::N])[0]);
                }
                n += columns;
            }
        }
        to.len = n;
    }
}

const NUMBERS: [f32; LINES] = [0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15.];

/// Where the points of cells with these hashes lie in them.
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

/// The random values of cells with these hashes.
#[inline(always)]
pub(super) fn value<L: Lanes>(l: L, h: L::U) -> L::F {
    l.sub(l.mul(l.to_f32(l.shr::<8>(h)), l.splat(1.0 / 8_388_608.0)), l.splat(1.0))
}
