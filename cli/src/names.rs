//! Options whose values are names that the library knows.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum};

use crate::error::Error;
use crate::format::formats::Format;

/// Parses names as the library does: with its errors, and with its aliases. Help and completions list `names`.
#[derive(Clone)]
pub(crate) struct NameParser<T> {
    pub(crate) names: &'static [&'static str],
    pub(crate) from_name: fn(&str) -> perlane::Result<T>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let from_name = self.from_name;
        let allowed = move |name: &str| from_name(name).map_err(said_of_value);
        TypedValueParser::parse_ref(&allowed, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// What is allowed. clap has said before which option has which value.
fn said_of_value(error: impl Into<Error>) -> String {
    match error.into() {
        Error::Parameter { allowed, .. } => format!("allowed: {allowed}"),
        Error::Library(perlane::Error::Parameter { allowed, .. }) => format!("allowed: {allowed}"),
        other => other.to_string(),
    }
}

/// Accepts any text. Completions offer these names. The meaning of the text is checked later, with errors of its own.
#[derive(Clone)]
pub(crate) struct Suggested(pub(crate) &'static [&'static str]);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Parses formats by their names and extensions. Help and completions list the names.
#[derive(Clone)]
pub(crate) struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = Format;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Format, clap::Error> {
        let of_name = |name: &str| Format::of_name(name).map_err(said_of_value);
        TypedValueParser::parse_ref(&of_name, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Format::value_variants().iter().map(|format| PossibleValue::new(format.name()))))
    }
}
