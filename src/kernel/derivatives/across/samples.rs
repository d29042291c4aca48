//! Values and derivatives, by vectors of columns that walk down rows: one pass for the value and the derivative along x, then one for each other
//! derivative.

use crate::kernel::coefficients::cells::Cell;
use crate::kernel::coefficients::sample;
use crate::kernel::derivatives::memory::FACTORS;
use crate::kernel::derivatives::samples::value_and_x;
use crate::kernel::layout::runs::Run;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::across::Piece;
use crate::kernel::samples::fold::Fold;
use crate::kernel::samples::walk::{Blended, MOST_CELLS, OneCell, Permuted, Row, Walk};
use crate::simd::{Job, Lanes, Rows, WIDEST};
use crate::tables::octave::Folded;

/// Adds an octave to planes of values and derivatives.
pub(super) struct Samples<'a, 'b> {
    /// Lattice units in a world unit, along x, y, z, w.
    pub(super) factors: [f32; 4],
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
    pub(super) row: RowTable<'a>,
    /// The derivatives of the columns' fades.
    pub(super) fade_slopes: &'a [f32],
    /// Where vectors lie.
    pub(super) runs: &'a [Run],
    pub(super) pieces: &'a [Piece],
    /// The coefficients of groups, followed by at least [`MOST_CELLS`] more cells.
    pub(super) cells: &'a [Cell],
    /// Cells from those of one quantity to those of the next.
    pub(super) quantity: usize,
    /// Elements from a row to the next one.
    pub(super) step: usize,
    /// The value, then the derivatives by w, z, y, x, for the axes that exist.
    pub(super) planes: &'a mut [&'b mut [f32]],
    /// The factors of a folded octave's derivatives, for the vectors that walk down.
    pub(super) folded: &'a mut [f32; FACTORS],
}

impl Job for Samples<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        for piece in self.pieces {
            for run in self.runs {
                self.add_run(l, piece, *run);
            }
        }
    }
}

impl Samples<'_, '_> {
    /// Adds the vectors of a run, by the way that suits its cells. Programs that must be small have fewer ways.
    #[inline(always)]
    fn add_run<L: Lanes>(&mut self, l: L, piece: &Piece, run: Run) {
        let column = run.column as usize;
        match (run.span, run.vectors) {
            (0, vectors) if cfg!(perlane_small) => {
                for v in 0..vectors as usize {
                    self.walk::<L, _, 1>(l, piece, run, column + v * L::N, OneCell);
                }
            }
            // Where there are enough registers for four vectors.
            (0, 4) if const { L::PERMUTES } => self.walk::<L, _, 4>(l, piece, run, column, OneCell),
            (0, vectors) => {
                let vectors = vectors as usize;
                for v in (0..vectors - 1).step_by(2) {
                    self.walk::<L, _, 2>(l, piece, run, column + v * L::N, OneCell);
                }
                if vectors % 2 == 1 {
                    self.walk::<L, _, 1>(l, piece, run, column + (vectors - 1) * L::N, OneCell);
                }
            }
            (1, _) if const { L::PERMUTES && !cfg!(perlane_small) } => {
                let permuted = Permuted::<L, 2>::new(l, self.row, column);
                self.walk::<L, _, 1>(l, piece, run, column, permuted);
            }
            _ if const { L::PERMUTES && !cfg!(perlane_small) && L::N == WIDEST } => {
                let permuted = Permuted::<L, MOST_CELLS>::new(l, self.row, column);
                self.walk::<L, _, 1>(l, piece, run, column, permuted);
            }
            (1, _) if const { !L::PERMUTES && !cfg!(perlane_small) } => {
                let blended = Blended::<L, 1>::new(l, self.row, column);
                self.walk::<L, _, 1>(l, piece, run, column, blended);
            }
            _ => {
                let blended = Blended::<L, { MOST_CELLS - 1 }>::new(l, self.row, column);
                self.walk::<L, _, 1>(l, piece, run, column, blended);
            }
        }
    }

    /// Walks down the rows of a piece with `V` vectors, starting at a column.
    #[inline(always)]
    fn walk<L: Lanes, W: Walk<L>, const V: usize>(
        &mut self,
        l: L,
        piece: &Piece,
        run: Run,
        column: usize,
        walk: W,
    ) {
        let (cells, out) = (piece.cells + run.cell as usize, piece.out + column);
        let (rows, columns) = (piece.rows, V * L::N);
        let zeros = [l.splat(0.0); V];
        let (mut t, mut u, mut fade_slopes) = (zeros, zeros, zeros);
        for v in 0..V {
            t[v] = l.load_at(self.row.t, column + v * L::N);
            u[v] = l.load_at(self.row.u, column + v * L::N);
            fade_slopes[v] = l.load_at(self.fade_slopes, column + v * L::N);
        }
        let Some((value, derivatives)) = self.planes.split_first_mut() else { return };
        let Some((x, others)) = derivatives.split_last_mut() else { return };
        let folded = &mut self.folded[..];
        let Some(of_value) = self.cells[cells..].first_chunk() else { return };
        let Some(value) = Rows::new(&mut value[out..], rows.count, self.step, columns) else { return };
        let Some(x) = Rows::new(&mut x[out..], rows.count, self.step, columns) else { return };
        let Some(factors) = Rows::new(&mut *folded, rows.count, columns, columns) else { return };
        let mut to = ValueAndX::<L, V> {
            t,
            u,
            fade_slopes,
            fold: Fold::new(l, self.fold),
            factor: l.splat(self.factors[0]),
            value,
            x,
            factors,
        };
        walk.rows(l, of_value, rows, &mut to);
        // The planes of y, z, w are stored last to first.
        for (a, plane) in others.iter_mut().rev().enumerate() {
            let Some(cells) = self.cells[cells + (a + 1) * self.quantity..].first_chunk() else { return };
            let Some(to) = Rows::new(&mut plane[out..], rows.count, self.step, columns) else {
                return;
            };
            let Some(factors) = Rows::new(&mut *folded, rows.count, columns, columns) else { return };
            let mut to = Outer::<L, V> {
                t,
                u,
                factor: l.splat(self.factors[a + 1]),
                folds: self.fold.is_some(),
                to,
                factors,
            };
            walk.rows(l, cells, rows, &mut to);
        }
    }
}

/// `V` vectors of a row.
#[inline(always)]
fn vectors_of<'a, L: Lanes, const V: usize>(
    rows: &'a mut Rows<'_>,
    row: usize,
) -> Option<&'a mut [L::Floats; V]> {
    L::floats_mut(rows.row(row)?).first_chunk_mut()
}

/// Adds vectors of values, and of derivatives along x.
struct ValueAndX<'a, L: Lanes, const V: usize> {
    t: [L::F; V],
    u: [L::F; V],
    fade_slopes: [L::F; V],
    fold: Fold<L>,
    factor: L::F,
    value: Rows<'a>,
    x: Rows<'a>,
    /// The factors of a folded octave's derivatives.
    factors: Rows<'a>,
}

impl<L: Lanes, const V: usize> Row<L> for ValueAndX<'_, L, V> {
    #[inline(always)]
    fn add(&mut self, l: L, row: usize, line: [L::F; 4]) {
        let Some(value) = vectors_of::<L, V>(&mut self.value, row) else { return };
        let Some(to) = vectors_of::<L, V>(&mut self.x, row) else { return };
        let zeros = [l.splat(0.0); V];
        let (mut n, mut x) = (zeros, zeros);
        for v in 0..V {
            (n[v], x[v]) = value_and_x(l, line, (self.t[v], self.u[v], self.fade_slopes[v]), self.factor);
        }
        if self.fold.folds {
            let Some(folded) = vectors_of::<L, V>(&mut self.factors, row) else { return };
            for v in 0..V {
                let factor = self.fold.slope(l, n[v]);
                l.store(factor, &mut folded[v]);
                n[v] = self.fold.of(l, n[v]);
                x[v] = l.mul(factor, x[v]);
            }
        }
        for v in 0..V {
            l.store(l.add(l.load(&value[v]), n[v]), &mut value[v]);
            l.store(l.add(l.load(&to[v]), x[v]), &mut to[v]);
        }
    }
}

/// Adds vectors of derivatives along another axis.
struct Outer<'a, L: Lanes, const V: usize> {
    t: [L::F; V],
    u: [L::F; V],
    factor: L::F,
    folds: bool,
    to: Rows<'a>,
    factors: Rows<'a>,
}

impl<L: Lanes, const V: usize> Row<L> for Outer<'_, L, V> {
    #[inline(always)]
    fn add(&mut self, l: L, row: usize, line: [L::F; 4]) {
        let Some(to) = vectors_of::<L, V>(&mut self.to, row) else { return };
        let mut d = self.t;
        for v in 0..V {
            d[v] = l.mul(sample(l, line, self.t[v], self.u[v]), self.factor);
        }
        if self.folds {
            let Some(folded) = vectors_of::<L, V>(&mut self.factors, row) else { return };
            for v in 0..V {
                d[v] = l.mul(l.load(&folded[v]), d[v]);
            }
        }
        for v in 0..V {
            l.store(l.add(l.load(&to[v]), d[v]), &mut to[v]);
        }
    }
}
