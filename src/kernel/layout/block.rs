//! Blocks: the parts into which a grid is cut, each computed as a whole.

use core::ops::Range;

use crate::kernel::coefficients::cells::GROUP;
use crate::simd::WIDEST;
use crate::tables::axis::STRIP;

/// The most samples of a block, so that they stay in the second-level cache for all octaves. The last block of a row may be a few columns wider.
pub(in crate::kernel) const SAMPLES: usize = 64 * STRIP;

/// The most rows of a block whose samples have memory of their own.
pub(in crate::kernel) const MOST_ROWS: usize = 256;

/// The most samples of such a block, its rows padded to whole vectors.
pub(in crate::kernel) const PADDED_SAMPLES: usize = SAMPLES + MOST_ROWS * WIDEST;

/// The most that a block may have.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Most {
    pub(in crate::kernel) samples: usize,
    pub(in crate::kernel) rows: usize,
}

impl Most {
    /// Of a block whose samples have memory of their own.
    pub(in crate::kernel) const BESIDE: Most = Most { samples: SAMPLES, rows: MOST_ROWS };
    /// Of a block that is written in place: as many rows as a chunk of 32 by 32 by 32 has, so that its corners are computed once.
    pub(in crate::kernel) const IN_PLACE: Most = Most { samples: SAMPLES, rows: 1024 };
}

/// A block of rows, at most one strip of columns wide.
#[derive(Clone)]
pub(in crate::kernel) struct Block {
    /// Samples along w, z, y.
    pub(in crate::kernel) outer: [Range<usize>; 3],
    /// Samples along x.
    pub(in crate::kernel) columns: Range<usize>,
}

impl Block {
    /// The number of rows.
    pub(in crate::kernel) fn rows(&self) -> usize {
        self.outer.iter().map(Range::len).product()
    }

    /// The planes of rows along an axis (w, z, y as 0, 1, 2): each is represented by its first row.
    pub(in crate::kernel) fn planes(&self, axis: usize) -> [Range<usize>; 3] {
        let mut planes = self.outer.clone();
        planes[axis].end = planes[axis].start + 1;
        planes
    }

    /// The block with rows of whole vectors.
    pub(in crate::kernel) fn padded(&self) -> Block {
        let Range { start, end } = self.columns;
        let width = (end - start).next_multiple_of(WIDEST);
        Block { outer: self.outer.clone(), columns: start..start + width }
    }

    /// Two halves of the axis that has the most rows, or groups of them if its rows are in lanes, the first half first; `None` where none has two.
    pub(in crate::kernel) fn halves(&self, lane_axis: Option<usize>) -> Option<[Block; 2]> {
        let each = |a: usize| if Some(a) == lane_axis { GROUP } else { 1 };
        let pieces = |a: usize| self.outer[a].len().div_ceil(each(a));
        let longest = (0..3).max_by_key(|&a| pieces(a)).filter(|&a| pieces(a) > 1)?;
        let middle = self.outer[longest].start + pieces(longest) / 2 * each(longest);
        let mut halves = [self.clone(), self.clone()];
        halves[0].outer[longest].end = middle;
        halves[1].outer[longest].start = middle;
        Some(halves)
    }
}

/// The number of the row at `wzy` among rows along w, z, y.
pub(in crate::kernel) fn row_of([ws, zs, ys]: &[Range<usize>; 3], [w, z, y]: [usize; 3]) -> usize {
    ((w - ws.start) * zs.len() + (z - zs.start)) * ys.len() + (y - ys.start)
}

/// How many rows apart neighbours along w, z, y are, among rows along w, z, y.
pub(in crate::kernel) fn steps_of([_, zs, ys]: &[Range<usize>; 3]) -> [usize; 3] {
    [ys.len() * zs.len(), ys.len(), 1]
}

/// How a grid is cut into blocks.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Cut {
    strips: usize,
    /// By how many columns the second strip and those after it start later than they would in strips of equal width.
    lead: usize,
    /// The most rows along w, z, y.
    rows: [usize; 3],
}

impl Cut {
    /// Cuts a grid of `columns` columns into blocks. The last block of a row may be a few columns wider than `most` says.
    pub(in crate::kernel) fn of(most: Most, dims: usize, outer: &[Range<usize>; 3], columns: usize) -> Self {
        if Self::is_one(most, dims, outer, columns) {
            return Cut { strips: 1, lead: 0, rows: outer.each_ref().map(Range::len) };
        }
        let strips = columns.div_ceil(STRIP).max(1);
        let rows = (most.samples / columns.div_ceil(strips).next_multiple_of(WIDEST).max(WIDEST))
            .clamp(1, most.rows);
        // Groups of rows along y are computed together.
        let rows = if rows > GROUP { rows / GROUP * GROUP } else { rows };
        // Rows along y share lattice lines, and so do rows along z: a block has some of both. Planes along z are computed together, and the shorter
        // they are, the more of them.
        let along_y = if dims <= 2 { rows } else { (rows / 8).clamp(16, 32).min(rows) };
        let y = outer[2].len().clamp(1, along_y);
        let z = outer[1].len().clamp(1, rows / y);
        let w = outer[0].len().clamp(1, rows / y / z);
        Cut { strips, lead: 0, rows: [w, z, y] }
    }

    /// Cuts a grid of cellular noise that is written in place, and needs no memory for samples. Blocks have many rows, because what depends on their
    /// columns alone is found once for each.
    pub(in crate::kernel) fn of_cells(dims: usize, outer: &[Range<usize>; 3], columns: usize) -> Self {
        let most = if dims == 2 { [1, 1, 1024] } else { [1, 16, 64] };
        let rows = [0, 1, 2].map(|a: usize| outer[a].len().clamp(1, most[a]));
        Cut { strips: columns.div_ceil(STRIP).max(1), lead: 0, rows }
    }

    /// The same, where strips begin `lead` columns later, but for the first.
    pub(in crate::kernel) fn led(self, lead: Option<usize>) -> Self {
        Cut { lead: lead.unwrap_or(0), ..self }
    }

    /// Whether a grid is one block. (Divisions take long for small grids; this avoids them for grids of one block.)
    #[inline]
    pub(in crate::kernel) fn is_one(
        most: Most,
        dims: usize,
        outer: &[Range<usize>; 3],
        columns: usize,
    ) -> bool {
        let [w, z, y] = outer.each_ref().map(Range::len);
        let rows = w * z * y;
        (1..=STRIP).contains(&columns)
            && (1..=most.rows).contains(&rows)
            && rows * columns.next_multiple_of(WIDEST) <= most.samples
            && (dims == 2 || y <= 16)
    }

    /// Calls `each` with the blocks of a grid, in the order of their rows.
    pub(in crate::kernel) fn for_each(
        self,
        outer: &[Range<usize>; 3],
        columns: &Range<usize>,
        mut each: impl FnMut(&Block),
    ) {
        let [ws, zs, ys] = outer;
        for w in parts(ws, self.rows[0]) {
            for z in parts(zs, self.rows[1]) {
                for y in parts(ys, self.rows[2]) {
                    for columns in strips(columns, self.strips, self.lead) {
                        each(&Block { outer: [w.clone(), z.clone(), y.clone()], columns });
                    }
                }
            }
        }
    }
}

/// Cuts a range into parts of length `each`, starting at its start.
pub(in crate::kernel) fn parts(
    range: &Range<usize>,
    each: usize,
) -> impl Iterator<Item = Range<usize>> + use<> {
    let Range { mut start, end } = *range;
    core::iter::from_fn(move || {
        let part = start..end.min(start + each);
        start = part.end;
        (!part.is_empty()).then_some(part)
    })
}

/// Cuts columns into strips of about the same width, so that none is narrower than a vector if there are enough columns. All strips but the last
/// consist of whole vectors, and so does the first one but for its first `lead` columns.
pub(in crate::kernel) fn strips(
    columns: &Range<usize>,
    strips: usize,
    lead: usize,
) -> impl Iterator<Item = Range<usize>> + use<> {
    let (start, len) = (columns.start, columns.len());
    let cut = move |i: usize| match i {
        0 => start,
        i if i == strips => start + len,
        i => start + lead + i * len / strips / WIDEST * WIDEST,
    };
    (0..strips).map(move |i| cut(i)..cut(i + 1))
}
