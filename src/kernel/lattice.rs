//! The part of an octave's lattice that a block of samples needs.

use core::ops::Range;

use super::block::{Block, TILE};
use super::samples::RowColumns;
use crate::noise::Kind;
use crate::simd::WIDEST;
use crate::simd::backend::Vectors;
use crate::tables::plan::{Layout, OctavePlan, RowAxis, Segment};

/// Rows that the schedule across does at a time.
pub(super) const GROUP: usize = 16;

/// Rows from which the schedule across pays.
const WORTH_ROWS: usize = 4;

/// The part of the lattice that a block of samples needs.
pub(super) struct Lattice {
    /// The axis (w, z, y as 0, 1, 2) whose samples are in lanes, where rows are done across.
    pub(super) lane_axis: Option<usize>,
    /// Lines along w, z, y, as indices into the axes' codes.
    pub(super) lines: [Range<usize>; 3],
    /// Columns, as indices into the row's codes.
    pub(super) columns: Range<usize>,
    /// Where their coefficients start, in the schedule along.
    pub(super) skipped: usize,
    /// Whether samples have a second set of columns of their own, beside the first.
    pub(super) two_sides: bool,
    /// Floats from a component to the next one: columns (along) or lines of the lane axis (across), padded to whole vectors.
    pub(super) stride: usize,
    pub(super) components: usize,
}

impl Lattice {
    pub(super) fn new(octave: &OctavePlan<'_>, block: &Block, part: &RowPart<'_>, vectors: Vectors) -> Self {
        let own = matches!(octave.row.layout, Layout::Own { .. });
        let mut lines = [0..1, 0..1, 0..1];
        for a in 4 - octave.dims..3 {
            let axis = &octave.outer[a].line;
            let (first, last) = (axis[block.outer[a].start], axis[block.outer[a].end - 1]);
            lines[a] = first as usize..last as usize + 2;
        }
        let lane_axis =
            lane_axis(octave, block).filter(|&a| part.wide && fits(octave, block, a, vectors.lanes));
        let columns = part.lattice.clone();
        let stride = match lane_axis {
            // A vector may be loaded at any line, and at the one after it.
            Some(a) => (lines[a].len() + WIDEST).next_multiple_of(WIDEST),
            None => columns.len().next_multiple_of(WIDEST),
        };
        let two_sides = own && octave.octave.kind != Kind::Cell;
        let components = octave.octave.components();
        Lattice { lane_axis, lines, columns, skipped: part.skipped, two_sides, stride, components }
    }

    /// Floats that the corners take.
    pub(super) fn floats(&self) -> usize {
        let lines: usize = self.lines.iter().map(Range::len).product();
        match self.lane_axis {
            Some(a) => lines / self.lines[a].len() * self.floats_of_lines(),
            None => lines * self.floats_of_row(),
        }
    }

    /// Across: floats that the corners of all lines of the lane axis take, at one line of each other axis.
    pub(super) fn floats_of_lines(&self) -> usize {
        self.columns.len() * self.components * self.stride
    }

    /// Along: floats that the corners of one lattice row take.
    pub(super) fn floats_of_row(&self) -> usize {
        self.floats_of_side() * if self.two_sides { 2 } else { 1 }
    }

    /// Along: floats from a row's left sides to its right ones.
    pub(super) fn floats_of_side(&self) -> usize {
        self.stride * self.components
    }

    /// Where the corners start that belong to these lines along w, z, y: of a lattice row (along), or of a line of the lane axis (across).
    pub(super) fn corners_at(&self, lines: [usize; 3]) -> usize {
        let mut row = 0;
        for a in (0..3).filter(|&a| Some(a) != self.lane_axis) {
            row = row * self.lines[a].len() + (lines[a] - self.lines[a].start);
        }
        match self.lane_axis {
            Some(a) => row * self.floats_of_lines() + (lines[a] - self.lines[a].start),
            None => row * self.floats_of_row(),
        }
    }
}

/// The axis whose samples are best put in lanes: y, unless it has few samples and another has more.
fn lane_axis(octave: &OctavePlan<'_>, block: &Block) -> Option<usize> {
    let len = |a: usize| block.outer[a].len();
    let longest = (4 - octave.dims..3).rev().max_by_key(|&a| (len(a).min(GROUP), a))?;
    (len(longest) >= WORTH_ROWS).then_some(longest)
}

/// Whether the lines around each vector of rows are no more than its lanes, and one.
fn fits(octave: &OctavePlan<'_>, block: &Block, axis: usize, lanes: usize) -> bool {
    let line = &octave.outer[axis].line[block.outer[axis].clone()];
    line.chunks(GROUP)
        .all(|group| group.chunks(lanes).all(|rows| rows[rows.len() - 1] - rows[0] < lanes as u32))
}

/// What a block needs of the table of its octave's row.
pub(super) struct RowPart<'a> {
    /// Whether vectors span so few cells that coefficients are broadcast.
    pub(super) wide: bool,
    /// Lattice columns, as indices into the row's codes.
    pub(super) lattice: Range<usize>,
    /// Columns of the tile before those.
    pub(super) skipped: usize,
    /// Runs of vectors, the first and the last perhaps longer than the block.
    pub(super) segments: &'a [Segment],
}

impl<'a> RowPart<'a> {
    pub(super) fn new(octave: &OctavePlan<'a>, columns: &Range<usize>, lanes: usize) -> Self {
        let row: &'a RowAxis = octave.row;
        let Layout::Shared { wide, base, lane, segments, tiles, .. } = &row.layout else {
            return RowPart { wide: false, lattice: columns.clone(), skipped: 0, segments: &[] };
        };
        let tile = &tiles[columns.start / TILE];
        let last_sample = columns.end - 1;
        let first = base[columns.start / lanes] as usize;
        let last = (base[last_sample / lanes] + lane[last_sample]) as usize;
        let (vectors, mut segments) =
            (columns.start / lanes..columns.end / lanes, &segments[tile.segments.clone()]);
        // Not all of a tile, which is rare: most of its segments may be elsewhere.
        if columns.len() < TILE {
            let from = segments.partition_point(|s| ((s.first + s.count) as usize) <= vectors.start);
            let to = segments.partition_point(|s| (s.first as usize) < vectors.end);
            segments = &segments[from..to.max(from)];
        }
        let lattice = tile.columns.start + first..tile.columns.start + last + 2;
        RowPart { wide: *wide, lattice, skipped: first, segments }
    }

    /// The table of the block's columns.
    pub(super) fn columns(
        &self,
        octave: &OctavePlan<'a>,
        columns: &Range<usize>,
        lanes: usize,
    ) -> RowColumns<'a> {
        let row: &'a RowAxis = octave.row;
        let padded = columns.start..columns.end.next_multiple_of(lanes);
        let (base, lane) = match &row.layout {
            Layout::Shared { base, lane, .. } => {
                (&base[padded.start / lanes..padded.end / lanes], &lane[padded.clone()])
            }
            Layout::Own { .. } => (&[][..], &[][..]),
        };
        let (t, u) = (&row.fractions.t()[padded.clone()], &row.fractions.u()[padded]);
        RowColumns { t, u, base, lane, width: columns.len() }
    }
}
