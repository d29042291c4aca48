//! Where the samples of an axis lie on an octave's lattice: cells, fractions, fades, and the lattice lines that they need.

use alloc::vec::Vec;
use core::result::Result;

use super::place::{self, Near};
use crate::grid::Axis;
use crate::simd::Lanes;
use crate::simd::{Backend, Job, WIDEST};
use crate::tables::octaves::{NEAR, Octave, Scale};

/// The world coordinates of an axis' samples, with the last one repeated so that a vector may be loaded at any of them.
pub(crate) struct Worlds<'a> {
    pub(crate) axis: &'a Axis<'a>,
    padded: Vec<f64>,
}

impl<'a> Worlds<'a> {
    /// Of an axis with samples.
    pub(crate) fn new(axis: &'a Axis<'a>) -> Self {
        let len = padded(axis.len());
        let mut padded = Vec::with_capacity(len);
        axis.for_each_world(|world| padded.push(world));
        padded.resize(len, axis.world(axis.len() - 1));
        Worlds { axis, padded }
    }
}

/// Whole vectors, and one more.
fn padded(len: usize) -> usize {
    (len + WIDEST).next_multiple_of(WIDEST)
}

/// Cells of samples, as many as [`Worlds`] has.
pub(crate) enum Cells {
    /// Within ±2^30 of a base: an `i32` each.
    Near {
        base: i64,
        cells: Vec<u32>,
    },
    Far(Vec<i64>),
}

pub(crate) struct Places {
    pub(crate) cells: Cells,
    pub(crate) fractions: Fractions,
}

/// Fractions and fades of samples, as many as [`Worlds`] has.
pub(crate) struct Fractions {
    /// Fractions, then fades: small tables are made often, and one piece of memory is had sooner than two.
    both: Vec<f32>,
}

impl Fractions {
    pub(crate) const NONE: Fractions = Fractions { both: Vec::new() };

    pub(crate) fn t(&self) -> &[f32] {
        &self.both[..self.both.len() / 2]
    }

    pub(crate) fn u(&self) -> &[f32] {
        &self.both[self.both.len() / 2..]
    }
}

impl Places {
    pub(crate) fn new(octave: &Octave, a: usize, worlds: &Worlds<'_>, backend: Backend) -> Self {
        let len = worlds.padded.len();
        let mut both = alloc::vec![0.0; 2 * len];
        let (t, u) = both.split_at_mut(len);
        let cells = match near(worlds.axis, &octave.scales[a]) {
            Some(near) => {
                let mut cells = alloc::vec![0; len];
                let to = place::Places { cells: &mut cells, t, u };
                backend.run(PlaceNear { octave, worlds: &worlds.padded, near, to });
                Cells::Near { base: near.base as i64, cells }
            }
            None => {
                let place = |(world, t): (&f64, &mut f32)| {
                    let (cell, fraction) = octave.scales[a].place(*world);
                    *t = fraction;
                    cell
                };
                let cells = worlds.padded.iter().zip(&mut *t).map(place).collect();
                u.copy_from_slice(t);
                octave.fade_all(u);
                Cells::Far(cells)
            }
        };
        Places { cells, fractions: Fractions { both } }
    }
}

/// How lanes place an axis whose cells are all near to its first sample's; a period is too much for them.
fn near(axis: &Axis<'_>, scale: &Scale) -> Option<Near> {
    let Scale::Free { offset, frequency } = *scale else { return None };
    let base = scale.place(axis.world(0)).0 as f64;
    let refused = axis.first_refused(|world| (scale.checked(world) - base).abs() < NEAR);
    refused.is_none().then_some(Near { offset, frequency, base })
}

struct PlaceNear<'a> {
    octave: &'a Octave,
    worlds: &'a [f64],
    near: Near,
    to: place::Places<'a>,
}

impl Job for PlaceNear<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        place::place(l, self.octave.fade, self.worlds, self.near, self.to);
    }
}

impl Cells {
    /// The cell of sample `k`.
    pub(crate) fn get(&self, k: usize) -> i64 {
        match self {
            Cells::Near { base, cells } => base + i64::from(cells[k] as i32),
            Cells::Far(cells) => cells[k],
        }
    }
}

/// Lattice lines in the order that samples need them: a sample's two lines are neighbours, and shared with the samples before it
/// where they lie in the same or the next cell.
pub(crate) struct Lines {
    pub(crate) codes: Vec<u32>,
    /// The first line of each sample; more follow, as the last one.
    pub(crate) first: Vec<u32>,
}

impl Lines {
    /// Those of the first `len` cells, with what `code` makes of lattice coordinates; the cells, where that takes more than `most`
    /// lines.
    pub(crate) fn new(
        cells: Cells,
        len: usize,
        most: usize,
        scale: &Scale,
        code: impl Fn(i64) -> u32,
    ) -> Result<Self, Cells> {
        match cells {
            // Cells with a period are far.
            Cells::Near { base, cells } if has_no_gaps(&cells) => Ok(Self::without_gaps(base, cells, code)),
            cells => Self::in_any_order(&cells, len, most, scale, code).ok_or(cells),
        }
    }

    /// The same however many.
    pub(crate) fn without_limit(cells: Cells, len: usize, scale: &Scale, code: impl Fn(i64) -> u32) -> Self {
        // There is none that could be exceeded.
        Self::new(cells, len, usize::MAX, scale, code)
            .unwrap_or(Lines { codes: Vec::new(), first: Vec::new() })
    }

    /// These are at most as many as the samples, and one.
    fn without_gaps(base: i64, mut cells: Vec<u32>, code: impl Fn(i64) -> u32) -> Self {
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        cells.iter_mut().for_each(|cell| *cell = cell.wrapping_sub(first));
        let lines = base + i64::from(first as i32)..base + i64::from(last as i32) + 2;
        Lines { codes: lines.map(code).collect(), first: cells }
    }

    fn in_any_order(
        cells: &Cells,
        len: usize,
        most: usize,
        scale: &Scale,
        code: impl Fn(i64) -> u32,
    ) -> Option<Self> {
        let mut codes = Vec::with_capacity(2 + len / 4);
        let mut first = Vec::with_capacity(padded(len));
        // The cell of the sample before, and its second line.
        let (mut before, mut last) = (None, None);
        for k in 0..len {
            let cell = cells.get(k);
            if before != Some(cell) {
                let (left, right) = (scale.reduce(cell), scale.reduce(cell + 1));
                if last != Some(left) {
                    codes.push(code(left));
                }
                codes.push(code(right));
                (before, last) = (Some(cell), Some(right));
                if codes.len() > most {
                    return None;
                }
            }
            first.push(codes.len() as u32 - 2);
        }
        first.resize(padded(len), first.last().copied().unwrap_or(0));
        Some(Lines { codes, first })
    }
}

/// Whether each cell is that of the sample before or the next one. Without a way out of the loop, compilers do it in lanes.
fn has_no_gaps(cells: &[u32]) -> bool {
    cells.windows(2).fold(true, |none, pair| none & (pair[1].wrapping_sub(pair[0]) <= 1))
}
