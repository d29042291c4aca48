//! Messages of parsers in the words of people who write recipes.

use std::fmt;

use crate::shown::{MOST_QUOTED, cut, shown};
use crate::written::{as_written, number_around};

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    place: Option<(usize, usize)>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line and the column where it is wrong, from 1 on. Messages about TOML show the line instead.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// For an error of JSON's parser: the value of the key has another type, or something else is wrong near it.
    pub(crate) fn of_json(key: &str, error: &serde_json::Error, text: &str) -> Self {
        let (line, column) = (error.line(), error.column());
        let message = as_written(&error.to_string(), text, line, column);
        let position = format!(" at line {line} column {column}");
        let (message, place) = match message.strip_suffix(&position) {
            Some(message) => (message, Some((line, column))),
            None => (&*message, None),
        };
        let message = match number_around(text, line, column).filter(|_| message == OUT_OF_RANGE) {
            Some(number) => of_large_number(key, number),
            None => with_key(key, message),
        };
        Error { place, ..Error::new(key, &message, "\"stream\": 1") }
    }

    /// For an error of TOML's parser in this text.
    pub(crate) fn of_toml(key: &str, error: &toml::de::Error, text: &str) -> Self {
        let value = error.span().and_then(|span| text.get(span)).unwrap_or_default();
        let is_date = value.trim().parse::<toml::value::Datetime>().is_ok();
        let message = error.to_string();
        Error::new(key, &if is_date { of_date(&message) } else { message }, "stream = 1")
    }

    /// `key` is that of the value or table that is wrong; `stream` is the line that recipes must have, as the text would say it.
    fn new(key: &str, message: &str, stream: &str) -> Self {
        let message = shown(message);
        let message = suggest_key(&message).unwrap_or(message);
        let missing = format!("the key `stream` is missing (write {stream})");
        let message = message.replace("missing field `stream`", &missing);
        let message = in_words(of_missing_key(key, message));
        Error { message: message.trim_end().to_owned(), place: None }
    }
}

/// The message about a key that is missing, with the table that it is missing in.
fn of_missing_key(table: &str, message: String) -> String {
    let Some((before, rest)) = message.split_once("missing field `") else { return message };
    let Some((key, after)) = rest.split_once('`') else { return message };
    let table = match table {
        "." => String::new(),
        table => format!(" of the table `{}`", cut(table, MOST_QUOTED)),
    };
    format!("{before}the key `{key}`{table} is missing{after}")
}

/// What JSON's parser says of a number beyond those that 64 bits hold.
const OUT_OF_RANGE: &str = "number out of range";

/// The message about such a number.
fn of_large_number(key: &str, number: &str) -> String {
    let name = if key == "." { "a number" } else { key };
    let number = cut(number, MOST_QUOTED);
    format!("{} is {number}; allowed: numbers from {:e} to {:e}", cut(name, MOST_QUOTED), f64::MIN, f64::MAX)
}

/// The message about a date or a time. No key of a recipe takes one, and serde calls it a table with a single key.
fn of_date(message: &str) -> String {
    let message = message.replace("invalid type: map", "invalid type: a date or time");
    let Some((before, rest)) = message.split_once("unknown field `$__toml_private_datetime`, expected ")
    else {
        return message;
    };
    format!(
        "{before}invalid type: a date or time, expected a table of {}",
        rest.trim_start_matches("one of ")
    )
}

/// Names the key whose value has another type. TOML's messages show the line that it stands in; other messages name the key themselves.
fn with_key(key: &str, message: &str) -> String {
    match message.starts_with("invalid ") && key != "." {
        true => format!("{}: {message}", cut(key, MOST_QUOTED)),
        false => message.to_owned(),
    }
}

/// What serde calls keys and types, and the same in the words of recipes.
const TYPES: [(&str, &str); 9] = [
    ("wanted string or table", "invalid type; expected a string"),
    ("duplicate field", "duplicate key"),
    ("invalid type: sequence", "invalid type: a list"),
    ("invalid type: map", "invalid type: a table"),
    ("expected u32", "expected a whole number from 0 to 4294967295"),
    ("expected u64", "expected a whole number from 0 to 18446744073709551615"),
    ("expected usize", "expected a whole number from 0 on"),
    ("expected i64", "expected a whole number"),
    ("expected f64", "expected a number"),
];

/// The message, with these names of types replaced by words.
fn in_words(message: String) -> String {
    TYPES.iter().fold(message, |message, (name, words)| message.replace(name, words))
}

/// The message about an unknown key with the known one that is most like it: the library's message only lists all known keys. `None` for another
/// message. [`from_json`](crate::from_json) and [`from_toml`](crate::from_toml) have it in theirs.
#[must_use]
pub fn suggest_key(message: &str) -> Option<String> {
    let (before, rest) = message.split_once("unknown field `")?;
    let (key, rest) = rest.split_once("`, expected ")?;
    let known: Vec<&str> = rest.lines().next()?.split('`').skip(1).step_by(2).collect();
    let guess = misspelt(key, &known).or_else(|| elsewhere(key, &known)).unwrap_or_default();
    // A noise by itself has no weight, but serde lists the keys of both.
    let rest = rest.replace("`weight`", "`weight` (in layers)");
    Some(format!("{before}unknown key `{key}`;{guess} expected {rest}"))
}

/// The known key nearest to the unknown one, if at most a third of the letters differ.
fn misspelt(key: &str, known: &[&str]) -> Option<String> {
    let plain = key.replace('_', "-").to_lowercase();
    let ranked = known.iter().map(|name| (strsim::damerau_levenshtein(&plain, name), name));
    let (letters, nearest) = ranked.min_by_key(|(letters, _)| *letters)?;
    (letters <= plain.chars().count() / 3).then(|| format!(" did you mean `{nearest}`?"))
}

/// A hint for keys that others call so, or that stand in another table: where the key `beside` them is known.
struct Elsewhere {
    keys: &'static [&'static str],
    beside: &'static str,
    hint: &'static str,
}

const ELSEWHERE: [Elsewhere; 6] = [
    Elsewhere { keys: &["persistence"], beside: "gain", hint: "did you mean `gain`?" },
    Elsewhere { keys: &["type", "noise"], beside: "kind", hint: "did you mean `kind`?" },
    Elsewhere {
        keys: &["cell-size", "cellsize", "wavelength", "freq"],
        beside: "frequency",
        hint: "did you mean `frequency`? it is 1 / the size of a cell;",
    },
    Elsewhere {
        keys: &["scale", "bias", "range", "normalize"],
        beside: "output",
        hint: "did you mean `output`? it is a table that has this key;",
    },
    Elsewhere {
        keys: &["size", "start", "origin", "spacing"],
        beside: "grid",
        hint: "did you mean `grid`? it is a table that has this key;",
    },
    Elsewhere {
        keys: &["kind", "seed", "frequency", "fractal", "octaves", "gain", "period", "warp"],
        beside: "layers",
        hint: "did you mean `noise`? it is a table that has this key;",
    },
];

fn elsewhere(key: &str, known: &[&str]) -> Option<String> {
    let plain = key.replace('_', "-").to_lowercase();
    let applies = |of: &&Elsewhere| of.keys.contains(&&*plain) && known.contains(&of.beside);
    ELSEWHERE.iter().find(applies).map(|of| format!(" {}", of.hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_named() {
        let allowed = "allowed: numbers from -1.7976931348623157e308 to 1.7976931348623157e308";
        assert_eq!(of_large_number("grid.x", "-1e999"), format!("grid.x is -1e999; {allowed}"));
        assert_eq!(of_large_number(".", "1e999"), format!("a number is 1e999; {allowed}"));
        assert!(of_large_number("x", &"9".repeat(1 << 20)).len() < 200);
    }

    #[test]
    fn unknown_keys_get_a_suggestion() {
        let message = suggest_key("unknown field `frequncy`, expected one of `kind`, `frequency` at line 1");
        let want =
            "unknown key `frequncy`; did you mean `frequency`? expected one of `kind`, `frequency` at line 1";
        assert_eq!(message.as_deref(), Some(want));
        let message = suggest_key("unknown field `colour`, expected `x` or `y`");
        assert_eq!(message.as_deref(), Some("unknown key `colour`; expected `x` or `y`"));
        assert_eq!(suggest_key("frequency is 0"), None);
        let message = suggest_key("unknown field `colour`, expected `seed` or `weight`").unwrap();
        assert!(message.ends_with("expected `seed` or `weight` (in layers)"), "{message}");
    }

    /// A key that is not like any other gets no guess, and one that others have gets theirs.
    #[test]
    fn guesses_are_likely() {
        let guess = |key: &str, known: &[&str]| misspelt(key, known).or_else(|| elsewhere(key, known));
        let noise = ["kind", "seed", "frequency", "distance", "gain", "output"];
        assert_eq!(guess("persistence", &noise).as_deref(), Some(" did you mean `gain`?"));
        assert_eq!(guess("persistence", &["distance"]), None);
        assert_eq!(guess("q", &["x", "y"]), None);
        assert_eq!(guess("hash", &["gain"]), None);
        assert!(guess("cell_size", &noise).unwrap().contains("`frequency`? it is 1 / the size"));
        assert!(guess("scale", &noise).unwrap().contains("`output`"));
        assert!(guess("seed", &["stream", "noise", "layers"]).unwrap().contains("`noise`"));
        assert_eq!(
            guess("warp_octaves", &["warp-octaves"]).as_deref(),
            Some(" did you mean `warp-octaves`?")
        );
    }
}
