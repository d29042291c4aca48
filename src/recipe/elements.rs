//! The elements of a recipe's tables: values for axes, seeds, the stream version, names or lists.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::Error;
use crate::per_axis::PerAxis;
use crate::recipe::named::{self, Named, Value};

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

/// The keys of the table.
#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum AxisName {
    X,
    Y,
    Z,
    W,
}

impl<T: Named> Named for Axes<T> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct AxesVisitor<T>(Value<T>);

        impl<'de, T: Named> Visitor<'de> for AxesVisitor<T> {
            type Value = Axes<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let what = "a table of x, y, z, w, or a list of 1 to 4 values in that order,";
                named::expect(f, what, self.0.key)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Axes<T>, A::Error> {
                let mut axes = Axes::none();
                while let Some(axis) = keys.next_key()? {
                    let (to, name) = match axis {
                        AxisName::X => (&mut axes.x, "x"),
                        AxisName::Y => (&mut axes.y, "y"),
                        AxisName::Z => (&mut axes.z, "z"),
                        AxisName::W => (&mut axes.w, "w"),
                    };
                    if to.is_some() {
                        return Err(de::Error::duplicate_field(name));
                    }
                    *to = keys.next_value_seed(Value::of(self.0.key))?;
                }
                Ok(axes)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Axes<T>, A::Error> {
                let mut next = || list.next_element_seed(Value::of(self.0.key));
                let (x, y, z, w) = (next()?, next()?, next()?, next()?);
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(Axes { x, y, z, w }),
                    Some(_) => Err(de::Error::invalid_length(5, &self)),
                }
            }
        }
        deserializer.deserialize_any(AxesVisitor(Value::of(key)))
    }
}

impl<T> Axes<T> {
    pub(super) fn none() -> Self {
        Axes { x: None, y: None, z: None, w: None }
    }
}

impl<T: Copy> Axes<T> {
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

impl<T: Named> Named for Table<T> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct TableVisitor<T>(Value<T>);

        impl<'de, T: Named> Visitor<'de> for TableVisitor<T> {
            type Value = Table<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                named::expect(f, "a name, or a list,", self.0.key)
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Table<T>, E> {
                Ok(Table::Name(name.to_string().into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Table<T>, A::Error> {
                named::elements(self.0.key, list).map(Table::Entries)
            }
        }
        deserializer.deserialize_any(TableVisitor(Value::of(key)))
    }
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
        struct StreamVisitor;

        fn check<E: de::Error>(same: bool, value: impl fmt::Display) -> Result<Stream, E> {
            let refused = || E::custom(Error::parameter("stream", value, STREAM.to_string()));
            same.then_some(Stream).ok_or_else(refused)
        }

        impl Visitor<'_> for StreamVisitor {
            type Value = Stream;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the whole number 1 for stream")
            }

            fn visit_u64<E: de::Error>(self, version: u64) -> Result<Stream, E> {
                check(version == STREAM, version)
            }

            fn visit_i64<E: de::Error>(self, version: i64) -> Result<Stream, E> {
                check(u64::try_from(version) == Ok(STREAM), version)
            }

            fn visit_f64<E: de::Error>(self, version: f64) -> Result<Stream, E> {
                // As it is written: 1.0, and not 1.
                check(false, format_args!("{version:?}"))
            }

            fn visit_str<E: de::Error>(self, version: &str) -> Result<Stream, E> {
                check(false, format!("{version:?}"))
            }
        }
        // Formats name a value of another type themselves, without the words of this error: enough for programs that must be small.
        match cfg!(perlane_small) {
            true => deserializer.deserialize_i64(StreamVisitor),
            false => deserializer.deserialize_any(StreamVisitor),
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
