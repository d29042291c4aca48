//! Coefficients of rows in several planes between the same two lines along z, of Perlin noise in three dimensions with y in lanes: what does
//! not depend on z is computed once for all of them. The order of operations is that of `Perlin`.

use super::cells::{Cell, Plane, VectorRows};
use super::{Corners, lerp, never_negative_zero};
use crate::simd::Lanes;

/// The planes, and where the coefficients of a group of rows go.
pub(super) struct PlanesOfGroup<'a> {
    pub(super) planes: &'a [Plane],
    /// Cells from one plane's to the next one's, and cells of the group.
    pub(super) step: usize,
    pub(super) each: usize,
    pub(super) to: &'a mut [Cell],
}

/// Computes the coefficients of rows with these fractions and fades along y.
#[inline(always)]
pub(super) fn add<L: Lanes>(
    l: L,
    corners: impl Corners<L>,
    y: (L::F, L::F),
    rows: VectorRows,
    to: &mut PlanesOfGroup<'_>,
) {
    for k in 0..=to.each {
        let column = Column::new(l, &corners, k, y);
        for (p, plane) in to.planes.iter().enumerate() {
            let (s, o) = column.line(l, plane);
            let at = p * to.step + k;
            if k > 0 {
                // The column before has stored its line: what is between the two is the rest of its cell.
                let cell = &mut to.to[at - 1];
                let (s_0, o_0) = (rows.load(l, &cell[0]), rows.load(l, &cell[1]));
                rows.store(l, l.sub(s, s_0), &mut cell[2]);
                rows.store(l, l.sub(l.sub(o, s), o_0), &mut cell[3]);
            }
            if k < to.each {
                rows.store(l, s, &mut to.to[at][0]);
                rows.store(l, never_negative_zero(l, o), &mut to.to[at][1]);
            }
        }
    }
}

/// What the planes share of a lattice column: bits 0, 1 of an index are y, z.
struct Column<L: Lanes> {
    /// The slope at the nearer line along z, and how far it is to that of the farther one.
    s: L::F,
    ds: L::F,
    /// The part of the offsets that y makes, and the component along z.
    y: [L::F; 4],
    z: [L::F; 4],
    /// The fade along y.
    u: L::F,
}

impl<L: Lanes> Column<L> {
    #[inline(always)]
    fn new(l: L, corners: &impl Corners<L>, k: usize, (t, u): (L::F, L::F)) -> Self {
        let t = [t, l.sub(t, l.splat(1.0))];
        let mut s = [t[0]; 4];
        let (mut y, mut z) = (s, s);
        for b in 0..4 {
            s[b] = corners.component(l, b, k, 0);
            y[b] = l.mul(corners.component(l, b, k, 1), t[b & 1]);
            z[b] = corners.component(l, b, k, 2);
        }
        let (near, far) = (lerp(l, u, s[0], s[1]), lerp(l, u, s[2], s[3]));
        Column { s: near, ds: l.sub(far, near), y, z, u }
    }

    /// Slope and offset of the line through the column's corners.
    #[inline(always)]
    fn line(&self, l: L, plane: &Plane) -> (L::F, L::F) {
        let t = [l.splat(plane.t[1]), l.splat(plane.t[1] - 1.0)];
        let u = l.splat(plane.u[1]);
        let mut o = self.y;
        for b in 0..4 {
            o[b] = l.add(o[b], l.mul(self.z[b], t[b >> 1]));
        }
        let (near, far) = (lerp(l, self.u, o[0], o[1]), lerp(l, self.u, o[2], o[3]));
        (l.add(self.s, l.mul(u, self.ds)), lerp(l, u, near, far))
    }
}
