//! Samples of narrow cells, with rows in lanes: the coefficients of a cell stay in registers for all of its columns, and a column's fraction and
//! fade are the same in all lanes.

use super::{ADD, FOLD, RowTable, START, Shape, Sum, WRITE, nothing};
use crate::kernel::coefficients::cells::{Cell, GROUP, Plane};
use crate::simd::{Backend, Job, Lanes, WIDEST};

/// About how many columns a part has, so that its samples stay in near caches while its octaves are added. The last part of a row may be a few columns wider.
pub(in crate::kernel) const COLUMNS: usize = 128;
pub(in crate::kernel) const MOST_COLUMNS: usize = COLUMNS + WIDEST;

/// Columns next to each other that are in one cell.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) cell: u32,
    pub(crate) columns: u32,
}

impl Span {
    pub(crate) const NONE: Span = Span { cell: 0, columns: 0 };
}

/// The cells of an octave's columns.
pub(in crate::kernel) struct Spans {
    list: [Span; MOST_COLUMNS],
    pub(in crate::kernel) count: usize,
}

impl Spans {
    pub(in crate::kernel) const NONE: Spans = Spans { list: [Span::NONE; MOST_COLUMNS], count: 0 };

    /// Finds them, from the cell of each column.
    pub(in crate::kernel) fn set(&mut self, first: &[u32]) {
        let mut column = 0;
        self.count = 0;
        for span in &mut self.list {
            let Some(cell) = first.get(column) else { break };
            let columns = first[column..].iter().take_while(|of| *of == cell).count();
            *span = Span { cell: cell - first[0], columns: columns as u32 };
            (self.count, column) = (self.count + 1, column + columns);
        }
    }

    pub(in crate::kernel) fn as_slice(&self) -> &[Span] {
        &self.list[..self.count]
    }

    /// Forgets them, so that tests see whether they are set again.
    #[cfg(all(test, feature = "std", not(perlane_small)))]
    pub(in crate::kernel) fn clear(&mut self) {
        self.count = 0;
    }
}

/// Groups of rows in planes. The samples of a group stand column by column, those of a column next to each other.
pub(crate) struct Groups<'a> {
    pub(crate) row: RowTable<'a>,
    /// The cells of all columns.
    pub(crate) spans: &'a [Span],
    pub(crate) width: usize,
    pub(crate) planes: &'a [Plane],
    /// Rows of each plane.
    pub(crate) rows: usize,
    /// S, O, DS, DO: those of each plane's groups, one after the other.
    pub(crate) cells: &'a [Cell],
    /// Cells of a group.
    pub(crate) each: usize,
    /// Elements before the first group of a plane.
    pub(crate) skipped: usize,
    pub(crate) out: &'a mut [f32],
}

impl Groups<'_> {
    /// Adds an octave to them, as the shape says.
    pub(crate) fn add(self, backend: Backend, shape: Shape) {
        match shape {
            Shape { start: Some(0.0), .. } => backend.run(Transposed::<WRITE> { shape, groups: self }),
            Shape { start: None, fold: None } => backend.run(Transposed::<ADD> { shape, groups: self }),
            Shape { start: Some(_), .. } => backend.run(Transposed::<START> { shape, groups: self }),
            Shape { start: None, fold: Some(_) } => backend.run(Transposed::<FOLD> { shape, groups: self }),
        }
    }
}

/// Adds an octave to groups of rows.
struct Transposed<'a, const HOW: usize> {
    shape: Shape,
    groups: Groups<'a>,
}

impl<const HOW: usize> Job for Transposed<'_, HOW> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Transposed { shape, groups } = self;
        let Groups { row, spans, width, planes, rows, cells, each, skipped, out } = groups;
        let sum = Sum::<L, HOW>::new(l, shape);
        let groups = rows.div_ceil(GROUP);
        let mut cells = cells.chunks_exact(each);
        for plane in planes {
            let out = &mut out[plane.out + skipped..][..groups * width * GROUP];
            for (g, out) in out.chunks_exact_mut(width * GROUP).enumerate() {
                let Some(cells) = cells.next() else { return };
                let group = Group { row, spans, cells };
                // A group of few rows takes one of two vectors.
                if const { L::N < GROUP } && rows - g * GROUP > L::N {
                    group.add::<L, HOW, 2>(sum, out);
                } else {
                    group.add::<L, HOW, 1>(sum, out);
                }
            }
        }
    }
}

/// The rows of a group.
#[derive(Clone, Copy)]
struct Group<'a> {
    row: RowTable<'a>,
    spans: &'a [Span],
    cells: &'a [Cell],
}

impl Group<'_> {
    /// Adds their first `V` vectors.
    #[inline(always)]
    fn add<L: Lanes, const HOW: usize, const V: usize>(self, sum: Sum<L, HOW>, out: &mut [f32]) {
        let Group { row: RowTable { t, u, .. }, spans, cells } = self;
        let l = sum.l;
        let mut out = out.as_chunks_mut::<GROUP>().0;
        let mut left = (t, u);
        for span in spans {
            let columns = span.columns as usize;
            let (Some(cell), Some(out)) = (cells.get(span.cell as usize), out.split_off_mut(..columns))
            else {
                return;
            };
            let (Some(t), Some(u)) = (left.0.split_off(..columns), left.1.split_off(..columns)) else {
                return;
            };
            let mut lines = [[l.splat(0.0); 4]; V];
            for v in 0..V {
                for i in 0..4 {
                    lines[v][i] = l.load_at(&cell[i], v * L::N);
                }
            }
            for ((out, t), u) in out.iter_mut().zip(t).zip(u) {
                let (t, u) = (l.splat(*t), l.splat(*u));
                let mut to = [const { nothing() }; V];
                let mut left = L::floats_mut(out);
                for v in 0..V {
                    let Some(vector) = left.split_off_mut(..1) else { return };
                    to[v] = vector;
                }
                sum.add_all(lines, [t; V], [u; V], &mut to, 0);
            }
        }
    }
}
