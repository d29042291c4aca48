//! Samples of groups of rows, in vectors of columns that walk down the rows.

use core::ops::Range;

use super::walk::{Blended, MOST_CELLS, OneCell, Part, Permuted, Row, Walk};
use super::{ADD, FOLD, RowTable, START, Shape, Sum, within};
use crate::kernel::coefficients::cells::{Cell, GROUP};
use crate::kernel::coefficients::sample;
use crate::kernel::layout::runs::{self, Run};
use crate::simd::past_caches::Streams;
use crate::simd::{Job, LINE_SAMPLES, Lanes, Rows, WIDEST};

/// Samples of some rows along the lane axis, in some planes.
pub(crate) struct Across<'a, const HOW: usize> {
    pub(crate) shape: Shape,
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    /// The rows, in pieces, and how many pieces a vector of columns walks down before the next vector begins.
    pub(crate) pieces: &'a [Piece],
    pub(crate) at_once: usize,
    /// The coefficients of groups, and at least [`MOST_CELLS`](super::walk::MOST_CELLS) cells more.
    pub(crate) cells: &'a [Cell],
    /// Elements from a row to the next one.
    pub(crate) step: usize,
    pub(crate) out: &'a mut [f32],
    /// What it takes to store samples past the caches, if they are stored so. (`HOW` is then [`START`].)
    pub(crate) past_caches: Option<PastCaches<'a>>,
}

/// What it takes to store samples past the caches.
pub(crate) struct PastCaches<'a> {
    pub(crate) streams: Streams<'a>,
    /// How rows are cut into lines.
    pub(crate) lines: runs::Vectors,
    /// Memory for the first vectors of rows' lines, until the second ones are there.
    pub(crate) halves: &'a mut [[f32; LINE_SAMPLES]; GROUP],
}

/// Rows of a group.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    /// The group's first cell.
    pub(crate) cells: usize,
    pub(crate) rows: Part,
    /// Where the first row's samples go.
    pub(crate) out: usize,
}

impl Piece {
    pub(crate) const NONE: Piece = Piece { cells: 0, rows: Part { first: 0, count: 0 }, out: 0 };
}

/// The most vectors of one cell that are done together: fewer in programs that must be small.
pub(crate) const MOST_VECTORS: usize = if cfg!(perlane_small) { 2 } else { 4 };

/// The same for lines that are stored past the caches.
pub(crate) const MOST_LINES: usize = 2;

impl<const HOW: usize> Job for Across<'_, HOW> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Across { shape, row, runs, pieces, at_once, cells, step, out, mut past_caches } = self;
        let sum = Sum::<L, HOW>::new(l, shape);
        for pieces in pieces.chunks(at_once) {
            let mut target =
                Walked { pieces, cells, step, out: &mut *out, past_caches: past_caches.as_mut() };
            for run in runs {
                add_run(sum, row, *run, &mut target);
            }
        }
    }
}

/// Whether `V` vectors next to each other may be stored past the caches: `kernel::schedules::across::streams` of these lanes.
const fn can_stream<L: Lanes, const HOW: usize, const V: usize>() -> bool {
    HOW == START
        && L::N * size_of::<f32>() == L::REGISTER
        && (V == 1 || V == L::IN_LINE || V == 2 * L::IN_LINE)
}

/// Rows that runs walk down.
struct Walked<'a, 'b> {
    pieces: &'a [Piece],
    cells: &'a [Cell],
    step: usize,
    out: &'a mut [f32],
    past_caches: Option<&'a mut PastCaches<'b>>,
}

impl Walked<'_, '_> {
    /// The vectors walk down all rows.
    #[inline(always)]
    fn walk<L: Lanes, const HOW: usize, const V: usize>(
        &mut self,
        run: Run,
        walk: impl Walk<L>,
        vectors: Vectors<L, HOW, V>,
    ) {
        for piece in self.pieces {
            let Some(cells) = self.cells[piece.cells + run.cell as usize..].first_chunk() else { return };
            let l = vectors.sum.l;
            match &mut self.past_caches {
                Some(PastCaches { streams, lines, halves })
                    if const { can_stream::<L, HOW, V>() } && (L::IN_LINE == 1 || run.span <= 1) =>
                {
                    let out = &mut self.out[piece.out + run.line as usize..];
                    let columns = vectors.columns.max(LINE_SAMPLES);
                    let Some(to) = Rows::new(out, piece.rows.count, self.step, columns) else { return };
                    let own = lines.own(run.line as usize);
                    let halves = L::floats_mut(halves.as_flattened_mut());
                    let mut to = Lines {
                        vectors,
                        to,
                        streams: *streams,
                        own,
                        is_first: run.column == run.line,
                        halves,
                    };
                    walk.rows(l, cells, piece.rows, &mut to);
                }
                none => {
                    debug_assert!(none.is_none(), "each vector of a line is stored with it");
                    let out = &mut self.out[piece.out + run.column as usize..];
                    let Some(to) = Rows::new(out, piece.rows.count, self.step, vectors.columns) else {
                        return;
                    };
                    walk.rows(l, cells, piece.rows, &mut Added { vectors, to });
                }
            }
        }
    }
}

/// Adds a run's vectors, in the way that its cells ask for.
#[inline(always)]
fn add_run<L: Lanes, const HOW: usize>(
    sum: Sum<L, HOW>,
    row: RowTable<'_>,
    run: Run,
    to: &mut Walked<'_, '_>,
) {
    let (l, column) = (sum.l, run.column as usize);
    match (run.span, run.vectors) {
        (0, 4) if !cfg!(perlane_small) => to.walk(run, OneCell, Vectors::<L, HOW, 4>::new(sum, row, run)),
        (0, 3) if !cfg!(perlane_small) => to.walk(run, OneCell, Vectors::<L, HOW, 3>::new(sum, row, run)),
        (0, 2) => to.walk(run, OneCell, Vectors::<L, HOW, 2>::new(sum, row, run)),
        (0, _) => to.walk(run, OneCell, Vectors::<L, HOW, 1>::new(sum, row, run)),
        (1, _) if const { L::PERMUTES } => {
            to.walk(run, Permuted::<L, 2>::new(l, row, column), Vectors::<L, HOW, 1>::new(sum, row, run));
        }
        // The widest vectors hold four rows' coefficients of all cells that there may be.
        _ if const { L::PERMUTES && L::N == WIDEST } => {
            let permuted = Permuted::<L, MOST_CELLS>::new(l, row, column);
            to.walk(run, permuted, Vectors::<L, HOW, 1>::new(sum, row, run));
        }
        (1, _) => {
            to.walk(run, Blended::<L, 1>::new(l, row, column), Vectors::<L, HOW, 1>::new(sum, row, run));
        }
        (2, _) => {
            to.walk(run, Blended::<L, 2>::new(l, row, column), Vectors::<L, HOW, 1>::new(sum, row, run));
        }
        _ => {
            to.walk(run, Blended::<L, 3>::new(l, row, column), Vectors::<L, HOW, 1>::new(sum, row, run));
        }
    }
}

/// `V` vectors that stand next to each other; the last may overlap the one before.
#[derive(Clone, Copy)]
struct Vectors<L: Lanes, const HOW: usize, const V: usize> {
    sum: Sum<L, HOW>,
    t: [L::F; V],
    u: [L::F; V],
    /// Columns of all of them.
    columns: usize,
}

impl<L: Lanes, const HOW: usize, const V: usize> Vectors<L, HOW, V> {
    #[inline(always)]
    fn new(sum: Sum<L, HOW>, row: RowTable<'_>, run: Run) -> Self {
        let (l, zeros) = (sum.l, [sum.l.splat(0.0); V]);
        // There are between `least` and `V * L::N` of them already. To repeat the bounds lets compilers drop later checks.
        let least = (V - 1) * L::N + 1;
        let columns = match HOW {
            _ if V == 1 => L::N,
            ADD | FOLD => V * L::N,
            _ => least + within((run.columns as usize).saturating_sub(least), L::N - 1),
        };
        let mut vectors = Vectors { sum, t: zeros, u: zeros, columns };
        for v in 0..V {
            let column = run.column as usize + if v + 1 < V { v * L::N } else { columns - L::N };
            vectors.t[v] = l.load_at(row.t, column);
            vectors.u[v] = l.load_at(row.u, column);
        }
        vectors
    }
}

/// Rows that vectors are added to.
struct Added<'a, L: Lanes, const HOW: usize, const V: usize> {
    vectors: Vectors<L, HOW, V>,
    to: Rows<'a>,
}

impl<L: Lanes, const HOW: usize, const V: usize> Row<L> for Added<'_, L, HOW, V> {
    #[inline(always)]
    fn add(&mut self, _: L, row: usize, line: [L::F; 4]) {
        let Some(to) = self.to.row(row) else { return };
        self.vectors.sum.add_row(line, self.vectors.t, self.vectors.u, to);
    }
}

/// Rows of lines that vectors are stored to past the caches.
struct Lines<'a, L: Lanes, const HOW: usize, const V: usize> {
    vectors: Vectors<L, HOW, V>,
    to: Rows<'a>,
    streams: Streams<'a>,
    /// The columns of the first line that no other line has. If there are several lines, all of their columns are their own.
    own: Range<usize>,
    /// Whether the first vector begins a line.
    is_first: bool,
    /// The first vectors of lines of two vectors, row by row, where each vector is done by itself.
    halves: &'a mut [L::Floats],
}

impl<L: Lanes, const HOW: usize, const V: usize> Row<L> for Lines<'_, L, HOW, V> {
    #[inline(always)]
    fn add(&mut self, l: L, row: usize, line: [L::F; 4]) {
        let Some(to) = self.to.row(row) else { return };
        let Vectors { sum, t, u, .. } = &self.vectors;
        let mut n = *t;
        for v in 0..V {
            n[v] = sum.started(sample(l, line, t[v], u[v]));
        }
        let all = 0..LINE_SAMPLES;
        if const { L::IN_LINE == 1 } {
            for v in 0..V {
                self.streams.store(l, [n[v]], &mut to[v * L::N..], if V == 1 { &self.own } else { &all });
            }
        } else if const { V == 1 } {
            let Some(half) = self.halves.get_mut(row) else { return };
            if self.is_first {
                l.store(n[0], half);
            } else {
                self.streams.store(l, [l.load(half), n[0]], to, &self.own);
            }
        } else {
            for v in (0..V - 1).step_by(2) {
                self.streams.store(
                    l,
                    [n[v], n[v + 1]],
                    &mut to[v * L::N..],
                    if V == 2 { &self.own } else { &all },
                );
            }
        }
    }
}
