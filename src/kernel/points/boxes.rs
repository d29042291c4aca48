//! The corners of all cells in a box around the points. If the box has not too many cells, it takes less time to hash the box's corners once than the
//! corners of every point.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::extent::Extent;
use super::words::SetWords;
use crate::kernel::corners::TablePlaces;
use crate::simd::{Backend, WIDEST, WordTable};
use crate::tables::corners::Corners;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::scale::Scale;

/// The most cells of all boxes together. Their words mostly stay in a second-level cache, or not far from there.
const MOST_CELLS: usize = 1 << 19;

/// The memory of at most so many cells is kept for the next points.
const KEPT_CELLS: usize = 1 << 15;

/// The same for the codes of a row of lattice columns, and for the places of the corners of some rows in two planes.
const KEPT_IN_ROW: usize = 1 << 14;
const KEPT_PLACES: usize = 2 * LEAST_ROWS * (KEPT_IN_ROW + 2 * WIDEST);

/// A box of so many cells is small: its words stay in a second-level cache.
const SMALL_CELLS: usize = 1 << 16;

/// The most cells along x. A row of the lattice is hashed in lists of its own, beside the words.
const MOST_IN_ROW: usize = 1 << 15;

/// About how many corners of a plane have their places found before words are made of them, and the fewest rows of these. The last row is also the
/// first one of the next rows of cells, for which it is found again.
const MOST_PLACES: usize = 1 << 13;
const LEAST_ROWS: usize = 2;

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
    /// The places in the octave's table of the corners of some lattice rows, in two planes.
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
            let cells =
                cells.filter(|cells| cells.count() <= room && cells.is_worth(backend, extents.len(), points));
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
        if cells.count() > MOST_CELLS || !cells.is_worth(backend, dims, points) {
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
        let is_long = columns.capacity() > KEPT_IN_ROW + 2 * WIDEST || places.capacity() > KEPT_PLACES;
        if is_long || self.words.list.len() > KEPT_CELLS + WIDEST {
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

    /// Whether its corners take less time to hash than those of so many points in `dims` dimensions. Rows of the lattice are hashed in whole vectors. The
    /// words of small boxes are found faster. (Measured with AVX2 and AVX-512 on Zen 5 on 2026-11-28.)
    fn is_worth(&self, backend: Backend, dims: usize, points: usize) -> bool {
        let [width, height, depth] = self.sizes;
        let (is_small, is_wide) = (self.count() <= SMALL_CELLS, backend.lanes() > 8);
        let quarters = match (dims, is_small, is_wide) {
            (3, _, _) => 8,
            (_, true, false) => 7,
            (_, true, true) => 5,
            (_, false, false) => 4,
            (_, false, true) => 3,
        };
        let of_row = (width + 1).next_multiple_of(backend.lanes());
        // The rows of corners between those that are found at once are found twice.
        let twice = height / (rows_at_once(of_row + WIDEST) - 1);
        let hashed = (height + twice).saturating_mul(depth).saturating_mul(of_row);
        width <= MOST_IN_ROW && hashed <= points.saturating_mul(quarters) / 4
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

/// Makes room for `more` elements. It reserves twice as many, if these are few, and at least as many as a small grid needs, because the next box may be
/// larger and should not allocate again. It reserves exactly so many: a list that had grown by doubling could be more than is kept.
fn room(list: &mut Vec<u32>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max((2 * more).clamp(1 << 12, KEPT_IN_ROW)));
    }
}

impl Making {
    /// Adds the cells of a box.
    fn add(&mut self, backend: Backend, octave: &Octave, cells: &CellBox, dims: usize, all: &mut Words) {
        let Making { columns, places } = self;
        let [width, height, _] = cells.sizes;
        columns.clear();
        room(columns, width + 1 + WIDEST);
        columns.resize((width + 1).next_multiple_of(WIDEST), 0);
        octave.set_codes(0, cells.base[0], &mut columns[..=width]);
        let stride = columns.len() + WIDEST;
        let most = rows_at_once(stride);
        // In three dimensions, cells lie between two planes.
        let count = (dims - 1) * most * stride;
        // Those of the box before may remain: all that counts is set before it is read.
        if places.len() < count {
            places.clear();
            room(places, count);
            places.resize(count, 0);
        }
        all.used = cells.first + cells.count();
        if all.list.len() < all.used + WIDEST {
            all.list.resize(all.used.next_power_of_two().max(LEAST_WORDS) + WIDEST, 0);
        }
        let words = &mut all.list[cells.first..all.used + WIDEST];
        let rows = Rows { backend, octave, cells, columns, stride };
        for first in (0..height).step_by(most - 1) {
            let rows_of_cells = first..height.min(first + most - 1);
            match dims {
                2 => rows.set_plane(rows_of_cells, places, words),
                _ => rows.set_planes(rows_of_cells, places.split_at_mut(most * stride), words),
            }
        }
    }
}

/// How many rows of corners have their places found at once, where one begins so many elements after the one before.
fn rows_at_once(stride: usize) -> usize {
    (MOST_PLACES / stride).clamp(LEAST_ROWS, WIDEST)
}

/// Some rows of a box's cells.
struct Rows<'a> {
    backend: Backend,
    octave: &'a Octave,
    cells: &'a CellBox,
    /// Codes of columns.
    columns: &'a [u32],
    /// From a row of corners to the next one.
    stride: usize,
}

impl Rows<'_> {
    /// Sets the words of these rows in two dimensions.
    fn set_plane(&self, rows: Range<usize>, places: &mut [u32], words: &mut [u32]) {
        self.find_places(2, &rows, 0, places);
        self.set_words::<2>(&rows, 0, [places, places], words);
    }

    /// The same in three dimensions, with memory for the corners below and above a plane of cells.
    fn set_planes(
        &self,
        rows: Range<usize>,
        (mut below, mut above): (&mut [u32], &mut [u32]),
        words: &mut [u32],
    ) {
        let code = |plane: usize| self.octave.code(2, self.cells.base[2] + plane as i64);
        self.find_places(3, &rows, code(0), below);
        for plane in 0..self.cells.sizes[2] {
            self.find_places(3, &rows, code(plane + 1), above);
            self.set_words::<3>(&rows, plane, [below, above], words);
            (below, above) = (above, below);
        }
    }

    /// Finds the table places of the corners on both sides of these rows, in a plane whose line along z has this code.
    fn find_places(&self, dims: usize, rows: &Range<usize>, z: u32, to: &mut [u32]) {
        let Rows { octave, columns, stride, .. } = *self;
        let Corners::MixFew { keys, vectors } = &octave.corners else { return };
        let (keys, len, first) = (*keys, vectors.len, self.cells.base[1] + rows.start as i64);
        let count = rows.len() + 1;
        let y = &core::array::from_fn(|n| if n < count { octave.code(1, first + n as i64) } else { 0 });
        self.backend.run(TablePlaces { keys, len, dims, y, rows: count, z, columns, stride, to });
    }

    /// Sets the words of these rows in a plane of cells.
    fn set_words<const D: usize>(
        &self,
        rows: &Range<usize>,
        plane: usize,
        planes: [&[u32]; 2],
        words: &mut [u32],
    ) {
        let [width, height, _] = self.cells.sizes;
        let words = &mut words[(plane * height + rows.start) * width..];
        self.backend.run(SetWords::<D> { planes, stride: self.stride, width, rows: rows.len(), words });
    }
}

/// A box of cells, with the table places of their corners.
pub(in crate::kernel) struct CornersOfBox<'a> {
    /// The cells along x, y, z from which cells are counted. Along x, that is as many cells before the box's first one as there are words before the box, so
    /// that places count from the start of the list.
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

// Programs that must be small make none.
#[cfg(test)]
#[cfg(not(perlane_small))]
mod tests {
    use super::*;
    use crate::hash;
    use crate::kernel::points::words::bits;
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
            assert!(!are_made(&[width, 17], 17 * width / 2), "{width}");
        }
        assert!(are_made(&[1, 30_000, 1], 480_000));
        assert!(!are_made(&[300, 300], 90_000) && are_made(&[300, 300], 140_000));
    }

    /// Points in long rows of cells allocate nothing again.
    #[test]
    fn long_rows_are_kept() {
        for cells in [[KEPT_IN_ROW - 2, 2].as_slice(), &[KEPT_IN_ROW - 2, 1, 1], &[600, 40]] {
            let octaves = Octaves::new(&[Noise::perlin(1)], cells.len()).unwrap();
            let extents: Vec<Extent> = cells.iter().map(|cells| (0.3, *cells as f64 - 0.1)).collect();
            let mut boxes = Boxes::default();
            boxes.set(Backend::detect(), &octaves, &extents, 1 << 20);
            assert!(boxes.of(0).is_some(), "{cells:?}");
            boxes.shrink();
            assert_ne!(boxes.words.used, 0, "{cells:?}");
        }
    }

    /// Words have the table places of all corners. Boxes of many rows are made some rows at a time, and two boxes stand one after the other.
    #[test]
    fn words_are_the_places_of_the_corners() {
        let octaves = Octaves::new(&[Noise::perlin(1).fbm(2).lacunarity(1.0)], 3).unwrap();
        for (width, height, depth) in
            [(1, 1, 1), (7, 14, 2), (8, 15, 1), (15, 31, 3), (16, 16, 2), (33, 40, 2)]
        {
            check_words(&octaves, &[width, height, depth]);
        }
        let octaves = Octaves::new(&[Noise::perlin(1).fbm(2).lacunarity(1.0)], 2).unwrap();
        for (width, height) in [(1, 1), (7, 15), (8, 16), (17, 45), (100, 31), (5000, 9)] {
            check_words(&octaves, &[width, height]);
        }
    }

    fn check_words(octaves: &Octaves, cells: &[usize]) {
        let extents: Vec<Extent> = cells.iter().map(|cells| (-2.7, *cells as f64 - 3.1)).collect();
        for backend in Backend::available() {
            let mut boxes = Boxes::default();
            boxes.set(backend, octaves, &extents, 1 << 20);
            for (octave, of) in octaves.octaves.iter().zip(&boxes.boxes) {
                let CellBox { base, sizes, first } = of.as_ref().unwrap();
                let Corners::MixFew { keys, vectors } = &octave.corners else { panic!("gradients are few") };
                for (n, word) in boxes.words.list[*first..][..sizes.iter().product()].iter().enumerate() {
                    let cell = [n % sizes[0], n / sizes[0] % sizes[1], n / sizes[0] / sizes[1]];
                    for i in 0..1 << cells.len() {
                        let at: [i64; 3] =
                            core::array::from_fn(|a| base[a] + (cell[a] + (i >> a & 1)) as i64);
                        let outer: Vec<i64> = at[1..cells.len()].iter().rev().copied().collect();
                        let h = hash::corner(hash::row_state(*keys, &outer), hash::weyl(at[0]));
                        let place = (word >> (i * bits(cells.len()))) & 15;
                        assert_eq!(
                            place as usize,
                            hash::table_index(h, vectors.len as usize),
                            "{backend} {cells:?} {n}"
                        );
                    }
                }
            }
        }
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
