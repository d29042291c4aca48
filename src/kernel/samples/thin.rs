//! Samples of a few columns of Perlin noise, from corners to samples at once: with rows in lanes, coefficients need not be stored.

use core::ops::Range;

use super::RowTable;
use super::fold::{Fold, Onto};
use crate::kernel::coefficients::across::LaneAxis;
use crate::kernel::coefficients::cells::Plane;
use crate::kernel::coefficients::corner_table::CornerTable;
use crate::kernel::coefficients::{Around, Columns, Corners, Perlin, between, sample};
use crate::simd::{Job, Lanes, Rows};
use crate::tables::octave::Folded;

/// Adds an octave to rows in planes, column by column, in `D` dimensions, 2 or 3. Lanes must permute.
pub(crate) struct Thin<'a, const D: usize> {
    pub(crate) rows: ThinRows<'a>,
    /// The corners, and how far from each other they stand, as `coefficients::across` has them.
    pub(crate) corners: &'a [f32],
    pub(crate) around: [usize; 8],
    pub(crate) steps: (usize, usize),
    pub(crate) planes: &'a [Plane],
    pub(crate) out: &'a mut [f32],
}

/// What all planes share.
#[derive(Clone, Copy)]
pub(crate) struct ThinRows<'a> {
    /// What the octave is added to; `None`: to what `out` holds.
    pub(crate) start: Option<f32>,
    /// How the octave is folded, if it is.
    pub(crate) fold: Option<Folded>,
    pub(crate) row: RowTable<'a>,
    /// Columns.
    pub(crate) width: usize,
    /// The axis in lanes: 0, 1 for y, z.
    pub(crate) axis: usize,
    pub(crate) lanes: LaneAxis<'a>,
    /// Elements before the first row, and from a column to the next one. There is room for whole vectors.
    pub(crate) skipped: usize,
    pub(crate) stride: usize,
}

impl<const D: usize> Job for Thin<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Thin { rows, corners, around, steps, planes, out } = self;
        let columns = (rows.row.first[rows.width - 1] - rows.row.first[0]) as usize + 2;
        for plane in planes {
            let table = CornerTable::new(&corners[plane.at..], &around, steps, columns, D);
            let out = &mut out[plane.out + rows.skipped..];
            let mut around = Around::splat(l, plane.t, plane.u);
            let mut column = 0;
            while L::PERMUTES && column < rows.width {
                let columns = rows.columns_of_cell(column);
                column = columns.end;
                rows.add::<L, D>(l, table, &mut around, columns, out);
            }
        }
    }
}

impl ThinRows<'_> {
    /// The columns in the cell of this one, from it on.
    #[inline(always)]
    fn columns_of_cell(&self, column: usize) -> Range<usize> {
        let first = &self.row.first[column..self.width];
        column..column + first.iter().take_while(|line| **line == first[0]).count()
    }

    /// Adds the samples in some columns of a cell. `around` has the plane's fractions and fades.
    #[inline(always)]
    fn add<L: Lanes, const D: usize>(
        &self,
        l: L,
        table: CornerTable<'_>,
        around: &mut Around<L>,
        columns: Range<usize>,
        out: &mut [f32],
    ) {
        let LaneAxis { first, first_line, rows, .. } = self.lanes;
        let cell = (self.row.first[columns.start] - self.row.first[0]) as usize;
        let vectors = rows.div_ceil(L::N);
        let mut vector = 0;
        while vector < vectors {
            let line = first[vector * L::N];
            let end = self.end_of_line::<L>(vector, vectors);
            if end > vector {
                let corners = table.around_cell::<L, D>(l, cell, line - first_line);
                self.add_vectors::<L, _, D>(l, corners, around, vector..end, columns.clone(), out);
                vector = end;
            } else {
                let picks = l.add_u(l.load_u_at(first, vector * L::N), l.splat_u(line.wrapping_neg()));
                let corners = table.picked::<L>(cell, line - first_line, picks);
                self.add_vectors::<L, _, D>(l, corners, around, vector..vector + 1, columns.clone(), out);
                vector += 1;
            }
        }
    }

    /// The vector after the last one whose rows all have the first line of this one; this one itself if its rows have several.
    #[inline(always)]
    fn end_of_line<L: Lanes>(&self, vector: usize, vectors: usize) -> usize {
        let first = &self.lanes.first[..vectors * L::N];
        let line = first[vector * L::N];
        let mut end = vector;
        while end < vectors && first[end * L::N + L::N - 1] == line {
            end += 1;
        }
        end
    }

    /// The same with the corners of these vectors' rows.
    #[inline(always)]
    fn add_vectors<L: Lanes, C: Corners<L> + Copy, const D: usize>(
        &self,
        l: L,
        corners: C,
        around: &mut Around<L>,
        vectors: Range<usize>,
        columns: Range<usize>,
        out: &mut [f32],
    ) {
        // In two dimensions, y is in lanes. This is then a constant, so that no variable is an index below.
        let axis = if D == 2 { 0 } else { self.axis };
        let (fold, onto) = (Fold::new(l, self.fold), Onto::new(l, self.start));
        let (t, u) = (&self.row.t[columns.clone()], &self.row.u[columns.clone()]);
        let out = &mut out[columns.start * self.stride..];
        let Some(mut out) = Rows::new(out, t.len(), self.stride, vectors.end * L::N) else { return };
        let fractions = |table| L::floats(table)[vectors.clone()].iter();
        let rows = vectors.clone().zip(fractions(self.lanes.t).zip(fractions(self.lanes.u)));
        for (vector, (t_y, u_y)) in rows {
            around.set(l, axis, l.load(t_y), l.load(u_y));
            let perlin = Perlin::<L, _, D, false> { around, corners };
            let line = between(l, perlin.line(l, 0), perlin.line(l, 1));
            for (n, (t, u)) in t.iter().zip(u).enumerate() {
                let sample = fold.of(l, sample(l, line, l.splat(*t), l.splat(*u)));
                let Some(to) = out.row(n).and_then(|row| L::floats_mut(row).get_mut(vector)) else { return };
                onto.add(l, sample, to);
            }
        }
    }
}
