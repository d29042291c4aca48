//! Zarr, version 3: arrays, whose attribute `perlane` is the recipe, with files of compressed chunks; alone, or in a group with coordinates or
//! further levels.
//!
//! A chunk is a window of its own, whose samples are those of the whole window at its place. So workers can write chunks without
//! knowing of each other.

pub(crate) mod array;
mod attributes;
pub(crate) mod chunk_bytes;
mod coordinates;
pub(crate) mod fill;
pub(crate) mod publish;
pub(crate) mod store;
pub(crate) mod target;
