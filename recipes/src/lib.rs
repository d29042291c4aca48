#![doc = include_str!("../README.md")]
#![warn(clippy::must_use_candidate)]

mod shown;
mod words;
mod written;

use perlane::Recipe;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use shown::printable;
pub use words::{Error, suggest_key};

/// A result whose error is [`struct@Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Reads a recipe from JSON. It may begin with a byte order mark.
///
/// # Errors
/// A text that is not JSON, or not a recipe.
pub fn from_json(text: &str) -> Result<Recipe> {
    parse_json(text)
}

/// Reads a recipe from TOML.
///
/// # Errors
/// A text that is not TOML, or not a recipe; the message shows the line.
pub fn from_toml(text: &str) -> Result<Recipe> {
    parse_toml(text)
}

/// Reads a recipe that has been parsed as JSON.
///
/// # Errors
/// A value that is not a recipe. The message is the library's; [`suggest_key`] makes a better one of it.
pub fn from_value(value: &Value) -> serde_json::Result<Recipe> {
    Recipe::deserialize(value)
}

/// Reads any value from JSON, with errors like those of [`from_json`]: for data that a program keeps beside a recipe.
///
/// # Errors
/// A text that is not JSON, or not of this type.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    // Some editors begin texts with a byte order mark. The TOML parser skips it too.
    let text = text.trim_start_matches('\u{feff}');
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|e| Error::of_json(&e.path().to_string(), e.inner(), text))?;
    // Nothing may follow the value.
    json.end().map_err(|e| Error::of_json(".", &e, text))?;
    Ok(value)
}

/// Reads any value from TOML, with errors like those of [`from_toml`].
///
/// # Errors
/// A text that is not TOML, or not of this type.
pub fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T> {
    let toml = toml::Deserializer::parse(text).map_err(|e| Error::of_toml(".", &e, text))?;
    let read = serde_path_to_error::deserialize(toml);
    read.map_err(|e| Error::of_toml(&e.path().to_string(), e.inner(), text))
}
