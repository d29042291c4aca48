//! Writes values as JSON and TOML, and texts as terminals may show them.

use perlane_recipes::printable;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers are short, and names stay as they are.
    #[test]
    fn long_numbers_have_powers_of_ten() {
        let zeros = "0".repeat(40);
        let toml = format!("a = -1{zeros}.0\nb = [0.{zeros}5, 12.5]\nc = \"1{zeros}\"\n");
        assert_eq!(short_numbers(&toml), format!("a = -1e40\nb = [5e-41, 12.5]\nc = \"1{zeros}\"\n"));
    }

    #[test]
    fn lines_have_no_ends_of_lines() {
        assert_eq!(line("a\n\tb\u{1b}c"), "a\\n\\tb\\u{1b}c");
    }
}
