//! Octaves × axes → tables. All f64 arithmetic of a grid happens here, once per axis and octave: O(nx + ny + nz + nw).
//! Knows how many lanes a vector has, not which instructions fill it.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;
use core::result::Result;

use crate::error::{self, Error, number};
use crate::grid::{AXES, Axis};
use crate::simd::backend::Vectors;
use crate::simd::{Backend, WIDEST};
use crate::tables::octaves::{LIMIT, Octave, Octaves, Scale};
use crate::tables::places::{Cells, Fractions, Lines, Places, Worlds};

/// Samples of a row that are computed together, for all octaves, so that the tables' and the output's part stays in the
/// first-level cache. A multiple of every vector's lanes.
pub(crate) const TILE: usize = 512;

/// What a kernel needs to fill a grid.
pub(crate) struct Plan<'a> {
    pub(crate) bias: f32,
    pub(crate) dims: usize,
    pub(crate) octaves: Vec<OctavePlan<'a>>,
}

pub(crate) struct OctavePlan<'a> {
    pub(crate) dims: usize,
    pub(crate) octave: &'a Octave,
    pub(crate) row: &'a RowAxis,
    /// Axes w, z, y.
    pub(crate) outer: [&'a LineAxis; 3],
}

/// The x axis, tabulated.
pub(crate) struct RowAxis {
    pub(crate) fractions: Fractions,
    pub(crate) layout: Layout,
}

/// How samples find their two lattice columns. Tables are padded to a multiple of [`WIDEST`] samples or more.
pub(crate) enum Layout {
    /// Neighbours share columns: a sample's are `cell` and `cell + 1` of `codes`, and cells of a vector of samples are so
    /// near to each other that a vector of columns spans them.
    Shared {
        codes: Vec<u32>,
        /// Whether vectors span a few cells everywhere.
        wide: bool,
        /// The cell of the first sample of each vector, from its tile's first column.
        base: Vec<u32>,
        /// Each sample's cell, from its vector's base: below the number of lanes.
        lane: Vec<u32>,
        /// Runs of vectors, in order; none crosses a tile's border.
        segments: Vec<Segment>,
        tiles: Vec<Tile>,
    },
    /// Cells narrower than samples, or in no order: each sample has its own two columns.
    Own { left: Vec<u32>, right: Vec<u32> },
}

/// Cells beyond its first that a vector may span for rows to be done across: those whose coefficients fit one vector for four rows, or are broadcast faster than looked up lane by lane.
fn few_cells(vectors: Vectors) -> u32 {
    if vectors.permutes { vectors.lanes as u32 / 4 - 1 } else { 3 }
}

/// Vectors of samples that are computed alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Segment {
    /// The first vector of the row, and how many.
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// The cell that all samples lie in, from its tile's first column, or [`MIXED`].
    pub(crate) cell: u32,
}

/// The cell of a segment whose samples do not all lie in one.
pub(crate) const MIXED: u32 = u32::MAX;

/// The part of a row between two multiples of [`TILE`].
pub(crate) struct Tile {
    pub(crate) columns: Range<usize>,
    pub(crate) segments: Range<usize>,
}

/// An axis other than x, tabulated. Empty where there is no such axis: one line, whose code is 0.
pub(crate) struct LineAxis {
    /// A vector may be loaded at any sample.
    pub(crate) fractions: Fractions,
    /// Each sample's first line in `codes`; the second is the next one. Never decreases.
    pub(crate) line: Vec<u32>,
    pub(crate) codes: Vec<u32>,
}

static NO_AXIS: LineAxis = LineAxis { fractions: Fractions::NONE, line: Vec::new(), codes: Vec::new() };

/// Checks that every coordinate of every octave is finite and within the limit, before anything is written. Names the first
/// such sample.
pub(crate) fn check_axes(octaves: &Octaves, axes: &[Axis<'_>]) -> error::Result<()> {
    if axes.iter().any(|axis| axis.len() == 0) {
        return Ok(());
    }
    let mut first: Option<((usize, usize), Error)> = None;
    for (a, axis) in axes.iter().rev().enumerate() {
        let mut accepted: Vec<&Scale> = Vec::new();
        // Frequencies mostly rise: the last octave that is accepted speaks for the ones before.
        for (o, octave) in octaves.octaves.iter().enumerate().rev() {
            let scale = &octave.scales[a];
            if accepted.iter().any(|other| scale.accepts_all_of(other)) {
                continue;
            }
            match axis.first_refused(|w| scale.checked(w).abs() <= LIMIT) {
                None => accepted.push(scale),
                Some(index) if first.as_ref().is_none_or(|(other, _)| (index, o) < *other) => {
                    first = Some(((index, o), coordinate_error(octave, o, a, index, axis.world(index))));
                }
                Some(_) => {}
            }
        }
    }
    first.map_or(Ok(()), |(_, error)| Err(error))
}

fn coordinate_error(octave: &Octave, o: usize, axis: usize, index: usize, world: f64) -> Error {
    let lattice = number(octave.scales[axis].checked(world)).to_string();
    Error::Coordinate { axis: AXES[axis], index, world: number(world).to_string(), octave: o, lattice }
}

impl<'a> Plan<'a> {
    /// Puts tables together: those of the x axis, and of w, z, y, for each octave; none of an axis that is not there.
    pub(crate) fn new(
        octaves: &'a Octaves,
        dims: usize,
        rows: &'a [RowAxis],
        lines: [&'a [LineAxis]; 3],
    ) -> Self {
        let plan_octave = |(o, (octave, row)): (usize, (&'a Octave, &'a RowAxis))| OctavePlan {
            dims,
            octave,
            row,
            outer: lines.map(|lines| lines.get(o).unwrap_or(&NO_AXIS)),
        };
        let octave_plans = octaves.octaves.iter().zip(rows).enumerate().map(plan_octave).collect();
        Plan { bias: octaves.bias, dims, octaves: octave_plans }
    }
}

impl LineAxis {
    /// For an axis that [`check_axes`] accepts; `a` counts from x.
    pub(crate) fn new(octave: &Octave, a: usize, worlds: &Worlds<'_>, backend: Backend) -> Self {
        let Places { cells, fractions } = Places::new(octave, a, worlds, backend);
        let lines =
            Lines::without_limit(cells, worlds.axis.len(), &octave.scales[a], |c| octave.line_code(c));
        LineAxis { fractions, line: lines.first, codes: lines.codes }
    }
}

impl RowAxis {
    /// For an axis that [`check_axes`] accepts.
    pub(crate) fn new(octave: &Octave, worlds: &Worlds<'_>, backend: Backend) -> Self {
        let Places { cells, fractions } = Places::new(octave, 0, worlds, backend);
        let len = worlds.axis.len();
        let lines = Lines::new(cells, len, len + 1, &octave.scales[0], |c| octave.column_code(c));
        let layout = match lines {
            Ok(lines) => Layout::shared(lines, len, backend.vectors()).unwrap_or_else(Layout::own_of_lines),
            Err(cells) => Layout::own(octave, &cells, len),
        };
        RowAxis { fractions, layout }
    }
}

impl Layout {
    /// The lines as they were, where they are too far apart for a vector.
    fn shared(lines: Lines, len: usize, vectors: Vectors) -> Result<Self, Lines> {
        let lanes = vectors.lanes;
        let column = &lines.first[..len.next_multiple_of(WIDEST)];
        let spans = |vector: &[u32]| vector[lanes - 1] - vector[0];
        if column.chunks_exact(lanes).any(|vector| spans(vector) >= lanes as u32) {
            return Err(lines);
        }
        let wide = column.chunks_exact(lanes).all(|vector| spans(vector) <= few_cells(vectors));
        let (segments, tiles) =
            cut(column, len, lanes, if wide && vectors.permutes { WORTH_IF_WIDE } else { WORTH });
        // Kernels have room for a tile of as many columns as samples: an uneven axis may have more in one tile, if not in all.
        if tiles.iter().any(|tile| tile.columns.len() > TILE + 1) {
            return Err(lines);
        }
        let Lines { codes, first: mut lane } = lines;
        let mut base = Vec::with_capacity(lane.len() / lanes);
        for tile in lane.chunks_mut(TILE) {
            let first_of_tile = tile[0];
            for vector in tile.chunks_exact_mut(lanes) {
                let first = vector[0];
                base.push(first - first_of_tile);
                vector.iter_mut().for_each(|c| *c -= first);
            }
        }
        Ok(Layout::Shared { codes, wide, base, lane, segments, tiles })
    }

    /// Of samples that share some columns, but not as vectors need it.
    fn own_of_lines(lines: Lines) -> Self {
        let side = |side: usize| lines.first.iter().map(|&k| lines.codes[k as usize + side]).collect();
        Layout::Own { left: side(0), right: side(1) }
    }

    fn own(octave: &Octave, cells: &Cells, len: usize) -> Self {
        let scale = &octave.scales[0];
        let side = |side: i64| {
            let code = |k| octave.column_code(scale.reduce(cells.get(k) + side));
            let mut codes: Vec<u32> = (0..len).map(code).collect();
            codes.resize(len.next_multiple_of(WIDEST), 0);
            codes
        };
        Layout::Own { left: side(0), right: side(1) }
    }
}

/// Vectors in one cell before their coefficients are worth a segment of their own.
const WORTH: usize = 2;

/// The same where a vector of mixed cells has its coefficients from a few loads.
const WORTH_IF_WIDE: usize = 4;

/// Cuts a row into tiles, and the whole vectors of each into segments.
fn cut(column: &[u32], samples: usize, lanes: usize, worth: usize) -> (Vec<Segment>, Vec<Tile>) {
    let mut segments: Vec<Segment> = Vec::with_capacity(samples.min(TILE) / lanes);
    let mut tiles = Vec::with_capacity(samples.div_ceil(TILE));
    for start in (0..samples).step_by(TILE) {
        let end = samples.min(start + TILE);
        let first_segment = segments.len();
        let mut vector = start / lanes;
        let last = end / lanes;
        while vector < last {
            let cell = column[vector * lanes];
            let one_cell = |v: &usize| column[v * lanes] == cell && column[v * lanes + lanes - 1] == cell;
            let count = (vector..last).take_while(one_cell).count();
            let (count, cell) =
                if count >= worth { (count, cell - column[start]) } else { (count.max(1), MIXED) };
            let joined = segments[first_segment..].last_mut().filter(|s| s.cell == MIXED && cell == MIXED);
            match joined {
                Some(segment) => segment.count += count as u32,
                None => segments.push(Segment { first: vector as u32, count: count as u32, cell }),
            }
            vector += count;
        }
        let columns = column[start] as usize..column[end - 1] as usize + 2;
        tiles.push(Tile { columns, segments: first_segment..segments.len() });
    }
    (segments, tiles)
}
