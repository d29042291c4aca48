//! Working memory for a chunk of points.

use crate::kernel::samples::fold::Fold;
use crate::kernel::shaping;
use crate::noise::Shaped;
use crate::simd::{Backend, Lanes, WIDEST};
use crate::tables::octave::Octave;

/// Points that are computed together, octave by octave. They are few enough for their data to stay in the first-level cache, and enough for long
/// passes, because each pass takes some time to start and to end. A multiple of the lanes of every vector.
pub(in crate::kernel) const CHUNK: usize = 512;

/// Points whose corners' components are looked up at once, where this is a separate pass. Each component of each corner has its own array, so that
/// those of a whole chunk would not fit the first-level cache.
pub(in crate::kernel) const LOOKED_UP: usize = 128;

/// Elements of an array for these points.
pub(in crate::kernel) const LOOKED_UP_ROW: usize = LOOKED_UP + WIDEST;

/// Elements of an array for a chunk. No two arrays are a multiple of 4 KiB apart: a load would wait for a store to the same offset in another page.
pub(in crate::kernel) const ROW: usize = CHUNK + WIDEST;

/// Vectors of an array for a chunk: an upper bound for loops over a chunk's vectors.
pub(in crate::kernel) const fn vectors_of_row<L: Lanes>() -> usize {
    ROW / L::N
}

/// Four components of 16 corners.
pub(in crate::kernel) type Components = [[[f32; LOOKED_UP_ROW]; 16]; 4];

/// A chunk of points: where they lie along x, y, z, w, what is known about the corners around them, and their sums.
#[repr(align(64))]
pub(in crate::kernel) struct Chunk {
    pub(in crate::kernel) t: [[f32; ROW]; 4],
    pub(in crate::kernel) u: [[f32; ROW]; 4],
    /// Codes of the lattice lines on both sides.
    pub(in crate::kernel) codes: [[[u32; ROW]; 2]; 4],
    /// The corners' places in the octave's table, or their hashes: bits 0, 1, 2, 3 of an index are x, y, z, w.
    pub(in crate::kernel) corners: [[u32; ROW]; 16],
    /// The components at the corners of some points, one array for each, for octaves that look them up before they add.
    pub(in crate::kernel) components: Components,
    pub(in crate::kernel) sums: [f32; ROW],
    /// The sums so far, while `sums` has the samples of a shaped octave.
    pub(super) held: [f32; ROW],
    /// The weights of shaped octaves.
    pub(super) weights: [f32; ROW],
    /// How far the points move along x, y, z, w in warped octaves, in world units.
    pub(in crate::kernel) moves: [[f32; ROW]; 4],
}

impl Chunk {
    pub(in crate::kernel) const EMPTY: Chunk = Chunk {
        t: [[0.0; ROW]; 4],
        u: [[0.0; ROW]; 4],
        codes: [[[0; ROW]; 2]; 4],
        corners: [[0; ROW]; 16],
        components: [[[0.0; LOOKED_UP_ROW]; 16]; 4],
        sums: [0.0; ROW],
        held: [0.0; ROW],
        weights: [0.0; ROW],
        moves: [[0.0; ROW]; 4],
    };

    /// Adds an octave's samples to vector `v` of the sums; folded, if the octave is.
    #[inline(always)]
    pub(super) fn add_to_sum<L: Lanes>(&mut self, l: L, octave: &Octave, v: usize, n: L::F) {
        let n = Fold::new(l, octave.fold).of(l, n);
        let sum = &mut L::floats_mut(&mut self.sums)[v];
        l.store(l.add(l.load(sum), n), sum);
    }

    /// Sets the sums of `points` points aside, so that `sums` can take one octave alone.
    pub(super) fn hold(&mut self, points: usize) {
        self.held[..points].copy_from_slice(&self.sums[..points]);
        self.sums[..points].fill(0.0);
    }

    /// Adds the octave to the sums that were set aside, and restores them.
    pub(super) fn add_to_held(&mut self, backend: Backend, shaped: &Shaped, points: usize) {
        let (samples, weights) = (&self.sums[..points], &mut self.weights[..points]);
        shaping::add(backend, shaped, samples, weights, &mut self.held[..points]);
        self.sums[..points].copy_from_slice(&self.held[..points]);
    }
}

/// What a chunk's codes along an axis stand for, before its points move.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernel) enum Cells<'a> {
    /// Near cells, as they are.
    Near,
    /// Cells as indices into this list: the codes of consecutive lattice lines.
    Listed(&'a [u32]),
    /// Cells anywhere, as two halves: the low 32 bits, and the high ones.
    Halves,
}
