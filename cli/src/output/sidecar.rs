//! The file beside an output that has no place for its recipe.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::format::formats::RecipePlace;
use crate::input::text_file;
use crate::metadata::{MAX_BYTES, Metadata};
use crate::output::atomic_file::AtomicFile;
use crate::output::file_target::FileTarget;
use crate::output::name_change::NameChange;
use crate::output::paths::{beside, resolve_link};

/// What follows the output's name.
const ENDING: &str = ".perlane.json";

/// `FILE.perlane.json`, beside the file that a link leads to.
pub(crate) fn path(file: &Path) -> PathBuf {
    // Links that lead nowhere have their own errors.
    let led = if file.is_symlink() { resolve_link(file).ok() } else { None };
    beside(led.as_deref().unwrap_or(file), ENDING)
}

/// Where the recipe of an existing file is. It may also be beside the link, as where both are links into a store.
pub(crate) fn of_existing(file: &Path) -> PathBuf {
    let (led, given) = (path(file), beside(file, ENDING));
    if !led.exists() && given.exists() { given } else { led }
}

/// Whether a file has a recipe with a digest, as this program writes. What has another content was written by somebody else, and stays.
fn is_recipe(path: &Path) -> bool {
    let read = || text_file::read_up_to(MAX_BYTES, "recipe", path);
    let parse = |text: String| Metadata::from_json(path, &text);
    // Opening a pipe would wait for a writer.
    path.is_file() && read().and_then(parse).is_ok_and(|metadata| metadata.recipe.samples.is_some())
}

/// The error for what is no file where the recipe belongs: pipes, which outputs may be, are not allowed there.
fn of_place(error: Error) -> Error {
    let Error::NotAFile { path, kind } = error else { return error };
    Error::File {
        name: format!("{}, the place of the output's recipe,", path.display()),
        value: kind.to_owned(),
        allowed: "a regular file, or none".to_owned(),
    }
}

/// The sidecar of an output. It is to be written, or to be removed because it has the recipe of the file that is replaced.
pub(crate) struct Sidecar {
    target: FileTarget,
    needed: bool,
}

/// A sidecar that has no name yet, or that is to be removed.
pub(crate) struct WrittenSidecar<'a> {
    target: &'a FileTarget,
    file: Option<AtomicFile>,
}

impl Sidecar {
    /// `None` if the output needs no sidecar and has none. Refuses an existing sidecar, unless `overwrite` is true.
    pub(crate) fn of(file: &Path, place: &RecipePlace, overwrite: bool) -> Result<Option<Self>> {
        let path = path(file);
        let needed = match place {
            RecipePlace::Sidecar => true,
            RecipePlace::Inside if overwrite && file.exists() && is_recipe(&path) => false,
            RecipePlace::Inside => return Ok(None),
        };
        Ok(Some(Sidecar { target: FileTarget::new(&path, overwrite).map_err(of_place)?, needed }))
    }

    /// Writes the metadata to a file that has no name yet, if the output needs a sidecar.
    pub(crate) fn write(&self, metadata: &str) -> Result<WrittenSidecar<'_>> {
        let file = self.needed.then(|| self.target.create_with(metadata.as_bytes())).transpose()?;
        Ok(WrittenSidecar { target: &self.target, file })
    }
}

impl WrittenSidecar<'_> {
    /// Gives the sidecar its name, or removes it. Dropping the result restores the previous state.
    pub(crate) fn publish(self) -> Result<NameChange> {
        match self.file {
            Some(file) => self.target.publish_until_kept(file),
            None => self.target.remove(),
        }
    }
}
