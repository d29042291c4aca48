//! Reads recipes from .toml and .json files.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};
use crate::input::text_file;
use crate::metadata::{MAX_BYTES, Metadata};
use crate::pipes::is_pipe;

/// The recipe in a file, with its other metadata.
pub(crate) fn read(path: &Path) -> Result<Metadata> {
    let parse = match syntax(path) {
        Some(Syntax::Toml) => Metadata::from_toml,
        Some(Syntax::Json) => Metadata::from_json,
        None => return Err(Error::parameter("recipe", path.display(), "files named .toml or .json")),
    };
    let text = not_empty(path, text_file::read_up_to(MAX_BYTES, "recipe", path)?)?;
    refuse_metadata_of_zarr(path, &text)?;
    parse(path, &text)
}

/// Refuses the metadata in a Zarr folder. It is JSON too, but the folder has the recipe.
fn refuse_metadata_of_zarr(path: &Path, text: &str) -> Result<()> {
    if path.file_name().is_none_or(|name| name != "zarr.json") || !text.contains("\"zarr_format\"") {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let message = format!("it is a part of a Zarr folder; allowed: the folder's name, {}", folder.display());
    Err(Error::parse(path, message))
}

/// Refuses a text without content. It could be a recipe, but for a key that every recipe has, and mostly something else went wrong before.
fn not_empty(name: &Path, text: String) -> Result<String> {
    if text.trim().is_empty() {
        let message = "it is empty; allowed: recipes in TOML or JSON".to_owned();
        return Err(Error::parse(name, message));
    }
    Ok(text)
}

/// Whether an argument stands for standard input, or for a pipe. What is read from there cannot be read again, and is a recipe.
pub(crate) fn is_piped(path: &Path) -> bool {
    is_stdin(path) || is_pipe(path)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What messages call an argument.
pub(crate) fn shown(path: &Path) -> &Path {
    if is_stdin(path) { Path::new(STDIN) } else { path }
}

const STDIN: &str = "standard input";

/// Whether standard input has been read. What is there can be read once.
static STDIN_READ: AtomicBool = AtomicBool::new(false);

/// The recipe on standard input or in a pipe: JSON if it begins like JSON, otherwise TOML.
pub(crate) fn read_piped(path: &Path) -> Result<Metadata> {
    let allowed = "a text in UTF-8, TOML or JSON; a file of numbers is read by its name";
    let name = shown(path);
    let text = if is_stdin(path) {
        if STDIN_READ.swap(true, Ordering::Relaxed) {
            return Err(Error::parse(name, "it was read before; allowed: - once"));
        }
        text_file::read_from(io::stdin().lock(), MAX_BYTES, "recipe", name, allowed)?
    } else {
        let pipe = File::open(path).map_err(|source| text_file::read_error("recipe", path, source))?;
        text_file::read_from(pipe, MAX_BYTES, "recipe", path, allowed)?
    };
    let text = not_empty(name, text)?;
    let parse = if text.trim_start().starts_with('{') { Metadata::from_json } else { Metadata::from_toml };
    parse(name, &text)
}

/// Whether the file has a name that recipes have.
pub(crate) fn has_name_of_recipe(path: &Path) -> bool {
    syntax(path).is_some()
}

enum Syntax {
    Toml,
    Json,
}

fn syntax(path: &Path) -> Option<Syntax> {
    let extension = path.extension()?.to_str()?;
    if extension.eq_ignore_ascii_case("toml") {
        Some(Syntax::Toml)
    } else if extension.eq_ignore_ascii_case("json") {
        Some(Syntax::Json)
    } else {
        None
    }
}
