//! Zarr, version 3: arrays with files of compressed chunks. The attribute `perlane` is the recipe. An array is alone, or in a group with coordinates
//! or further levels.
//!
//! A chunk is a window of its own. Its samples are the same as those of the whole window at its place, so that workers can write chunks without
//! knowing of each other.

pub(crate) mod array;
pub(crate) mod attributes;
pub(crate) mod chunk_bytes;
mod coordinates;
pub(crate) mod fill;
mod foreign;
pub(crate) mod publish;
pub(crate) mod store;
pub(crate) mod target;
