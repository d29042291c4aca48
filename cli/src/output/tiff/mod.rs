//! TIFF: a band, or a page, for each z. The recipe is the ImageDescription of the first page. Files of more than 4 GiB are BigTIFF.

mod directory;
mod geo;
mod predictor;
pub(crate) mod strips;
mod tags;
pub(crate) mod tiles;
