//! Working memory: what kernels compute on the way to samples. Kept for the thread's next call, as it is larger than a small grid.

use alloc::boxed::Box;

use super::block::{BLOCK_ROWS, TILE};
use super::coefficients::across::Cell;
use super::points::chunk::Chunk;
use super::samples::across::MOST_CELLS;
use crate::simd::WIDEST;

/// Floats for corner vectors: about what fits a second-level cache beside a block of the output. A block whose corners
/// need more is cut.
pub(super) const CORNER_BUDGET: usize = 32 * 1024;

/// Columns of a tile, padded so that a vector may be loaded at any of them.
pub(super) const STRIDE: usize = TILE + WIDEST + 16;

/// The largest number of corners of a single row of samples along: 8 lattice rows × 4 components × 2 sides.
const CORNER_LEAST: usize = 8 * 4 * 2 * STRIDE;

/// The same of a group of rows across, and a vector that may be loaded beyond the last: 4 pairs of lattice lines × 4 components.
const CORNER_LEAST_ACROSS: usize = 4 * 4 * (TILE + 2) * 3 * WIDEST + WIDEST;

const CORNERS: usize = {
    let mut most = CORNER_BUDGET;
    most = if CORNER_LEAST > most { CORNER_LEAST } else { most };
    if CORNER_LEAST_ACROSS > most { CORNER_LEAST_ACROSS } else { most }
};

/// Rows that the schedule along does at a time.
pub(super) const ROWS: usize = 4;

/// S, O, DS, DO of the lattice columns of a tile: four arrays of [`STRIDE`], one after the other.
pub(super) type Coefficients = [f32; 4 * STRIDE];

/// Working memory for one thread. What it held before does not matter.
pub(crate) struct Scratch {
    pub(super) tables: Tables,
    /// Made by the first block that needs it.
    staging: Option<Box<Staging>>,
    pub(super) chunk: Chunk,
}

/// A block's samples, a [`TILE`] wide.
#[repr(align(64))]
pub(super) struct Staging(pub(super) [f32; BLOCK_ROWS * TILE]);

/// What is shared by rows.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Tables {
    /// The coefficients of a group of rows across.
    pub(super) cells: [Cell; TILE + 1 + MOST_CELLS],
    /// For each of the rows along that are done at once.
    pub(super) coefficients: [Coefficients; ROWS],
    pub(super) corners: [f32; CORNERS],
}

impl Scratch {
    fn new() -> Box<Self> {
        let cells = [[[0.0; 16]; 4]; TILE + 1 + MOST_CELLS];
        let tables = Tables { corners: [0.0; CORNERS], coefficients: [[0.0; 4 * STRIDE]; ROWS], cells };
        Box::new(Scratch { tables, staging: None, chunk: Chunk::EMPTY })
    }

    /// Memory for blocks that are copied when they are finished.
    pub(super) fn staged(&mut self) -> (&mut Tables, &mut Staging) {
        let staging = self.staging.get_or_insert_with(|| Box::new(Staging([0.0; BLOCK_ROWS * TILE])));
        (&mut self.tables, staging)
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
