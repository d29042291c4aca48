//! Working memory: what kernels compute on the way to samples. Kept for the thread's next call, as it is larger than a small grid.

use alloc::boxed::Box;

use super::BLOCK_ROWS;
use crate::tables::plan::{TILE, WIDEST};

/// Floats for corner vectors: about what fits a second-level cache beside a block of the output. A block whose corners
/// need more is cut.
pub(super) const CORNER_BUDGET: usize = 32 * 1024;

/// Columns of a tile, padded so that a vector may be loaded at any of them.
pub(super) const STRIDE: usize = TILE + WIDEST + 16;

/// The largest number of corners of a single row of samples: 8 lattice rows × 4 components × 2 sides.
const CORNER_LEAST: usize = 8 * 4 * 2 * STRIDE;

const CORNERS: usize = if CORNER_BUDGET > CORNER_LEAST { CORNER_BUDGET } else { CORNER_LEAST };

/// The most rows whose coefficients are computed at once.
const MOST_ROWS: usize = WIDEST;

/// S, O, DS, DO of the lattice columns of a tile: four arrays of [`STRIDE`], one after the other, or (`Layout::Shared::few`) the four of
/// each column together.
pub(super) type Coefficients = [f32; 4 * STRIDE];

/// Working memory for one thread. What it held before does not matter.
pub(crate) struct Scratch {
    pub(super) tables: Tables,
    /// Made by the first block that needs it.
    pub(super) staging: Option<Box<Staging>>,
}

/// A block's samples, a [`TILE`] wide.
#[repr(align(64))]
pub(super) struct Staging(pub(super) [f32; BLOCK_ROWS * TILE]);

impl Staging {
    pub(super) fn new() -> Box<Self> {
        Box::new(Staging([0.0; BLOCK_ROWS * TILE]))
    }
}

/// What is shared by rows.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Tables {
    pub(super) corners: [f32; CORNERS],
    /// For each of the rows that are done at once.
    pub(super) coefficients: [Coefficients; MOST_ROWS],
}

impl Scratch {
    fn new() -> Box<Self> {
        let tables = Tables { corners: [0.0; CORNERS], coefficients: [[0.0; 4 * STRIDE]; MOST_ROWS] };
        Box::new(Scratch { tables, staging: None })
    }

    /// Runs `work` with this thread's working memory.
    #[cfg(feature = "std")]
    pub(crate) fn with<R>(work: impl FnOnce(&mut Scratch) -> R) -> R {
        use core::cell::Cell;
        std::thread_local! {
            static KEPT: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
        }
        // Taken, so that work within work would get its own; and there is none while a thread ends.
        let mut scratch = KEPT.try_with(Cell::take).ok().flatten().unwrap_or_else(Scratch::new);
        let result = work(&mut scratch);
        let _ = KEPT.try_with(|kept| kept.set(Some(scratch)));
        result
    }

    /// Runs `work` with working memory.
    #[cfg(not(feature = "std"))]
    pub(crate) fn with<R>(work: impl FnOnce(&mut Scratch) -> R) -> R {
        work(&mut Scratch::new())
    }
}
