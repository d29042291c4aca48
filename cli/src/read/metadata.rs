//! The metadata that a file carries, from wherever its format stores it.

use std::path::Path;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::{recipe_file, text_file};
use crate::metadata::Metadata;
use crate::output;
use crate::read::detect::{Content, detect};

/// What a file is, and its metadata.
pub(crate) fn read(path: &Path) -> Result<(Content, Metadata)> {
    let content = detect(path)?;
    let metadata = match content {
        Content::Numbers(format) => read_format(path, format)?,
        Content::Recipe => recipe_file::read(path)?,
    };
    Ok((content, metadata))
}

fn read_format(path: &Path, format: Format) -> Result<Metadata> {
    let missing = |what: &str| Error::io(format!("find a recipe in {}", path.display()), what);
    match format {
        Format::Png => {
            let text = output::read_png_recipe(path)?;
            Metadata::from_json(path, &text.ok_or_else(|| missing("this PNG has no iTXt chunk perlane"))?)
        }
        Format::Tiff => {
            let text = output::read_tiff_recipe(path)?;
            Metadata::from_json(path, &text.ok_or_else(|| missing("this TIFF has no ImageDescription"))?)
        }
        Format::Zarr => output::zarr::Store::open(path)?.carried(),
        Format::Npy | Format::Raw => {
            let sidecar = output::sidecar(path);
            Metadata::from_json(&sidecar, &text_file::read("the recipe beside it", &sidecar)?)
        }
    }
}
