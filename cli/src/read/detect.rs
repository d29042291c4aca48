//! What a file is. Its first bytes decide, not its name.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::{recipe_file, text_file};
use crate::output;

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A file or folder of numbers.
    Numbers(Format),
    /// A recipe, as TOML or JSON.
    Recipe,
}

/// Detects the format by the file's content. Raw numbers have no signature: their `.perlane.json` tells.
pub(crate) fn detect(path: &Path) -> Result<Content> {
    let failed = |source| text_file::read_error("file", path, source);
    if path.is_dir() {
        return Ok(Content::Numbers(Format::Zarr));
    }
    let mut start = Vec::new();
    File::open(path).and_then(|file| file.take(8).read_to_end(&mut start)).map_err(failed)?;
    match &start[..] {
        [0x89, b'P', b'N', b'G', ..] => Ok(Content::Numbers(Format::Png)),
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Ok(Content::Numbers(Format::Tiff)),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Ok(Content::Numbers(Format::Npy)),
        _ if output::sidecar(path).exists() => Ok(Content::Numbers(Format::Raw)),
        _ if recipe_file::has_name_of_recipe(path) => Ok(Content::Recipe),
        _ => {
            let allowed = "PNG, TIFF, npy, Zarr; a recipe named .toml or .json; any file with a .perlane.json beside it";
            Err(Error::parameter("file", path.display(), allowed))
        }
    }
}
