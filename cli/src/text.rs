//! Writes values as JSON and TOML, and texts as terminals may show them.

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

/// A text as one line, with control characters escaped. A name with an end of line in it could pass for a message of its own.
pub(crate) fn line(text: &str) -> String {
    printable(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// A text with control characters escaped, but for ends of lines and tabs.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => printable.push(c),
            c if c.is_control() => printable.extend(c.escape_default()),
            c => printable.push(c),
        }
    }
    printable
}
