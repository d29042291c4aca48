//! The recipe in a TIFF.

use std::fs::File;
use std::path::Path;

use tiff::TiffResult;
use tiff::tags::Tag;

use super::file::{decoder, io_error};
use crate::error::{Error, Result};

/// The recipe in a file.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let read = || -> TiffResult<Option<String>> {
        let mut decoder = decoder(File::open(path)?)?;
        decoder.find_tag(Tag::ImageDescription)?.map(|value| value.into_string()).transpose()
    };
    read().map_err(|e| Error::io(format!("read {}", path.display()), io_error(e)))
}
