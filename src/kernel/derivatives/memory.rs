//! Working memory for derivatives. A thread that samples none has none.

use alloc::boxed::Box;

use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::points::chunk::{LOOKED_UP, LOOKED_UP_ROW};
use crate::kernel::samples::across::MOST_VECTORS;
use crate::simd::WIDEST;

/// Coefficients of rows that are done along at once: those of a value and of its derivatives along y, z, w for each.
pub(super) const COEFFICIENTS: usize = 8;

/// Samples of a row along, or of the vectors that walk down a group of rows across.
pub(super) const FACTORS: usize = if OF_GROUP > STRIDE { OF_GROUP } else { STRIDE };

/// Samples of the vectors that walk down a group of rows.
const OF_GROUP: usize = GROUP * MOST_VECTORS * WIDEST;

/// Working memory.
#[repr(align(64))]
pub(in crate::kernel) struct Memory {
    /// The derivatives of the columns' fades.
    pub(super) fade_slopes: [f32; STRIDE],
    /// What derivatives are multiplied by in an octave that is folded.
    pub(super) factors: [f32; FACTORS],
    /// Of rows that are done along, row by row.
    pub(super) coefficients: [Coefficients; COEFFICIENTS],
    pub(super) points: Planes,
}

/// The most planes: three noises, with a value and three derivatives each.
const MOST_PLANES: usize = 12;

/// For points that are looked up at once.
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
