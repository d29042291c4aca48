//! Coefficients of rows in several planes between the same lines along z and w, of Perlin noise in three or four dimensions with y in lanes: what
//! depends on neither z nor w is computed once for all of them. The order of operations is that of `Perlin`.

use super::cells::{Cell, Plane, VectorRows, store};
use super::corner_table::Shared;
use super::{Corners, between, lerp, never_negative_zero};
use crate::simd::{Lanes, NUMBERS, WIDEST};

/// The most planes that are done together.
pub(super) const PLANES: usize = 8;

/// Up to [`PLANES`] planes, and where the coefficients of a group of rows go.
pub(super) struct PlanesOfGroup<'a> {
    pub(super) planes: &'a [Plane],
    /// Cells from a plane's first one to that of the next plane, and cells of the group in one plane.
    pub(super) step: usize,
    pub(super) each: usize,
    pub(super) to: &'a mut [Cell],
}

/// Computes what the columns from `first` on add to the coefficients of rows with these fractions and fades along y, in `D` dimensions.
#[inline(always)]
pub(super) fn add<L: Lanes, const D: usize>(
    l: L,
    corners: impl Corners<L>,
    first: usize,
    y: (L::F, L::F),
    rows: VectorRows,
    to: &mut PlanesOfGroup<'_>,
) {
    for k in first..=to.each {
        let column = Column::<L, D>::new(l, &corners, k, y);
        let mut of_lines = [[l.splat(0.0); 8]; 2];
        for c in 2..D {
            for b in 0..1 << (D - 1) {
                of_lines[c - 2][b] = corners.component(l, b, k, c);
            }
        }
        for (p, plane) in to.planes.iter().enumerate() {
            let mut products = of_lines;
            for c in 2..D {
                let t = [l.splat(plane.t[c - 1]), l.splat(plane.t[c - 1] - 1.0)];
                for b in 0..1 << (D - 1) {
                    products[c - 2][b] = l.mul(of_lines[c - 2][b], t[b >> (c - 1) & 1]);
                }
            }
            let line = column.line(l, products, Column::<L, D>::fades(l, plane));
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
pub(super) fn add_first_cell<L: Lanes, const D: usize>(
    l: L,
    corners: &Shared<'_>,
    y: (L::F, L::F),
    (rows, products): (VectorRows, &mut Products),
    to: &mut PlanesOfGroup<'_>,
) {
    products.set::<L, D>(l, corners, to.planes);
    let columns = [Column::<L, D>::new(l, corners, 0, y), Column::<L, D>::new(l, corners, 1, y)];
    for (p, (plane, of_plane)) in to.planes.iter().zip(&products.of_planes).enumerate() {
        let Some((cell, after)) = to.to[p * to.step..].split_first_mut() else { return };
        let u = Column::<L, D>::fades(l, plane);
        let left = columns[0].line(l, Products::of::<L, D>(l, of_plane, 0), u);
        let right = columns[1].line(l, Products::of::<L, D>(l, of_plane, 1), u);
        store(l, cell, rows, between(l, left, right));
        if to.each > 1 {
            store_line(l, right, rows, &mut after[0]);
        }
    }
}

/// The components along z and w at the corners of the first two columns, multiplied by the fractions that planes have along these axes. Where corners are
/// alike in all lanes, these are numbers: those of the first column and then those of the second one, for each plane and axis.
pub(super) struct Products {
    /// Of which line along y these are, if of any.
    line: Option<usize>,
    of_planes: [OfPlane; PLANES],
}

/// The products along z, then those along w.
type OfPlane = [[f32; WIDEST]; 2];

impl Products {
    pub(super) const NONE: Products = Products { line: None, of_planes: [[[0.0; WIDEST]; 2]; PLANES] };

    /// Drops what is here, which does not belong to the next planes.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.line = None;
    }

    /// Makes those of a line, unless they are here already.
    #[inline(always)]
    fn set<L: Lanes, const D: usize>(&mut self, l: L, corners: &Shared<'_>, planes: &[Plane]) {
        let line = Some(corners.line());
        if self.line == line {
            return;
        }
        self.line = line;
        let each = 1 << (D - 1);
        for c in 2..D {
            let mut components = [0.0; WIDEST];
            for b in 0..each {
                (components[b], components[b + each]) = (corners.number(b, 0, c), corners.number(b, 1, c));
            }
            // Vectors have 8 lanes or 16, so that bits 1 and 2 of a lane's number are those of the entry's index in every vector.
            let bit = l.splat_u(1 << (c - 1));
            let farther = l.above(l.and(l.load_u_at(&NUMBERS, 0), bit), l.splat_u(0));
            for (plane, to) in planes.iter().zip(&mut self.of_planes) {
                let t = l.select(farther, l.splat(plane.t[c - 1] - 1.0), l.splat(plane.t[c - 1]));
                let vectors = L::floats(&components).iter().zip(L::floats_mut(&mut to[c - 2]));
                for (component, to) in vectors.take((2 * each).div_ceil(L::N)) {
                    l.store(l.mul(l.load(component), t), to);
                }
            }
        }
    }

    /// Those of a plane at the first column or the next one.
    #[inline(always)]
    fn of<L: Lanes, const D: usize>(l: L, of_plane: &OfPlane, column: usize) -> [[L::F; 8]; 2] {
        let mut of_column = [[l.splat(0.0); 8]; 2];
        let each = 1 << (D - 1);
        for c in 2..D {
            for b in 0..each {
                of_column[c - 2][b] = l.splat(of_plane[c - 2][each * column + b]);
            }
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

/// What the planes share of a lattice column in `D` dimensions: bits 0, 1, 2 of an index are y, z, w.
struct Column<L: Lanes, const D: usize> {
    /// For each line along w: the slope at the nearer line along z, and how much larger it is at the farther one.
    s: [L::F; 2],
    ds: [L::F; 2],
    /// The part of the offsets that comes from y.
    y: [L::F; 8],
    /// The fade along y.
    u: L::F,
}

impl<L: Lanes, const D: usize> Column<L, D> {
    #[inline(always)]
    fn new(l: L, corners: &impl Corners<L>, k: usize, (t, u): (L::F, L::F)) -> Self {
        let t = [t, l.sub(t, l.splat(1.0))];
        let mut column = Column { s: [u; 2], ds: [u; 2], y: [u; 8], u };
        let mut s = [u; 8];
        for b in 0..1 << (D - 1) {
            s[b] = corners.component(l, b, k, 0);
            column.y[b] = l.mul(corners.component(l, b, k, 1), t[b & 1]);
        }
        for w in 0..D - 2 {
            let (near, far) = (lerp(l, u, s[4 * w], s[4 * w + 1]), lerp(l, u, s[4 * w + 2], s[4 * w + 3]));
            (column.s[w], column.ds[w]) = (near, l.sub(far, near));
        }
        column
    }

    /// A plane's fades along z and w.
    #[inline(always)]
    fn fades(l: L, plane: &Plane) -> [L::F; 2] {
        [l.splat(plane.u[1]), l.splat(plane.u[2])]
    }

    /// Slope and offset of the line through the column's corners in a plane: from the parts of the offsets that come from z and w, and the fades along these.
    #[inline(always)]
    fn line(&self, l: L, parts: [[L::F; 8]; 2], [u_z, u_w]: [L::F; 2]) -> (L::F, L::F) {
        let mut o = self.y;
        for c in 2..D {
            for b in 0..1 << (D - 1) {
                o[b] = l.add(o[b], parts[c - 2][b]);
            }
        }
        let (mut s_w, mut o_w) = ([u_z; 2], [u_z; 2]);
        for w in 0..D - 2 {
            let (near, far) =
                (lerp(l, self.u, o[4 * w], o[4 * w + 1]), lerp(l, self.u, o[4 * w + 2], o[4 * w + 3]));
            s_w[w] = l.add(self.s[w], l.mul(u_z, self.ds[w]));
            o_w[w] = lerp(l, u_z, near, far);
        }
        if const { D == 3 } {
            (s_w[0], o_w[0])
        } else {
            (lerp(l, u_w, s_w[0], s_w[1]), lerp(l, u_w, o_w[0], o_w[1]))
        }
    }
}
