//! Detects what a file is. Its first bytes decide, not its name.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use clap::ValueEnum;

use crate::error::{Error, Result};
use crate::format::formats::{Format, Signature};
use crate::input::{recipe_file, text_file};
use crate::output::sidecar;

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A file or folder of numbers.
    Numbers(Format),
    /// A recipe, in TOML or JSON.
    Recipe,
}

impl Content {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Content::Numbers(format) => format.name(),
            Content::Recipe => "recipe",
        }
    }
}

/// Detects what a path leads to.
pub(crate) fn detect(path: &Path) -> Result<Content> {
    let start = first_bytes(path)?;
    if let Some(format) = detect_format(path, &start) {
        return Ok(Content::Numbers(format));
    }
    if recipe_file::has_name_of_recipe(path) {
        return Ok(Content::Recipe);
    }
    if start.is_empty() {
        return Err(Error::Empty(path.to_owned()));
    }
    let signed = Format::value_variants().iter().map(|format| format.properties());
    let signed = signed.filter(|format| !matches!(format.signature, Signature::Sidecar));
    let titles: Vec<&str> = signed.map(|format| format.title).collect();
    let allowed = format!(
        "{}; recipes named .toml or .json; other files with a .perlane.json beside them",
        titles.join(", ")
    );
    Err(Error::Unknown { path: path.to_owned(), allowed })
}

/// The format of a file or folder that begins with these bytes. A signature in the file counts more than a sidecar beside it.
fn detect_format(path: &Path, read: &[u8]) -> Option<Format> {
    let matches_twice = |format: &Format| match &format.properties().signature {
        Signature::StartAndBytes { start, place, bytes } => {
            read.starts_with(start) && read.get(*place..).is_some_and(|rest| rest.starts_with(bytes))
        }
        Signature::Bytes(_) | Signature::Folder | Signature::Sidecar => false,
    };
    let matches = |format: &Format| match &format.properties().signature {
        Signature::Bytes(signatures) => signatures.iter().any(|bytes| read.starts_with(bytes)),
        Signature::Folder => path.is_dir(),
        Signature::StartAndBytes { .. } | Signature::Sidecar => false,
    };
    let has_sidecar = |format: &Format| match format.properties().signature {
        Signature::Sidecar => sidecar::of_existing(path).exists(),
        Signature::Bytes(_) | Signature::StartAndBytes { .. } | Signature::Folder => false,
    };
    let formats = Format::value_variants();
    let found = formats
        .iter()
        .find(|format| matches_twice(format))
        .or_else(|| formats.iter().find(|format| matches(format)));
    found.or_else(|| formats.iter().find(|format| has_sidecar(format))).copied()
}

/// Enough bytes for every signature; none for a folder.
fn first_bytes(path: &Path) -> Result<Vec<u8>> {
    let mut start = Vec::new();
    if !path.is_dir() {
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
        read.map_err(|source| text_file::read_error("file", path, source))?;
    }
    Ok(start)
}
