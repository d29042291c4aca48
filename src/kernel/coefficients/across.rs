//! Coefficients of 16 rows at a time, a row in each lane.

use super::{Around, Columns, Corners, Perlin, Value, between};
use crate::kernel::lattice::GROUP;
use crate::noise::Kind;
use crate::simd::{Job, Lanes};

/// `S`, `O`, `DS`, `DO` of a cell, for each row of a group.
pub(crate) type Cell = [[f32; GROUP]; 4];

/// The coefficients of groups of rows along the lane axis, in planes along the others, in `D` dimensions, 2 to 4.
pub(crate) struct Across<'a, const D: usize> {
    pub(crate) kind: Kind,
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

/// Rows along the lane axis that lie alike along the others.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    /// Where the corners of its first lines start.
    pub(crate) at: usize,
    /// Fractions and fades along y, z, w; those of the lane axis do not count.
    pub(crate) t: [f32; 3],
    pub(crate) u: [f32; 3],
    /// Where the samples of its first row go.
    pub(crate) out: usize,
}

impl Plane {
    pub(crate) const NONE: Plane = Plane { at: 0, t: [0.0; 3], u: [0.0; 3], out: 0 };
}

/// Corners around rows, lines of the lane axis next to each other.
#[derive(Clone, Copy)]
struct CornerTable<'a> {
    corners: &'a [f32],
    around: &'a [usize; 8],
    steps: (usize, usize),
}

impl<'a> CornerTable<'a> {
    /// The table from a line of the lane axis on.
    #[inline(always)]
    fn from(self, line: u32) -> Self {
        CornerTable { corners: &self.corners[line as usize..], ..self }
    }

    /// Component `c` of a corner, at this line and those after it.
    #[inline(always)]
    fn lines(&self, b: usize, k: usize, c: usize) -> &'a [f32] {
        &self.corners[self.around[b] + k * self.steps.0 + c * self.steps.1..]
    }
}

impl<const D: usize> Job for Across<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { kind, corners, around: beyond, steps, axis, lanes, planes, each, to } = self;
        let mut groups = to.chunks_exact_mut(each);
        for plane in planes {
            let table = CornerTable { corners: &corners[plane.at..], around: &beyond, steps };
            let mut around = Around::splat(l, plane.t, plane.u);
            for group in (0..lanes.rows).step_by(GROUP) {
                let Some(to) = groups.next() else { return };
                for n in 0..(lanes.rows - group).div_ceil(L::N).min(GROUP / L::N) {
                    let first = group + n * L::N;
                    let lines = &lanes.first[first..lanes.rows.min(first + L::N)];
                    around.set(l, axis, l.load_at(lanes.t, first), l.load_at(lanes.u, first));
                    let table = table.from(lines[0] - lanes.first_line);
                    if !L::PERMUTES {
                        add_shared::<L, D>(l, kind, &around, table, lines, n, to);
                    } else if D > 2 && kind == Kind::Perlin && lines[0] == lines[lines.len() - 1] {
                        let corners = Shared(table);
                        add_lines(
                            l,
                            Perlin::<L, _, D> { around: &around, corners },
                            Rows { n, from: None },
                            to,
                        );
                    } else {
                        let line = l.load_u_at(lanes.first, first);
                        let line = l.add_u(line, l.splat_u(lines[0].wrapping_neg()));
                        let corners = Picked { table, line };
                        add::<L, _, D>(l, kind, &around, corners, Rows { n, from: None }, to);
                    }
                }
            }
        }
    }
}

/// Adds rows whose lanes cannot pick their lines: those between the same lines share corners. Theirs are computed for all lanes, and kept
/// from the first of these rows on.
#[inline(always)]
fn add_shared<L: Lanes, const D: usize>(
    l: L,
    kind: Kind,
    around: &Around<L>,
    table: CornerTable<'_>,
    lines: &[u32],
    n: usize,
    to: &mut [Cell],
) {
    let mut row = 0;
    while row < lines.len() {
        let corners = Shared(table.from(lines[row] - lines[0]));
        let from = if row == 0 { None } else { Some(row as u32) };
        add::<L, _, D>(l, kind, around, corners, Rows { n, from }, to);
        row += lines[row..].iter().take_while(|line| **line == lines[row]).count();
    }
}

/// Corners at one column, of rows that lie between several lines: each lane picks those of its own.
struct Picked<'a, L: Lanes> {
    table: CornerTable<'a>,
    /// The rows' lines, counted from the table's first.
    line: L::U,
}

impl<L: Lanes> Corners<L> for Picked<'_, L> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.permute(l.load_at(self.table.lines(b, k, c), 0), self.line)
    }
}

/// Corners at one column, of rows that lie between the same lines.
struct Shared<'a>(CornerTable<'a>);

impl<L: Lanes> Corners<L> for Shared<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        l.splat(self.0.lines(b, k, c)[0])
    }
}

/// Rows whose coefficients are computed together: vector `n` of a group.
#[derive(Clone, Copy)]
struct Rows {
    n: usize,
    /// The first lane that counts, if it is not the first of all.
    from: Option<u32>,
}

/// Computes the coefficients of some rows.
#[inline(always)]
fn add<L: Lanes, C: Corners<L>, const D: usize>(
    l: L,
    kind: Kind,
    around: &Around<L>,
    corners: C,
    rows: Rows,
    to: &mut [Cell],
) {
    match kind {
        Kind::Perlin => add_lines(l, Perlin::<L, _, D> { around, corners }, rows, to),
        Kind::Value => add_lines(l, Value::<L, _, D> { around, corners }, rows, to),
        Kind::Cell => add_cells(l, corners, rows, to),
    }
}

/// From the lines through columns to coefficients.
#[inline(always)]
fn add_lines<L: Lanes>(l: L, columns: impl Columns<L>, rows: Rows, to: &mut [Cell]) {
    let mut left = columns.line(l, 0);
    for (k, to) in to.iter_mut().enumerate() {
        let right = columns.line(l, k + 1);
        store(l, to, rows, between(l, left, right));
        left = right;
    }
}

/// The same for cell noise: the corner's value is the offset of a line that nothing is faded to.
#[inline(always)]
fn add_cells<L: Lanes>(l: L, corners: impl Corners<L>, rows: Rows, to: &mut [Cell]) {
    let zero = l.splat(0.0);
    for (k, to) in to.iter_mut().enumerate() {
        store(l, to, rows, [zero, corners.component(l, 0, k, 0), zero, zero]);
    }
}

/// Stores the coefficients of some rows.
#[inline(always)]
fn store<L: Lanes>(l: L, to: &mut Cell, rows: Rows, coefficients: [L::F; 4]) {
    const NUMBERS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    for (to, v) in to.iter_mut().zip(coefficients) {
        let Some(to) = L::floats_mut(to).get_mut(rows.n) else { return };
        let v = match rows.from {
            Some(from) => {
                let counts = l.above(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(from - 1));
                l.select(counts, v, l.load(to))
            }
            None => v,
        };
        l.store(v, to);
    }
}
