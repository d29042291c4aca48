//! Values of requests, with errors that name the key, the value and what is allowed. serde's own name types of Rust.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::{Error, Result};

/// What a key may have, and how it is read.
pub(crate) struct Key<'a, T> {
    pub(crate) name: &'static str,
    pub(crate) allowed: &'a str,
    pub(crate) read: fn(&Value) -> Option<T>,
}

impl<T> Key<'_, T> {
    pub(crate) fn one<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<T, D::Error> {
        self.item(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    /// A list of any length.
    pub(crate) fn list<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<Vec<T>, D::Error> {
        let given = Value::deserialize(deserializer)?;
        let items = || match given.as_array() {
            Some(items) => items.iter().map(|item| self.item(item)).collect(),
            None => Err(self.refused(&given, "lists of ")),
        };
        items().map_err(D::Error::custom)
    }

    /// A list of two.
    pub(crate) fn pair<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<[T; 2], D::Error> {
        let given = Value::deserialize(deserializer)?;
        let items = || match given.as_array().map(Vec::as_slice) {
            Some([first, second]) => Ok([self.item(first)?, self.item(second)?]),
            _ => Err(self.refused(&given, "lists of 2 ")),
        };
        items().map_err(D::Error::custom)
    }

    fn item(&self, given: &Value) -> Result<T> {
        (self.read)(given).ok_or_else(|| self.refused(given, ""))
    }

    fn refused(&self, given: &Value, before: &str) -> Error {
        let given = serde_json::to_string(given).unwrap_or_default();
        Error::parameter(self.name, given, before.to_owned() + self.allowed)
    }
}

/// An integer that may be a string, because a page's numbers are exact up to 2^53 only.
pub(crate) fn integer(given: &Value) -> Option<i64> {
    given.as_i64().or_else(|| given.as_str()?.parse().ok())
}

/// An integer that the type holds.
pub(crate) fn number<T: TryFrom<i64>>(given: &Value) -> Option<T> {
    given.as_i64()?.try_into().ok()
}
