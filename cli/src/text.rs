//! Writes values as JSON and TOML.

use serde::Serialize;

use crate::error::{Error, Result};

/// A value as JSON that people can read, with a line end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Error::io("write JSON", e))?;
    Ok(text + "\n")
}

pub(crate) fn to_toml(value: &impl Serialize) -> Result<String> {
    toml::to_string(value).map_err(|e| Error::io("write TOML", e))
}
