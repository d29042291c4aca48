//! The schedule across: groups of 16 rows along the lane axis, for each plane of them along the other axes.

use core::ops::Range;

use crate::kernel::coefficients::across::{Across, LaneAxis};
use crate::kernel::coefficients::cells::{Cell, GROUP, Plane};
use crate::kernel::layout::band::{Band, places_in_page};
use crate::kernel::layout::block::Block;
use crate::kernel::layout::budgets::{MOST_PIECES, at_once};
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::layout::runs::{Runs, Vectors};
use crate::kernel::layout::work::Work;
use crate::kernel::samples::across::{MOST_LINES, MOST_VECTORS, PastCaches, Piece};
use crate::kernel::samples::walk::{MOST_CELLS, Part};
use crate::kernel::samples::{ADD, ASK, FOLD, RowTable, START, Shape, WRITE, across};
use crate::kernel::scratch::stages::StageMemory;
use crate::kernel::scratch::zeroed::Zeroed;
use crate::simd::past_caches::settled;
use crate::simd::{Backend, LINE_SAMPLES};
use crate::tables::axis::AxisTable;

/// Bytes of samples that all rows of a block may span for a vector of columns to walk down all of them: otherwise rows at a distance of a
/// multiple of 4 KiB would push each other out of the first-level cache.
const COMPACT: usize = 32 << 10;

/// Bytes of samples that a vector of columns walks down before the next vector begins. The next one then finds the same cache lines in the
/// first-level cache.
const WALKED: usize = 16 << 10;

/// What the schedule adds to.
pub(in crate::kernel) trait Target {
    /// How many quantities have coefficients of their own: those of the second follow all of the first.
    fn quantities(&self) -> usize {
        1
    }
    /// Where the first sample of the row at `wzy` goes.
    fn at(&self, wzy: [usize; 3]) -> usize;
    /// Elements from a row's first sample to that of the next row along w, z, y; that of the axis in lanes does not count.
    fn steps(&self) -> [usize; 3];
    /// Computes coefficients of all quantities.
    fn set_coefficients(&self, backend: Backend, rows: PlaneRows<'_>) {
        rows.set_values(backend);
    }
    /// Adds the samples of some groups of rows, whose coefficients are there.
    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>);
}

/// Groups of rows along the lane axis, in some planes, and their coefficients.
pub(in crate::kernel) struct GroupRows<'a> {
    pub(in crate::kernel) axis: usize,
    pub(in crate::kernel) planes: &'a [Plane],
    /// The first of the groups, counted from the block's first.
    pub(in crate::kernel) first_group: usize,
    /// Rows of these groups.
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) corners: &'a [f32],
    /// Plane by plane, group by group; some more that do not count.
    pub(in crate::kernel) cells: &'a [Cell],
    /// Cells of a group.
    pub(in crate::kernel) each: usize,
}

/// What the schedule computes on its way.
pub(in crate::kernel) struct Memory<'a> {
    cells: &'a mut [Cell],
    corners: &'a [f32],
    planes: &'a mut [Plane],
}

impl<'a> Memory<'a> {
    pub(in crate::kernel) fn new(
        cells: &'a mut Zeroed,
        corners: &'a Zeroed,
        planes: &'a mut [Plane],
    ) -> Self {
        Memory { cells: cells.lines_mut(), corners: corners.floats(), planes }
    }
}

/// Adds an octave to a block whose corners stand by lines.
pub(in crate::kernel) fn add(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    band: &mut Band<'_>,
    stages: &mut StageMemory,
) {
    let Work { octave, block, start, .. } = work;
    let StageMemory { cells, corners, planes, pieces, runs, .. } = stages;
    let mut rows = LongRows::new(backend, octave, block, start.is_some(), band, (runs, pieces));
    add_to(backend, work, axis, &mut rows, Memory::new(cells, corners, planes));
}

/// The same, whatever it is added to.
pub(in crate::kernel) fn add_to(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    target: &mut dyn Target,
    mut memory: Memory<'_>,
) {
    let Work { lattice, block, .. } = work;
    let cells = lattice.columns.len() - 1;
    let groups = block.outer[axis].len().div_ceil(GROUP);
    let mut lens = block.outer.each_ref().map(Range::len);
    lens[axis] = 1;
    let (mut count, mut left) = (0, lens[0] * lens[1] * lens[2]);
    let (planes_at_once, groups_at_once) = at_once(cells * target.quantities(), groups, left);
    let first = target.at(block.outer.each_ref().map(|range| range.start));
    let places = PlacesOfRows { work, lane_axis: Some(axis), steps: target.steps() };
    for w in 0..lens[0] {
        let at_w = places.along(0, w);
        for z in 0..lens[1] {
            let at_z = places.along(1, z);
            for y in 0..lens[2] {
                memory.planes[count] = PlaceOfRow::plane([places.along(2, y), at_z, at_w], first);
                (count, left) = (count + 1, left - 1);
                if count == planes_at_once || left == 0 {
                    let mut first = 0;
                    while first < groups {
                        let end = groups.min(first + groups_at_once);
                        add_planes(backend, work, axis, count, first..end, target, &mut memory);
                        first = end;
                    }
                    count = 0;
                }
            }
        }
    }
}

/// Where rows lie along one axis.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct PlaceOfRow {
    /// How far the corners of their first line are from the first corners of all.
    at: usize,
    /// Fraction and fade.
    t: f32,
    u: f32,
    /// How far their samples are from the first ones of all.
    out: usize,
}

impl PlaceOfRow {
    const NONE: PlaceOfRow = PlaceOfRow { at: 0, t: 0.0, u: 0.0, out: 0 };

    /// The rows along the lane axis that lie there along y, z, w; the first samples of all go to `first`.
    #[inline]
    pub(in crate::kernel) fn plane([y, z, w]: [PlaceOfRow; 3], first: usize) -> Plane {
        Plane {
            at: y.at + z.at + w.at,
            t: [y.t, z.t, w.t],
            u: [y.u, z.u, w.u],
            out: first + y.out + z.out + w.out,
        }
    }
}

/// What places of rows are found from.
pub(in crate::kernel) struct PlacesOfRows<'a> {
    pub(in crate::kernel) work: &'a Work<'a>,
    /// The axis in lanes, if there is one.
    pub(in crate::kernel) lane_axis: Option<usize>,
    /// Elements from a row's samples to the next one's along w, z, y.
    pub(in crate::kernel) steps: [usize; 3],
}

impl PlacesOfRows<'_> {
    /// The place of the block's row `k` along axis `a`: 0, 1, 2 for w, z, y. One that is in lanes, or not there, does not count.
    #[inline]
    pub(in crate::kernel) fn along(&self, a: usize, k: usize) -> PlaceOfRow {
        let Work { octave, lattice, block, .. } = self.work;
        if Some(a) == self.lane_axis || a + octave.dims < 4 {
            return PlaceOfRow::NONE;
        }
        let (table, index) = (octave.outer[a], block.outer[a].start + k);
        let line = table.first()[index] as usize - lattice.lines[a].start;
        PlaceOfRow {
            at: line * lattice.steps[a],
            t: table.t()[index],
            u: table.u()[index],
            out: k * self.steps[a],
        }
    }
}

/// Adds some groups of rows of the first `count` planes.
fn add_planes(
    backend: Backend,
    work: &Work<'_>,
    axis: usize,
    count: usize,
    groups: Range<usize>,
    target: &mut dyn Target,
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
    target.set_coefficients(backend, PlaneRows { work, axis, rows: rows.clone(), planes, corners, each, to });
    let cells = &cells[..used + MOST_CELLS];
    let rows = GroupRows { axis, planes, first_group: groups.start, rows: rows.len(), corners, cells, each };
    target.add(backend, work, &rows);
}

/// Whether rows of a grid that is larger than the caches are written past them line by line. Where a vector takes several registers, samples take longer
/// than memory does.
pub(in crate::kernel) fn streams(backend: Backend) -> bool {
    let vectors = backend.vectors();
    !cfg!(perlane_small) && vectors.streams() && vectors.is_register()
}

/// Rows of a band that are long enough for vectors of samples.
pub(in crate::kernel) struct LongRows<'a, 'b> {
    band: &'a mut Band<'b>,
    /// Where their vectors stand.
    runs: &'a Runs,
    /// How they are cut into lines, if they are stored past the caches.
    past_caches: Option<Vectors>,
    /// What vectors walk down.
    pieces: &'a mut [Piece; MOST_PIECES],
    /// Columns of the band before the block's.
    skipped: usize,
}

impl<'a, 'b> LongRows<'a, 'b> {
    /// The rows of a block of a band, where an octave is added to what there is, or `written`.
    pub(in crate::kernel) fn new(
        backend: Backend,
        octave: &OctavePlan<'_>,
        block: &Block,
        written: bool,
        band: &'a mut Band<'b>,
        (runs, pieces): (&'a mut Runs, &'a mut [Piece; MOST_PIECES]),
    ) -> Self {
        let first = &octave.row.first()[block.columns.start..];
        let lanes = backend.lanes();
        let streams = written && band.past_caches && streams(backend);
        let past_caches = streams.then(|| band.lines(block, LINE_SAMPLES));
        match past_caches {
            Some(lines) => runs.set_lines(lines, lanes, first, MOST_LINES),
            None => runs.set_across(band.vectors(block, lanes, written), first, MOST_VECTORS, written),
        }
        let skipped = block.columns.start - band.columns.start;
        LongRows { band, runs, past_caches, pieces, skipped }
    }
}

impl Target for LongRows<'_, '_> {
    fn at(&self, wzy: [usize; 3]) -> usize {
        self.band.row(wzy) + self.skipped
    }

    fn steps(&self) -> [usize; 3] {
        self.band.steps()
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let Work { octave, block, start, .. } = *work;
        self.add_samples(backend, octave, block, start, rows);
    }
}

impl LongRows<'_, '_> {
    /// Adds the samples of some groups of rows of an octave of a block, or writes `start` plus them.
    pub(in crate::kernel) fn add_samples(
        &mut self,
        backend: Backend,
        octave: &OctavePlan<'_>,
        block: &Block,
        start: Option<f32>,
        rows: &GroupRows<'_>,
    ) {
        let to = SampleRows {
            row: RowTable::of(octave.row, &block.columns),
            runs: self.runs,
            step: self.band.steps()[rows.axis],
            rows: block.outer[rows.axis].len(),
            out: &mut *self.band.out,
            past_caches: self.past_caches,
        };
        to.add(backend, Shape { start, fold: octave.octave.fold }, rows, self.pieces);
    }
}

/// Rows of samples.
pub(in crate::kernel) struct SampleRows<'a> {
    pub(in crate::kernel) row: RowTable<'a>,
    /// Where their vectors stand.
    pub(in crate::kernel) runs: &'a Runs,
    /// Elements from a row to the next one along the lane axis, and how many rows of a block there are.
    pub(in crate::kernel) step: usize,
    pub(in crate::kernel) rows: usize,
    pub(in crate::kernel) out: &'a mut [f32],
    /// How rows are cut into lines, if samples are written past the caches.
    pub(in crate::kernel) past_caches: Option<Vectors>,
}

impl SampleRows<'_> {
    /// Adds the samples of some groups of rows to what the shape says.
    pub(in crate::kernel) fn add(
        self,
        backend: Backend,
        shape: Shape,
        rows: &GroupRows<'_>,
        pieces: &mut [Piece; MOST_PIECES],
    ) {
        let SampleRows { row, runs, step, rows: len, out, past_caches } = self;
        let cut = Pieces::of(step, len);
        let count = rows.cut(cut.rows, step, pieces);
        let (pieces, at_once) = (&pieces[..count], cut.at_once(count));
        let samples = Samples { row, runs, pieces, at_once, cells: rows.cells, step, out };
        match past_caches {
            // Programs that must be small store no lines. The constant lets compilers leave the job out.
            Some(lines) if !cfg!(perlane_small) => samples.stream(backend, shape, lines),
            _ => samples.add(backend, shape),
        }
    }
}

/// How the rows of a block are cut into pieces.
#[derive(Clone, Copy)]
struct Pieces {
    /// The most rows of a piece.
    rows: usize,
    /// Bytes that one spans where all rows of the block are near each other.
    compact: Option<usize>,
}

impl Pieces {
    /// For so many rows, `step` elements apart.
    fn of(step: usize, rows: usize) -> Self {
        let bytes = step * size_of::<f32>();
        let compact = bytes * (rows + 1) <= COMPACT;
        // More rows with the same place in a page would push each other out of a first-level cache.
        let rows = if places_in_page(step) == 1 && !compact { GROUP / 2 } else { GROUP };
        Pieces { rows, compact: compact.then(|| rows * bytes) }
    }

    /// How many of the pieces a vector walks down before the next one does.
    fn at_once(self, pieces: usize) -> usize {
        match self.compact {
            Some(bytes) if pieces * bytes <= WALKED => pieces,
            Some(bytes) => (WALKED / bytes).max(1),
            None => 1,
        }
    }
}

impl GroupRows<'_> {
    /// Cells from a quantity's to those of the next one.
    pub(in crate::kernel) fn quantity(&self) -> usize {
        self.planes.len() * self.rows.div_ceil(GROUP) * self.each
    }

    /// Cuts the groups into pieces of up to `few` rows, whose samples are `step` elements apart. Returns how many there are.
    pub(in crate::kernel) fn cut(&self, few: usize, step: usize, pieces: &mut [Piece; MOST_PIECES]) -> usize {
        let groups = self.rows.div_ceil(GROUP);
        let skipped = self.first_group * GROUP * step;
        let mut count = 0;
        for (n, plane) in self.planes.iter().enumerate() {
            let mut first = 0;
            while first < self.rows {
                let (group, row) = (first / GROUP, first % GROUP);
                pieces[count] = Piece {
                    cells: (n * groups + group) * self.each,
                    rows: Part { first: row, count: few.min(self.rows - first) },
                    out: plane.out + skipped + first * step,
                };
                (count, first) = (count + 1, first + few);
            }
        }
        count
    }
}

/// Where some rows lie along the axis in lanes, of which there are corners from a line on.
pub(in crate::kernel) fn lane_axis<'a>(
    lanes: &'a AxisTable,
    first_line: usize,
    rows: &Range<usize>,
) -> LaneAxis<'a> {
    LaneAxis {
        first: &lanes.first()[rows.start..],
        first_line: first_line as u32,
        t: &lanes.t()[rows.start..],
        u: &lanes.u()[rows.start..],
        rows: rows.len(),
    }
}

/// Rows of some planes, whose coefficients are computed.
pub(in crate::kernel) struct PlaneRows<'a> {
    pub(in crate::kernel) work: &'a Work<'a>,
    axis: usize,
    /// Samples along the lane axis.
    rows: Range<usize>,
    pub(in crate::kernel) planes: &'a [Plane],
    pub(in crate::kernel) corners: &'a [f32],
    /// Cells of a group of rows.
    pub(in crate::kernel) each: usize,
    pub(in crate::kernel) to: &'a mut [Cell],
}

impl<'a> PlaneRows<'a> {
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(in crate::kernel) fn axis(&self) -> usize {
        2 - self.axis
    }

    /// Floats from a lattice column to the next one, and from a component to the next one.
    pub(in crate::kernel) fn steps(&self) -> (usize, usize) {
        self.work.lattice.steps_across()
    }

    /// Where the rows lie along the axis in lanes.
    pub(in crate::kernel) fn lanes(&self) -> LaneAxis<'a> {
        let Work { octave, lattice, .. } = self.work;
        lane_axis(octave.outer[self.axis], lattice.lines[self.axis].start, &self.rows)
    }

    /// Computes the coefficients of values.
    pub(in crate::kernel) fn set_values(self, backend: Backend) {
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
    /// Adds them to what the shape says.
    fn add(self, backend: Backend, shape: Shape) {
        // What a sum with 0 would be: offsets are such that no sample is -0.
        match shape {
            _ if cfg!(perlane_small) => backend.run(self.job::<ASK>(shape, None)),
            Shape { start: Some(0.0), .. } => backend.run(self.job::<WRITE>(shape, None)),
            Shape { start: None, fold: None } => backend.run(self.job::<ADD>(shape, None)),
            Shape { start: Some(_), .. } => backend.run(self.job::<START>(shape, None)),
            Shape { start: None, fold: Some(_) } => backend.run(self.job::<FOLD>(shape, None)),
        }
    }

    /// Writes them past the caches, cut into lines. A line's vectors follow each other in each piece.
    fn stream(self, backend: Backend, shape: Shape, lines: Vectors) {
        let samples = Samples { at_once: 1, ..self };
        let halves = &mut [[0.0; LINE_SAMPLES]; GROUP];
        settled(|streams| {
            backend.run(samples.job::<START>(shape, Some(PastCaches { streams, lines, halves })));
        });
    }

    fn job<'b, const HOW: usize>(
        self,
        shape: Shape,
        past_caches: Option<PastCaches<'b>>,
    ) -> across::Across<'b, HOW>
    where
        'a: 'b,
    {
        let Samples { row, runs, pieces, at_once, cells, step, out } = self;
        let runs = runs.as_slice();
        across::Across { shape, row, runs, pieces, at_once, cells, step, out, past_caches }
    }
}
