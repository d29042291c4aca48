//! Messages of parsers in the words of people who write recipes.

use std::fmt;

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    /// For a message of JSON's parser: the value of the key has another type, or something else is wrong near it.
    pub(crate) fn of_json(key: &str, message: &str) -> Self {
        Error::new(&with_key(key, message), "\"stream\": 1")
    }

    pub(crate) fn of_toml(message: &str) -> Self {
        Error::new(message, "stream = 1")
    }

    /// `stream` is the line that recipes must have, as the text would say it.
    fn new(message: &str, stream: &str) -> Self {
        let message = suggest_key(message).unwrap_or_else(|| message.to_owned());
        let missing = format!("the key `stream` is missing (write {stream})");
        let message = in_words(message.replace("missing field `stream`", &missing));
        Error { message: message.trim_end().to_owned() }
    }
}

/// Names the key whose value has another type. TOML's messages show the line that it stands in; other messages name the key themselves.
fn with_key(key: &str, message: &str) -> String {
    match message.starts_with("invalid ") && key != "." {
        true => format!("{key}: {message}"),
        false => message.to_owned(),
    }
}

/// The Rust names of the types of numbers that serde expects, and the same in words.
const TYPES: [(&str, &str); 5] = [
    ("expected u32", "expected a whole number from 0 to 4294967295"),
    ("expected u64", "expected a whole number from 0 to 18446744073709551615"),
    ("expected usize", "expected a whole number from 0 on"),
    ("expected i64", "expected a whole number"),
    ("expected f64", "expected a number"),
];

/// The message, with Rust's names of types replaced by words.
fn in_words(message: String) -> String {
    TYPES.iter().fold(message, |message, (rust, words)| message.replace(rust, words))
}

/// Adds the known key that is most like the unknown one: serde's message only lists all known keys.
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
