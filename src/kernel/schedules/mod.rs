//! The ways to fill a block: which rows and columns each stage does at once, which of them are in lanes, and in which order the stages follow each other.
//! All of them give the same bits. `kernel::fill` chooses.

pub(super) mod across;
pub(super) mod across_y;
pub(super) mod along;
pub(super) mod narrow;
pub(super) mod own;
pub(super) mod transposed;
