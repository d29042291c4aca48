//! Working memory for derivatives. A thread that computes no derivatives has none.

use alloc::boxed::Box;

use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::points::chunk::{LOOKED_UP, LOOKED_UP_ROW};
use crate::kernel::samples::across::MOST_VECTORS;
use crate::kernel::scratch::stages::StageMemory;
use crate::simd::WIDEST;

/// Coefficients of the rows that the schedule along computes at once: for each row, those of the value and of its derivatives along y, z, w.
pub(super) const COEFFICIENTS: usize = 8;

/// Samples of a row of the schedule along, or of the vectors that walk down a group of rows of the schedule across.
pub(super) const FACTORS: usize = if OF_GROUP > STRIDE { OF_GROUP } else { STRIDE };

/// Samples of the vectors that walk down a group of rows.
const OF_GROUP: usize = GROUP * MOST_VECTORS * WIDEST;

/// What derivatives need beside the stages' memory.
#[repr(align(64))]
pub(in crate::kernel) struct Memory {
    /// The derivatives of the columns' fades.
    pub(super) fade_slopes: [f32; STRIDE],
    /// The factors of a folded octave's derivatives.
    pub(super) factors: [f32; FACTORS],
    /// Coefficients of the schedule along, row by row.
    pub(super) coefficients: [Coefficients; COEFFICIENTS],
    pub(super) points: Planes,
}

/// Memory for octaves of a grid.
pub(super) struct OfOctaves<'a> {
    /// For the sums of narrow octaves.
    pub(super) samples: &'a mut [f32],
    /// For what comes before samples.
    pub(super) stages: &'a mut StageMemory,
    pub(super) derivatives: &'a mut Memory,
}

/// The most planes: three noises, with a value and three derivatives each.
const MOST_PLANES: usize = 12;

/// Memory for points that are looked up at once.
pub(super) struct Planes {
    /// The derivatives of the fades along x, y, z, w.
    pub(super) fade_slopes: [[f32; LOOKED_UP_ROW]; 4],
    pub(super) planes: [f32; MOST_PLANES * LOOKED_UP],
}

impl Memory {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Memory> {
        Box::new(Memory {
            fade_slopes: [0.0; STRIDE],
            factors: [0.0; FACTORS],
            coefficients: [[0.0; 4 * STRIDE]; COEFFICIENTS],
            points: Planes { fade_slopes: [[0.0; LOOKED_UP_ROW]; 4], planes: [0.0; MOST_PLANES * LOOKED_UP] },
        })
    }

    /// A thread's working memory, made when it is first needed.
    pub(super) fn of(kept: &mut Option<Box<Memory>>) -> &mut Memory {
        kept.get_or_insert_with(Memory::new)
    }
}
