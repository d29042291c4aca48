//! Samples of a single row, which are placed as they are computed: each vector permutes the coefficients of its cells.

use super::along::{line_of_cell, permuted};
use super::{ASK, Shape, Sum, WRITE, within};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::noise::Fade;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::fades::faded_lanes;
use crate::tables::place::{Even, MORE, Near, PART};

/// The samples of one octave.
pub(crate) struct Samples<'a> {
    pub(crate) shape: Shape,
    pub(crate) fade: Fade,
    /// From the first sample on. Coordinates rise, and a vector spans fewer cells than it has lanes, also beyond the last sample.
    pub(crate) row: Even,
    /// Cells are counted from the first sample's.
    pub(crate) near: Near,
    /// Those of the cells from that one on.
    pub(crate) coefficients: &'a Coefficients,
    /// Whole vectors.
    pub(crate) out: &'a mut [f32],
}

/// Vectors that are begun before the first one is stored.
const AHEAD: usize = 3;
const _: () = assert!(AHEAD <= MORE, "vectors after the last one are placed too");

impl Job for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let sum = Sum::<L, ASK>::new(l, self.shape);
        match self.shape {
            Shape { start: Some(0.0), .. } => self.add(sum.told::<WRITE>()),
            _ => self.add(sum),
        }
    }
}

impl Samples<'_> {
    #[inline(always)]
    fn add<L: Lanes, const HOW: usize>(self, sum: Sum<L, HOW>) {
        let Samples { fade, mut row, near, coefficients, out, .. } = self;
        for out in out.chunks_mut(PART) {
            match near.plain(&row) {
                Some(near) => Part { sum, fade, near, coefficients }.add(row.worlds::<L, true>(), out),
                None => Part { sum, fade, near, coefficients }.add(row.worlds::<L, false>(), out),
            }
            row = row.after(PART);
        }
    }
}

/// Some of the samples.
struct Part<'a, L: Lanes, const HOW: usize> {
    sum: Sum<L, HOW>,
    fade: Fade,
    near: Near,
    coefficients: &'a Coefficients,
}

impl<L: Lanes, const HOW: usize> Part<'_, L, HOW> {
    /// From coordinate to sample is a chain of some twenty operations, each of which waits for the one before, and processors look ahead two or three vectors. So
    /// one vector is placed, another one faded, a third one finds its coefficients, and a fourth one becomes samples, all at the same time.
    #[inline(always)]
    fn add(&self, worlds: impl Iterator<Item = L::Doubles>, out: &mut [f32]) {
        let (sum, l, Near { offset, frequency, base }) = (self.sum, self.sum.l, self.near);
        let vectors = L::floats_mut(out);
        let (zero, first) = (l.splat(0.0), l.splat_u(0));
        let mut placed = (first, zero);
        let mut faded = (first, zero, zero);
        let mut found = ([zero; 4], zero, zero);
        for (n, world) in worlds.enumerate().take(vectors.len() + AHEAD) {
            if n >= AHEAD {
                let (line, t, u) = found;
                sum.add(line, t, u, &mut vectors[n - AHEAD..=n - AHEAD]);
            }
            let (cells, t, u) = faded;
            found = (self.line(cells), t, u);
            let (cells, t) = placed;
            faded = (cells, t, faded_lanes(l, self.fade, t));
            placed = l.place(&world, offset, frequency, base);
        }
    }

    /// The coefficients of cells that rise from lane to lane.
    #[inline(always)]
    fn line(&self, cells: L::U) -> [L::F; 4] {
        let (l, coefficients) = (self.sum.l, self.coefficients);
        let first = l.first_lane(cells);
        if const { !L::PERMUTES } {
            let mut lanes = [first; WIDEST];
            l.store_u(cells, &mut L::words_mut(&mut lanes)[0]);
            if lanes[L::N - 1] == first {
                return line_of_cell(l, coefficients, first as usize);
            }
        }
        let lane = l.add_u(cells, l.splat_u(first.wrapping_neg()));
        permuted(l, coefficients, within(first as usize, STRIDE - L::N), lane)
    }
}
