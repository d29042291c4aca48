//! Parts of an axis of a block: samples that are so near to each other that they have few cells.

use alloc::vec::Vec;
use core::ops::Range;

use super::set::{GROUP, LINES, MOST_CELLS, MOST_GROUPS, MOST_SPARSE};
use crate::kernel::octave::OctavePlan;
use crate::tables::axis::AxisTable;

/// How an axis is cut.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// Samples that are not parted.
    pub(super) unit: usize,
    /// Whether all segments have whole units; then the last one may begin within the one before.
    pub(super) whole: bool,
    /// Samples of a segment, at most: up to [`MOST_GROUPS`] groups.
    pub(super) most: usize,
    /// Cells that a segment of several units may span: a rectangle of more would keep too many points.
    pub(super) cells: f64,
}

/// Consecutive samples of an axis.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    /// The first sample, as an index into the axis' table.
    pub(super) first: usize,
    pub(super) len: usize,
    /// Whether its samples are too far apart to share what is around them. If so, what follows does not count.
    pub(super) sparse: bool,
    /// The least and the greatest coordinate, from the least cell on.
    pub(super) low: f32,
    pub(super) high: f32,
    /// Those of each group of [`GROUP`] samples.
    pub(super) groups: [(f32, f32); MOST_GROUPS],
    /// Codes of the lattice lines from `radius` before the least cell on, `lines` of them to `radius` after the greatest.
    pub(super) codes: [u32; LINES],
    pub(super) lines: usize,
    /// Where its samples' cells stand.
    cells: usize,
}

impl Segment {
    /// Of an axis that is not there.
    pub(super) const FLAT: Segment = Segment {
        first: 0,
        len: 1,
        sparse: false,
        low: 0.0,
        high: 0.0,
        groups: [(0.0, 0.0); MOST_GROUPS],
        codes: [0; LINES],
        lines: 1,
        cells: 0,
    };
}

/// The segments of an axis of a block. Its memory is used again when it is filled again.
pub(super) struct Segments {
    list: Vec<Segment>,
    /// Cells of samples, counted from the least one of their segment: exact in `f32`.
    cells: Vec<f32>,
}

/// What some samples span: cells and coordinates, counted from a cell nearby.
#[derive(Clone, Copy)]
struct Span {
    cells: (i64, i64),
    low: f64,
    high: f64,
}

impl Segments {
    pub(super) const EMPTY: Segments = Segments { list: Vec::new(), cells: Vec::new() };

    pub(super) fn as_slice(&self) -> &[Segment] {
        &self.list
    }

    /// The cells of a segment's samples, counted from the least, and zeros up to a group of rows.
    pub(super) fn cells(&self, segment: &Segment) -> &[f32] {
        &self.cells[segment.cells..segment.cells + segment.len.next_multiple_of(GROUP)]
    }

    /// Cuts samples of axis `a`, counted from x.
    pub(super) fn set(
        &mut self,
        octave: &OctavePlan<'_>,
        a: usize,
        radius: usize,
        cut: Cut,
        samples: Range<usize>,
    ) {
        self.list.clear();
        self.cells.clear();
        let table = if a == 0 { octave.row } else { octave.outer[3 - a] };
        let mut next = samples.start;
        while next < samples.end {
            let mut first = next;
            let mut end = samples.end.min(first + cut.unit);
            if cut.whole && end - first < cut.unit {
                first = end - cut.unit;
            }
            let base = table.cell(first);
            let mut span = Span::of(table, base, first..end);
            let sparse = !span.is_dense();
            let most = if sparse { MOST_SPARSE } else { cut.most };
            while end < samples.end {
                let more = end..samples.end.min(end + cut.unit);
                if more.end - first > most || cut.whole && more.len() < cut.unit {
                    break;
                }
                let added = Span::of(table, base, more.clone());
                let both = span.and(added);
                if sparse == added.is_dense() || !sparse && both.high - both.low > cut.cells {
                    break;
                }
                (span, end) = (both, more.end);
            }
            self.push(octave, a, table, radius, (base, span, sparse), first..end);
            next = end;
        }
        self.cells.resize(self.cells.len() + GROUP, 0.0);
    }

    fn push(
        &mut self,
        octave: &OctavePlan<'_>,
        a: usize,
        table: &AxisTable,
        radius: usize,
        (base, span, sparse): (i64, Span, bool),
        samples: Range<usize>,
    ) {
        let mut segment = Segment {
            first: samples.start,
            len: samples.len(),
            sparse,
            cells: self.cells.len(),
            ..Segment::FLAT
        };
        if !sparse {
            let least = base + span.cells.0;
            // The low halves say it: cells are near to each other.
            let cells = table.codes[samples.clone()].iter();
            self.cells.extend(cells.map(|cell| cell.wrapping_sub(least as u32) as i32 as f32));
            let ends = |of: Span| [of.low, of.high].map(|x| (x - span.cells.0 as f64) as f32).into();
            (segment.low, segment.high) = ends(span);
            for (group, first) in segment.groups.iter_mut().zip(samples.clone().step_by(GROUP)) {
                *group = ends(Span::of(table, base, first..samples.end.min(first + GROUP)));
            }
            segment.lines = (span.cells.1 - span.cells.0) as usize + 1 + 2 * radius;
            for (i, code) in segment.codes.iter_mut().enumerate() {
                let cell = octave.octave.scales[a].reduce(least - radius as i64 + i as i64);
                *code = octave.octave.line_code(cell);
            }
        }
        self.list.push(segment);
    }
}

impl Span {
    fn of(table: &AxisTable, base: i64, samples: Range<usize>) -> Self {
        let mut span = Span { cells: (i64::MAX, i64::MIN), low: f64::INFINITY, high: f64::NEG_INFINITY };
        let ends = [samples.start, samples.end - 1];
        let (ends, all) = if table.monotone { (&ends[..], 0..0) } else { (&[][..], samples) };
        for k in ends.iter().copied().chain(all) {
            let cell = table.cell(k).wrapping_sub(base);
            let x = cell as f64 + f64::from(table.t()[k]);
            span = span.and(Span { cells: (cell, cell), low: x, high: x });
        }
        span
    }

    fn and(self, other: Span) -> Span {
        Span {
            cells: (self.cells.0.min(other.cells.0), self.cells.1.max(other.cells.1)),
            low: if other.low < self.low { other.low } else { self.low },
            high: if other.high > self.high { other.high } else { self.high },
        }
    }

    /// Whether samples are near enough to share what is around them. (Cells are within 2^53 of each other.)
    fn is_dense(self) -> bool {
        self.high - self.low <= MOST_CELLS as f64 && self.cells.1 - self.cells.0 <= MOST_CELLS as i64
    }
}
