//! Reads PNG and APNG files: the recipe, whatever has become of the pixels, and the pixels.

mod chunks;
pub(crate) mod pictures;
pub(crate) mod recipe;
