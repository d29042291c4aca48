//! Values and derivatives, by vectors of columns that walk down rows whose coefficients are broadcast.

use crate::kernel::coefficients::cells::{Cell, GROUP};
use crate::kernel::coefficients::{near_and_change, sample};
use crate::kernel::fold::Fold;
use crate::kernel::runs::Run;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::across::{MOST_CELLS, Piece};
use crate::simd::{Job, Lanes};

/// Adds an octave to planes of values and derivatives.
pub(super) struct Samples<'a> {
    pub(super) dims: usize,
    /// Lattice units of a world unit along x, y, z, w.
    pub(super) factors: [f32; 4],
    /// `k` and `c` of an octave that is folded.
    pub(super) fold: Option<(f32, f32)>,
    pub(super) row: RowTable<'a>,
    /// The derivatives of the columns' fades.
    pub(super) fade_slopes: &'a [f32],
    /// Where vectors stand.
    pub(super) runs: &'a [Run],
    pub(super) pieces: &'a [Piece],
    /// The coefficients of groups, and at least [`MOST_CELLS`] cells more.
    pub(super) cells: &'a [Cell],
    /// Cells from a quantity's to those of the next one.
    pub(super) quantity: usize,
    /// Elements from a row to the next one, and from a plane to the next one.
    pub(super) step: usize,
    pub(super) plane: usize,
    /// The value, then the derivatives by w, z, y, x, as far as there are these axes.
    pub(super) planes: &'a mut [f32],
}

impl Job for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L) {
        for piece in self.pieces {
            for run in self.runs {
                let (column, cell, vectors) = (run.column as usize, run.cell as usize, run.vectors as usize);
                match run.span {
                    // Programs that must be small have fewer ways.
                    0 if cfg!(perlane_small) => {
                        for v in 0..vectors {
                            self.walk::<L, 0, 1>(l, piece, column + v * L::N, cell);
                        }
                    }
                    0 => {
                        for v in (0..vectors - 1).step_by(2) {
                            self.walk::<L, 0, 2>(l, piece, column + v * L::N, cell);
                        }
                        if vectors % 2 == 1 {
                            self.walk::<L, 0, 1>(l, piece, column + (vectors - 1) * L::N, cell);
                        }
                    }
                    1 if !cfg!(perlane_small) => self.walk::<L, 1, 1>(l, piece, column, cell),
                    _ => self.walk::<L, 3, 1>(l, piece, column, cell),
                }
            }
        }
    }
}

impl Samples<'_> {
    /// `V` vectors of columns, whose lanes are in up to `SPAN` cells and one, walk down the rows of a piece.
    #[inline(always)]
    fn walk<L: Lanes, const SPAN: usize, const V: usize>(
        &mut self,
        l: L,
        piece: &Piece,
        column: usize,
        cell: usize,
    ) {
        let lanes = InCells::<L, SPAN>::new(l, self.row, column);
        let zeros = [l.splat(0.0); V];
        let (mut t, mut u, mut fade_slopes) = (zeros, zeros, zeros);
        for v in 0..V {
            let column = column + v * L::N;
            t[v] = l.load_at(self.row.t, column);
            u[v] = l.load_at(self.row.u, column);
            fade_slopes[v] = l.load_at(self.fade_slopes, column);
        }
        let fold = Fold::new(l, self.fold);
        let cells = piece.cells + cell;
        let mut at = piece.out + column;
        for r in piece.rows.0..piece.rows.1.min(GROUP) {
            let Some(of_value) = self.cells[cells..].first_chunk() else { return };
            let line = lanes.line(l, of_value, r);
            let [s, _, ds, _] = line;
            let mut folded = zeros;
            for v in 0..V {
                let (near, change) = near_and_change(l, line, t[v]);
                let mut n = l.add(near, l.mul(u[v], change));
                let along = l.add(l.add(s, l.mul(u[v], ds)), l.mul(fade_slopes[v], change));
                let mut x = l.mul(along, l.splat(self.factors[0]));
                if fold.folds {
                    folded[v] = fold.slope(l, n);
                    n = fold.of(l, n);
                    x = l.mul(folded[v], x);
                }
                add_to(l, self.planes, at + v * L::N, n);
                add_to(l, self.planes, at + v * L::N + self.dims * self.plane, x);
            }
            for a in 1..self.dims {
                let Some(cells) = self.cells[cells + a * self.quantity..].first_chunk() else { return };
                let line = lanes.line(l, cells, r);
                let factor = l.splat(self.factors[a]);
                for v in 0..V {
                    let mut d = l.mul(sample(l, line, t[v], u[v]), factor);
                    if fold.folds {
                        d = l.mul(folded[v], d);
                    }
                    add_to(l, self.planes, at + v * L::N + (self.dims - a) * self.plane, d);
                }
            }
            at += self.step;
        }
    }
}

/// The cells that a vector's lanes are in.
struct InCells<L: Lanes, const SPAN: usize> {
    /// The lanes beyond the first cell, beyond the second, ...
    beyond: [L::M; SPAN],
}

impl<L: Lanes, const SPAN: usize> InCells<L, SPAN> {
    /// Those of the vector that begins with this column.
    #[inline(always)]
    fn new(l: L, row: RowTable<'_>, column: usize) -> Self {
        let first = l.splat_u(row.first[column].wrapping_neg());
        let lane = l.add_u(l.load_u_at(row.first, column), first);
        let mut beyond = [l.above(lane, lane); SPAN];
        for k in 0..SPAN {
            beyond[k] = l.above(lane, l.splat_u(k as u32));
        }
        InCells { beyond }
    }

    /// S, O, DS, DO of row `r` of a group for the lanes.
    #[inline(always)]
    fn line(&self, l: L, cells: &[Cell; MOST_CELLS], r: usize) -> [L::F; 4] {
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.splat(cells[0][i][r]);
            for k in 0..SPAN {
                line[i] = l.select(self.beyond[k], l.splat(cells[k + 1][i][r]), line[i]);
            }
        }
        line
    }
}

#[inline(always)]
fn add_to<L: Lanes>(l: L, planes: &mut [f32], at: usize, v: L::F) {
    let to = &mut L::floats_mut(&mut planes[at..at + L::N])[0];
    l.store(l.add(l.load(to), v), to);
}
