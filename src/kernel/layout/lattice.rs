//! The part of an octave's lattice that a block of samples needs.

use core::ops::Range;

use super::block::Block;
use super::plan::OctavePlan;
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::samples::walk::MOST_CELLS;
use crate::noise::Kind;
use crate::simd::backend::Vectors;
use crate::simd::{Backend, WIDEST};

/// The fewest rows for which the schedule across pays.
pub(in crate::kernel) const WORTH_ROWS: usize = 4;

/// Rows of fewer samples are short. Where wide vectors would span too many cells, short rows have vectors of fewer lanes, and are not computed along.
pub(in crate::kernel) const SHORT_ROW: usize = 128;

/// The part of the lattice that a block of samples needs.
pub(in crate::kernel) struct Lattice {
    /// The axis (w, z, y as 0, 1, 2) whose samples are in lanes, if rows are computed across.
    pub(in crate::kernel) lane_axis: Option<usize>,
    /// Lines along w, z, y, as indices into the axes' codes.
    pub(in crate::kernel) lines: [Range<usize>; 3],
    /// Columns, as indices into the row's codes.
    pub(in crate::kernel) columns: Range<usize>,
    /// Whether each sample has a second column of its own, beside its first.
    pub(in crate::kernel) two_sides: bool,
    /// Floats from a component to the next: lattice columns (along) or lines of the lane axis (across), padded to whole vectors.
    pub(in crate::kernel) stride: usize,
    pub(in crate::kernel) components: usize,
    /// Floats from a line to the next, along w, z, y.
    pub(in crate::kernel) steps: [usize; 3],
    /// Floats that all corners take.
    pub(in crate::kernel) floats: usize,
}

impl Lattice {
    /// The backend whose vectors suit a block best. For short rows this is the one with fewer lanes, if the wider vectors would span too many cells
    /// for the schedule across.
    pub(in crate::kernel) fn suited(backend: Backend, octave: &OctavePlan<'_>, block: &Block) -> Backend {
        let columns = block.columns.len();
        let few = |lanes: usize| octave.row.widest(lanes) <= few_cells(octave.dims, columns, lanes);
        match backend.narrower() {
            Some(narrower)
                if columns < SHORT_ROW
                    && !octave.row.is_own()
                    && !few(backend.lanes())
                    && few(narrower.lanes()) =>
            {
                narrower
            }
            _ => backend,
        }
    }

    /// The lattice of a block, for the schedule that suits the block best.
    pub(in crate::kernel) fn new(octave: &OctavePlan<'_>, block: &Block, vectors: Vectors) -> Self {
        let few = few_cells(octave.dims, block.columns.len(), vectors.lanes);
        let axis = longest_axis(octave.dims, block).filter(|&axis| {
            octave.row.widest(vectors.lanes) <= few && Self::has_lanes(octave, block, axis, vectors.lanes)
        });
        Self::of(octave, block, axis)
    }

    /// The lattice of a block that is computed across, with this axis in lanes.
    pub(in crate::kernel) fn across(octave: &OctavePlan<'_>, block: &Block, axis: usize) -> Self {
        Self::of(octave, block, Some(axis))
    }

    /// The lattice of a block that is computed along.
    pub(in crate::kernel) fn along(octave: &OctavePlan<'_>, block: &Block) -> Self {
        Self::of(octave, block, None)
    }

    /// Whether an axis can be in lanes: columns are shared, and each vector of rows has at most one more line around it than it has lanes.
    pub(in crate::kernel) fn has_lanes(
        octave: &OctavePlan<'_>,
        block: &Block,
        axis: usize,
        lanes: usize,
    ) -> bool {
        let table = octave.outer[axis];
        let first = &table.first()[block.outer[axis].clone()];
        let fits = |rows: &[u32]| rows[rows.len() - 1] - rows[0] < lanes as u32;
        let all_fit = || first.chunks(GROUP).all(|group| group.chunks(lanes).all(fits));
        !octave.row.is_own() && (table.widest(lanes) < lanes as u32 || all_fit())
    }

    fn of(octave: &OctavePlan<'_>, block: &Block, lane_axis: Option<usize>) -> Self {
        let own = octave.row.is_own();
        // Filled in place: copying what has just been written would take longer than all the rest.
        let mut lattice = Lattice {
            lane_axis,
            lines: [0..1, 0..1, 0..1],
            columns: 0..0,
            two_sides: own && octave.octave.kind != Kind::Cell,
            stride: 0,
            components: octave.octave.components(),
            steps: [0; 3],
            floats: 0,
        };
        for a in 4 - octave.dims..3 {
            let axis = octave.outer[a].first();
            let (first, last) = (axis[block.outer[a].start], axis[block.outer[a].end - 1]);
            lattice.lines[a] = first as usize..last as usize + 2;
        }
        lattice.columns = if own {
            block.columns.clone()
        } else {
            let first = octave.row.first();
            first[block.columns.start] as usize..first[block.columns.end - 1] as usize + 2
        };
        lattice.stride = match lane_axis {
            Some(a) => stride_of_lines(lattice.lines[a].len()),
            None => lattice.columns.len().next_multiple_of(WIDEST),
        };
        lattice.set_steps();
        lattice
    }

    fn set_steps(&mut self) {
        let mut step = if self.lane_axis.is_some() { self.floats_of_lines() } else { self.floats_of_row() };
        for a in (0..3).rev() {
            if Some(a) == self.lane_axis {
                self.steps[a] = 1;
            } else {
                self.steps[a] = step;
                step *= self.lines[a].len();
            }
        }
        self.floats = step;
    }

    /// Across: floats of the corners of all lines of the lane axis, at one line of each other axis.
    pub(in crate::kernel) fn floats_of_lines(&self) -> usize {
        self.columns.len() * self.components * self.stride
    }

    /// Across: floats from a column to the next, and from a component to the next.
    pub(in crate::kernel) fn steps_across(&self) -> (usize, usize) {
        (self.components * self.stride, self.stride)
    }

    /// Along: floats of the corners of one lattice row.
    pub(in crate::kernel) fn floats_of_row(&self) -> usize {
        self.floats_of_side() * if self.two_sides { 2 } else { 1 }
    }

    /// Along: floats from a row's left sides to its right ones.
    pub(in crate::kernel) fn floats_of_side(&self) -> usize {
        self.stride * self.components
    }

    /// Where the corners of these lines along w, z, y start: the corners of a lattice row (along), or of a line of the lane axis (across).
    pub(in crate::kernel) fn corners_at(&self, lines: [usize; 3]) -> usize {
        (0..3).map(|a| (lines[a] - self.lines[a].start) * self.steps[a]).sum()
    }

    /// How far the corners around a row are from the corners of its first lines: bits 0, 1, 2 of the index are y, z, w.
    pub(in crate::kernel) fn around(&self) -> [usize; 8] {
        let [w, z, y] = self.steps;
        core::array::from_fn(|b| (b >> 2 & 1) * w + (b >> 1 & 1) * z + (b & 1) * y)
    }
}

/// Floats of one component of `lines` lines: a vector may be loaded at any line, and at the line after it.
pub(in crate::kernel) fn stride_of_lines(lines: usize) -> usize {
    (lines + WIDEST).next_multiple_of(WIDEST)
}

/// How many cells beyond its first a vector may span for rows to be computed across. With more cells it is faster to look up the coefficients of a
/// row lane by lane.
pub(in crate::kernel) fn few_cells(dims: usize, columns: usize, lanes: usize) -> u32 {
    let most = MOST_CELLS as u32 - 1;
    // In two dimensions, the coefficients of long rows are cheap.
    if dims == 2 && columns >= SHORT_ROW && lanes == 8 { most - 1 } else { most }
}

/// The axis whose samples are best in lanes: y, unless it has few samples and another axis has more.
pub(in crate::kernel) fn longest_axis(dims: usize, block: &Block) -> Option<usize> {
    let len = |a: usize| block.outer[a].len();
    let longest = (4 - dims..3).rev().max_by_key(|&a| (len(a).min(GROUP), a))?;
    (len(longest) >= WORTH_ROWS).then_some(longest)
}
