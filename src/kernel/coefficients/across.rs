//! Coefficients of 16 rows at a time, a row in each lane.

use super::cells::{Cell, GROUP, Plane, VectorRows, store};
use super::corner_table::{CornerTable, Picked, Shared};
use super::planes::{self, PLANES, PlanesOfGroup, Products};
use super::{Around, Columns, Corners, Perlin, Value, between};
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// The coefficients of groups of rows along the lane axis, in planes along the others, in `D` dimensions, 2 to 4.
pub(crate) struct Across<'a, const D: usize> {
    pub(crate) kind: Kind,
    /// Whether constants follow the corners' vectors, which they do in two dimensions only.
    pub(crate) constants: bool,
    /// Corners, lines of the lane axis next to each other.
    pub(crate) corners: &'a [f32],
    /// How far the corners around rows are from those of their first lines: bits 0, 1, 2 of the index are y, z, w.
    pub(crate) around: [usize; 8],
    /// Floats from a column to the next one, and from a component to the next one.
    pub(crate) steps: (usize, usize),
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(crate) axis: usize,
    pub(crate) lanes: LaneAxis<'a>,
    pub(crate) planes: &'a [Plane],
    /// Cells of a group: one less than lattice columns.
    pub(crate) each: usize,
    /// Those of each plane's groups, one after the other.
    pub(crate) to: &'a mut [Cell],
}

/// Where rows lie along the axis in lanes.
#[derive(Clone, Copy)]
pub(crate) struct LaneAxis<'a> {
    /// Their first lines.
    pub(crate) first: &'a [u32],
    /// The first line whose corners there are.
    pub(crate) first_line: u32,
    /// Fractions and fades.
    pub(crate) t: &'a [f32],
    pub(crate) u: &'a [f32],
    /// How many rows. There is more in the tables, so that a vector may be loaded at any row.
    pub(crate) rows: usize,
}

impl<const D: usize> Job for Across<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { kind, constants, corners, around, steps, axis, lanes, planes, each, to } = self;
        let kind = (kind, constants && D == 2);
        let groups = lanes.rows.div_ceil(GROUP);
        // With y in lanes, planes between the same lines along z and w share most of the work.
        let shares = axis == 0 && kind.0 == Kind::Perlin;
        let (mut done, mut products) = (0, Products::NONE);
        while done < planes.len() {
            let alike = |plane: &&Plane| plane.at == planes[done].at;
            let count = if const { shares_planes(D) } && shares {
                planes[done..].iter().take(PLANES).take_while(alike).count()
            } else {
                1
            };
            let planes = &planes[done..done + count];
            let table = CornerTable::new(&corners[planes[0].at..], &around, steps, each + 1, D);
            products.forget();
            for row in (0..lanes.rows).step_by(L::N) {
                let (group, n) = (row / GROUP, row % GROUP / L::N);
                let to = &mut to[(done * groups + group) * each..];
                let vector = LaneVector { lanes, row, n, axis };
                if const { shares_planes(D) } && shares {
                    let to = &mut PlanesOfGroup { planes, step: groups * each, each, to };
                    vector.add_planes::<L, D>(l, table, &mut products, to);
                } else {
                    vector.add_plane::<L, D>(l, kind, &planes[0], table, &mut to[..each]);
                }
            }
            done += count;
        }
    }
}

/// Whether planes share their work in `dims` dimensions. Programs that must be small lack the code for four.
const fn shares_planes(dims: usize) -> bool {
    dims == 3 || (dims == 4 && !cfg!(perlane_small))
}

/// A vector of rows along the lane axis.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct LaneVector<'a> {
    pub(in crate::kernel) lanes: LaneAxis<'a>,
    /// Its first row, which is that of vector `n` of a group.
    pub(in crate::kernel) row: usize,
    pub(in crate::kernel) n: usize,
    pub(in crate::kernel) axis: usize,
}

/// What is done with the corners of some rows of a vector.
pub(in crate::kernel) trait Visit<L: Lanes> {
    fn visit(&mut self, l: L, corners: impl Corners<L>, rows: VectorRows);
}

impl<'a> LaneVector<'a> {
    /// The rows' lines.
    #[inline(always)]
    fn lines<L: Lanes>(self) -> &'a [u32] {
        &self.lanes.first[self.row..self.lanes.rows.min(self.row + L::N)]
    }

    /// Fractions and fades of the rows.
    #[inline(always)]
    pub(in crate::kernel) fn fractions<L: Lanes>(self, l: L) -> (L::F, L::F) {
        (l.load_at(self.lanes.t, self.row), l.load_at(self.lanes.u, self.row))
    }

    /// The corners of the rows, from those of all lines; each lane picks its own.
    #[inline(always)]
    fn picked<L: Lanes>(self, l: L, table: CornerTable<'a>) -> Picked<'a, L> {
        let first = self.lanes.first[self.row];
        let line = l.add_u(l.load_u_at(self.lanes.first, self.row), l.splat_u(first.wrapping_neg()));
        table.picked(0, first - self.lanes.first_line, line)
    }

    /// Visits the corners of all rows: at once where each lane can pick those of its own lines. Otherwise rows between the same lines share
    /// corners: theirs are visited for all lanes, and count from the first of these rows on.
    #[inline(always)]
    pub(in crate::kernel) fn visit<L: Lanes>(
        self,
        l: L,
        table: CornerTable<'a>,
        visitor: &mut impl Visit<L>,
    ) {
        if L::PERMUTES {
            return visitor.visit(l, self.picked(l, table), VectorRows { n: self.n, from: None });
        }
        let lines = self.lines::<L>();
        let mut row = 0;
        while row < lines.len() {
            let corners = Shared(table.from(lines[row] - self.lanes.first_line));
            let from = if row == 0 { None } else { Some(row as u32) };
            visitor.visit(l, corners, VectorRows { n: self.n, from });
            row += lines[row..].iter().take_while(|line| **line == lines[row]).count();
        }
    }

    /// The corners of the rows where all are between the same lines.
    #[inline(always)]
    fn shared<L: Lanes>(self, table: CornerTable<'a>) -> Option<Shared<'a>> {
        let lines = self.lines::<L>();
        (lines[0] == lines[lines.len() - 1]).then_some(Shared(table.from(lines[0] - self.lanes.first_line)))
    }

    /// Computes the coefficients of the rows in one plane: of a kind, with constants or without.
    #[inline(always)]
    fn add_plane<L: Lanes, const D: usize>(
        self,
        l: L,
        kind: (Kind, bool),
        plane: &Plane,
        table: CornerTable<'_>,
        to: &mut [Cell],
    ) {
        let mut around = Around::splat(l, plane.t, plane.u);
        let (t, u) = self.fractions(l);
        // Of two axes, y is the one in lanes. The constant lets compilers look nothing up by it.
        around.set(l, if D == 2 { 0 } else { self.axis }, t, u);
        let around = &around;
        if const { L::PERMUTES && D == 3 }
            && kind.0 == Kind::Perlin
            && let Some(corners) = self.shared::<L>(table)
        {
            let rows = VectorRows { n: self.n, from: None };
            return add_lines::<L, D>(l, Perlin::<L, _, D, false> { around, corners }, rows, to);
        }
        self.visit(l, table, &mut OfPlane::<L, D> { kind, around, to });
    }

    /// Computes the coefficients of the rows in planes between the same lines along z and w, of Perlin noise in three or four dimensions.
    #[inline(always)]
    fn add_planes<L: Lanes, const D: usize>(
        self,
        l: L,
        table: CornerTable<'_>,
        products: &mut Products,
        to: &mut PlanesOfGroup<'_>,
    ) {
        let y = self.fractions(l);
        match self.shared::<L>(table) {
            Some(corners) => {
                let rows = VectorRows { n: self.n, from: None };
                planes::add_first_cell::<L, D>(l, &corners, y, (rows, products), to);
                planes::add::<L, D>(l, corners, 2, y, rows, to);
            }
            None => self.visit(l, table, &mut OfPlanes::<L, D> { y, to }),
        }
    }
}

/// Coefficients in one plane.
struct OfPlane<'a, L: Lanes, const D: usize> {
    kind: (Kind, bool),
    around: &'a Around<L>,
    to: &'a mut [Cell],
}

impl<L: Lanes, const D: usize> Visit<L> for OfPlane<'_, L, D> {
    #[inline(always)]
    fn visit(&mut self, l: L, corners: impl Corners<L>, rows: VectorRows) {
        add::<L, _, D>(l, self.kind, self.around, corners, rows, self.to);
    }
}

/// Coefficients in several planes between the same lines along z and w.
struct OfPlanes<'a, 'b, L: Lanes, const D: usize> {
    /// Fractions and fades along y.
    y: (L::F, L::F),
    to: &'a mut PlanesOfGroup<'b>,
}

impl<L: Lanes, const D: usize> Visit<L> for OfPlanes<'_, '_, L, D> {
    #[inline(always)]
    fn visit(&mut self, l: L, corners: impl Corners<L>, rows: VectorRows) {
        planes::add::<L, D>(l, corners, 0, self.y, rows, self.to);
    }
}

/// Computes the coefficients of some rows.
#[inline(always)]
fn add<L: Lanes, C: Corners<L>, const D: usize>(
    l: L,
    kind: (Kind, bool),
    around: &Around<L>,
    corners: C,
    rows: VectorRows,
    to: &mut [Cell],
) {
    match kind {
        (Kind::Perlin, true) if const { D == 2 } => {
            add_lines::<L, D>(l, Perlin::<L, _, D, true> { around, corners }, rows, to);
        }
        (Kind::Perlin, _) => add_lines::<L, D>(l, Perlin::<L, _, D, false> { around, corners }, rows, to),
        (Kind::Value, _) => add_lines::<L, D>(l, Value::<L, _, D> { around, corners }, rows, to),
        (Kind::Cell | Kind::Cellular, _) => add_cells(l, corners, rows, to),
    }
}

/// From the lines through columns to coefficients.
#[inline(always)]
fn add_lines<L: Lanes, const D: usize>(l: L, columns: impl Columns<L>, rows: VectorRows, to: &mut [Cell]) {
    if const { D == 2 } {
        let mut left = columns.line(l, 0);
        for (k, to) in to.iter_mut().enumerate() {
            let right = columns.line(l, k + 1);
            store(l, to, rows, between(l, left, right));
            left = right;
        }
        return;
    }
    // With one place for the lines' code, which is long.
    let mut left = (l.splat(0.0), l.splat(0.0));
    for k in 0..=to.len() {
        let right = columns.line(l, k);
        if k > 0 {
            store(l, &mut to[k - 1], rows, between(l, left, right));
        }
        left = right;
    }
}

/// The same for cell noise: the corner's value is the offset of a line that nothing is faded to.
#[inline(always)]
fn add_cells<L: Lanes>(l: L, corners: impl Corners<L>, rows: VectorRows, to: &mut [Cell]) {
    let zero = l.splat(0.0);
    for (k, to) in to.iter_mut().enumerate() {
        store(l, to, rows, [zero, corners.component(l, 0, k, 0), zero, zero]);
    }
}
