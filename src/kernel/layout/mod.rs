//! What is computed at once, and where it stands: a grid and its octaves (`plan`), the part of the grid that is filled and its buffer (`band`), the blocks
//! into which that is cut (`block`), the lattice around a block (`lattice`, `corner_sizes`), the vectors of a row (`runs`). All of it is scalar.

pub(super) mod band;
pub(super) mod block;
pub(super) mod budgets;
pub(super) mod corner_sizes;
pub(super) mod lattice;
pub(super) mod plan;
pub(super) mod runs;
pub(super) mod work;
