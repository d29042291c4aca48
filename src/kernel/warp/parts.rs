//! Samples of a block that move, part by part: whole rows, or pieces of a row.

use alloc::vec::Vec;
use core::ops::Range;

use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::plan::OctavePlan;
use crate::kernel::points::boxed::Rows;
use crate::kernel::points::chunk::CHUNK;
use crate::kernel::points::displace::moved;
use crate::kernel::points::positions::{Part, Positions};
use crate::simd::Lanes;

/// The inputs of samples, and where they go.
pub(super) struct Samples<'a, 'b> {
    pub(super) block: &'a Block,
    pub(super) band: &'a mut Band<'b>,
    /// What the octave is added to; `None`: to what `band` holds.
    pub(super) start: Option<f32>,
    /// How far the block's samples move along x, y, z, w, in world units.
    pub(super) moves: &'a [Vec<f32>; 4],
}

/// How the octave of a part is computed.
pub(super) trait Target {
    /// Places samples along an axis. Axes come in order, from x on.
    fn place(&mut self, axis: usize, positions: impl Positions, part: &Part);
    /// Adds the octave to the samples that have been placed along all axes.
    fn add(&mut self, rows: Rows<'_>);
}

/// Adds an octave. Cells along x, y, z, w are counted from `base`.
pub(super) fn add(
    octave: &OctavePlan<'_>,
    base: [i64; 4],
    samples: Samples<'_, '_>,
    target: &mut impl Target,
) {
    let Some(warp) = &octave.octave.warp else { return };
    let Samples { block, band, start, moves } = samples;
    let [ws, zs, ys] = block.outer.clone();
    let (width, stride) = (block.columns.len(), band.stride);
    let [w_table, z_table, y_table] = octave.outer;
    let tables = [octave.row, y_table, z_table, w_table];
    let planes = ws.flat_map(|w| zs.clone().map(move |z| [w, z]));
    for (plane, [w, z]) in planes.enumerate() {
        let plane = plane * ys.len() * width;
        let first = band.row([w, z, ys.start]) + (block.columns.start - band.columns.start);
        let line = |a: usize, range: Range<usize>| Line {
            t: &tables[a].t()[range.clone()],
            cells: &tables[a].codes[range],
            moved: Moved {
                base: base[a] as u32,
                moves: &moves[a][plane..plane + ys.len() * width],
                width,
                world: warp.factors[a],
            },
        };
        for part in parts(ys.len(), width) {
            target.place(0, Columns(line(0, block.columns.clone())), &part);
            for (a, range) in
                [(1, ys.clone()), (2, z..z + 1), (3, w..w + 1)].into_iter().take(octave.dims - 1)
            {
                target.place(a, Same(line(a, range)), &part);
            }
            let at = first + part.rows.start * stride + part.columns.start;
            let (width, rows) = (part.columns.len(), part.rows.len());
            let out = &mut band.out[at..at + (rows - 1) * stride + width];
            target.add(Rows { start, out, stride, width });
        }
    }
}

/// Cuts rows of a width into parts of at most a chunk each: pieces of a row, or whole rows.
fn parts(rows: usize, width: usize) -> impl Iterator<Item = Part> {
    let (high, wide) = ((CHUNK / width).max(1), width.min(CHUNK));
    (0..rows).step_by(high).flat_map(move |row| {
        (0..width).step_by(wide).map(move |column| Part {
            rows: row..rows.min(row + high),
            columns: column..width.min(column + wide),
        })
    })
}

/// Samples along an axis before they move.
#[derive(Clone, Copy)]
struct Line<'a> {
    t: &'a [f32],
    /// The low half of each sample's cell.
    cells: &'a [u32],
    moved: Moved<'a>,
}

/// How samples move along an axis.
#[derive(Clone, Copy)]
struct Moved<'a> {
    /// The low half of the cell from which cells are counted.
    base: u32,
    /// How far each sample of a plane moves, in world units, row after row.
    moves: &'a [f32],
    /// Samples of a row, whole vectors.
    width: usize,
    /// Cells in a world unit.
    world: f32,
}

impl Moved<'_> {
    /// The vectors of whole rows, or of a piece of one row.
    #[inline(always)]
    fn of<L: Lanes>(&self, Part { rows, columns }: &Part) -> &[L::Floats] {
        L::floats(&self.moves[rows.start * self.width + columns.start..][..rows.len() * columns.len()])
    }

    /// Where a vector of samples goes from these cells and fractions.
    #[inline(always)]
    fn from<L: Lanes>(&self, l: L, cell: L::U, t: L::F, moves: &L::Floats) -> (L::U, L::F) {
        moved(l, (l.add_u(cell, l.splat_u(self.base.wrapping_neg())), t), l.load(moves), l.splat(self.world))
    }
}

/// Along x: each column has its own place.
#[derive(Clone, Copy)]
struct Columns<'a>(Line<'a>);

impl Positions for Columns<'_> {
    #[inline(always)]
    fn put<L: Lanes>(
        &self,
        l: L,
        part: &Part,
        (to, words): (&mut [L::Floats], &mut [L::Words]),
        mut put: impl FnMut(L::U, &mut L::Words),
    ) {
        let Line { t, cells, moved } = &self.0;
        let t = L::floats(&t[part.columns.clone()]);
        let cells = L::words(&cells[part.columns.clone()]);
        for (row, moves) in moved.of::<L>(part).chunks(t.len()).enumerate() {
            let row = row * t.len()..(row + 1) * t.len();
            let to = to[row.clone()].iter_mut().zip(&mut words[row]);
            for ((t, cell), (moves, (to, word))) in t.iter().zip(cells).zip(moves.iter().zip(to)) {
                let (cell, t) = moved.from(l, l.load_u(cell), l.load(t), moves);
                l.store(t, to);
                put(cell, word);
            }
        }
    }
}

/// Along y, z and w: all samples of a row have the same place. Along z and w, all rows share one place.
#[derive(Clone, Copy)]
struct Same<'a>(Line<'a>);

impl Positions for Same<'_> {
    #[inline(always)]
    fn put<L: Lanes>(
        &self,
        l: L,
        part: &Part,
        (to, words): (&mut [L::Floats], &mut [L::Words]),
        mut put: impl FnMut(L::U, &mut L::Words),
    ) {
        let Line { t, cells, moved } = &self.0;
        let (lines, each) = match t.len() {
            1 => (0..1, to.len()),
            _ => (part.rows.clone(), part.columns.len() / L::N),
        };
        let moves = moved.of::<L>(part);
        for (n, (t, cell)) in t[lines.clone()].iter().zip(&cells[lines]).enumerate() {
            let line = n * each..(n + 1) * each;
            let to = to[line.clone()].iter_mut().zip(&mut words[line.clone()]);
            let (t, cell) = (l.splat(*t), l.splat_u(*cell));
            for (moves, (to, word)) in moves[line].iter().zip(to) {
                let (cell, t) = moved.from(l, cell, t, moves);
                l.store(t, to);
                put(cell, word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_all_samples_once() {
        for (rows, width) in [(1, 16), (40, 16), (33, 48), (3, CHUNK), (2, CHUNK + 16), (5, 3 * CHUNK - 32)] {
            let mut seen = vec![0; rows * width];
            for Part { rows, columns } in parts(rows, width) {
                assert!(rows.len() * columns.len() <= CHUNK, "{rows:?} {columns:?}");
                for row in rows {
                    seen[row * width..][columns.clone()].iter_mut().for_each(|seen| *seen += 1);
                }
            }
            assert!(seen.iter().all(|seen| *seen == 1), "{rows} rows of {width}");
        }
    }
}
