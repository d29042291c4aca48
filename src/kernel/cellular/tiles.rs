//! Tiles that lie one after the other along y, and have the same samples along x and z.

use alloc::boxed::Box;

use super::prune::{BATCH, Prune, Pruned, TablePart};
use super::samples::{Memory, Samples};
use super::segments::Group;
use super::set::{GROUP, Set};
use crate::simd::Backend;
use crate::simd::past_caches::Streams;
use crate::tables::cellular::Cellular;
use crate::tables::octave::Folded;

/// Working memory.
pub(super) struct Near {
    /// The points near each of some tiles.
    sets: [Set; BATCH],
    pruned: Pruned,
    parts: Memory,
}

impl Near {
    pub(super) fn new() -> Box<Near> {
        Box::new(Near { sets: [Set::EMPTY; BATCH], pruned: Pruned::EMPTY, parts: Memory::new() })
    }
}

/// Tiles, and what their samples are.
pub(super) struct Tiles<'a> {
    pub(super) backend: Backend,
    pub(super) cellular: &'a Cellular,
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
    /// What the octave is added to; `None`: to what `out` holds.
    pub(super) start: Option<f32>,
    /// The points around them.
    pub(super) table: TablePart<'a>,
    pub(super) x: &'a Group,
    /// Fractions and cells along x, and the column where the second vector starts.
    pub(super) columns: (&'a [f32], &'a [f32]),
    pub(super) lead: usize,
    pub(super) ys: &'a [Group],
    /// Fractions and cells along y, from the first tile on, and [`GROUP`] more.
    pub(super) rows: (&'a [f32], &'a [f32]),
    pub(super) z: &'a Group,
    /// Fractions and cells along z; none if the noise does not have this axis.
    pub(super) planes: (&'a [f32], &'a [f32]),
    /// Elements from a plane to the next one, and from a row to the next one.
    pub(super) steps: [usize; 2],
    /// If samples are stored past the caches: the right to do so.
    pub(super) past_caches: Option<Streams<'a>>,
}

impl Tiles<'_> {
    /// Adds their samples to `out`, which starts with the first of them.
    pub(super) fn add(&self, near: &mut Near, out: &mut [f32]) {
        let Tiles { backend, cellular, table, x, z, .. } = *self;
        let Near { sets, pruned, parts } = near;
        let Some(first) = self.ys.first().map(|y| y.first) else { return };
        for ys in self.ys.chunks(BATCH) {
            backend.run(Prune { table, x, ys, z, to: &mut *sets, pruned: &mut *pruned });
            for (y, points) in ys.iter().zip(&*sets) {
                let row = y.first - first;
                for plane in 0..z.len {
                    let at_z = |places: &[f32]| places.get(plane).copied().unwrap_or(0.0);
                    backend.run(Samples {
                        cellular,
                        fold: self.fold,
                        start: self.start,
                        points,
                        columns: self.columns,
                        lead: self.lead,
                        rows: (&self.rows.0[row..row + GROUP], &self.rows.1[row..]),
                        count: y.len,
                        plane: (at_z(self.planes.0), at_z(self.planes.1)),
                        parts: parts.parts(),
                        out: &mut out[plane * self.steps[0] + row * self.steps[1]..],
                        step: self.steps[1],
                        past_caches: self.past_caches,
                    });
                }
            }
        }
    }
}
