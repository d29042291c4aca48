//! JSON and TOML: values to text and back.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// A value as JSON that people can read, with a line end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Error::io("write JSON", e))?;
    Ok(text + "\n")
}

pub(crate) fn to_toml(value: &impl Serialize) -> Result<String> {
    toml::to_string(value).map_err(|e| Error::io("write TOML", e))
}

/// Parses JSON. Errors name `path`, the file that the text comes from.
pub(crate) fn from_json<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    // Some editors begin texts with a mark of the byte order, which TOML leaves out too.
    let mut json = serde_json::Deserializer::from_str(text.trim_start_matches('\u{feff}'));
    let value = serde_path_to_error::deserialize(&mut json).map_err(|e| {
        let (key, message) = (e.path().to_string(), e.inner().to_string());
        parse_error(path, &with_key(&key, message), "\"stream\": 1")
    })?;
    // Nothing may follow.
    json.end().map_err(|e| parse_error(path, &e.to_string(), ""))?;
    Ok(value)
}

/// Parses TOML. Errors name `path`, the file that the text comes from.
pub(crate) fn from_toml<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|e| parse_error(path, &e.to_string(), "stream = 1"))
}

/// The error of a text. `stream` is the line that recipes must have, as the text would say it.
fn parse_error(path: &Path, message: &str, stream: &str) -> Error {
    let message = suggest_key(message).unwrap_or_else(|| message.to_owned());
    let message =
        message.replace("missing field `stream`", &format!("the key `stream` is missing (write {stream})"));
    let message = in_words(message);
    Error::Parse { path: path.to_owned(), message: message.trim_end().to_owned() }
}

/// Names the key whose value has another type. TOML's messages show the line that it stands in; other messages name the key themselves.
fn with_key(key: &str, message: String) -> String {
    match message.starts_with("invalid ") && key != "." {
        true => format!("{key}: {message}"),
        false => message,
    }
}

/// The types of numbers that serde expects, by their Rust names, and what they are.
const TYPES: [(&str, &str); 5] = [
    ("expected u32", "expected a whole number from 0 to 4294967295"),
    ("expected u64", "expected a whole number from 0 to 18446744073709551615"),
    ("expected usize", "expected a whole number from 0 on"),
    ("expected i64", "expected a whole number"),
    ("expected f64", "expected a number"),
];

/// The message, with types that only programmers know in words.
fn in_words(message: String) -> String {
    TYPES.iter().fold(message, |message, (rust, words)| message.replace(rust, words))
}

/// Adds the known key that is most like the unknown one, because serde's message only lists all known keys.
fn suggest_key(message: &str) -> Option<String> {
    let (before, rest) = message.split_once("unknown field `")?;
    let (key, rest) = rest.split_once("`, expected ")?;
    let known = rest.lines().next()?.split('`').skip(1).step_by(2);
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(key, name))?;
    let similar = strsim::damerau_levenshtein(key, nearest) <= key.len().div_ceil(2);
    let guess = if similar { format!(" did you mean `{nearest}`?") } else { String::new() };
    Some(format!("{before}unknown key `{key}`;{guess} expected {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_get_a_suggestion() {
        let message = suggest_key("unknown field `frequncy`, expected one of `kind`, `frequency` at line 1");
        let want =
            "unknown key `frequncy`; did you mean `frequency`? expected one of `kind`, `frequency` at line 1";
        assert_eq!(message.as_deref(), Some(want));
        let message = suggest_key("unknown field `colour`, expected `x` or `y`");
        assert_eq!(message.as_deref(), Some("unknown key `colour`; expected `x` or `y`"));
        assert_eq!(suggest_key("frequency is 0"), None);
    }
}
