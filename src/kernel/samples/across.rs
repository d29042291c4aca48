//! Samples of groups of rows whose coefficients are broadcast.

use core::ops::Range;

use super::{RowTable, Shape, Sum, within};
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::coefficients::cells::{Cell, Plane};
use crate::kernel::runs::Run;
use crate::simd::{Job, Lanes};

/// Samples of some rows along the lane axis, in some planes.
pub(crate) struct Across<'a, const FIRST: bool, const FOLD: bool> {
    pub(crate) shape: Shape,
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    pub(crate) planes: &'a [Plane],
    /// Elements from a plane's first row to the first one here.
    pub(crate) skipped: usize,
    /// Rows of each plane.
    pub(crate) rows: usize,
    /// The coefficients of each plane's groups, and at least [`MOST_CELLS`] cells more.
    pub(crate) cells: &'a [Cell],
    /// Cells of a group.
    pub(crate) each: usize,
    /// Elements from a row to the next one.
    pub(crate) step: usize,
    /// Whether vectors walk down all rows of the block, and not a few at a time.
    pub(crate) compact: bool,
    pub(crate) out: &'a mut [f32],
}

/// The most cells of a vector.
pub(crate) const MOST_CELLS: usize = 4;

/// The most vectors of one cell that are done together.
pub(crate) const MOST_VECTORS: u32 = 4;

/// Rows that are done at a time where not all of them are.
fn few_rows(step: usize) -> usize {
    // So many bytes apart, rows are in the same places of a first-level cache: more of them would push each other out.
    let collides = (step * size_of::<f32>()).is_multiple_of(4096);
    if collides { GROUP / 2 } else { GROUP }
}

impl<const FIRST: bool, const FOLD: bool> Job for Across<'_, FIRST, FOLD> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { shape, row, runs, planes, skipped, rows, cells, each, step, compact, out } = self;
        let sum = Sum::<L, FIRST, FOLD>::new(l, shape);
        let groups = rows.div_ceil(GROUP);
        let mut to = Target { cells, each, planes, step, out };
        // All planes and groups at a time, or a few rows.
        let (planes_here, groups_here, few) =
            if compact { (planes.len(), groups, GROUP) } else { (1, 1, few_rows(step)) };
        for plane in (0..planes.len()).step_by(planes_here) {
            for group in (0..groups).step_by(groups_here) {
                for first_row in (0..GROUP.min(rows - group * GROUP)).step_by(few) {
                    let part = Part {
                        planes: plane..plane + planes_here,
                        groups: group..group + groups_here,
                        groups_of_plane: groups,
                        first_row,
                        few,
                        rows,
                        skipped,
                    };
                    for run in runs {
                        add_run(sum, row, *run, &part, &mut to);
                    }
                }
            }
        }
    }
}

/// What rows are computed from, and where they go.
struct Target<'a> {
    cells: &'a [Cell],
    each: usize,
    planes: &'a [Plane],
    step: usize,
    out: &'a mut [f32],
}

/// Rows that runs walk down.
struct Part {
    planes: Range<usize>,
    groups: Range<usize>,
    groups_of_plane: usize,
    /// In each group, from this row on, so many.
    first_row: usize,
    few: usize,
    /// Rows of a plane, and elements before the first one.
    rows: usize,
    skipped: usize,
}

impl Part {
    /// Walks down the rows, group by group.
    #[inline(always)]
    fn walk(&self, run: Run, to: &mut Target<'_>, walk: impl Walk) {
        for plane in self.planes.clone() {
            for group in self.groups.clone() {
                let cells = &to.cells[(plane * self.groups_of_plane + group) * to.each + run.cell as usize..];
                let Some(cells) = cells.first_chunk() else { return };
                let row = group * GROUP + self.first_row;
                let rows = self.first_row..GROUP.min(self.first_row + self.few.min(self.rows - row));
                let at = to.planes[plane].out + self.skipped + row * to.step + run.column as usize;
                walk.add(cells, rows, &mut to.out[at..], to.step);
            }
        }
    }
}

/// Runs `part` for a run's vectors, in the way that its cells ask for.
#[inline(always)]
fn add_run<L: Lanes, const FIRST: bool, const FOLD: bool>(
    sum: Sum<L, FIRST, FOLD>,
    row: RowTable<'_>,
    run: Run,
    part: &Part,
    to: &mut Target<'_>,
) {
    match (run.span, run.vectors) {
        (0, 4) => part.walk(run, to, OneCell::<L, FIRST, FOLD, 4>::new(sum, row, run)),
        (0, 3) => part.walk(run, to, OneCell::<L, FIRST, FOLD, 3>::new(sum, row, run)),
        (0, 2) => part.walk(run, to, OneCell::<L, FIRST, FOLD, 2>::new(sum, row, run)),
        (0, _) => part.walk(run, to, OneCell::<L, FIRST, FOLD, 1>::new(sum, row, run)),
        (span, _) if L::PERMUTES && (span as usize) < L::N / 4 => {
            part.walk(run, to, Permuted::<L, FIRST, FOLD>::new(sum, row, run));
        }
        (1, _) => part.walk(run, to, Blended::<L, FIRST, FOLD, 1>::new(sum, row, run)),
        (2, _) => part.walk(run, to, Blended::<L, FIRST, FOLD, 2>::new(sum, row, run)),
        _ => part.walk(run, to, Blended::<L, FIRST, FOLD, 3>::new(sum, row, run)),
    }
}

/// Vectors of columns that walk down the rows of a group. (Not a closure: closures are not always inlined into the instruction set's entry.)
trait Walk {
    /// Adds rows whose coefficients in these cells are given; `out` begins with the first row's first sample.
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize);
}

/// `V` vectors of one cell.
struct OneCell<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> {
    sum: Sum<L, FIRST, FOLD>,
    t: [L::F; V],
    u: [L::F; V],
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> OneCell<L, FIRST, FOLD, V> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let mut walk = OneCell { sum, t: [sum.l.splat(0.0); V], u: [sum.l.splat(0.0); V] };
        for v in 0..V {
            walk.t[v] = sum.l.load_at(row.t, run.column as usize + v * L::N);
            walk.u[v] = sum.l.load_at(row.u, run.column as usize + v * L::N);
        }
        walk
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const V: usize> Walk for OneCell<L, FIRST, FOLD, V> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let mut at = 0;
        for r in rows.start..rows.end.min(GROUP) {
            let mut line = [self.sum.l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = self.sum.l.splat(cells[0][i][r]);
            }
            let to = L::floats_mut(&mut out[at..at + V * L::N]);
            for v in 0..V {
                self.sum.add(line, self.t[v], self.u[v], &mut to[v]);
            }
            at += step;
        }
    }
}

/// A vector of a few cells.
struct Mixed<L: Lanes, const FIRST: bool, const FOLD: bool> {
    sum: Sum<L, FIRST, FOLD>,
    t: L::F,
    u: L::F,
    /// The lanes' cells, counted from the first one's.
    lane: L::U,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Mixed<L, FIRST, FOLD> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, column) = (sum.l, run.column as usize);
        let first = l.splat_u(row.first[column].wrapping_neg());
        let lane = l.add_u(l.load_u_at(row.first, column), first);
        Mixed { sum, t: l.load_at(row.t, column), u: l.load_at(row.u, column), lane }
    }

    #[inline(always)]
    fn add(&self, line: [L::F; 4], out: &mut [f32], at: usize) {
        self.sum.add(line, self.t, self.u, &mut L::floats_mut(&mut out[at..at + L::N])[0]);
    }
}

/// A vector of a few cells, four rows at a time. The four rows' coefficients of all of its cells are one vector: a permutation brings a
/// row's to the lanes.
struct Permuted<L: Lanes, const FIRST: bool, const FOLD: bool> {
    mixed: Mixed<L, FIRST, FOLD>,
    /// Where the lanes find the first row's.
    index: L::U,
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Permuted<L, FIRST, FOLD> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let two = l.add_u(mixed.lane, mixed.lane);
        Permuted { mixed, index: l.add_u(two, two) }
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool> Walk for Permuted<L, FIRST, FOLD> {
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let mut at = 0;
        for first in rows.clone().step_by(4) {
            let count = rows.end - first;
            let first = within(first, GROUP - 4);
            let mut coefficients = [l.splat(0.0); 4];
            for i in 0..4 {
                let mut fours = [&[0.0; 4]; 4];
                for k in 0..MOST_CELLS {
                    fours[k] = four(&cells[k][i], first);
                }
                coefficients[i] = l.concat(fours);
            }
            for r in 0..4 {
                if r >= count {
                    return;
                }
                let index = l.add_u(self.index, l.splat_u(r as u32));
                let mut line = coefficients;
                for i in 0..4 {
                    line[i] = l.permute(coefficients[i], index);
                }
                self.mixed.add(line, out, at);
                at += step;
            }
        }
    }
}

/// A vector whose lanes are in up to `SPAN` cells and one, whose coefficients are blended.
struct Blended<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> {
    mixed: Mixed<L, FIRST, FOLD>,
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> Blended<L, FIRST, FOLD, SPAN> {
    #[inline(always)]
    fn new(sum: Sum<L, FIRST, FOLD>, row: RowTable<'_>, run: Run) -> Self {
        let (l, mixed) = (sum.l, Mixed::new(sum, row, run));
        let mut beyond = [l.above(mixed.lane, mixed.lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(mixed.lane, l.splat_u(k as u32));
        }
        Blended { mixed, beyond }
    }
}

impl<L: Lanes, const FIRST: bool, const FOLD: bool, const SPAN: usize> Walk
    for Blended<L, FIRST, FOLD, SPAN>
{
    #[inline(always)]
    fn add(&self, cells: &[Cell; MOST_CELLS], rows: Range<usize>, out: &mut [f32], step: usize) {
        let l = self.mixed.sum.l;
        let mut at = 0;
        for r in rows.start..rows.end.min(GROUP) {
            let mut line = [l.splat(0.0); 4];
            for i in 0..4 {
                line[i] = l.splat(cells[0][i][r]);
                for k in 0..SPAN {
                    line[i] = l.select(self.beyond[k], l.splat(cells[k + 1][i][r]), line[i]);
                }
            }
            self.mixed.add(line, out, at);
            at += step;
        }
    }
}

/// Four rows from `first` on.
#[inline(always)]
fn four(rows: &[f32; GROUP], first: usize) -> &[f32; 4] {
    rows[first..].first_chunk().unwrap_or(&[0.0; 4])
}
