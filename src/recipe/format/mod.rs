//! Formats of serde without their types. Code that reads recipes is compiled once, in this library, instead of once for each format in each
//! program.
//!
//! The crate `erased-serde` has such types as well. It makes text of a format's errors, and what they know is lost, such as the line in a
//! file; here the format gets its own errors back.
//!
//! [`outer`] is what a format sees, [`inner`] what the code sees that reads recipes. Between them are the traits of this file, which have
//! no parameters of types.

mod error;
mod inner;
mod outer;

use core::fmt;

pub(super) use error::Error;
pub(super) use outer::read;

/// A value of a format, which can be read once.
pub(super) trait Format<'de> {
    /// Lets the format show its value to the reader.
    fn read(&mut self, ask: Ask, reader: &mut dyn Reader<'de>) -> Result<(), Error>;
}

/// What a format is asked for.
#[derive(Clone, Copy)]
pub(super) enum Ask {
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
pub(super) trait Reader<'de> {
    /// Says what is expected.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn see(&mut self, shown: Shown<'_, 'de>) -> Result<(), Error>;
}

/// What a format shows to a reader.
pub(super) enum Shown<'a, 'de> {
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
pub(super) trait List<'de> {
    /// Plants the next element, if there is one.
    fn plant(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;
}

/// The keys of a table, each with its value.
pub(super) trait Table<'de> {
    /// Plants the next key, if there is one.
    fn plant_key(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;

    /// Plants the value of that key.
    fn plant_value(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error>;
}

/// What a value is made of: a seed of serde, which keeps what grows.
pub(super) trait Seed<'de> {
    fn grow(&mut self, format: &mut dyn Format<'de>) -> Result<(), Error>;
}
