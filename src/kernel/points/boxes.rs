//! The corners of all cells in a box around the points. If the box has not too many cells, it takes less time to hash the box's corners once than the
//! corners of every point.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::extent::Extent;
use crate::kernel::corners::{LatticeRow, RowsInWords};
use crate::simd::{Backend, Lanes, WIDEST, WordTable};
use crate::tables::corners::Corners;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::scale::Scale;

/// The most cells of all boxes together. Their words mostly stay in a second-level cache, or not far from there.
const MOST_CELLS: usize = 1 << 19;

/// The memory of so many cells is kept for the next points, but not that of more.
const KEPT_CELLS: usize = 1 << 15;

/// The same for the lists of a row.
const KEPT_IN_ROW: usize = 1 << 14;

/// A box of so many cells is small: its words stay in a second-level cache.
const SMALL_CELLS: usize = 1 << 16;

/// The most cells along x. A row of the lattice is hashed in lists of its own, beside the words.
const MOST_IN_ROW: usize = 1 << 15;

/// Rows of the lattice that are hashed at once.
const ROWS: usize = 16;

/// The memory of at least so many words is taken at once, so that the next boxes seldom need more.
const LEAST_WORDS: usize = 1 << 14;

/// The boxes of the octaves that have one. The thread keeps their memory.
#[derive(Default)]
pub(crate) struct Boxes {
    boxes: Vec<Option<CellBox>>,
    words: Words,
    making: Making,
}

/// A box of cells in the lattice of one octave.
struct CellBox {
    /// Its first cell along x, y, z.
    base: [i64; 3],
    /// Cells along x, y, z.
    sizes: [usize; 3],
    /// Where its words start among those of all boxes, x fastest.
    first: usize,
}

/// The words of all boxes.
#[derive(Default)]
struct Words {
    /// A power of two of elements, once there has been a box, and a vector more, which may be written.
    list: Vec<u32>,
    /// How many are those of boxes.
    used: usize,
}

/// Memory that is needed to make a box.
#[derive(Default)]
struct Making {
    /// Codes of the columns, followed by zeros up to a whole vector.
    columns: Vec<u32>,
    /// The places in the octave's table of a lattice row's corners, and room for a vector more.
    places: Vec<u32>,
}

crate::kept::kept_for_thread!(Boxes, Box::default);

impl Boxes {
    /// Makes the boxes around `points` points, which are near and have these extents along x, y, z, w. Programs that must be small hash the corners of
    /// each point.
    pub(crate) fn set(&mut self, backend: Backend, octaves: &Octaves, extents: &[Extent], points: usize) {
        self.clear();
        if cfg!(perlane_small) {
            return;
        }
        let mut room = MOST_CELLS;
        for octave in octaves.all() {
            let cells = CellBox::around(octave, extents, self.words.used);
            let cells = cells.filter(|cells| cells.count() <= room && cells.is_worth(backend, points));
            if let Some(cells) = &cells {
                room -= cells.count();
                self.making.add(backend, octave, cells, extents.len(), &mut self.words);
            }
            self.boxes.push(cells);
        }
    }

    /// Replaces all boxes by the box of one octave, whose points have moved. Its cells reach as far as `extents` along x, y, z from the cells at
    /// `base`. `None` if the octave cannot have a box, or if the box would not be worth its time or have more than [`MOST_CELLS`].
    pub(in crate::kernel) fn set_one(
        &mut self,
        backend: Backend,
        octave: &Octave,
        dims: usize,
        (base, extents): ([i64; 3], [usize; 3]),
        points: usize,
    ) -> Option<CornersOfBox<'_>> {
        self.clear();
        let cells = CellBox::within(octave, dims, (base, extents), 0)?;
        if cells.count() > MOST_CELLS || !cells.is_worth(backend, points) {
            return None;
        }
        self.making.add(backend, octave, &cells, dims, &mut self.words);
        self.boxes.push(Some(cells));
        self.of(0)
    }

    /// Removes all boxes.
    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.words.used = 0;
    }

    /// Gives back the memory of boxes that were large.
    pub(crate) fn shrink(&mut self) {
        let Making { columns, places } = &self.making;
        if self.words.list.len() > KEPT_CELLS + WIDEST
            || columns.capacity().max(places.capacity()) > KEPT_IN_ROW
        {
            *self = Boxes::default();
        }
    }

    /// The box of an octave, if it has one.
    pub(super) fn of(&self, octave: usize) -> Option<CornersOfBox<'_>> {
        let CellBox { mut base, sizes, first } = *self.boxes.get(octave)?.as_ref()?;
        base[0] -= first as i64;
        let places = self.words.list.split_last_chunk::<WIDEST>()?.0;
        Some(CornersOfBox { base, sizes, words: WordTable::new(places)? })
    }
}

impl CellBox {
    /// The box around points of these extents; `None` if words cannot hold the corners of the octave's cells, or the box would be too large.
    fn around(octave: &Octave, extents: &[Extent], first: usize) -> Option<CellBox> {
        let dims = extents.len();
        let mut cells = [(0, 0); 3];
        for (a, (low, high)) in extents.iter().enumerate().take(3) {
            let scale = &octave.scales[a];
            let Scale::Free { .. } = scale else { return None };
            let (low, high) = (scale.place(*low).0, scale.place(*high).0);
            cells[a] = (low.min(high), low.max(high));
        }
        Self::within(octave, dims, extended(&cells[..dims.min(3)], &octave.reach())?, first)
    }

    /// Whether a word can hold the table places of a cell's corners: it has eight bits for each of them in 2-D, four in 3-D.
    fn holds(octave: &Octave, dims: usize) -> bool {
        matches!(octave.corners, Corners::MixFew { .. }) && (2..=3).contains(&dims)
    }

    /// The box of the cells from `base` on that extend so far along x, y, z.
    fn within(
        octave: &Octave,
        dims: usize,
        (base, mut sizes): ([i64; 3], [usize; 3]),
        first: usize,
    ) -> Option<CellBox> {
        if !Self::holds(octave, dims) {
            return None;
        }
        for size in &mut sizes[..dims] {
            if *size >= MOST_CELLS {
                return None;
            }
            *size += 1;
        }
        for size in &mut sizes[dims..] {
            *size = 1;
        }
        Some(CellBox { base, sizes, first })
    }

    /// The number of cells; the greatest `usize` if that is too small.
    fn count(&self) -> usize {
        self.sizes.iter().fold(1, |count, size| count.saturating_mul(*size))
    }

    /// Whether its corners take less time to hash than those of so many points. Rows of the lattice are hashed in whole vectors. The words of small boxes
    /// are found faster. (Measured with SSE2, AVX2 and AVX-512 on an Intel Xeon on 2026-11-27.)
    fn is_worth(&self, backend: Backend, points: usize) -> bool {
        let [width, height, depth] = self.sizes;
        let of_row = (width + 1).next_multiple_of(backend.lanes());
        let most = if self.count() <= SMALL_CELLS { points } else { points / 4 * 3 };
        width <= MOST_IN_ROW && height.saturating_mul(depth).saturating_mul(of_row) <= most
    }
}

/// The first of the cells between these along at most three axes, and how far the others reach from there, after they have moved by these least and
/// greatest numbers of cells.
pub(in crate::kernel) fn extended(
    extents: &[(i64, i64)],
    moves: &[(i64, i64)],
) -> Option<([i64; 3], [usize; 3])> {
    let (mut base, mut sizes) = ([0; 3], [0; 3]);
    for (a, ((low, high), (least, greatest))) in extents.iter().zip(moves).enumerate() {
        base[a] = low.checked_add(*least)?;
        sizes[a] = usize::try_from(high.checked_add(*greatest)?.checked_sub(base[a])?).ok()?;
    }
    Some((base, sizes))
}

/// Bits for each corner in a cell's word.
const fn bits(dims: usize) -> usize {
    32 >> dims
}

/// Makes room for `more` elements. It reserves twice as many, if these are few, and at least as many as a small tile needs, because the next box may be
/// larger and should not allocate again.
fn room(list: &mut Vec<u32>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve(more.max((2 * more).clamp(1 << 12, KEPT_IN_ROW)));
    }
}

impl Making {
    /// Adds the cells of a box.
    fn add(&mut self, backend: Backend, octave: &Octave, cells: &CellBox, dims: usize, all: &mut Words) {
        let Corners::MixFew { keys, vectors } = &octave.corners else { return };
        let (keys, len, bits) = (*keys, vectors.len, bits(dims));
        let Making { columns, places } = self;
        let [width, height, depth] = cells.sizes;
        let [x, y, z] = cells.base;
        columns.clear();
        room(columns, width + 1 + WIDEST);
        columns.extend((0..=width as i64).map(|i| octave.code(0, x + i)));
        columns.resize(columns.len().next_multiple_of(WIDEST), 0);
        places.clear();
        room(places, columns.len() + WIDEST);
        places.resize(columns.len() + WIDEST, 0);
        all.used = cells.first + cells.count();
        if all.list.len() < all.used + WIDEST {
            all.list.resize(all.used.next_power_of_two().max(LEAST_WORDS) + WIDEST, 0);
        }
        let words = &mut all.list[cells.first..all.used + WIDEST];
        let row = |plane: usize, row: usize| {
            let along_z = if dims > 2 { octave.code(2, z + plane as i64) } else { 0 };
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(below, before)| {
                let (plane, row) = (plane.checked_sub(below)?, row.checked_sub(before)?);
                (plane < depth && row < height).then_some((plane * height + row) * width)
            });
            LatticeRow { lines: [0, along_z, octave.code(1, y + row as i64)], cells }
        };
        for plane in 0..depth + usize::from(dims > 2) {
            for first in (0..=height).step_by(ROWS) {
                let mut rows = [LatticeRow { lines: [0; 3], cells: [None; 4] }; ROWS];
                let count = ROWS.min(height + 1 - first);
                for (n, to) in rows.iter_mut().enumerate().take(count) {
                    *to = row(plane, first + n);
                }
                let (rows, places, words) = (&rows[..count], &mut *places, &mut *words);
                backend.run(RowsInWords { keys, len, dims, bits, rows, columns, places, words, width });
            }
        }
    }
}

/// A box of cells, with the table places of their corners.
pub(in crate::kernel) struct CornersOfBox<'a> {
    /// The cells along x, y, z from which cells are counted. The word of the first cell is not the first of the list, and along x, cells are counted
    /// from the one that would have that.
    pub(in crate::kernel) base: [i64; 3],
    sizes: [usize; 3],
    /// The words of the cells of all boxes, x fastest.
    pub(super) words: WordTable<'a>,
}

impl CornersOfBox<'_> {
    /// Words from a cell to the next along an axis.
    pub(super) fn apart(&self, axis: usize) -> u32 {
        self.sizes[..axis].iter().product::<usize>() as u32
    }
}

/// The part of a cell's word for corner `i`, in the low bits. The bits above do not matter, because tables have 16 entries.
#[inline(always)]
pub(super) fn of_corner<L: Lanes, const D: usize>(l: L, word: L::U, i: usize) -> L::U {
    match i * bits(D) {
        0 => word,
        4 => l.shr::<4>(word),
        8 => l.shr::<8>(word),
        12 => l.shr::<12>(word),
        16 => l.shr::<16>(word),
        20 => l.shr::<20>(word),
        24 => l.shr::<24>(word),
        _ => l.shr::<28>(word),
    }
}

// Programs that must be small make none.
#[cfg(test)]
#[cfg(not(perlane_small))]
mod tests {
    use super::*;
    use crate::noise::Noise;

    /// Whether all backends make the boxes of two octaves for so many points, which fill cells along x, y, z.
    fn are_made(cells: &[usize], points: usize) -> bool {
        let octaves = Octaves::new(&[Noise::perlin(1).fbm(2).lacunarity(1.0)], cells.len()).unwrap();
        let extents: Vec<Extent> = cells.iter().map(|cells| (0.3, *cells as f64 - 0.1)).collect();
        let mut boxes = Boxes::default();
        Backend::available().all(|backend| {
            boxes.set(backend, &octaves, &extents, points);
            boxes.of(0).is_some() && boxes.of(1).is_some()
        })
    }

    /// The shapes of tests/points.rs and tests/memory.rs have boxes, and sparse points have none.
    #[test]
    fn boxes_are_made_where_they_are_worth_their_time() {
        for width in 1..=33usize {
            let of_row = (width + 1).next_multiple_of(16);
            assert!(are_made(&[width, 17], 17 * of_row), "{width}");
            assert!(are_made(&[width, 15, 3], 3 * 15 * of_row), "{width}");
            assert!(!are_made(&[width, 17], 17 * width), "{width}");
        }
        assert!(are_made(&[1, 30_000, 1], 480_000));
        assert!(!are_made(&[300, 300], 90_000) && are_made(&[300, 300], 140_000));
    }

    /// A power of two of cells takes as many words, and a vector more. The next points find them.
    #[test]
    fn a_power_of_two_of_cells_is_kept() {
        let octaves = Octaves::new(&[Noise::perlin(1)], 2).unwrap();
        let mut boxes = Boxes::default();
        boxes.set(Backend::detect(), &octaves, &[(0.3, 255.5), (0.3, 127.5)], 100_000);
        assert_eq!((boxes.words.used, boxes.words.list.len()), (KEPT_CELLS, KEPT_CELLS + WIDEST));
        boxes.shrink();
        assert_eq!(boxes.words.list.len(), KEPT_CELLS + WIDEST);
    }
}
