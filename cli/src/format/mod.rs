//! What a file can hold.

pub(crate) mod chunking;
pub(crate) mod colormap;
pub(crate) mod compression;
pub(crate) mod formats;
pub(crate) mod levels;
pub(crate) mod numbers;
