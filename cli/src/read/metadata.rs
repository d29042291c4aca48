//! The metadata of a file, wherever its format stores it.

use std::path::Path;

use perlane::Recipe;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::{recipe_file, text_file};
use crate::metadata::Metadata;
use crate::output::png::KEYWORD;
use crate::output::sidecar;
use crate::output::zarr::array::ZarrArray;
use crate::output::zarr::store;
use crate::read::detect::{Content, detect};
#[cfg(feature = "exr")]
use crate::read::exr;
use crate::read::{png, tiff};

/// What a file is, and its metadata.
pub(crate) fn read(path: &Path) -> Result<(Content, Metadata)> {
    let content = detect(path)?;
    let metadata = match content {
        Content::Numbers(format) => read_format(path, format)?,
        Content::Recipe => recipe_file::read(path)?,
    };
    Ok((content, metadata))
}

/// The recipe that an argument names: of a file in any format, or on standard input.
pub(crate) fn read_recipe(path: &Path) -> Result<Recipe> {
    let metadata = if path == Path::new("-") {
        recipe_file::read_stdin()?
    } else if recipe_file::has_name_of_recipe(path) {
        recipe_file::read(path)?
    } else if path.exists() {
        read(path)?.1
    } else {
        let allowed = "files named .toml or .json, files that perlane wrote, or - for standard input";
        return Err(Error::parameter("recipe", path.display(), allowed));
    };
    Ok(metadata.recipe)
}

fn read_format(path: &Path, format: Format) -> Result<Metadata> {
    match format {
        Format::Npy | Format::Raw | Format::Y4m => {
            let sidecar = sidecar::path(path);
            Metadata::from_json(&sidecar, &text_file::read("the recipe beside it", &sidecar)?)
        }
        Format::Png | Format::Apng => {
            parse(path, png::read_recipe(path)?, &format!("this PNG has no iTXt chunk {KEYWORD}"))
        }
        Format::Tiff => parse(path, tiff::read_recipe(path)?, "this TIFF has no ImageDescription"),
        #[cfg(feature = "exr")]
        Format::Exr => parse(path, exr::read_recipe(path)?, "this EXR has no attribute perlane"),
        // For a pyramid, the metadata of the first level.
        Format::Zarr => ZarrArray::open(&store::folders(path)?[0])?.metadata(),
    }
}

fn parse(path: &Path, text: Option<String>, missing: &str) -> Result<Metadata> {
    match text {
        Some(text) => Metadata::from_json(path, &text),
        None => Err(Error::io(format!("find a recipe in {}", path.display()), missing)),
    }
}
