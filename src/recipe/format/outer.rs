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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;
    use serde::de::DeserializeOwned;
    use serde::de::value::{
        BytesDeserializer, Error, MapDeserializer, SeqDeserializer, StrDeserializer, UnitDeserializer,
    };

    type Read<T> = Result<T, Error>;

    /// What a format shows, as serde's own deserializers show it.
    #[derive(Clone, Copy)]
    enum Value {
        Bool,
        Char,
        Small,
        I128,
        F32,
        Str,
        Bytes,
        Unit,
        List,
        Table,
    }

    impl<'de> Deserializer<'de> for Value {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            let list = [1.5_f64, 2.5, 3.5];
            match self {
                Value::Bool => visitor.visit_bool(true),
                Value::Char => visitor.visit_char('x'),
                Value::Small => visitor.visit_u8(7),
                Value::I128 => visitor.visit_i128(-7),
                Value::F32 => visitor.visit_f32(0.5),
                Value::Str => StrDeserializer::new("text").deserialize_any(visitor),
                Value::Bytes => BytesDeserializer::new(b"text").deserialize_any(visitor),
                Value::Unit => UnitDeserializer::new().deserialize_any(visitor),
                Value::List => SeqDeserializer::new(list.into_iter()).deserialize_any(visitor),
                Value::Table => {
                    MapDeserializer::new([("x", 7_u8), ("y", 8)].into_iter()).deserialize_any(visitor)
                }
            }
        }

        fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.visit_some(self)
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple tuple_struct
            map struct enum identifier ignored_any
        }
    }

    /// Reads every value as this type, with the format's type and without it.
    fn both<T: DeserializeOwned>() -> Vec<(Read<T>, Read<T>)> {
        use Value::{Bool, Bytes, Char, F32, I128, List, Small, Str, Table, Unit};
        let all = [Bool, Char, Small, I128, F32, Str, Bytes, Unit, List, Table];
        let both = |value: Value| (T::deserialize(value), read(value, |format| T::deserialize(format)));
        all.into_iter().map(both).collect()
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Numbers {
        x: u32,
        y: f64,
    }

    #[test]
    fn values_and_errors_are_the_same_without_the_formats_type() {
        macro_rules! same {
            ($($type:ty)*) => {$(
                let pairs = both::<$type>();
                assert!(pairs.iter().all(|(with, without)| with == without), "{}: {pairs:?}", stringify!($type));
                assert!(pairs.iter().any(|(_, without)| without.is_ok()), "{}: {pairs:?}", stringify!($type));
            )*};
        }
        same! { bool i64 u32 u64 f64 String Option<String> Vec<f64> [f64; 3] (f64, f64, f64) Numbers Option<Numbers> }
        let ignored = both::<IgnoredAny>();
        assert!(ignored.iter().all(|(_, without)| without.is_ok()), "{ignored:?}");
        let error = read(Value::Unit, |format| f64::deserialize(format)).unwrap_err();
        assert_eq!(alloc::string::ToString::to_string(&error), "invalid type: unit value, expected f64");
    }
}
