//! What a Zarr folder is.

use clap::ValueEnum;

/// What a Zarr folder is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// A group with the array `noise` and the coordinates of its axes, as xarray opens it
    #[default]
    Dataset,
    /// The array by itself
    Array,
    /// A group of arrays 0, 1, 2, .., each the noise at twice the spacing of the one before (OME-NGFF)
    Pyramid,
}

impl Layout {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Layout::Dataset => "dataset",
            Layout::Array => "array",
            Layout::Pyramid => "pyramid",
        }
    }
}
