//! The metadata of a file, wherever its format stores it.

use std::fs;
use std::path::Path;

use perlane::Recipe;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::{recipe_file, text_file};
use crate::metadata::{MAX_BYTES, Metadata};
use crate::output::paths::folder;
use crate::output::png::KEYWORD;
use crate::output::sidecar;
use crate::output::zarr::array::ZarrArray;
use crate::output::zarr::store;
use crate::pipes::refuse_pipe;
use crate::read::detect::{Content, detect};
#[cfg(feature = "exr")]
use crate::read::exr;
use crate::read::storage::Storage;
use crate::read::{extent, png, tiff};

/// What a file is, and its metadata; for `-` or a pipe, the recipe that is read from there.
pub(crate) fn read(path: &Path) -> Result<(Content, Metadata)> {
    if recipe_file::is_piped(path) {
        return recipe_file::read_piped(path).map(|metadata| (Content::Recipe, metadata));
    }
    let content = detect(path)?;
    let metadata = match content {
        Content::Numbers(format) => read_format(path, format).map_err(Error::of_carrier)?,
        Content::Recipe => recipe_file::read(path)?,
    };
    Ok((content, metadata))
}

/// What an argument names, to make something like it.
pub(crate) struct Source {
    pub(crate) metadata: Metadata,
    /// `None` for a recipe by itself.
    pub(crate) format: Option<Format>,
    pub(crate) storage: Storage,
    /// A note about a file whose size is not that of its recipe's grid.
    pub(crate) note: Option<String>,
}

impl Source {
    fn by_itself(metadata: Metadata) -> Self {
        Source { metadata, format: None, storage: Storage::default(), note: None }
    }
}

/// The metadata that an argument names: of a file in any format, on standard input, or in a pipe.
pub(crate) fn read_source(path: &Path) -> Result<Source> {
    if recipe_file::is_piped(path) {
        recipe_file::read_piped(path).map(Source::by_itself)
    } else if recipe_file::has_name_of_recipe(path) {
        recipe_file::read(path).map(Source::by_itself)
    } else {
        fs::metadata(path).map_err(|source| text_file::read_error("recipe", path, source))?;
        let (content, metadata) = read(path)?;
        Ok(match content {
            Content::Numbers(format) => Source {
                format: Some(format),
                storage: Storage::of(path, format, &metadata),
                note: extent::note(path, format, &metadata),
                metadata,
            },
            Content::Recipe => Source::by_itself(metadata),
        })
    }
}

/// Refuses an output in the Zarr folder that is read: it would replace a part of that, or would be nothing that belongs there. `name` is what errors
/// call the output.
pub(crate) fn check_outside(
    read: Option<&Path>,
    source: Option<&Source>,
    name: &str,
    output: &Path,
) -> Result<()> {
    let is_folder = source.is_some_and(|source| source.format == Some(Format::Zarr));
    match read {
        Some(read) if is_folder && is_inside(output, read) => {
            let value = format!("{}, inside {}, which this run reads", output.display(), read.display());
            Err(Error::parameter(name, value, "other places"))
        }
        _ => Ok(()),
    }
}

/// Whether an output is in this folder. It may not exist yet, but then its own folder does.
fn is_inside(output: &Path, outer: &Path) -> bool {
    let place = |path: &Path| fs::canonicalize(path).ok();
    let new = || Some(place(folder(output))?.join(output.file_name()?));
    match (place(output).or_else(new), place(outer)) {
        (Some(output), Some(outer)) => output != outer && output.starts_with(outer),
        _ => false,
    }
}

/// A note about what a new file lacks of the one that it is made like.
pub(crate) fn left_out(what: &str, why: &str) -> String {
    format!("note: {what} of the recipe's file is left out, because {why}")
}

/// The recipe that an argument names.
pub(crate) fn read_recipe(path: &Path) -> Result<Recipe> {
    Ok(read_source(path)?.metadata.recipe)
}

fn read_format(path: &Path, format: Format) -> Result<Metadata> {
    match format {
        Format::Npy | Format::Raw | Format::Y4m => {
            let sidecar = sidecar::of_existing(path);
            if !sidecar.exists() {
                return Err(Error::NoRecipe(sidecar));
            }
            refuse_pipe(&sidecar)?;
            let text = text_file::read_up_to(MAX_BYTES, "the recipe beside it", &sidecar)?;
            Metadata::from_json(&sidecar, &text)
        }
        Format::Png | Format::Apng => {
            parse(path, png::recipe::read_recipe(path)?, &format!("this PNG has no iTXt chunk {KEYWORD}"))
        }
        Format::Tiff => of_tiff(path),
        #[cfg(feature = "exr")]
        Format::Exr => parse(path, exr::read_recipe(path)?, "this EXR has no attribute perlane"),
        // For a pyramid, the metadata of the first level.
        Format::Zarr => ZarrArray::open(&store::folders(path)?[0])?.metadata(),
    }
}

/// The metadata in a TIFF's description. Other programs write descriptions too, in JSON or not.
fn of_tiff(path: &Path) -> Result<Metadata> {
    let description = tiff::recipe::read_recipe(path)?;
    let is_own = |text: &String| text.trim_start().starts_with('{') && text.contains("\"stream\"");
    match description {
        Some(text) if !is_own(&text) => parse(path, None, "its ImageDescription is not one of perlane's"),
        text => parse(path, text, "this TIFF has no ImageDescription"),
    }
}

fn parse(path: &Path, text: Option<String>, missing: &str) -> Result<Metadata> {
    match text {
        Some(text) => Metadata::from_carried_json(path, &text),
        None => Err(Error::io(format!("find a recipe in {}", path.display()), missing)),
    }
}
