//! Where the vectors of a row stand, and in which cells.

use crate::tables::axis::MOST_COLUMNS;

/// Vectors next to each other that are done alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Run {
    /// Where the first one begins, counted from the block's first column.
    pub(super) column: u32,
    pub(super) vectors: u32,
    /// The cell of its first sample, counted from that of the block's first sample.
    pub(super) cell: u32,
    /// Cells from there to that of the last sample of a vector: 0 where all are in one.
    pub(super) span: u32,
}

/// The vectors of a row.
pub(super) struct Runs {
    list: [Run; Runs::MOST],
    count: usize,
}

/// How a row is cut into vectors.
#[derive(Clone, Copy)]
pub(super) struct Vectors {
    pub(super) lanes: usize,
    /// Columns of the row, at least as many.
    pub(super) width: usize,
    /// Columns before the second vector: where memory is aligned. 0: the first one is.
    pub(super) lead: usize,
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
}

impl Runs {
    /// The most runs of a row: a vector of eight each, and two that overlap.
    const MOST: usize = MOST_COLUMNS / 8 + 2;

    pub(super) const NONE: Runs =
        Runs { list: [Run { column: 0, vectors: 0, cell: 0, span: 0 }; Runs::MOST], count: 0 };

    /// Finds runs of up to `most` vectors in one cell; vectors of several cells are alone if `most` is short. `first` has each column's cell.
    pub(super) fn set(&mut self, vectors: Vectors, first: &[u32], most: u32) {
        self.count = 0;
        vectors.for_each(|column| {
            let (cell, end) = (first[column] - first[0], first[column + vectors.lanes - 1] - first[0]);
            let run = Run { column: column as u32, vectors: 1, cell, span: end - cell };
            if !self.join(run, vectors.lanes as u32, most) && self.count < Self::MOST {
                self.list[self.count] = run;
                self.count += 1;
            }
        });
    }

    /// The same where all vectors are done as if they had several cells.
    pub(super) fn set_alike(&mut self, vectors: Vectors) {
        let Vectors { lanes, width, lead } = vectors;
        let whole = (width - lead) / lanes;
        let run = |column: usize, count: usize| Run {
            column: column as u32,
            vectors: count as u32,
            cell: 0,
            span: 1,
        };
        let overlaps = [lead > 0, true, lead + whole * lanes < width];
        self.count = 0;
        for (run, there) in [run(0, 1), run(lead, whole), run(width - lanes, 1)].into_iter().zip(overlaps) {
            if there {
                self.list[self.count] = run;
                self.count += 1;
            }
        }
    }

    /// Adds a vector to the last run, if it goes on there.
    fn join(&mut self, run: Run, lanes: u32, most: u32) -> bool {
        let Some(last) = self.list[..self.count].last_mut() else { return false };
        let next = last.column + last.vectors * lanes == run.column;
        let alike = if run.span == 0 {
            last.span == 0 && last.cell == run.cell
        } else {
            last.span > 0 && most == u32::MAX
        };
        let joins = next && alike && last.vectors < most;
        last.vectors += u32::from(joins);
        joins
    }

    pub(super) fn as_slice(&self) -> &[Run] {
        &self.list[..self.count]
    }
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
                    let columns = listed(Vectors { lanes, width, lead });
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

    #[test]
    fn runs_are_the_vectors_in_their_order() {
        let first: Vec<u32> = (0..MOST_COLUMNS as u32).map(|k| 7 + (k * k / 700)).collect();
        for most in [4, u32::MAX] {
            for (width, lead) in [(MOST_COLUMNS, 0), (MOST_COLUMNS, 5), (77, 3), (16, 0), (16, 9)] {
                for lanes in [8, 16] {
                    let vectors = Vectors { lanes, width, lead };
                    let mut runs = Runs::NONE;
                    runs.set(vectors, &first, most);
                    let of_run = |run: &Run| {
                        let Run { column, vectors, cell, span } = *run;
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
