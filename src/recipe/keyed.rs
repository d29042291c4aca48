//! Tables, which are never read as lists.

use core::fmt;
use core::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::recipe::named::{Named, expect};

/// A value that is written as a table. Derived code would also accept a list of the values without their keys, in an order that users do
/// not know; here that is an error.
pub(super) struct Keyed<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_keyed(None, deserializer)
    }
}

impl<T: de::DeserializeOwned> Named for Keyed<T> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        read_keyed(Some(key), deserializer)
    }
}

/// Reads a table; an error names its key, if it has one.
fn read_keyed<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    key: Option<&'static str>,
    deserializer: D,
) -> Result<Keyed<T>, D::Error> {
    struct KeyedVisitor<T>(Option<&'static str>, PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for KeyedVisitor<T> {
        type Value = Keyed<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.0 {
                Some(key) => expect(f, "a table", key),
                None => f.write_str("a table"),
            }
        }

        fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Keyed<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(keys)).map(Keyed)
        }
    }
    // Formats such as RON write structures and tables differently, and derived code writes structures. The attribute `flatten` of a program's own
    // structure shows the keys that are asked for, and no others.
    let (name, keys) = structure::<T>();
    deserializer.deserialize_struct(name, keys, KeyedVisitor(key, PhantomData))
}

/// A structure's name and keys.
type Structure = (&'static str, &'static [&'static str]);

/// The structure that derived code asks for, to read a table.
fn structure<'de, T: Deserialize<'de>>() -> Structure {
    let mut asked = Structure::default();
    // Programs that must be small flatten nothing.
    if !cfg!(perlane_small) {
        // It ends with an error, as nothing is read.
        T::deserialize(Asked(&mut asked)).err();
    }
    asked
}

/// A format without values, which notes the structure that it is asked for.
struct Asked<'a>(&'a mut Structure);

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("there is no value"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = (name, keys);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// Functions for `deserialize_with`: each reads the table of the key that has its name, if there is one.
macro_rules! tables {
    ($($key:ident)*) => {$(
        pub(super) fn $key<'de, T: de::DeserializeOwned, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<T>, D::Error> {
            Option::<Keyed<T>>::read(stringify!($key), deserializer).map(|table| table.map(|table| table.0))
        }
    )*};
}

tables! { field grid noise samples }

/// The table `output`, which is that of the default noise if it is missing.
pub(super) fn output<'de, T: de::DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Keyed::read("output", deserializer).map(|table| table.0)
}
