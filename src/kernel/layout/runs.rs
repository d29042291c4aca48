//! Where the vectors of a row stand, and in which cells.

use core::ops::Range;

use crate::simd::WIDEST;
use crate::tables::axis::MOST_COLUMNS;

/// Vectors next to each other that are done alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::kernel) struct Run {
    /// Where the first one begins, counted from the block's first column.
    pub(in crate::kernel) column: u32,
    pub(in crate::kernel) vectors: u32,
    /// The cell of its first sample, counted from that of the block's first sample.
    pub(in crate::kernel) cell: u32,
    /// Cells from there to that of the last sample of a vector: 0 where all are in one.
    pub(in crate::kernel) span: u32,
    /// Columns of all vectors. Where these are less than their lanes, the last vector overlaps the one before.
    pub(in crate::kernel) columns: u32,
    /// Where the cache line begins that the first one is stored with past the caches.
    pub(in crate::kernel) line: u32,
}

impl Run {
    const NONE: Run = Run { column: 0, vectors: 0, cell: 0, span: 0, columns: 0, line: 0 };

    /// The vector that begins with a column. `first` has each column's cell.
    fn of_vector(column: usize, lanes: usize, first: &[u32]) -> Self {
        let (cell, end) = (first[column] - first[0], first[column + lanes - 1] - first[0]);
        let column = column as u32;
        Run { column, vectors: 1, cell, span: end - cell, columns: lanes as u32, line: column }
    }

    /// A vector that is done as if all of its columns were in one cell.
    fn of_cell(column: usize, cell: u32, lanes: usize) -> Self {
        let column = column as u32;
        Run { column, vectors: 1, cell, span: 0, columns: lanes as u32, line: column }
    }
}

/// The vectors of a row.
pub(in crate::kernel) struct Runs {
    list: [Run; Runs::MOST],
    count: usize,
}

/// How a row is cut into vectors.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Vectors {
    pub(in crate::kernel) lanes: usize,
    /// Columns of the row, at least as many.
    pub(in crate::kernel) width: usize,
    /// Columns before the second vector: where memory is aligned. 0: the first one is.
    pub(in crate::kernel) lead: usize,
}

impl Vectors {
    /// Calls `each` with where they begin. The first and the last may overlap their neighbours, and are then written twice.
    #[inline]
    fn for_each(self, mut each: impl FnMut(usize)) {
        let Vectors { lanes, width, lead } = self;
        if lead > 0 {
            each(0);
        }
        let mut column = lead;
        while column + lanes <= width {
            each(column);
            column += lanes;
        }
        if column < width {
            each(width - lanes);
        }
    }

    /// The lanes of the vector that begins with a column that no other vector has. The second vector fits into the row.
    pub(in crate::kernel) fn own(self, column: usize) -> Range<usize> {
        let Vectors { lanes, lead, .. } = self;
        if column < lead {
            return 0..lead;
        }
        // The last vector overlaps the one before.
        let after = (column - lead) % lanes;
        if after == 0 { 0..lanes } else { lanes - after..lanes }
    }

    /// Whether a part of a cell that is narrower than a vector has one of its own, which goes beyond it. Not with the widest vectors, which permute the
    /// coefficients of up to four cells, and not in rows of two vectors, which would then take three.
    fn worth_beyond(self, part: usize) -> bool {
        let Vectors { lanes, width, .. } = self;
        lanes < WIDEST && part > lanes / 2 && width > 2 * lanes
    }
}

impl Runs {
    /// The most runs of a row: five columns each, and two that overlap.
    const MOST: usize = MOST_COLUMNS / 5 + 2;

    pub(in crate::kernel) const NONE: Runs = Runs { list: [Run::NONE; Runs::MOST], count: 0 };

    /// Finds runs of up to `most` vectors in one cell; vectors of several cells are alone if `most` is short. `first` has each column's cell.
    pub(in crate::kernel) fn set(&mut self, vectors: Vectors, first: &[u32], most: usize) {
        self.count = 0;
        vectors.for_each(|column| {
            let run = Run::of_vector(column, vectors.lanes, first);
            if !self.join(run, vectors.lanes, most) {
                self.push(run);
            }
        });
    }

    /// The same for vectors of `lanes` lanes that are stored past the caches: `lines` are cut, and runs have up to `most` whole lines, or one vector of a
    /// line that lies in several cells.
    pub(in crate::kernel) fn set_lines(&mut self, lines: Vectors, lanes: usize, first: &[u32], most: usize) {
        let in_line = lines.lanes / lanes;
        self.count = 0;
        lines.for_each(|line| {
            let run = Run::of_vector(line, lines.lanes, first);
            if run.span > 0 {
                for column in (line..line + lines.lanes).step_by(lanes) {
                    self.push(Run { line: line as u32, ..Run::of_vector(column, lanes, first) });
                }
            } else {
                let run = Run { vectors: in_line as u32, ..run };
                if !self.join(run, lanes, most * in_line) {
                    self.push(run);
                }
            }
        });
    }

    /// Finds runs of up to `most` vectors of one cell, of samples that are written or added. Where they are written, and cells are narrow or there
    /// is only one, runs begin and end with cells.
    pub(in crate::kernel) fn set_across(
        &mut self,
        vectors: Vectors,
        first: &[u32],
        most: usize,
        written: bool,
    ) {
        // The widest vectors are as long as cache lines, so that each of those that is not aligned lies in two lines.
        let narrow = if vectors.lanes == WIDEST { 24..48 } else { 0..72 };
        let cells = (first[vectors.width - 1] - first[0]) as usize + 1;
        let by_cells = written && !cfg!(perlane_small);
        let is_narrow = (cells * narrow.start..cells * narrow.end).contains(&vectors.width);
        if by_cells && (is_narrow || (cells == 1 && vectors.lead == 0)) {
            self.set_by_cells(vectors, first, most);
        } else {
            self.set(vectors, first, most);
        }
    }

    /// Finds runs of up to `most` vectors of one cell, which begin and end with the cell wherever it is wide enough. A narrow part of a cell has a vector
    /// that goes beyond it, if it is at an end of the row or nearly as wide as a vector: what that writes there is wrong, and written again by the
    /// runs of the next cell, which come later.
    fn set_by_cells(&mut self, vectors: Vectors, first: &[u32], most: usize) {
        let Vectors { lanes, width, .. } = vectors;
        self.count = 0;
        let (mut column, mut end) = (0, width);
        // In rows of one vector, no cell has a part as wide as one between narrower ones; and most short rows lie in one cell.
        if width > lanes && first[0] != first[width - 1] {
            end = self.push_last(vectors, &first[..width]);
            column = self.push_first(vectors, &first[..end]);
        }
        while column < end {
            let of_cell = end_of_cell(&first[..end], column, lanes);
            let (part, cell) = (of_cell - column, first[column] - first[0]);
            column = if part >= lanes {
                self.push_whole(column..of_cell, cell, lanes, most)
            } else if vectors.worth_beyond(part) && column + lanes <= end {
                self.push(Run::of_cell(column, cell, lanes));
                of_cell
            } else {
                self.push_mixed(vectors, first, column)
            };
        }
    }

    /// Adds up to `most` vectors of a cell's columns, which are at least as many as one has. Returns where they end.
    fn push_whole(&mut self, columns: Range<usize>, cell: u32, lanes: usize, most: usize) -> usize {
        let left = columns.len().div_ceil(lanes);
        // A single vector has none to overlap.
        let count = if left == most + 1 { most - 1 } else { left.min(most) };
        let end = if count == left { columns.end } else { columns.start + count * lanes };
        let (vectors, width) = (count as u32, (end - columns.start) as u32);
        self.push(Run { vectors, columns: width, ..Run::of_cell(columns.start, cell, lanes) });
        end
    }

    /// Adds a vector for the part of a row's last cell that is narrower than one, if the cell before it is not. Returns where the others end.
    fn push_last(&mut self, Vectors { lanes, width, .. }: Vectors, first: &[u32]) -> usize {
        let cell = first[width - 1];
        let part = first[width - lanes..].partition_point(|of| *of != cell);
        let end = width - lanes + part;
        let before = end.checked_sub(lanes).map(|start| first[start]);
        if part == 0 || before != Some(first[end - 1]) {
            return width;
        }
        self.push(Run::of_cell(width - lanes, cell - first[0], lanes));
        end
    }

    /// Adds a vector for the part of the first cell that is narrower than one, if the cell after it is not. Returns where the others begin.
    fn push_first(&mut self, Vectors { lanes, .. }: Vectors, first: &[u32]) -> usize {
        let start = end_of_cell(first, 0, lanes);
        if start >= lanes || first.get(start + lanes - 1) != first.get(start) {
            return 0;
        }
        self.push(Run::of_cell(0, 0, lanes));
        start
    }

    /// Adds a vector of several cells that begins with a column, or before it where the row ends too soon. Returns where it ends.
    fn push_mixed(&mut self, vectors: Vectors, first: &[u32], column: usize) -> usize {
        let Vectors { lanes, width, .. } = vectors;
        let column = column.min(width - lanes);
        self.push(Run::of_vector(column, lanes, first));
        column + lanes
    }

    fn push(&mut self, run: Run) {
        debug_assert!(self.count < Self::MOST, "each run has a vector of columns that no other has");
        if self.count < Self::MOST {
            self.list[self.count] = run;
            self.count += 1;
        }
    }

    /// The same where all vectors are done as if they had several cells.
    pub(in crate::kernel) fn set_alike(&mut self, vectors: Vectors) {
        let Vectors { lanes, width, lead } = vectors;
        let whole = (width - lead) / lanes;
        let run = |column: usize, count: usize| Run {
            column: column as u32,
            vectors: count as u32,
            cell: 0,
            span: 1,
            columns: (count * lanes) as u32,
            line: column as u32,
        };
        let overlaps = [lead > 0, true, lead + whole * lanes < width];
        self.count = 0;
        for (run, there) in [run(0, 1), run(lead, whole), run(width - lanes, 1)].into_iter().zip(overlaps) {
            if there {
                self.push(run);
            }
        }
    }

    /// Adds vectors to the last run, if it goes on there.
    fn join(&mut self, run: Run, lanes: usize, most: usize) -> bool {
        let Some(last) = self.list[..self.count].last_mut() else { return false };
        let next = last.column + last.vectors * lanes as u32 == run.column;
        let alike = if run.span == 0 {
            last.span == 0 && last.cell == run.cell
        } else {
            last.span > 0 && most == usize::MAX
        };
        let whole = last.vectors.is_multiple_of(run.vectors);
        let joins = next && alike && whole && (last.vectors + run.vectors) as usize <= most;
        last.vectors += if joins { run.vectors } else { 0 };
        last.columns += if joins { run.columns } else { 0 };
        joins
    }

    pub(in crate::kernel) fn as_slice(&self) -> &[Run] {
        &self.list[..self.count]
    }
}

/// Where the cell of a column ends, or the row.
fn end_of_cell(first: &[u32], column: usize, lanes: usize) -> usize {
    let cell = first[column];
    if first.last() == Some(&cell) {
        return first.len();
    }
    let mut end = column + 1;
    while end + lanes <= first.len() && first[end + lanes - 1] == cell {
        end += lanes;
    }
    let near = &first[end..first.len().min(end + lanes)];
    end + near.partition_point(|of| *of == cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn listed(vectors: Vectors) -> Vec<usize> {
        let mut columns = Vec::new();
        vectors.for_each(|column| columns.push(column));
        columns
    }

    #[test]
    fn vectors_cover_each_column_once_or_twice() {
        for lanes in [8, 16] {
            for width in lanes..100 {
                for lead in 0..lanes {
                    let mut covered = [0; 100];
                    let vectors = Vectors { lanes, width, lead };
                    let columns = listed(vectors);
                    let mut owned: Vec<usize> = columns
                        .iter()
                        .flat_map(|column| vectors.own(*column).map(move |lane| column + lane))
                        .collect();
                    owned.sort_unstable();
                    if width >= lead + lanes {
                        assert!(owned.into_iter().eq(0..width), "{lanes} {width} {lead}");
                    }
                    for column in &columns {
                        covered[*column..column + lanes].iter_mut().for_each(|times| *times += 1);
                    }
                    assert!(
                        covered[..width].iter().all(|times| (1..=3).contains(times)),
                        "{lanes} {width} {lead}"
                    );
                    assert!(covered[width..].iter().all(|times| *times == 0), "{lanes} {width} {lead}");
                    assert!(columns.len() <= width / lanes + 2, "{lanes} {width} {lead}");
                    let aligned = columns.iter().filter(|column| *column % lanes == lead).count();
                    assert!(aligned >= (width - lead) / lanes, "{lanes} {width} {lead}");
                }
            }
        }
    }

    /// What a column holds after all runs was written by a vector that takes the column's cell for it. No run is longer than it may be.
    #[test]
    fn runs_by_cells_leave_each_column_in_its_cell() {
        for cell in [1, 3, 5, 8, 9, 15, 16, 17, 31, 40, 70, 500] {
            for (lanes, width) in [8, 16].into_iter().flat_map(|lanes| (lanes..140).map(move |w| (lanes, w)))
            {
                for phase in 0..cell.min(20) {
                    let first: Vec<u32> = (0..width as u32).map(|k| 3 + (k + phase) / cell).collect();
                    let mut runs = Runs::NONE;
                    runs.set_by_cells(Vectors { lanes, width, lead: 0 }, &first, 4);
                    let mut written = alloc::vec![None; width];
                    for run in runs.as_slice() {
                        let (column, columns) = (run.column as usize, run.columns as usize);
                        let vectors = run.vectors as usize;
                        assert!((vectors - 1) * lanes < columns && columns <= vectors * lanes);
                        assert!(columns >= lanes && vectors <= 4, "{run:?} {lanes} {width} {cell}");
                        assert!(run.span == 0 || vectors == 1);
                        let cells = &first[column..column + columns];
                        for (written, of) in written[column..].iter_mut().zip(cells) {
                            // A vector of several cells takes its own for each column.
                            *written = Some(if run.span == 0 { run.cell + first[0] } else { *of });
                        }
                        if run.span > 0 {
                            assert_eq!(
                                (cells[0] - first[0], cells[columns - 1] - cells[0]),
                                (run.cell, run.span)
                            );
                        }
                    }
                    let wanted: Vec<_> = first.iter().copied().map(Some).collect();
                    assert_eq!(written, wanted, "{lanes} {width} {cell} {phase}");
                }
            }
        }
    }

    /// A row of six samples, a whole cell of 20, and six samples has vectors of one cell each.
    #[test]
    fn ends_of_rows_need_no_vectors_of_several_cells() {
        let first: Vec<u32> = (0..32).map(|k| (k + 14) / 20).collect();
        let mut runs = Runs::NONE;
        runs.set_by_cells(Vectors { lanes: 8, width: 32, lead: 0 }, &first, 4);
        let run =
            |column, vectors, cell, columns| Run { column, vectors, cell, span: 0, columns, line: column };
        assert_eq!(runs.as_slice(), [run(24, 1, 2, 8), run(0, 1, 0, 8), run(6, 3, 1, 20)]);
        // Two parts of cells that are narrower than a vector cannot be separated.
        let first: Vec<u32> = (0..12).map(|k| (k + 14) / 20).collect();
        runs.set_by_cells(Vectors { lanes: 8, width: 12, lead: 0 }, &first, 4);
        assert!(runs.as_slice().iter().all(|run| run.span == 1));
    }

    /// Lines come one after the other, each with all of its vectors, and no column is stored twice.
    #[test]
    fn runs_of_lines_have_whole_lines() {
        for cell in [1, 7, 8, 9, 16, 24, 31, 32, 40, 70, 500] {
            for (lanes, width) in [8, 16].into_iter().flat_map(|lanes| (32..140).map(move |w| (lanes, w))) {
                for lead in 0..16 {
                    let first: Vec<u32> = (0..width as u32).map(|k| 3 + (k + 5) / cell).collect();
                    let lines = Vectors { lanes: 16, width, lead };
                    let mut runs = Runs::NONE;
                    runs.set_lines(lines, lanes, &first, 2);
                    let mut vectors = Vec::new();
                    for run in runs.as_slice() {
                        let (column, columns) = (run.column as usize, run.columns as usize);
                        let cells = (first[column] - first[0], first[column + columns - 1] - first[column]);
                        assert_eq!((run.cell, run.span), cells);
                        assert!(run.vectors == 1 || (run.span == 0 && run.column == run.line));
                        assert!(columns <= 32 && columns == run.vectors as usize * lanes);
                        vectors.extend((0..run.vectors as usize).map(|v| {
                            let column = column + v * lanes;
                            let line =
                                if run.vectors == 1 { run.line as usize } else { column - v * lanes % 16 };
                            (line, column - line)
                        }));
                    }
                    let wanted = listed(lines).into_iter();
                    let wanted = wanted.flat_map(|line| (0..16).step_by(lanes).map(move |k| (line, k)));
                    assert!(vectors.into_iter().eq(wanted), "{lanes} {width} {lead} {cell}");
                }
            }
        }
    }

    #[test]
    fn runs_are_the_vectors_in_their_order() {
        let first: Vec<u32> = (0..MOST_COLUMNS as u32).map(|k| 7 + (k * k / 700)).collect();
        for most in [4, usize::MAX] {
            for (width, lead) in [(MOST_COLUMNS, 0), (MOST_COLUMNS, 5), (77, 3), (16, 0), (16, 9)] {
                for lanes in [8, 16] {
                    let vectors = Vectors { lanes, width, lead };
                    let mut runs = Runs::NONE;
                    runs.set(vectors, &first, most);
                    let of_run = |run: &Run| {
                        let Run { column, vectors, cell, span, .. } = *run;
                        (0..vectors)
                            .map(move |v| {
                                (
                                    (column + v * lanes as u32) as usize,
                                    (vectors == 1 || span == 0).then_some((cell, span)),
                                )
                            })
                            .collect::<Vec<_>>()
                    };
                    let all: Vec<_> = runs.as_slice().iter().flat_map(of_run).collect();
                    assert_eq!(all.iter().map(|v| v.0).collect::<Vec<_>>(), listed(vectors));
                    for (column, cells) in all {
                        let Some((cell, span)) = cells else { continue };
                        assert_eq!(cell, first[column] - first[0]);
                        assert_eq!(span, first[column + lanes - 1] - first[column]);
                    }
                }
            }
        }
    }
}
