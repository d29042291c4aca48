//! Blocks: the parts of a grid that are done together.

use core::ops::Range;

pub(crate) use crate::tables::plan::TILE;

/// The most rows of a block: few enough that all octaves' passes over a block hit the cache, many enough that lattice rows are shared.
pub(super) const BLOCK_ROWS: usize = 64;

/// The most rows of a block along y where there is a z axis to share corners with.
const ROWS_OF_PLANE: usize = 16;

/// A block of rows, at most one tile wide.
#[derive(Clone)]
pub(super) struct Block {
    /// Samples along w, z, y.
    pub(super) outer: [Range<usize>; 3],
    /// Samples along x.
    pub(super) columns: Range<usize>,
}

impl Block {
    pub(super) const EMPTY: Block = Block { outer: [0..0, 0..0, 0..0], columns: 0..0 };

    /// Two halves of the longest axis, the first half first; `None` for a single row.
    pub(super) fn halves(&self) -> Option<[Block; 2]> {
        let longest = (0..3).max_by_key(|&a| self.outer[a].len())?;
        let axis = &self.outer[longest];
        if axis.len() < 2 {
            return None;
        }
        let middle = axis.start + axis.len() / 2;
        let mut halves = [self.clone(), self.clone()];
        halves[0].outer[longest].end = middle;
        halves[1].outer[longest].start = middle;
        Some(halves)
    }
}

/// Cuts the samples of a grid into blocks, in the order of their rows.
pub(super) fn blocks(
    dims: usize,
    outer: &[Range<usize>; 3],
    columns: &Range<usize>,
) -> impl Iterator<Item = Block> + use<> {
    let [w, z, y] = rows_of_block(dims, outer);
    let ([ws, zs, ys], columns) = (outer.clone(), columns.clone());
    parts(ws, w).flat_map(move |w| {
        let (ys, columns) = (ys.clone(), columns.clone());
        parts(zs.clone(), z).flat_map(move |z| {
            let (w, columns) = (w.clone(), columns.clone());
            parts(ys.clone(), y).flat_map(move |y| {
                let (w, z) = (w.clone(), z.clone());
                parts(columns.clone(), TILE)
                    .map(move |columns| Block { outer: [w.clone(), z.clone(), y.clone()], columns })
            })
        })
    })
}

/// The most rows of a block along w, z, y. Axes of few samples leave theirs to the others.
fn rows_of_block(dims: usize, outer: &[Range<usize>; 3]) -> [usize; 3] {
    let most = if dims <= 2 { BLOCK_ROWS } else { ROWS_OF_PLANE };
    let y = outer[2].len().clamp(1, most);
    let z = outer[1].len().clamp(1, BLOCK_ROWS / y);
    let w = outer[0].len().clamp(1, BLOCK_ROWS / y / z);
    [w, z, y]
}

/// Cuts a range at multiples of `each`.
fn parts(range: Range<usize>, each: usize) -> impl Iterator<Item = Range<usize>> + Clone {
    let Range { start, end } = range;
    let cuts = (start / each * each..end).step_by(each);
    cuts.map(move |first| start.max(first)..end.min(first + each))
}
