//! Zarr arrays, version 3: a folder with metadata, whose attribute `perlane` is the recipe, and with files of compressed chunks.
//!
//! A chunk is a window of its own, whose samples are those of the whole window at its place. So workers can write chunks without
//! knowing of each other.

pub(crate) mod array;
pub(crate) mod fill;
pub(crate) mod layout;
pub(crate) mod publish;
pub(crate) mod target;
