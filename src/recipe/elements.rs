//! The elements of a recipe's tables: values for axes, seeds, the stream version, names or lists.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::Error;
use crate::per_axis::PerAxis;

/// Values for some of the axes: a table by their names, or a list in the order x, y, z, w.
#[derive(serde::Serialize)]
pub(super) struct Axes<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<T>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Axes<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The table alone.
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Keys<T> {
            #[serde(default = "none")]
            x: Option<T>,
            #[serde(default = "none")]
            y: Option<T>,
            #[serde(default = "none")]
            z: Option<T>,
            #[serde(default = "none")]
            w: Option<T>,
        }

        struct AxesVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for AxesVisitor<T> {
            type Value = Axes<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of x, y, z, w, or a list of 1 to 4 values in that order")
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Axes<T>, A::Error> {
                let Keys { x, y, z, w } = Keys::deserialize(MapAccessDeserializer::new(keys))?;
                Ok(Axes { x, y, z, w })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Axes<T>, A::Error> {
                let mut next = || list.next_element();
                let (x, y, z, w) = (next()?, next()?, next()?, next()?);
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(Axes { x, y, z, w }),
                    Some(_) => Err(de::Error::invalid_length(5, &self)),
                }
            }
        }
        deserializer.deserialize_any(AxesVisitor(PhantomData))
    }
}

fn none<T>() -> Option<T> {
    None
}

impl<T: Copy> Axes<T> {
    pub(super) fn none() -> Self {
        Axes { x: None, y: None, z: None, w: None }
    }

    /// The axes whose value is not the default.
    pub(super) fn where_not(all: PerAxis<T>, default: T) -> Self
    where
        T: PartialEq,
    {
        let [x, y, z, w] = all.xyzw().map(|value| (value != default).then_some(value));
        Axes { x, y, z, w }
    }

    /// The values of the first `dims` axes, from x on.
    pub(super) fn first(all: PerAxis<T>, dims: usize) -> Self {
        let xyzw = all.xyzw();
        let get = |a: usize| (a < dims).then_some(xyzw[a]);
        Axes { x: get(0), y: get(1), z: get(2), w: get(3) }
    }

    /// A value for each axis: the default where there is none.
    pub(super) fn or(&self, default: T) -> PerAxis<T> {
        PerAxis::from_xyzw(self.xyzw().map(|value| value.unwrap_or(default)))
    }

    pub(super) fn xyzw(&self) -> [Option<T>; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.xyzw().iter().all(Option::is_none)
    }
}

/// A name, or the entries themselves.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum Table<T> {
    Name(Cow<'static, str>),
    Entries(Vec<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TableVisitor<T>(core::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
            type Value = Table<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or a list")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Table<T>, E> {
                Ok(Table::Name(name.to_string().into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Table<T>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Table::Entries)
            }
        }
        deserializer.deserialize_any(TableVisitor(core::marker::PhantomData))
    }
}

/// A value that is written as a table. Derived code would also accept a list of the values without their keys, in an order that users do
/// not know; here that is an error.
pub(super) struct Keyed<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyedVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for KeyedVisitor<T> {
            type Value = Keyed<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Keyed<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(keys)).map(Keyed)
            }
        }
        // Formats such as RON write structures and tables differently, and derived code writes structures.
        deserializer.deserialize_struct("", &[], KeyedVisitor(PhantomData))
    }
}

/// Reads a value that is written as a table.
pub(super) fn keyed<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Keyed::deserialize(deserializer).map(|table| table.0)
}

/// The same for a value that may be missing.
pub(super) fn maybe_keyed<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::<Keyed<T>>::deserialize(deserializer).map(|table| table.map(|table| table.0))
}

/// The stream version that this library computes.
const STREAM: u64 = 1;

/// The key `stream`: any other version is refused.
pub(super) struct Stream;

/// A seed. In formats whose integers end below 2^64, such as TOML, larger seeds are text.
pub(super) struct Seed(pub(super) u64);

impl Serialize for Stream {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(STREAM)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match i64::deserialize(deserializer)? {
            version if u64::try_from(version) == Ok(STREAM) => Ok(Stream),
            other => Err(de::Error::custom(Error::parameter("stream", other, STREAM.to_string()))),
        }
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(seed) => serializer.serialize_i64(seed),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SeedVisitor;

        fn refuse<T, E: de::Error>(value: impl fmt::Display, allowed: &'static str) -> Result<T, E> {
            Err(E::custom(Error::parameter("seed", value, allowed)))
        }

        const ALLOWED: &str = "integers from 0 to 2^64 - 1";
        // A format may have read a greater integer as a float.
        const ALLOWED_FOR_FLOATS: &str =
            "integers from 0 to 2^64 - 1; as a string where a format has no such integers";

        impl Visitor<'_> for SeedVisitor {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: an integer, or a string of digits")
            }

            fn visit_u64<E: de::Error>(self, seed: u64) -> Result<Seed, E> {
                Ok(Seed(seed))
            }

            fn visit_i64<E: de::Error>(self, seed: i64) -> Result<Seed, E> {
                u64::try_from(seed).map(Seed).or_else(|_| refuse(seed, ALLOWED))
            }

            fn visit_f64<E: de::Error>(self, seed: f64) -> Result<Seed, E> {
                // As it is written: 1.0, and not 1.
                refuse(format_args!("{seed:?}"), ALLOWED_FOR_FLOATS)
            }

            fn visit_str<E: de::Error>(self, seed: &str) -> Result<Seed, E> {
                seed.parse().map(Seed).or_else(|_| refuse(format!("{seed:?}"), ALLOWED))
            }
        }
        deserializer.deserialize_any(SeedVisitor)
    }
}

/// A number of octaves. The range is checked with the other parameters; what is no `u32` is refused here.
struct Octaves(u32);

impl<'de> Deserialize<'de> for Octaves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OctavesVisitor;

        impl Visitor<'_> for OctavesVisitor {
            type Value = Octaves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 1 to 32")
            }

            fn visit_u64<E: de::Error>(self, octaves: u64) -> Result<Octaves, E> {
                let wrong = |_| E::invalid_value(de::Unexpected::Unsigned(octaves), &self);
                u32::try_from(octaves).map(Octaves).map_err(wrong)
            }

            fn visit_i64<E: de::Error>(self, octaves: i64) -> Result<Octaves, E> {
                let wrong = |_| E::invalid_value(de::Unexpected::Signed(octaves), &self);
                u32::try_from(octaves).map(Octaves).map_err(wrong)
            }
        }
        deserializer.deserialize_u32(OctavesVisitor)
    }
}

/// Reads a number of octaves.
pub(super) fn octaves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Octaves::deserialize(deserializer).map(|octaves| octaves.0)
}

/// The same for one that may be missing.
pub(super) fn maybe_octaves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Option::<Octaves>::deserialize(deserializer).map(|octaves| octaves.map(|octaves| octaves.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Noise;
    use serde::de::value::{Error, MapDeserializer};
    use serde::forward_to_deserialize_any;

    /// A format in which structures are no maps, as in RON: what is written as a structure is read as one.
    struct Structure;

    impl<'de> Deserializer<'de> for Structure {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(de::Error::custom("a structure is read as something else"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            _: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Error> {
            visitor.visit_map(MapDeserializer::new([("seed", 7_u64)].into_iter()))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
            tuple_struct map enum identifier ignored_any
        }
    }

    #[test]
    fn structures_are_read_as_structures() {
        assert_eq!(Noise::deserialize(Structure).unwrap().seed, 7);
    }
}
