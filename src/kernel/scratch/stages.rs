//! What the stages of an octave hand on to each other.

use crate::kernel::coefficients::cells::{Cell, Plane};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::layout::budgets::{CORNERS, MOST_PIECES, MOST_PLANES, ROWS};
use crate::kernel::layout::runs::Runs;
use crate::kernel::samples::across::Piece;
use crate::kernel::samples::transposed::Spans;
use crate::kernel::samples::walk::MOST_CELLS_AT_ONCE;
use crate::kernel::scratch::zeroed::Zeroed;

/// Corners, coefficients, and where vectors and rows stand, for the part of a block that the stages do at once.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(in crate::kernel) struct StageMemory {
    pub(in crate::kernel) corners: Zeroed,
    /// The coefficients of some groups of rows across.
    pub(in crate::kernel) cells: Zeroed,
    /// The coefficients of rows along, for each of those that are done at once.
    pub(in crate::kernel) coefficients: [Coefficients; ROWS],
    pub(in crate::kernel) planes: [Plane; MOST_PLANES],
    pub(in crate::kernel) pieces: [Piece; MOST_PIECES],
    pub(in crate::kernel) runs: Runs,
    pub(in crate::kernel) spans: Spans,
}

impl StageMemory {
    #[inline(always)] // so that it is written where it will be, and not copied from the stack
    pub(super) fn new() -> Self {
        StageMemory {
            corners: Zeroed::new(CORNERS),
            cells: Zeroed::new(MOST_CELLS_AT_ONCE * size_of::<Cell>() / size_of::<f32>()),
            coefficients: [[0.0; 4 * STRIDE]; ROWS],
            planes: [Plane::NONE; MOST_PLANES],
            pieces: [Piece::NONE; MOST_PIECES],
            runs: Runs::NONE,
            spans: Spans::NONE,
        }
    }
}
