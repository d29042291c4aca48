//! Where samples, corners and vectors stand, and how many of them are computed at once. All of this is scalar.
//!
//! - `plan`: octaves, and the tables of a grid's axes for them.
//! - `band`: the part of a grid that a thread fills, and its buffer.
//! - `block`: the blocks into which a band is cut. `budgets`: how much of a block the stages do at once.
//! - `lattice`: the lattice lines around a block. `corner_sizes`: where their corners stand in memory, of most blocks across and of small grids.
//! - `runs`: the vectors of a row, and their cells.
//! - `work`: one octave of one block, as the stages get it.

pub(super) mod band;
pub(super) mod block;
pub(super) mod budgets;
pub(super) mod corner_sizes;
pub(super) mod lattice;
pub(super) mod plan;
pub(super) mod runs;
pub(super) mod work;
