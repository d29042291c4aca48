//! Reads TIFF files: strips or tiles, bands or pages, compressed or not, even if other programs have rewritten them.

mod beside;
pub(crate) mod facts;
mod file;
mod lzw;
mod pages;
pub(crate) mod pictures;
pub(crate) mod place;
pub(crate) mod recipe;
