//! Coefficients of rows in several planes between the same two lines along z, for Perlin noise in three dimensions with y in lanes. What does not
//! depend on z is computed once for all planes. The order of operations is that of `derivatives::coefficients::lines`.

use crate::kernel::coefficients::across::Visit;
use crate::kernel::coefficients::cells::{Cell, Plane, VectorRows};
use crate::kernel::coefficients::{Around, Corners, lerp};
use crate::kernel::derivatives::coefficients::Row;
use crate::simd::Lanes;
use crate::tables::fades::slope;
use crate::tables::octave::Octave;

/// The planes, and where the coefficients of a group of rows go.
pub(super) struct OfPlanes<'a, L: Lanes> {
    pub(super) octave: &'a Octave,
    /// Where the rows lie along y.
    pub(super) row: Row<L>,
    pub(super) planes: &'a [Plane],
    /// Cells from one plane to the next, cells of the group, and cells from one quantity to the next.
    pub(super) step: usize,
    pub(super) each: usize,
    pub(super) quantity: usize,
    pub(super) to: &'a mut [Cell],
}

impl<L: Lanes> Visit<L> for OfPlanes<'_, L> {
    #[inline(always)]
    fn visit(&mut self, l: L, corners: impl Corners<L>, rows: VectorRows) {
        for k in 0..=self.each {
            let shared = Shared::new(l, &corners, k, &self.row);
            for (p, plane) in self.planes.iter().enumerate() {
                let lines = shared.lines(l, &self.row, plane, slope(self.octave.fade, plane.t[1]));
                for (d, right) in lines.into_iter().enumerate() {
                    let at = d * self.quantity + p * self.step + k;
                    if k > 0 {
                        // The column before has stored its line.
                        rows.finish(l, right, &mut self.to[at - 1]);
                    }
                    if k < self.each {
                        rows.store(l, right.0, &mut self.to[at][0]);
                        rows.store(l, right.1, &mut self.to[at][1]);
                    }
                }
            }
        }
    }
}

/// What the planes share in a lattice column: bits 0, 1 of an index are y, z.
struct Shared<L: Lanes> {
    /// The part of the offsets that does not depend on z, and the component along z.
    offsets: [L::F; 4],
    z: [L::F; 4],
    /// The slope, its derivative along y, and the component along z: each at the nearer line along z, and its difference to the farther one.
    slope: Ends<L>,
    slope_by_y: Ends<L>,
    z_of_y: Ends<L>,
    /// The component along y at the two lines along z.
    y: [L::F; 2],
}

/// A number at the nearer end, and its difference to the farther end.
struct Ends<L: Lanes>(L::F, L::F);

impl<L: Lanes> Ends<L> {
    #[inline(always)]
    fn new(l: L, near: L::F, far: L::F) -> Self {
        Ends(near, l.sub(far, near))
    }

    #[inline(always)]
    fn lerp(&self, l: L, u: L::F) -> L::F {
        l.add(self.0, l.mul(u, self.1))
    }
}

impl<L: Lanes> Shared<L> {
    #[inline(always)]
    fn new(l: L, corners: &impl Corners<L>, k: usize, row: &Row<L>) -> Self {
        let Row { around: Around { t: [t, ..], u: [u, ..] }, fade_slopes: [fade_slope, ..] } = *row;
        let mut slopes = [t[0]; 4];
        let (mut offsets, mut y, mut z) = (slopes, slopes, slopes);
        for b in 0..4 {
            slopes[b] = corners.component(l, b, k, 0);
            y[b] = corners.component(l, b, k, 1);
            z[b] = corners.component(l, b, k, 2);
            offsets[b] = l.add(l.splat(0.0), l.mul(y[b], t[b & 1]));
        }
        let of_y = |v: [L::F; 4]| [lerp(l, u, v[0], v[1]), lerp(l, u, v[2], v[3])];
        let ([s_0, s_1], [z_0, z_1]) = (of_y(slopes), of_y(z));
        let by_y = [l.sub(slopes[1], slopes[0]), l.sub(slopes[3], slopes[2])].map(|d| l.mul(fade_slope, d));
        Shared {
            offsets,
            z,
            slope: Ends::new(l, s_0, s_1),
            slope_by_y: Ends::new(l, by_y[0], by_y[1]),
            z_of_y: Ends::new(l, z_0, z_1),
            y: of_y(y),
        }
    }

    /// Slope and offset of the line through the column's corners, for the value and for the derivatives along y and z.
    #[inline(always)]
    fn lines(&self, l: L, row: &Row<L>, plane: &Plane, fade_slope: f32) -> [(L::F, L::F); 3] {
        let (u_y, slope_y) = (row.around.u[0], row.fade_slopes[0]);
        let t = [l.splat(plane.t[1]), l.splat(plane.t[1] - 1.0)];
        let (u, fade_slope) = (l.splat(plane.u[1]), l.splat(fade_slope));
        let mut o = self.offsets;
        for b in 0..4 {
            o[b] = l.add(o[b], l.mul(self.z[b], t[b >> 1]));
        }
        let (near, far) = (Ends::<L>::new(l, o[0], o[1]), Ends::<L>::new(l, o[2], o[3]));
        let offset = Ends::<L>::new(l, near.lerp(l, u_y), far.lerp(l, u_y));
        let by_y = [l.add(self.y[0], l.mul(slope_y, near.1)), l.add(self.y[1], l.mul(slope_y, far.1))];
        let by_z = l.add(self.z_of_y.lerp(l, u), l.mul(fade_slope, offset.1));
        [
            (self.slope.lerp(l, u), offset.lerp(l, u)),
            (self.slope_by_y.lerp(l, u), lerp(l, u, by_y[0], by_y[1])),
            (l.mul(fade_slope, self.slope.1), by_z),
        ]
    }
}
