//! Writes values as JSON and TOML, and texts as terminals may show them.

use serde::Serialize;

use crate::error::{Error, Result};

/// A value as JSON that people can read, with a line end.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Error::io("write JSON", e))?;
    Ok(text + "\n")
}

pub(crate) fn to_toml(value: &impl Serialize) -> Result<String> {
    toml::to_string(value).map(|text| short_numbers(&text)).map_err(|e| Error::io("write TOML", e))
}

/// The most characters of a number that is written without a power of ten.
const MOST_OF_A_NUMBER: usize = 24;

/// The text with powers of ten in place of hundreds of zeros, which the library writes. Texts between quotes stay.
fn short_numbers(toml: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    let mut short = String::with_capacity(toml.len());
    for (at, part) in toml.split('"').enumerate() {
        if at > 0 {
            short.push('"');
        }
        let is_quoted = at % 2 == 1;
        for word in part.split_inclusive(|c| !is_part(c)) {
            let digits = word.trim_end_matches(|c| !is_part(c));
            match digits.parse::<f64>() {
                Ok(number) if !is_quoted && digits.len() > MOST_OF_A_NUMBER => {
                    short += &format!("{number:e}{}", &word[digits.len()..]);
                }
                _ => short += word,
            }
        }
    }
    short
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
