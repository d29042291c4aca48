//! Reads files that perlane wrote: what they are, their recipe, and whether their numbers match the recipe.

mod blocks;
pub(crate) mod compare;
mod decoding;
pub(crate) mod detect;
#[cfg(feature = "exr")]
mod exr;
pub(crate) mod extent;
pub(crate) mod metadata;
mod npy;
mod png;
pub(crate) mod storage;
pub(crate) mod tiff;
mod y4m;
mod zarr;
