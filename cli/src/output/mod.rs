//! Writing: an encoder for each format, and files and folders that appear either complete or not at all.

mod atomic_file;
mod atomic_folder;
pub(crate) mod companions;
pub(crate) mod encoder;
#[cfg(feature = "exr")]
pub(crate) mod exr;
pub(crate) mod file_target;
mod frames;
pub(crate) mod free_space;
mod name_change;
pub(crate) mod npy;
mod number_stream;
pub(crate) mod paths;
pub(crate) mod png;
pub(crate) mod sidecar;
mod temporary;
pub(crate) mod tiff;
pub(crate) mod write;
mod write_back;
pub(crate) mod y4m;
pub(crate) mod zarr;
