//! What a file can hold: formats, the types of their numbers, compression, chunks.

pub(crate) mod byte_order;
pub(crate) mod chosen;
pub(crate) mod chunking;
pub(crate) mod colormap;
mod compound;
pub(crate) mod compression;
pub(crate) mod contrast;
pub(crate) mod crs;
mod epsg;
pub(crate) mod formats;
mod grid_mapping;
pub(crate) mod layout;
pub(crate) mod levels;
pub(crate) mod numbers;
pub(crate) mod palette;
pub(crate) mod pixels;
mod wkt;
