//! The ways to lead a block through the stages. All of them have the same arithmetic.
//!
//! - `across` computes coefficients for 16 rows at a time, one row in each lane, and a vector of samples gets the coefficients of its few cells by
//!   broadcasts. It needs a few rows, and cells that are wider than some samples.
//! - `across_y` is the same for most blocks, with less preparation.
//! - `transposed` is across to the end, for narrow cells: rows are in lanes also where samples are made, which are then copied to their rows.
//! - `narrow` does the same for grids of a few columns. For Perlin noise, it keeps no coefficients in memory (`samples::thin`). `by_column` is what both
//!   have in common.
//! - `along` computes coefficients for a vector of columns at a time, row after row, and a vector of samples permutes them.
//! - `own` makes samples directly from hashes, where rows and columns share no corners, or hardly any.
//!
//! `kernel::fill` asks `narrow` for a whole band, and `transposed` for the first octaves of a block. For each other octave, it asks `across_y`, then `own`;
//! then [`Lattice::new`](super::layout::lattice::Lattice::new) chooses between `across` and `along`.

pub(super) mod across;
pub(super) mod across_y;
pub(super) mod along;
pub(super) mod by_column;
pub(super) mod narrow;
pub(super) mod own;
pub(super) mod transposed;
