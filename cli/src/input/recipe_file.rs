//! Reading recipes from files.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use perlane::Recipe;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::metadata::{Beside, Carried};

/// Text files are small; something that is not one must not fill the memory.
const LONGEST: u64 = 16 << 20;

/// A text file's content. The file is the value of the parameter of that name.
pub(crate) fn read_text(name: &str, path: &Path) -> Result<String> {
    let failed = |source| unreadable(name, path, source);
    let mut text = String::new();
    let length =
        File::open(path).map_err(failed)?.take(LONGEST + 1).read_to_string(&mut text).map_err(failed)?;
    if length as u64 > LONGEST {
        return Err(Error::wrong(name, path.display(), format!("texts of at most {LONGEST} bytes")));
    }
    Ok(text)
}

/// A file that is not there, or no such file as it should be, is a wrong argument; else the system could not read it.
pub(crate) fn unreadable(name: &str, path: &Path, source: io::Error) -> Error {
    let wrong = |allowed: &str| Error::wrong(name, path.display(), allowed);
    match source.kind() {
        ErrorKind::NotFound => wrong("files that exist"),
        ErrorKind::IsADirectory => wrong("files, and this is a folder"),
        ErrorKind::InvalidData => wrong("texts in UTF-8"),
        _ => Error::Io { doing: format!("read {}", path.display()), source },
    }
}

/// The recipe in a .toml or .json file.
pub(crate) fn read(path: &Path) -> Result<Recipe> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase());
    match extension.as_deref().and_then(|e| e.to_str()) {
        Some("toml") => {
            let text = read_text("recipe", path)?;
            // Read for its mistakes alone: a recipe's numbers are those of the file that carried it.
            let recipe = parse_toml(path, &text)?;
            parse_toml::<Beside>(path, &text)?;
            Ok(recipe)
        }
        Some("json") => Ok(Carried::parse(path, &read_text("recipe", path)?)?.recipe),
        _ => Err(Error::wrong("recipe", path.display(), "files named .toml or .json")),
    }
}

fn parse_toml<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|e| wrong(path, &e.to_string()))
}

/// A recipe, or a part of one, in a text that `path` carries.
pub(crate) fn parse_json<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|e| wrong(path, &e.to_string()))
}

fn wrong(path: &Path, message: &str) -> Error {
    let message = name_nearest_key(message).unwrap_or_else(|| message.to_owned());
    Error::Recipe { path: path.to_owned(), message: message.trim_end().to_owned() }
}

/// serde's message for an unknown key lists all that there are; a misspelt one's author looks for one of them.
fn name_nearest_key(message: &str) -> Option<String> {
    let (before, rest) = message.split_once("unknown field `")?;
    let (key, rest) = rest.split_once("`, expected ")?;
    let known = rest.lines().next()?.split('`').skip(1).step_by(2);
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(key, name))?;
    let near_enough = strsim::damerau_levenshtein(key, nearest) <= key.len().div_ceil(2);
    let guess = if near_enough { format!(" did you mean `{nearest}`?") } else { String::new() };
    Some(format!("{before}unknown key `{key}`;{guess} expected {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_named() {
        let message =
            name_nearest_key("unknown field `frequncy`, expected one of `kind`, `frequency` at line 1");
        let want =
            "unknown key `frequncy`; did you mean `frequency`? expected one of `kind`, `frequency` at line 1";
        assert_eq!(message.as_deref(), Some(want));
        let message = name_nearest_key("unknown field `colour`, expected `x` or `y`");
        assert_eq!(message.as_deref(), Some("unknown key `colour`; expected `x` or `y`"));
        assert_eq!(name_nearest_key("frequency is 0"), None);
    }
}
