//! Tiles that lie one after the other along y, and have the same samples along x and z.

use alloc::boxed::Box;

use super::prune::{BATCH, Prune, Pruned, TablePart};
use super::samples::{Memory, Places, Samples};
use super::segments::Group;
use super::set::{GROUP, Set};
use crate::simd::Backend;
use crate::simd::past_caches::Streams;
use crate::tables::cellular::Cellular;
use crate::tables::octave::Folded;

/// Working memory.
pub(super) struct TileMemory {
    /// The points near each of some tiles.
    sets: [Set; BATCH],
    pruned: Pruned,
    parts: Memory,
}

impl TileMemory {
    pub(super) fn new() -> Box<TileMemory> {
        Box::new(TileMemory { sets: [Set::EMPTY; BATCH], pruned: Pruned::EMPTY, parts: Memory::new() })
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
    pub(super) columns: Places<'a>,
    /// The column where the second vector starts.
    pub(super) lead: usize,
    /// How many of the first columns the tiles before have written, too.
    pub(super) shared: usize,
    pub(super) ys: &'a [Group],
    /// The rows, from the first tile on, and [`GROUP`] more.
    pub(super) rows: Places<'a>,
    pub(super) z: &'a Group,
    pub(super) planes: Places<'a>,
    /// Elements from a plane to the next one, and from a row to the next one.
    pub(super) steps: [usize; 2],
    /// If samples are stored past the caches: the right to do so.
    pub(super) past_caches: Option<Streams<'a>>,
}

impl Tiles<'_> {
    /// Adds their samples to `out`, which starts with the first of them.
    pub(super) fn add(&self, near: &mut TileMemory, out: &mut [f32]) {
        let Tiles { backend, cellular, table, x, z, .. } = *self;
        let TileMemory { sets, pruned, parts } = near;
        let Some(first) = self.ys.first().map(|y| y.first) else { return };
        for ys in self.ys.chunks(BATCH) {
            backend.run(Prune { table, x, ys, z, to: &mut *sets, pruned: &mut *pruned });
            for (y, points) in ys.iter().zip(&*sets) {
                let row = y.first - first;
                for plane in 0..z.len {
                    let of_plane = |numbers: &[f32]| numbers.get(plane).copied().unwrap_or(0.0);
                    backend.run(Samples {
                        cellular,
                        fold: self.fold,
                        start: self.start,
                        points,
                        columns: self.columns,
                        lead: self.lead,
                        shared: self.shared,
                        rows: Places {
                            fractions: &self.rows.fractions[row..row + GROUP],
                            cells: &self.rows.cells[row..],
                        },
                        count: y.len,
                        plane: (of_plane(self.planes.fractions), of_plane(self.planes.cells)),
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
