//! The recipe in a TIFF.

use std::fs::File;
use std::path::Path;

use tiff::TiffError;
use tiff::tags::Tag;

use super::file::{decoder, io_error, text_length};
use crate::error::{Error, Result};
use crate::metadata::check_length;

/// The recipe in a file.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |e| Error::io(format!("read {}", path.display()), io_error(e));
    let mut decoder = File::open(path).map_err(TiffError::from).and_then(decoder).map_err(failed)?;
    // A zero follows the text.
    let length = text_length(&mut decoder, Tag::ImageDescription).saturating_sub(1);
    check_length(path, usize::try_from(length).unwrap_or(usize::MAX))?;
    let description = decoder.find_tag(Tag::ImageDescription).map_err(failed)?;
    description.map(|value| value.into_string()).transpose().map_err(failed)
}
