//! The metadata of a file: the recipe of its samples, their digest, and how its numbers are made from them.

use std::path::Path;

use perlane::Recipe;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::text;
use crate::values::Dtype;

/// A recipe, and the table `numbers` beside the recipe's own keys.
#[derive(Debug, Serialize)]
pub(crate) struct Metadata {
    #[serde(flatten)]
    pub(crate) recipe: Recipe,
    /// `None` for files whose numbers are the samples themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) numbers: Option<NumbersTable>,
}

/// How a file's integers are made from samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct NumbersTable {
    pub(crate) dtype: Dtype,
    /// The samples that become 0 and the type's maximum.
    pub(crate) levels: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) colormap: Option<String>,
}

impl NumbersTable {
    /// The scale and the offset that turn numbers into samples, as programs for measurements expect.
    pub(crate) fn scale_and_offset(&self) -> (f64, f64) {
        let [low, high] = self.levels;
        let most = if self.dtype == Dtype::U8 { u8::MAX.into() } else { u16::MAX };
        ((high - low) / f64::from(most), low)
    }
}

/// The part of the metadata that the library's `Recipe` ignores. Both parts are parsed separately, because serde cannot combine flattened structs
/// with errors for unknown keys.
#[derive(Deserialize)]
struct BesideRecipe {
    numbers: Option<NumbersTable>,
}

/// Upper bound on the bytes of a recipe, wherever it is stored: files come from anywhere, and parsed texts take many times their size.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// Refuses texts longer than a recipe may be.
pub(crate) fn check_length(path: &Path, bytes: usize) -> Result<()> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let name = format!("the recipe in {}", path.display());
    Err(Error::parameter(name, format!("longer than {MAX_BYTES} bytes"), "texts up to that length"))
}

impl Metadata {
    /// The text that a file carries: JSON that people can read, or JSON without spaces if that would be longer than what readers take. Refuses what
    /// is too long even so.
    pub(crate) fn to_carried_json(&self) -> Result<String> {
        self.to_json_within(MAX_BYTES)
    }

    fn to_json_within(&self, most: usize) -> Result<String> {
        let text = text::to_json(self)?;
        if text.len() <= most { Ok(text) } else { self.to_short_json(most) }
    }

    /// JSON without spaces, of at most so many bytes.
    pub(crate) fn to_short_json(&self, most: usize) -> Result<String> {
        let text = serde_json::to_string(self).map_err(|e| Error::io("write JSON", e))?;
        if text.len() <= most {
            return Ok(text);
        }
        let value = format!("{} bytes of JSON", text.len());
        Err(Error::parameter(
            "the recipe, with all its defaults,",
            value,
            format!("up to {most} bytes in a file"),
        ))
    }

    /// Parses JSON. Errors name `path`, the file that the text comes from.
    pub(crate) fn from_json(path: &Path, text: &str) -> Result<Self> {
        check_length(path, text.len())?;
        let recipe = perlane_recipes::from_json(text).map_err(parse_error(path))?;
        let BesideRecipe { numbers } = perlane_recipes::parse_json(text).map_err(parse_error(path))?;
        Ok(Metadata { recipe, numbers })
    }

    /// Parses JSON that a file of numbers carries. Lines and columns in errors are those of this text, and not of the file.
    pub(crate) fn from_carried_json(path: &Path, text: &str) -> Result<Self> {
        check_length(path, text.len())?;
        Metadata::from_json(Path::new(&format!("the recipe in {}", path.display())), text)
    }

    /// Parses TOML. Errors name `path`, the file that the text comes from.
    pub(crate) fn from_toml(path: &Path, text: &str) -> Result<Self> {
        check_length(path, text.len())?;
        let recipe = perlane_recipes::from_toml(text).map_err(parse_error(path))?;
        let BesideRecipe { numbers } = perlane_recipes::parse_toml(text).map_err(parse_error(path))?;
        Ok(Metadata { recipe, numbers })
    }
}

/// The error for a text from this file.
fn parse_error(path: &Path) -> impl Fn(perlane_recipes::Error) -> Error + '_ {
    move |error| Error::not_parsed(path, &error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_texts_are_as_long_as_readers_take() {
        let metadata = Metadata::from_json(Path::new("x"), "{\"stream\": 1, \"noise\": {}}").unwrap();
        let (long, short) = (text::to_json(&metadata).unwrap(), serde_json::to_string(&metadata).unwrap());
        assert!(long.len() > short.len());
        assert_eq!(metadata.to_json_within(long.len()).unwrap(), long);
        assert_eq!(metadata.to_json_within(long.len() - 1).unwrap(), short);
        assert_eq!(metadata.to_json_within(short.len()).unwrap(), short);
        let error = metadata.to_json_within(short.len() - 1).unwrap_err().to_string();
        let most = short.len() - 1;
        let want = format!(
            "the recipe, with all its defaults, is {} bytes of JSON; allowed: up to {most} bytes in a file",
            most + 1
        );
        assert_eq!(error, want);
        assert_eq!(metadata.to_carried_json().unwrap(), long);
    }
}
