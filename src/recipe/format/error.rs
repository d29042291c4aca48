//! Errors between a format and what reads it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Expected, Unexpected};

/// Why a value could not be read.
#[derive(Debug)]
pub(in crate::recipe) enum Error {
    /// The format has failed, and its error waits where it was called.
    Format,
    /// A value was read twice, or shown twice: serde's traits do not let formats do so.
    Twice,
    /// The format has shown nothing, without an error.
    Nothing,
    Custom(String),
    Type(Found, String),
    Value(Found, String),
    Length(usize, String),
    Variant(String, &'static [&'static str]),
    Field(String, &'static [&'static str]),
    Missing(&'static str),
    Duplicate(&'static str),
}

/// What was found instead of what was expected.
#[derive(Debug)]
pub(in crate::recipe) enum Found {
    Text(String),
    Bytes(Vec<u8>),
    Other(String),
    Fixed(Unexpected<'static>),
}

impl Error {
    /// The same error as one of a format: its own, if it has failed.
    pub(super) fn of_format<E: de::Error>(self, failed: Option<E>) -> E {
        match (self, failed) {
            (Error::Format, Some(failed)) => failed,
            (Error::Format, None) => E::custom("the format has failed"),
            (Error::Twice, _) => E::custom("the format shows a value twice"),
            (Error::Nothing, _) => E::custom("the format shows no value"),
            (Error::Custom(message), _) => E::custom(message),
            (Error::Type(found, expected), _) => E::invalid_type(found.borrowed(), &&*expected),
            (Error::Value(found, expected), _) => E::invalid_value(found.borrowed(), &&*expected),
            (Error::Length(length, expected), _) => E::invalid_length(length, &&*expected),
            (Error::Variant(name, known), _) => E::unknown_variant(&name, known),
            (Error::Field(name, known), _) => E::unknown_field(&name, known),
            (Error::Missing(name), _) => E::missing_field(name),
            (Error::Duplicate(name), _) => E::duplicate_field(name),
        }
    }
}

impl Found {
    fn owned(found: Unexpected<'_>) -> Self {
        Found::Fixed(match found {
            Unexpected::Str(text) => return Found::Text(text.into()),
            Unexpected::Bytes(bytes) => return Found::Bytes(bytes.into()),
            Unexpected::Other(what) => return Found::Other(what.into()),
            Unexpected::Bool(flag) => Unexpected::Bool(flag),
            Unexpected::Unsigned(number) => Unexpected::Unsigned(number),
            Unexpected::Signed(number) => Unexpected::Signed(number),
            Unexpected::Float(number) => Unexpected::Float(number),
            Unexpected::Char(letter) => Unexpected::Char(letter),
            Unexpected::Unit => Unexpected::Unit,
            Unexpected::Option => Unexpected::Option,
            Unexpected::NewtypeStruct => Unexpected::NewtypeStruct,
            Unexpected::Seq => Unexpected::Seq,
            Unexpected::Map => Unexpected::Map,
            Unexpected::Enum => Unexpected::Enum,
            Unexpected::UnitVariant => Unexpected::UnitVariant,
            Unexpected::NewtypeVariant => Unexpected::NewtypeVariant,
            Unexpected::TupleVariant => Unexpected::TupleVariant,
            Unexpected::StructVariant => Unexpected::StructVariant,
        })
    }

    fn borrowed(&self) -> Unexpected<'_> {
        match self {
            Found::Text(text) => Unexpected::Str(text),
            Found::Bytes(bytes) => Unexpected::Bytes(bytes),
            Found::Other(what) => Unexpected::Other(what),
            Found::Fixed(found) => *found,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl core::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::Custom(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::Type(Found::owned(found), expected.to_string())
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::Value(Found::owned(found), expected.to_string())
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Error::Length(length, expected.to_string())
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Error::Variant(name.into(), known)
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Error::Field(name.into(), known)
    }

    fn missing_field(name: &'static str) -> Self {
        Error::Missing(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Error::Duplicate(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::Error as _;
    use serde::de::value;

    #[test]
    fn errors_are_the_formats_own() {
        assert_eq!(
            Error::Format.of_format(Some(value::Error::custom("line 3"))),
            value::Error::custom("line 3")
        );
        // A reader that fails by itself says why, even if the format has failed before.
        assert_eq!(
            Error::Missing("seed").of_format(Some(value::Error::custom("line 3"))),
            value::Error::missing_field("seed")
        );
    }

    #[test]
    fn errors_say_to_formats_what_serde_says() {
        const KNOWN: &[&str] = &["kind", "seed"];
        macro_rules! same {
            ($($method:ident($($argument:expr),*);)*) => {$(
                let through = Error::$method($($argument),*).of_format::<value::Error>(None);
                assert_eq!(through, value::Error::$method($($argument),*));
            )*};
        }
        same! {
            custom("x is 3");
            invalid_length(5, &"4 axes");
            unknown_variant("v", KNOWN);
            unknown_field("sead", KNOWN);
            missing_field("seed");
            duplicate_field("seed");
        }
        let others = [Unexpected::Option, Unexpected::NewtypeStruct, Unexpected::Seq, Unexpected::Map];
        let variants = [
            Unexpected::Enum,
            Unexpected::UnitVariant,
            Unexpected::NewtypeVariant,
            Unexpected::TupleVariant,
            Unexpected::StructVariant,
        ];
        let numbers = [Unexpected::Unsigned(u64::MAX), Unexpected::Signed(-1), Unexpected::Float(0.5)];
        let ones =
            [Unexpected::Bool(true), Unexpected::Char('x'), Unexpected::Unit, Unexpected::Other("date")];
        let texts = [Unexpected::Str("text"), Unexpected::Bytes(b"bytes")];
        for found in [&others[..], &variants, &numbers, &ones, &texts].concat() {
            assert_eq!(Found::owned(found).borrowed(), found);
            same! {
                invalid_type(found, &"a number");
                invalid_value(found, &"a number");
            }
        }
    }
}
