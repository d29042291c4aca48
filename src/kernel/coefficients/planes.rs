//! Coefficients of rows in several planes between the same two lines along z, of Perlin noise in three dimensions with y in lanes: what does
//! not depend on z is computed once for all of them. The order of operations is that of `Perlin`.

use super::cells::{Cell, Plane, VectorRows, store};
use super::corner_table::Shared;
use super::{Corners, between, lerp, never_negative_zero};
use crate::simd::{Lanes, NUMBERS, WIDEST};

/// The most planes that are done together.
pub(super) const PLANES: usize = 8;

/// Up to [`PLANES`] planes, and where the coefficients of a group of rows go.
pub(super) struct PlanesOfGroup<'a> {
    pub(super) planes: &'a [Plane],
    /// Cells from one plane's to the next one's, and cells of the group.
    pub(super) step: usize,
    pub(super) each: usize,
    pub(super) to: &'a mut [Cell],
}

/// Computes what the columns from `first` on add to the coefficients of rows with these fractions and fades along y.
#[inline(always)]
pub(super) fn add<L: Lanes>(
    l: L,
    corners: impl Corners<L>,
    first: usize,
    y: (L::F, L::F),
    rows: VectorRows,
    to: &mut PlanesOfGroup<'_>,
) {
    for k in first..=to.each {
        let column = Column::new(l, &corners, k, y);
        let mut z = [l.splat(0.0); 4];
        for b in 0..4 {
            z[b] = corners.component(l, b, k, 2);
        }
        for (p, plane) in to.planes.iter().enumerate() {
            let t = [l.splat(plane.t[1]), l.splat(plane.t[1] - 1.0)];
            let mut products = z;
            for b in 0..4 {
                products[b] = l.mul(z[b], t[b >> 1]);
            }
            let line = column.line(l, products, l.splat(plane.u[1]));
            let at = p * to.step + k;
            if k > 0 {
                // The column before has stored its line.
                rows.finish(l, line, &mut to.to[at - 1]);
            }
            if k < to.each {
                store_line(l, line, rows, &mut to.to[at]);
            }
        }
    }
}

/// Computes what the first two columns add, for rows between the same lines along y.
#[inline(always)]
pub(super) fn add_first_cell<L: Lanes>(
    l: L,
    corners: &Shared<'_>,
    y: (L::F, L::F),
    (rows, products): (VectorRows, &mut Products),
    to: &mut PlanesOfGroup<'_>,
) {
    products.set(l, corners, to.planes);
    let columns = [Column::new(l, corners, 0, y), Column::new(l, corners, 1, y)];
    for (p, (plane, z)) in to.planes.iter().zip(&products.of_planes).enumerate() {
        let Some((cell, after)) = to.to[p * to.step..].split_first_mut() else { return };
        let u = l.splat(plane.u[1]);
        let left = columns[0].line(l, Products::of::<L>(l, z, 0), u);
        let right = columns[1].line(l, Products::of::<L>(l, z, 1), u);
        store(l, cell, rows, between(l, left, right));
        if to.each > 1 {
            store_line(l, right, rows, &mut after[0]);
        }
    }
}

/// The components along z at the corners of the first two columns, multiplied by the fractions that planes have along z. Where corners are alike in
/// all lanes, these are numbers: four of the first column and four of the second one for each plane.
pub(super) struct Products {
    /// Of which line along y these are, if of any.
    line: Option<usize>,
    of_planes: [[f32; WIDEST]; PLANES],
}

impl Products {
    pub(super) const NONE: Products = Products { line: None, of_planes: [[0.0; WIDEST]; PLANES] };

    /// Makes those of a line, unless these are here.
    #[inline(always)]
    fn set<L: Lanes>(&mut self, l: L, corners: &Shared<'_>, planes: &[Plane]) {
        let line = Some(corners.line());
        if self.line == line {
            return;
        }
        self.line = line;
        let mut z = [0.0; WIDEST];
        for b in 0..4 {
            (z[b], z[b + 4]) = (corners.number(b, 0, 2), corners.number(b, 1, 2));
        }
        let z = l.load_at(&z, 0);
        let farther = l.above(l.and(l.load_u_at(&NUMBERS, 0), l.splat_u(2)), l.splat_u(0));
        for (plane, to) in planes.iter().zip(&mut self.of_planes) {
            let t = l.select(farther, l.splat(plane.t[1] - 1.0), l.splat(plane.t[1]));
            l.store(l.mul(z, t), &mut L::floats_mut(to)[0]);
        }
    }

    /// Those of a plane at the first column or the next one.
    #[inline(always)]
    fn of<L: Lanes>(l: L, of_plane: &[f32; WIDEST], column: usize) -> [L::F; 4] {
        let mut of_column = [l.splat(0.0); 4];
        for b in 0..4 {
            of_column[b] = l.splat(of_plane[4 * column + b]);
        }
        of_column
    }
}

/// Stores the line through a column, where the cell to the right of it begins.
#[inline(always)]
fn store_line<L: Lanes>(l: L, (s, o): (L::F, L::F), rows: VectorRows, to: &mut Cell) {
    rows.store(l, s, &mut to[0]);
    rows.store(l, never_negative_zero(l, o), &mut to[1]);
}

/// What the planes share of a lattice column: bits 0, 1 of an index are y, z.
struct Column<L: Lanes> {
    /// The slope at the nearer line along z, and how far it is to that of the farther one.
    s: L::F,
    ds: L::F,
    /// The part of the offsets that y makes.
    y: [L::F; 4],
    /// The fade along y.
    u: L::F,
}

impl<L: Lanes> Column<L> {
    #[inline(always)]
    fn new(l: L, corners: &impl Corners<L>, k: usize, (t, u): (L::F, L::F)) -> Self {
        let t = [t, l.sub(t, l.splat(1.0))];
        let (mut s, mut y) = ([u; 4], [u; 4]);
        for b in 0..4 {
            s[b] = corners.component(l, b, k, 0);
            y[b] = l.mul(corners.component(l, b, k, 1), t[b & 1]);
        }
        let (near, far) = (lerp(l, u, s[0], s[1]), lerp(l, u, s[2], s[3]));
        Column { s: near, ds: l.sub(far, near), y, u }
    }

    /// Slope and offset of the line through the column's corners in a plane: from the parts of the offsets that z makes, and the fade along z.
    #[inline(always)]
    fn line(&self, l: L, z: [L::F; 4], u: L::F) -> (L::F, L::F) {
        let mut o = self.y;
        for b in 0..4 {
            o[b] = l.add(o[b], z[b]);
        }
        let (near, far) = (lerp(l, self.u, o[0], o[1]), lerp(l, self.u, o[2], o[3]));
        (l.add(self.s, l.mul(u, self.ds)), lerp(l, u, near, far))
    }
}
