//! The schedule across: groups of 16 rows along the lane axis, for each plane of them along the other axes.

use core::ops::Range;

use super::band::Band;
use super::coefficients::across::{Across, LaneAxis};
use super::coefficients::cells::{Cell, GROUP, Plane};
use super::runs::Runs;
use super::samples::across::{MOST_CELLS, MOST_VECTORS, Piece};
use super::samples::{RowTable, Shape, across};
use super::scratch::{CELLS_AT_ONCE, MOST_PIECES, MOST_PLANES, Tables};
use super::work::Work;
use crate::simd::Backend;

/// Bytes of samples that all rows of a block may span for a vector of columns to walk down all of them: otherwise rows at a distance of a
/// multiple of 4 KiB would push each other out of the first-level cache.
const COMPACT: usize = 32 << 10;

/// Bytes of samples that a vector of columns walks down before the next vector begins. The next one then finds the same cache lines in the
/// first-level cache.
const WALKED: usize = 16 << 10;

/// What the schedule adds to.
pub(super) trait Target {
    /// How many quantities have coefficients of their own: those of the second follow all of the first.
    fn quantities(&self) -> usize {
        1
    }
    /// Where the first sample of the row at `wzy` goes.
    fn at(&self, wzy: [usize; 3]) -> usize;
    /// Computes coefficients of all quantities.
    fn set_coefficients(&self, backend: Backend, rows: Rows<'_>) {
        rows.set_values(backend);
    }
    /// Adds the samples of some groups of rows, whose coefficients are there.
    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>);
}

/// Groups of rows along the lane axis, in some planes, and their coefficients.
pub(super) struct GroupRows<'a> {
    pub(super) axis: usize,
    pub(super) planes: &'a [Plane],
    /// The first of the groups, counted from the block's first.
    pub(super) first_group: usize,
    /// Rows of these groups.
    pub(super) rows: usize,
    pub(super) corners: &'a [f32],
    /// Plane by plane, group by group; some more that do not count.
    pub(super) cells: &'a [Cell],
    /// Cells of a group.
    pub(super) each: usize,
}

/// What the schedule computes on its way.
pub(super) struct Memory<'a> {
    pub(super) cells: &'a mut [Cell],
    pub(super) corners: &'a [f32],
    pub(super) planes: &'a mut [Plane],
}

/// Adds an octave to a block whose corners stand by lines.
pub(super) fn add(backend: Backend, work: &Work<'_>, axis: usize, band: &mut Band<'_>, scratch: &mut Tables) {
    let Work { octave, block, .. } = work;
    let Tables { cells, corners, planes, pieces, runs, .. } = scratch;
    runs.set(
        band.vectors(block, backend.lanes(), work.start.is_some()),
        &octave.row.first()[block.columns.start..],
        MOST_VECTORS,
    );
    let skipped = block.columns.start - band.columns.start;
    let mut rows = LongRows { band, runs, pieces, skipped };
    add_to(backend, work, axis, &mut rows, Memory { cells, corners, planes });
}

/// The same, whatever it is added to.
pub(super) fn add_to(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    target: &mut impl Target,
    mut memory: Memory<'_>,
) {
    let Work { lattice, block, .. } = work;
    let cells = lattice.columns.len() - 1;
    let groups = block.outer[axis].len().div_ceil(GROUP);
    let mut others = block.outer.clone();
    others[axis] = others[axis].start..others[axis].start + 1;
    let mut count = 0;
    let mut left: usize = others.iter().map(Range::len).product();
    let (planes_at_once, groups_at_once) = at_once(cells * target.quantities(), groups, left);
    let [ws, zs, ys] = others;
    for w in ws {
        let at_w = Place::of(work, axis, 0, w);
        for z in zs.clone() {
            let at_z = Place::of(work, axis, 1, z);
            for y in ys.clone() {
                let at_y = Place::of(work, axis, 2, y);
                memory.planes[count] = Place::plane([at_y, at_z, at_w], target.at([w, z, y]));
                (count, left) = (count + 1, left - 1);
                if count == planes_at_once || left == 0 {
                    for first in (0..groups).step_by(groups_at_once) {
                        let groups = first..groups.min(first + groups_at_once);
                        add_planes(backend, work, axis, count, groups, target, &mut memory);
                    }
                    count = 0;
                }
            }
        }
    }
}

/// How many planes are done together, and how many groups of each; a group takes `cells` cells of memory. If all of them fit, nothing is
/// divided: this is asked for each octave of a small tile, and divisions take long.
fn at_once(cells: usize, groups: usize, planes: usize) -> (usize, usize) {
    if planes <= MOST_PLANES && cells * groups * planes <= CELLS_AT_ONCE {
        return (planes, groups);
    }
    let units = (CELLS_AT_ONCE / cells).max(1);
    ((units / groups).clamp(1, MOST_PLANES), units.min(groups))
}

/// Where rows lie along one axis.
#[derive(Clone, Copy)]
struct Place {
    /// How far the corners of their first line are from the first corners of all.
    at: usize,
    /// Fraction and fade.
    t: f32,
    u: f32,
}

impl Place {
    /// Along axis `a`: 0, 1, 2 for w, z, y. One that is in lanes, or not there, does not count.
    fn of(work: &Work<'_>, lane_axis: usize, a: usize, index: usize) -> Self {
        let Work { octave, lattice, .. } = work;
        if a == lane_axis || a + octave.dims < 4 {
            return Place { at: 0, t: 0.0, u: 0.0 };
        }
        let table = octave.outer[a];
        let line = table.first()[index] as usize - lattice.lines[a].start;
        Place { at: line * lattice.steps[a], t: table.t()[index], u: table.u()[index] }
    }

    /// The rows along the lane axis that lie there along y, z, w, and whose samples go to `out`.
    fn plane([y, z, w]: [Place; 3], out: usize) -> Plane {
        Plane { at: y.at + z.at + w.at, t: [y.t, z.t, w.t], u: [y.u, z.u, w.u], out }
    }
}

/// Adds some groups of rows of the first `count` planes.
fn add_planes(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    count: usize,
    groups: Range<usize>,
    target: &mut impl Target,
    memory: &mut Memory<'_>,
) {
    let Work { lattice, block, .. } = work;
    let Memory { cells, corners, planes } = memory;
    let planes = &planes[..count];
    let each = lattice.columns.len() - 1;
    let used = each * count * groups.len() * target.quantities();
    let rows = block.outer[axis].start + groups.start * GROUP
        ..block.outer[axis].end.min(block.outer[axis].start + groups.end * GROUP);
    let to = &mut cells[..used];
    target.set_coefficients(backend, Rows { work, axis, rows: rows.clone(), planes, corners, each, to });
    let cells = &cells[..used + MOST_CELLS];
    let rows = GroupRows { axis, planes, first_group: groups.start, rows: rows.len(), corners, cells, each };
    target.add(backend, work, &rows);
}

/// Rows of a band that are long enough for vectors of samples.
struct LongRows<'a, 'b> {
    band: &'a mut Band<'b>,
    /// Where their vectors stand.
    runs: &'a Runs,
    /// What vectors walk down.
    pieces: &'a mut [Piece; MOST_PIECES],
    /// Columns of the band before the block's.
    skipped: usize,
}

impl Target for LongRows<'_, '_> {
    fn at(&self, wzy: [usize; 3]) -> usize {
        self.band.row(wzy) + self.skipped
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let Work { octave, block, start, .. } = work;
        let step = self.band.steps()[rows.axis];
        let compact = step * (block.outer[rows.axis].len() + 1) * size_of::<f32>() <= COMPACT;
        let few = if compact { GROUP } else { few_rows(step) };
        let count = rows.cut(few, step, self.pieces);
        let samples = Samples {
            row: RowTable::of(octave.row, &block.columns),
            runs: self.runs,
            pieces: &self.pieces[..count],
            at_once: if compact { walked(count, few * step * size_of::<f32>()) } else { 1 },
            cells: rows.cells,
            step,
            out: &mut *self.band.out,
        };
        let shape = Shape { start: *start, fold: octave.octave.fold };
        match (start, octave.octave.fold) {
            _ if cfg!(perlane_small) => backend.run(samples.job::<false, false>(shape)),
            (Some(_), _) => backend.run(samples.job::<true, false>(shape)),
            (None, None) => backend.run(samples.job::<false, false>(shape)),
            (None, Some(_)) => backend.run(samples.job::<false, true>(shape)),
        }
    }
}

impl GroupRows<'_> {
    /// Cells from a quantity's to those of the next one.
    pub(super) fn quantity(&self) -> usize {
        self.planes.len() * self.rows.div_ceil(GROUP) * self.each
    }

    /// Cuts the groups into pieces of up to `few` rows, whose samples are `step` elements apart. Returns how many there are.
    pub(super) fn cut(&self, few: usize, step: usize, pieces: &mut [Piece; MOST_PIECES]) -> usize {
        let groups = self.rows.div_ceil(GROUP);
        let skipped = self.first_group * GROUP * step;
        let mut count = 0;
        for (n, plane) in self.planes.iter().enumerate() {
            for first in (0..self.rows).step_by(few) {
                let (group, row) = (first / GROUP, first % GROUP);
                pieces[count] = Piece {
                    cells: (n * groups + group) * self.each,
                    rows: (row, row + few.min(self.rows - first)),
                    out: plane.out + skipped + first * step,
                };
                count += 1;
            }
        }
        count
    }
}

/// How many of the pieces, which span so many bytes each, a vector walks down before the next one does.
fn walked(pieces: usize, bytes: usize) -> usize {
    if pieces * bytes <= WALKED { pieces } else { (WALKED / bytes).max(1) }
}

/// Rows that are done at a time where not all of them are.
fn few_rows(step: usize) -> usize {
    // So many bytes apart, rows are in the same places of a first-level cache: more of them would push each other out.
    let collides = (step * size_of::<f32>()).is_multiple_of(4096);
    if collides { GROUP / 2 } else { GROUP }
}

/// Where some rows lie along the axis in lanes.
pub(super) fn lane_axis<'a>(work: &Work<'a>, axis: usize, rows: &Range<usize>) -> LaneAxis<'a> {
    let lanes = work.octave.outer[axis];
    LaneAxis {
        first: &lanes.first()[rows.start..],
        first_line: work.lattice.lines[axis].start as u32,
        t: &lanes.t()[rows.start..],
        u: &lanes.u()[rows.start..],
        rows: rows.len(),
    }
}

/// Rows of some planes, whose coefficients are computed.
pub(super) struct Rows<'a> {
    pub(super) work: &'a Work<'a>,
    axis: usize,
    /// Samples along the lane axis.
    rows: Range<usize>,
    pub(super) planes: &'a [Plane],
    pub(super) corners: &'a [f32],
    /// Cells of a group of rows.
    pub(super) each: usize,
    pub(super) to: &'a mut [Cell],
}

impl<'a> Rows<'a> {
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(super) fn axis(&self) -> usize {
        2 - self.axis
    }

    /// Floats from a lattice column to the next one, and from a component to the next one.
    pub(super) fn steps(&self) -> (usize, usize) {
        self.work.lattice.steps_across()
    }

    /// Where the rows lie along the axis in lanes.
    pub(super) fn lanes(&self) -> LaneAxis<'a> {
        lane_axis(self.work, self.axis, &self.rows)
    }

    /// Computes the coefficients of values.
    pub(super) fn set_values(self, backend: Backend) {
        match self.work.octave.dims {
            2 => backend.run(self.coefficients::<2>()),
            3 => backend.run(self.coefficients::<3>()),
            _ => backend.run(self.coefficients::<4>()),
        }
    }

    /// The coefficients of values.
    fn coefficients<const D: usize>(self) -> Across<'a, D> {
        let octave = self.work.octave.octave;
        Across {
            kind: octave.kind,
            constants: octave.has_constants(D),
            around: self.work.lattice.around(),
            steps: self.steps(),
            axis: self.axis(),
            lanes: self.lanes(),
            corners: self.corners,
            planes: self.planes,
            each: self.each,
            to: self.to,
        }
    }
}

/// The samples of some rows, but for what they are added to.
struct Samples<'a> {
    row: RowTable<'a>,
    runs: &'a Runs,
    pieces: &'a [Piece],
    at_once: usize,
    cells: &'a [Cell],
    step: usize,
    out: &'a mut [f32],
}

impl<'a> Samples<'a> {
    fn job<const FIRST: bool, const FOLD: bool>(self, shape: Shape) -> across::Across<'a, FIRST, FOLD> {
        let Samples { row, runs, pieces, at_once, cells, step, out } = self;
        let runs = runs.as_slice();
        across::Across { shape, row, runs, pieces, at_once, cells, step, out }
    }
}
