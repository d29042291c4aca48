//! What reads recipes sees: a deserializer of serde and the parts of its values, around a format.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::error::Error;
use super::traits::{Ask, Format, List, Reader, Seed, Shown, Table};

/// Methods of a deserializer, each of which asks the format for something.
macro_rules! asks {
    ($($method:ident: $ask:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            read(self, Ask::$ask, visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut (dyn Format<'de> + '_) {
    type Error = Error;

    asks! {
        deserialize_any: Any;
        deserialize_bool: Flag;
        deserialize_f64: Float;
        deserialize_i64: Signed;
        deserialize_u32: Unsigned32;
        deserialize_u64: Unsigned;
        deserialize_string: Text;
        deserialize_option: Option;
        deserialize_seq: List;
        deserialize_identifier: Key;
        deserialize_ignored_any: Ignored;
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        read(self, Ask::Tuple(length), visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        read(self, Ask::Table(name, keys), visitor)
    }

    // No part of a recipe is read as these.
    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u128 f32 char str bytes byte_buf unit unit_struct newtype_struct tuple_struct map enum
    }
}

fn read<'de, V: Visitor<'de>>(
    format: &mut (dyn Format<'de> + '_),
    ask: Ask,
    visitor: V,
) -> Result<V::Value, Error> {
    let mut visit = Visit { visitor: Some(visitor), made: None };
    format.read(ask, &mut visit)?;
    visit.made.ok_or(Error::Nothing)
}

/// A visitor, and what it has made.
struct Visit<'de, V: Visitor<'de>> {
    visitor: Option<V>,
    made: Option<V::Value>,
}

impl<'de, V: Visitor<'de>> Reader<'de> for Visit<'de, V> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.visitor {
            Some(visitor) => visitor.expecting(f),
            None => Ok(()),
        }
    }

    fn see(&mut self, shown: Shown<'_, 'de>) -> Result<(), Error> {
        let Some(visitor) = self.visitor.take() else { return Err(Error::Twice) };
        let made = match shown {
            Shown::Flag(flag) => visitor.visit_bool(flag),
            Shown::Signed(number) => visitor.visit_i64(number),
            Shown::Unsigned(number) => visitor.visit_u64(number),
            Shown::Float(number) => visitor.visit_f64(number),
            Shown::Text(text) => visitor.visit_str(text),
            Shown::Bytes(bytes) => visitor.visit_bytes(bytes),
            Shown::None => visitor.visit_none(),
            Shown::Unit => visitor.visit_unit(),
            Shown::Some(value) => visitor.visit_some(value),
            Shown::List(list) => visitor.visit_seq(list),
            Shown::Table(table) => visitor.visit_map(table),
        };
        self.made = Some(made?);
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for &mut (dyn List<'de> + '_) {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let mut growth = Growth { seed: Some(seed), grown: None };
        self.plant(&mut growth)?;
        Ok(growth.grown)
    }
}

impl<'de> MapAccess<'de> for &mut (dyn Table<'de> + '_) {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let mut growth = Growth { seed: Some(seed), grown: None };
        self.plant_key(&mut growth)?;
        Ok(growth.grown)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let mut growth = Growth { seed: Some(seed), grown: None };
        self.plant_value(&mut growth)?;
        growth.grown.ok_or(Error::Nothing)
    }
}

/// A seed, and what has grown from it.
struct Growth<'de, S: DeserializeSeed<'de>> {
    seed: Option<S>,
    grown: Option<S::Value>,
}

impl<'de, S: DeserializeSeed<'de>> Seed<'de> for Growth<'de, S> {
    fn grow(&mut self, format: &mut dyn Format<'de>) -> Result<(), Error> {
        let Some(seed) = self.seed.take() else { return Err(Error::Twice) };
        self.grown = Some(seed.deserialize(format)?);
        Ok(())
    }
}
