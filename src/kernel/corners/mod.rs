//! The first stage: the corners of a block. For each lattice line and column that its samples need, it hashes the corner and looks up its vector or value,
//! once for all rows of the block. Octaves that hash corners where they need them (`samples::own`, `points`, `cellular`) share `hashes` and `sources`.

mod codes;
mod fill;
pub(super) mod hashes;
mod lines;
mod rows;
pub(super) mod sources;
mod table_places;

pub(super) use lines::{LineCorners, by_line};
pub(super) use rows::{RowCorners, by_column};
pub(super) use table_places::TablePlaces;
