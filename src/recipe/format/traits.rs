//! What stands between a format and what reads recipes: traits without parameters of types.

use core::fmt;

use super::error::Error;

/// A value of a format, which can be read once.
pub(in crate::recipe) trait Format<'de> {
    /// Lets the format show its value to the reader.
    fn read(&mut self, ask: Ask, reader: &mut dyn Reader<'de>) -> Result<(), Error>;
}

/// What a format is asked for.
#[derive(Clone, Copy)]
pub(in crate::recipe) enum Ask {
    Any,
    Flag,
    Float,
    Signed,
    Unsigned32,
    Unsigned,
    Text,
    Option,
    List,
    /// A list of as many values.
    Tuple(usize),
    /// A table of a structure with this name and these keys.
    Table(&'static str, &'static [&'static str]),
    Key,
    /// Nothing: the value is skipped.
    Ignored,
}

/// What looks at a value: a visitor of serde, which keeps what it makes of it.
pub(in crate::recipe) trait Reader<'de> {
    /// Says what is expected.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn see(&mut self, shown: Shown<'_, 'de>) -> Result<(), Error>;
}

/// What a format shows to a reader.
pub(in crate::recipe) enum Shown<'a, 'de> {
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
    None,
    Unit,
    Some(&'a mut dyn Format<'de>),
    List(&'a mut dyn List<'de>),
    Table(&'a mut dyn Table<'de>),
}

/// The elements of a list.
pub(in crate::recipe) trait List<'de> {
    /// Plants the next element, if there is one.
    fn plant(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;
}

/// The keys of a table, each with its value.
pub(in crate::recipe) trait Table<'de> {
    /// Plants the next key, if there is one.
    fn plant_key(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;

    /// Plants the value of that key.
    fn plant_value(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;
}

/// What a value is made of: a seed of serde, which keeps what grows.
pub(in crate::recipe) trait Seed<'de> {
    fn grow(&mut self, format: &mut dyn Format<'de>) -> Result<(), Error>;
}
