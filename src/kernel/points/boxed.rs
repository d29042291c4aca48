//! Samples at points whose cells lie in a box: one look-up finds the table places of all corners of a cell.
//!
//! A chunk is computed in short passes: all places, axis by axis, then all samples, beside which the words of those that follow are looked up. In
//! a single loop, the way of a vector from its coordinates to its sample would be so long that a processor could not look ahead to the next vector.

use super::add::{CornerPlaces, Lines, Point};
use super::boxes::CornersOfBox;
use super::chunk::{CHUNK, Chunk, ROW};
use super::displace::moved;
use super::positions::{Part, Positions};
use super::words::of_corner;
use super::world::prefetch_next;
use crate::kernel::corners::sources::{Source, WithSource, choose};
use crate::kernel::samples::fold::{Fold, Onto};
use crate::simd::{Backend, Design, Job, Lanes, WIDEST, WordTable, look_up};
use crate::tables::corners::{Corners, FewVectors};
use crate::tables::fades::faded_lanes;
use crate::tables::octave::Octave;
use crate::tables::place::Near;
use crate::tables::scale::Scale;

/// One row of points at these world coordinates, which are whole vectors.
#[derive(Clone, Copy)]
struct Coordinates<'a> {
    world: &'a [f64],
    near: Near,
    /// How far the points move in world units, if they move, and cells in a world unit.
    moves: Option<(&'a [f32], f32)>,
}

impl Positions for Coordinates<'_> {
    #[inline(always)]
    fn put<L: Lanes>(
        &self,
        l: L,
        Part { columns, .. }: &Part,
        (to, words): (&mut [L::Floats], &mut [L::Words]),
        mut put: impl FnMut(L::U, &mut L::Words),
    ) {
        let Near { offset, frequency, base } = self.near;
        let world = L::doubles(&self.world[columns.clone()]);
        let Some((moves, in_cells)) = self.moves else {
            return match self.near.without_offset() {
                Some(near) => place(l, near, world, to, words, put),
                None => place(l, self.near, world, to, words, put),
            };
        };
        for ((world, moves), (to, word)) in
            world.iter().zip(L::floats(&moves[columns.clone()])).zip(to.iter_mut().zip(words))
        {
            let from = l.place(world, offset, frequency, base);
            let (cell, t) = moved(l, from, l.load(moves), l.splat(in_cells));
            l.store(t, to);
            put(cell, word);
        }
    }
}

/// Places points that do not move.
#[inline(always)]
fn place<L: Lanes>(
    l: L,
    Near { offset, frequency, base }: Near,
    world: &[L::Doubles],
    to: &mut [L::Floats],
    words: &mut [L::Words],
    mut put: impl FnMut(L::U, &mut L::Words),
) {
    for (world, (to, word)) in world.iter().zip(to.iter_mut().zip(words)) {
        prefetch_next(world.as_ref());
        let (cell, t) = l.place(world, offset, frequency, base);
        l.store(t, to);
        put(cell, word);
    }
}

/// Adds an octave whose corners are in a box to the sums of some points; or, if `start` is given, writes that plus the octave. `world` has the coordinates of
/// the points along x, y, z, whole vectors of them. If the octave is warped, the points move by `moves`.
pub(super) fn add_at(
    backend: Backend,
    octave: &Octave,
    cells: &CornersOfBox<'_>,
    world: &[&[f64]],
    (mut memory, moves): (Memory<'_>, &[[f32; ROW]; 4]),
    (start, sums): (Option<f32>, &mut [f32]),
) {
    let points = world[0].len();
    for (axis, (world, moves)) in world.iter().zip(moves).enumerate() {
        let Scale::Free { offset, frequency } = octave.scales[axis] else { return };
        let near = Near { offset, frequency, base: cells.base[axis] as f64 };
        let moves = octave.warp.as_ref().map(|warp| (&moves[..points], warp.factors[axis]));
        let (positions, part) = (Coordinates { world, near, moves }, Part { rows: 0..1, columns: 0..points });
        memory.place(backend, cells, axis, positions, &part);
    }
    let rows = Rows { start, out: sums, stride: points, width: points };
    memory.add(backend, octave, cells, world.len(), rows);
}

/// The samples to which an octave is added.
pub(in crate::kernel) struct Rows<'a> {
    /// What they are before; `None`: what `out` holds.
    pub(in crate::kernel) start: Option<f32>,
    /// Row `n` is `out[n * stride..][..width]`, for all rows that start in `out`.
    pub(in crate::kernel) out: &'a mut [f32],
    pub(in crate::kernel) stride: usize,
    /// Whole vectors.
    pub(in crate::kernel) width: usize,
}

/// Memory for the points of a chunk between their places and their samples. One row of them follows the other.
pub(in crate::kernel) struct Memory<'a> {
    /// Fractions along x, y, z.
    t: &'a mut [[f32; ROW]; 4],
    /// Places of cells in the box, and later, where words are looked up one by one, the words that are stored there.
    words: &'a mut [u32; ROW],
}

impl<'a> Memory<'a> {
    /// The memory of a chunk, how far its points move, and their sums.
    pub(in crate::kernel) fn of(chunk: &'a mut Chunk) -> (Self, &'a [[f32; ROW]; 4], &'a mut [f32; ROW]) {
        let Chunk { t, corners: [words, ..], moves, sums, .. } = chunk;
        (Memory { t, words }, moves, sums)
    }

    /// Places parts of rows along an axis. Axes must be placed in order, from x on.
    pub(in crate::kernel) fn place(
        &mut self,
        backend: Backend,
        cells: &CornersOfBox<'_>,
        axis: usize,
        positions: impl Positions,
        part: &Part,
    ) {
        let (t, words) = (&mut self.t[axis], &mut *self.words);
        backend.run(PlaceInBox { positions, part, first: axis == 0, apart: cells.apart(axis), t, words });
    }

    /// Adds an octave of `dims` dimensions to parts of rows that have been placed.
    pub(in crate::kernel) fn add(
        &mut self,
        backend: Backend,
        octave: &Octave,
        cells: &CornersOfBox<'_>,
        dims: usize,
        rows: Rows<'_>,
    ) {
        let Corners::MixFew { vectors, .. } = &octave.corners else { return };
        let count = rows.out.len().div_ceil(rows.stride) * rows.width;
        let (t, words, cells) = (&*self.t, &mut self.words[..count.min(CHUNK)], cells.words);
        let gathers = backend.design() == Design::Intel;
        if dims == 2 {
            backend.run(Add::<2> { t, words, cells, gathers, vectors, octave, rows });
        } else {
            backend.run(Add::<3> { t, words, cells, gathers, vectors, octave, rows });
        }
    }
}

/// Places points along an axis.
struct PlaceInBox<'a, P> {
    positions: P,
    part: &'a Part,
    /// Whether this is the first axis.
    first: bool,
    /// Words from a cell to the next along the axis.
    apart: u32,
    t: &'a mut [f32; ROW],
    words: &'a mut [u32; ROW],
}

impl<P: Positions> Job for PlaceInBox<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let PlaceInBox { positions, part, first, apart, t, words } = self;
        let count = part.rows.len() * part.columns.len();
        let to = (L::floats_mut(&mut t[..count]), L::words_mut(&mut words[..count]));
        if first {
            positions.put(l, part, to, |cell, word| l.store_u(cell, word));
        } else {
            positions.put(l, part, to, |cell, word| {
                l.store_u(l.add_u(l.load_u(word), l.mul_u(cell, l.splat_u(apart))), word);
            });
        }
    }
}

/// Vectors whose words are looked up before the samples that need them. Their stores have reached the cache when a vector is loaded: a load of a
/// vector waits for single words that are still on their way.
const AHEAD: usize = 4;

/// Adds Perlin noise of up to 16 gradients.
struct Add<'a, const D: usize> {
    t: &'a [[f32; ROW]; 4],
    words: &'a mut [u32],
    /// The words of all boxes.
    cells: WordTable<'a>,
    /// Whether the processor gathers fast, so that words may be gathered, a vector at a time, rather than looked up one by one beside the arithmetic.
    gathers: bool,
    vectors: &'a FewVectors,
    octave: &'a Octave,
    rows: Rows<'a>,
}

impl<const D: usize> Job for Add<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        choose::<L, _, D>(l, self.vectors, self);
    }
}

impl<const D: usize> WithSource for Add<'_, D> {
    #[inline(always)]
    fn with<L: Lanes, const USUAL: bool>(self, l: L, source: impl Source, _: u32) {
        // A gather of 16 takes 8 cycles on an Intel Xeon, which gave 1.06 to 1.13 times the rate in two dimensions, but not in three or with eight lanes
        // (2026-11-27).
        if const { D == 2 && L::N == WIDEST } && self.gathers {
            self.add::<L, true>(l, source);
        } else {
            self.add::<L, false>(l, source);
        }
    }
}

impl<const D: usize> Add<'_, D> {
    /// Adds the samples, whose words are gathered or looked up one by one. (If the loop chose between the two, it would take 1.06 times as long on Zen 5.)
    #[inline(always)]
    fn add<L: Lanes, const GATHERS: bool>(self, l: L, source: impl Source) {
        let Add { t, words, cells, octave, rows: Rows { start, out, stride, width }, .. } = self;
        let (fold, onto, curve) = (Fold::new(l, octave.fold), Onto::new(l, start), octave.fade);
        if !GATHERS {
            let first = words.len().min(AHEAD * L::N);
            look_up(&mut words[..first], cells);
        }
        let mut v = 0;
        // Samples of the vector before are made beside the lines of the next one: both are chains of operations, each of which waits for the one before.
        // (Without permutations, lines take too many registers.)
        let mut before: Option<(Lines<L>, &mut L::Floats)> = None;
        for out in out.chunks_mut(stride) {
            for out in L::floats_mut(&mut out[..width]) {
                let next = (v + AHEAD) * L::N;
                if !GATHERS && let Some(words) = words.get_mut(next..next + L::N) {
                    look_up(words, cells);
                }
                let (mut at, mut fades) = ([l.splat(0.0); D], [l.splat(0.0); D]);
                for a in 0..D {
                    at[a] = l.load(&L::floats(&t[a])[v]);
                    fades[a] = faded_lanes(l, curve, at[a]);
                }
                let word = l.load_u(&L::words(words)[v]);
                let places = InWord::<L, D>(if GATHERS { cells.gather(l, word) } else { word });
                if let Some((lines, out)) = before.take() {
                    onto.add(l, fold.of(l, lines.sample(l)), out);
                }
                let lines = Point { l, places, t: at, u: fades }.lines(source);
                match const { L::PERMUTES && !cfg!(perlane_small) } {
                    true => before = Some((lines, out)),
                    false => onto.add(l, fold.of(l, lines.sample(l)), out),
                }
                v += 1;
            }
        }
        if let Some((lines, out)) = before {
            onto.add(l, fold.of(l, lines.sample(l)), out);
        }
    }
}

/// The table places of all corners of a cell, in a word for each point.
struct InWord<L: Lanes, const D: usize>(L::U);

impl<L: Lanes, const D: usize> CornerPlaces<L> for InWord<L, D> {
    #[inline(always)]
    fn of(&self, l: L, i: usize) -> L::U {
        of_corner::<L, D>(l, self.0, i)
    }
}
