//! An axis of a block, cut into segments: samples so near to each other that they span few cells.

use alloc::vec::Vec;
use core::ops::Range;

use super::set::{GROUP, MOST_CELLS, MOST_SPARSE};
use crate::kernel::layout::plan::OctavePlan;
use crate::tables::axis::AxisTable;

/// The most cells that a unit of samples spans if it shares the points around it. Where it spans more, so many points are near it that it is faster
/// to find those of each sample alone.
const DENSE: f64 = 3.0625;

/// How an axis is cut.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// Samples that are never separated.
    pub(super) unit: usize,
    /// Whether all segments consist of whole units. Then the last unit may overlap the one before.
    pub(super) whole: bool,
    /// After how many samples the second unit starts: it may overlap the first one.
    pub(super) lead: usize,
    /// The most samples of a segment, besides those of a last unit that overlaps the one before.
    pub(super) most: usize,
    /// The most cells that a segment of several units spans.
    pub(super) cells: f64,
    /// The fewest and the most samples of a group: powers of 2.
    pub(super) group: (usize, usize),
    /// The most cells that a group of more than the fewest samples spans. If it spanned more, too many points would be near it.
    pub(super) group_cells: f64,
}

/// Consecutive samples of an axis.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    /// The first sample, as an index into the axis' table.
    pub(super) first: usize,
    pub(super) len: usize,
    /// After how many of its samples the second unit starts.
    pub(super) lead: usize,
    /// How many of its first samples the segment before has, too: it is a last unit by itself, which overlaps the one before.
    pub(super) shared: usize,
    /// Whether its samples are too far apart to share the points around them. If so, the fields below do not count.
    pub(super) sparse: bool,
    /// The least of its cells, and how many lattice lines there are from `radius` before it to `radius` after the greatest one.
    pub(super) least: i64,
    pub(super) lines: usize,
    /// The samples of each of its groups but the last.
    pub(super) group: usize,
    /// Where its groups start and end in `Segments::groups`.
    groups: (usize, usize),
    /// Where the cells of its samples start in `Segments::cells`.
    cells: usize,
}

/// What some samples of a segment span.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// The first sample, as an index into the axis' table.
    pub(super) first: usize,
    pub(super) len: usize,
    /// The least and the greatest coordinate, counted from the segment's least cell.
    pub(super) low: f32,
    pub(super) high: f32,
    /// The middle of these two, and half the distance between them.
    pub(super) middle: f32,
    pub(super) half: f32,
    /// The segment's lattice lines from `radius` before the least cell to `radius` after the greatest one.
    pub(super) lines: (usize, usize),
}

impl Group {
    /// `len` samples from sample `first` on, from their least and greatest coordinates and cells.
    pub(super) fn new(
        (first, len): (usize, usize),
        [low, high]: [f32; 2],
        cells: [usize; 2],
        radius: usize,
    ) -> Self {
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        Group { first, len, low, high, middle, half, lines: (cells[0], cells[1] + 1 + 2 * radius) }
    }

    /// The group of an axis that the noise does not have.
    pub(super) const FLAT: Group =
        Group { first: 0, len: 1, low: 0.0, high: 0.0, middle: 0.0, half: 0.0, lines: (0, 1) };
}

impl Segment {
    /// The segment of an axis that the noise does not have.
    pub(super) const FLAT: Segment = Segment {
        first: 0,
        len: 1,
        lead: 1,
        shared: 0,
        sparse: false,
        least: 0,
        lines: 1,
        group: 1,
        groups: (0, 0),
        cells: 0,
    };

    /// Its least and its greatest cell.
    pub(super) fn cells(&self, radius: usize) -> (i64, i64) {
        (self.least, self.least + (self.lines - 2 * radius) as i64 - 1)
    }
}

/// The segments of an axis of a block. Filling it again reuses its memory.
pub(super) struct Segments {
    list: Vec<Segment>,
    groups: Vec<Group>,
    /// The cells of samples, counted from the least cell of their segment: exact in `f32`.
    cells: Vec<f32>,
}

/// What some samples span: their cells and coordinates, counted from a cell nearby.
#[derive(Clone, Copy)]
struct Span {
    cells: (i64, i64),
    low: f64,
    high: f64,
}

/// The one segment that [`Segments::cut`] would come to, where samples are in order, few, and near to each other: all lie between the ends, so that no part
/// of them spans more. Returns the cell from which the span is counted, the span, and the segment.
fn all_in_one(table: &AxisTable, cut: Cut, samples: Range<usize>) -> Option<((i64, Span), Segment)> {
    let (first, len) = (samples.start, samples.len());
    let few = len <= cut.most && (len > cut.unit || cut.lead == cut.unit);
    if !(few && table.monotone) || cut.whole && len < cut.unit {
        return None;
    }
    let base = table.cell(first);
    let span = Span::of(table, base, samples);
    let near = span.is_dense() && span.high - span.low <= cut.cells;
    near.then_some(((base, span), Segment { first, len, lead: cut.lead, ..Segment::FLAT }))
}

impl Segments {
    pub(super) const EMPTY: Segments = Segments { list: Vec::new(), groups: Vec::new(), cells: Vec::new() };

    pub(super) fn as_slice(&self) -> &[Segment] {
        &self.list
    }

    /// The groups of a segment's samples; none if the segment is sparse.
    pub(super) fn groups(&self, segment: &Segment) -> &[Group] {
        &self.groups[segment.groups.0..segment.groups.1]
    }

    /// The cells of a segment's samples, counted from the least one, followed by values that do not count: at least [`GROUP`] elements.
    pub(super) fn cells(&self, segment: &Segment) -> &[f32] {
        &self.cells[segment.cells..]
    }

    /// Cuts the samples of axis `a`, counted from x.
    pub(super) fn set(
        &mut self,
        octave: &OctavePlan<'_>,
        a: usize,
        radius: usize,
        cut: Cut,
        samples: Range<usize>,
    ) {
        self.list.clear();
        self.groups.clear();
        self.cells.clear();
        let table = if a == 0 { octave.row } else { octave.outer[3 - a] };
        match all_in_one(table, cut, samples.clone()) {
            Some((of, segment)) => self.push(table, radius, cut, of, segment),
            None => self.cut(table, radius, cut, samples),
        }
        self.cells.resize(self.cells.len() + GROUP, 0.0);
    }

    /// Cuts samples unit by unit.
    fn cut(&mut self, table: &AxisTable, radius: usize, cut: Cut, samples: Range<usize>) {
        let mut next = samples.start;
        let mut lead = cut.lead;
        while next < samples.end {
            let mut first = next;
            let mut end = samples.end.min(first + cut.unit);
            if cut.whole && end - first < cut.unit {
                first = end - cut.unit;
            }
            let base = table.cell(first);
            let mut span = Span::of(table, base, first..end);
            let sparse = !span.is_dense();
            // The first segment has a unit more, where that one overlaps the next.
            let more_lead = if first == samples.start && !sparse { cut.lead % cut.unit } else { 0 };
            let most = if sparse { MOST_SPARSE } else { cut.most + more_lead };
            while end < samples.end {
                let more = end..samples.end.min(end + lead);
                // What is left after whole units would need a segment of its own.
                let rest = if cut.whole && !sparse && more.len() < lead { more.len() } else { 0 };
                if more.end - first > most + rest {
                    break;
                }
                let added = Span::of(table, base, more.clone());
                let both = span.and(added);
                if sparse == added.is_dense() || !sparse && both.high - both.low > cut.cells {
                    break;
                }
                (span, end) = (both, more.end);
                lead = cut.unit;
            }
            let own_lead = if first == samples.start { cut.lead } else { cut.unit };
            let (len, shared) = (end - first, next - first);
            let segment = Segment { first, len, lead: own_lead, shared, sparse, ..Segment::FLAT };
            self.push(table, radius, cut, (base, span), segment);
            // The unit after a first one that is alone overlaps it.
            next = end - (cut.unit - lead);
            lead = cut.unit;
        }
    }

    /// Adds a segment whose samples span this, counted from the cell `base`. Its cells and groups are found here.
    fn push(
        &mut self,
        table: &AxisTable,
        radius: usize,
        cut: Cut,
        (base, span): (i64, Span),
        mut segment: Segment,
    ) {
        let samples = segment.first..segment.first + segment.len;
        segment.cells = self.cells.len();
        if !segment.sparse {
            let least = base + span.cells.0;
            // The low halves suffice, because the cells are near to each other.
            let cells = table.codes[samples.clone()].iter();
            self.cells.extend(cells.map(|cell| cell.wrapping_sub(least as u32) as i32 as f32));
            segment.least = least;
            segment.lines = (span.cells.1 - span.cells.0) as usize + 1 + 2 * radius;
            let a_sample = (span.high - span.low) / samples.len() as f64;
            segment.group = cut.group.1;
            while segment.group > cut.group.0 && a_sample * segment.group as f64 > cut.group_cells {
                segment.group /= 2;
            }
            let start = self.groups.len();
            for first in samples.clone().step_by(segment.group) {
                let len = segment.group.min(samples.end - first);
                let is_all = len == samples.len();
                let own = if is_all { span } else { Span::of(table, base, first..first + len) };
                let [low, high] = [own.low, own.high].map(|x| (x - span.cells.0 as f64) as f32);
                let cells = [own.cells.0, own.cells.1].map(|cell| (cell - span.cells.0) as usize);
                self.groups.push(Group::new((first, len), [low, high], cells, radius));
            }
            segment.groups = (start, self.groups.len());
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

    /// Whether samples are near enough to share the points around them. (Cells are within 2^53 of each other.)
    fn is_dense(self) -> bool {
        self.high - self.low <= DENSE && self.cells.1 - self.cells.0 <= MOST_CELLS as i64
    }
}
