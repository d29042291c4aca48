//! Samples of a single row or column, which are placed as they are computed.

use super::along::{line_of_cell, permuted};
use super::{ASK, Shape, Sum, WRITE, within};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::noise::Fade;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::fades::faded_lanes;
use crate::tables::place::{Even, MORE, Near, PART};

/// Where the coefficients of samples come from.
pub(in crate::kernel) trait Source: Copy {
    /// Whether this works only where lanes permute. Elsewhere, its job does nothing.
    const PERMUTES: bool = false;
    /// Finds what stands around samples that have these cells, and these fractions and fades along the row or column. If `is_one`, all lanes are known to
    /// have the first one's cell.
    fn find<L: Lanes>(&self, l: L, at: At<L>, is_one: bool, t: L::F, u: L::F) -> [L::F; 4];
    /// S, O, DS, DO, and fractions and fades along x, from what was found.
    fn line<L: Lanes>(&self, l: L, found: [L::F; 4], t: L::F, u: L::F) -> ([L::F; 4], L::F, L::F);
}

/// The cells of a vector, which never fall from lane to lane.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct At<L: Lanes> {
    cells: L::U,
    /// The first lane's.
    first: u32,
}

impl<L: Lanes> At<L> {
    #[inline(always)]
    fn of(l: L, cells: L::U) -> Self {
        At { cells, first: l.first_lane(cells) }
    }

    /// The first lane's cell, bounded so that a vector may be loaded there and one element after.
    #[inline(always)]
    pub(in crate::kernel) fn first(&self) -> usize {
        within(self.first as usize, STRIDE - L::N - 1)
    }

    /// How many cells after the first one those of the lanes are.
    #[inline(always)]
    pub(in crate::kernel) fn lane(&self, l: L) -> L::U {
        l.add_u(self.cells, l.splat_u(self.first.wrapping_neg()))
    }
}

/// The samples of one octave.
pub(in crate::kernel) struct Samples<'a, S> {
    pub(in crate::kernel) shape: Shape,
    pub(in crate::kernel) fade: Fade,
    /// From the first sample on. Coordinates rise, and a vector spans fewer cells than it has lanes, also beyond the last sample.
    pub(in crate::kernel) samples: Even,
    /// Cells are counted from the first sample's.
    pub(in crate::kernel) near: Near,
    /// Has what stands at lattice lines, or between them, from the first sample's cell on.
    pub(in crate::kernel) source: S,
    /// Whole vectors.
    pub(in crate::kernel) out: &'a mut [f32],
}

/// Vectors that are begun before the first one is stored.
const AHEAD: usize = 3;
const _: () = assert!(AHEAD <= MORE, "vectors after the last one are placed too");

impl<S: Source> Job for Samples<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let sum = Sum::<L, ASK>::new(l, self.shape);
        match self.shape {
            _ if const { S::PERMUTES && !L::PERMUTES } => {
                debug_assert!(false, "lanes permute: `column::suits`")
            }
            Shape { start: Some(0.0), .. } => self.add(sum.told::<WRITE>()),
            _ => self.add(sum),
        }
    }
}

impl<S: Source> Samples<'_, S> {
    #[inline(always)]
    fn add<L: Lanes, const HOW: usize>(self, sum: Sum<L, HOW>) {
        let Samples { fade, mut samples, near, source, out, .. } = self;
        for out in out.chunks_mut(PART) {
            match near.plain(&samples) {
                Some(near) => Part { sum, fade, near, source }.add(samples.worlds::<L, true>(), out),
                None => Part { sum, fade, near, source }.add(samples.worlds::<L, false>(), out),
            }
            samples = samples.after(PART);
        }
    }
}

/// Some of the samples.
struct Part<L: Lanes, S, const HOW: usize> {
    sum: Sum<L, HOW>,
    fade: Fade,
    near: Near,
    source: S,
}

impl<L: Lanes, S: Source, const HOW: usize> Part<L, S, HOW> {
    /// From coordinates to samples, a vector takes a chain of operations, each of which waits for the one before, and processors look only two or three
    /// vectors ahead. So four vectors are in work at a time: one is placed, the one before it is faded, the one before that finds its coefficients, and the
    /// first one becomes samples.
    #[inline(always)]
    fn add(&self, worlds: impl Iterator<Item = L::Doubles>, out: &mut [f32]) {
        let (sum, l, Near { offset, frequency, base }) = (self.sum, self.sum.l, self.near);
        let vectors = L::floats_mut(out);
        let (zero, first) = (l.splat(0.0), l.splat_u(0));
        let mut placed = (first, zero);
        let mut faded = (At::of(l, first), zero, zero);
        let mut found = ([zero; 4], zero, zero);
        for (n, world) in worlds.enumerate().take(vectors.len() + AHEAD) {
            if n >= AHEAD {
                let (around, t, u) = found;
                let (line, t, u) = self.source.line(l, around, t, u);
                sum.add(line, t, u, &mut vectors[n - AHEAD..=n - AHEAD]);
            }
            let (cells, t_of_next) = placed;
            let next = At::of(l, cells);
            let (at, t, u) = faded;
            // Cells never fall: if the first lane of the next vector has the first cell of this one, all lanes between have it.
            let is_one = next.first == at.first;
            found = (self.source.find(l, at, is_one, t, u), t, u);
            faded = (next, t_of_next, faded_lanes(l, self.fade, t_of_next));
            placed = l.place(&world, offset, frequency, base);
        }
    }
}

/// A row: each vector permutes the coefficients of its cells.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct OfRow<'a>(pub(in crate::kernel) &'a Coefficients);

impl Source for OfRow<'_> {
    #[inline(always)]
    fn find<L: Lanes>(&self, l: L, at: At<L>, _: bool, _: L::F, _: L::F) -> [L::F; 4] {
        if const { !L::PERMUTES } {
            let mut lanes = [0; WIDEST];
            l.store_u(at.cells, &mut L::words_mut(&mut lanes)[0]);
            if lanes[L::N - 1] == lanes[0] {
                return line_of_cell(l, self.0, at.first());
            }
        }
        permuted(l, self.0, at.first(), at.lane(l))
    }

    #[inline(always)]
    fn line<L: Lanes>(&self, _: L, found: [L::F; 4], t: L::F, u: L::F) -> ([L::F; 4], L::F, L::F) {
        (found, t, u)
    }
}
