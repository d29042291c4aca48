//! What a format sees: visitors and seeds of serde, around what reads recipes.

use core::fmt;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::error::Error;
use super::traits::{Ask, Format, List, Reader, Seed, Shown, Table};

/// Reads a value of a format.
pub(in crate::recipe) fn read<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    read: impl FnOnce(&mut dyn Format<'de>) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let mut value = OnceRead { value: Some(deserializer), failed: None };
    read(&mut value).map_err(|e| e.of_format(value.failed))
}

/// A value of a format, until it is read.
struct OnceRead<'de, D: Deserializer<'de>> {
    value: Option<D>,
    failed: Option<D::Error>,
}

impl<'de, D: Deserializer<'de>> Format<'de> for OnceRead<'de, D> {
    fn read(&mut self, ask: Ask, reader: &mut dyn Reader<'de>) -> Result<(), Error> {
        let Some(value) = self.value.take() else {
            return Err(Error::Twice);
        };
        let reader = Watched(reader);
        let read = match ask {
            Ask::Any => value.deserialize_any(reader),
            Ask::Flag => value.deserialize_bool(reader),
            Ask::Float => value.deserialize_f64(reader),
            Ask::Signed => value.deserialize_i64(reader),
            Ask::Unsigned32 => value.deserialize_u32(reader),
            Ask::Unsigned => value.deserialize_u64(reader),
            Ask::Text => value.deserialize_string(reader),
            Ask::Option => value.deserialize_option(reader),
            Ask::List => value.deserialize_seq(reader),
            Ask::Tuple(length) => value.deserialize_tuple(length, reader),
            Ask::Table(name, keys) => value.deserialize_struct(name, keys, reader),
            Ask::Key => value.deserialize_identifier(reader),
            Ask::Ignored => IgnoredAny::deserialize(value).and_then(|_| reader.visit_unit()),
        };
        read.map_err(|e| kept(&mut self.failed, e))
    }
}

/// Keeps a format's error, until [`Error::of_format`] takes it.
fn kept<E>(failed: &mut Option<E>, error: E) -> Error {
    *failed = Some(error);
    Error::Format
}

/// A reader as a visitor.
struct Watched<'a, 'de>(&'a mut dyn Reader<'de>);

impl<'de> Watched<'_, 'de> {
    fn see<E: de::Error>(self, value: Shown<'_, 'de>) -> Result<(), E> {
        self.0.see(value).map_err(|e| e.of_format(None))
    }
}

impl<'de> Visitor<'de> for Watched<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<(), E> {
        self.see(Shown::Flag(flag))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        self.see(Shown::Signed(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        self.see(Shown::Unsigned(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<(), E> {
        self.see(Shown::Float(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.see(Shown::Text(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.see(Shown::Bytes(bytes))
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.see(Shown::None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.see(Shown::Unit)
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        read(value, |value| self.0.see(Shown::Some(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        let mut list = Elements { list, failed: None };
        self.0.see(Shown::List(&mut list)).map_err(|e| e.of_format(list.failed))
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<(), A::Error> {
        let mut table = Keys { table, failed: None };
        self.0.see(Shown::Table(&mut table)).map_err(|e| e.of_format(table.failed))
    }
}

struct Elements<'de, A: SeqAccess<'de>> {
    list: A,
    failed: Option<A::Error>,
}

impl<'de, A: SeqAccess<'de>> List<'de> for Elements<'de, A> {
    fn plant(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error> {
        let next = self.list.next_element_seed(Planted(seed));
        next.map(drop).map_err(|e| kept(&mut self.failed, e))
    }
}

struct Keys<'de, A: MapAccess<'de>> {
    table: A,
    failed: Option<A::Error>,
}

impl<'de, A: MapAccess<'de>> Table<'de> for Keys<'de, A> {
    fn plant_key(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error> {
        let next = self.table.next_key_seed(Planted(seed));
        next.map(drop).map_err(|e| kept(&mut self.failed, e))
    }

    fn plant_value(&mut self, seed: &mut dyn Seed<'de>) -> Result<(), Error> {
        self.table.next_value_seed(Planted(seed)).map_err(|e| kept(&mut self.failed, e))
    }
}

/// A seed without its type, as one of serde.
struct Planted<'a, 'de>(&'a mut dyn Seed<'de>);

impl<'de> DeserializeSeed<'de> for Planted<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        read(deserializer, |format| self.0.grow(format))
    }
}
