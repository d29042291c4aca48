//! The values of keys. An error about a value's type says for which key it is, because formats name places and not keys.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Unexpected, Visitor};

/// A value that is read for a key, which errors name.
pub(super) trait Named: Sized {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error>;
}

/// Functions for `deserialize_with`: each reads the value of the key that has its name.
macro_rules! keys {
    ($($key:ident)*) => {$(
        pub(super) fn $key<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
            T::read(stringify!($key), deserializer)
        }
    )*};
}

keys! {
    amplitude bias blake3 count feedback frequency gain gradients hash jitter lacunarity level light normalize offset origin period
    permutation range relief scale size spacing start strength weight
}

/// A value of a key, or an element of it. As a visitor, it reads the value itself.
pub(super) struct Value<T> {
    pub(super) key: &'static str,
    of: PhantomData<T>,
}

impl<T> Value<T> {
    pub(super) fn of(key: &'static str) -> Self {
        Value { key, of: PhantomData }
    }
}

impl<'de, T: Named> DeserializeSeed<'de> for Value<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(self.key, deserializer)
    }
}

/// Says what is expected for a key. (Written once, for programs that must be small.)
#[inline(never)]
pub(super) fn expect(f: &mut fmt::Formatter<'_>, what: &str, key: &str) -> fmt::Result {
    write!(f, "{what} for {key}")
}

/// A type of numbers, of which formats have some and not others.
trait Number: Sized {
    const WHAT: &'static str;

    fn of_unsigned(number: u64) -> Option<Self>;

    fn of_signed(number: i64) -> Option<Self>;

    fn of_float(_: f64) -> Option<Self> {
        None
    }
}

impl Number for f64 {
    const WHAT: &'static str = "a number";

    fn of_unsigned(number: u64) -> Option<Self> {
        Some(number as f64)
    }

    fn of_signed(number: i64) -> Option<Self> {
        Some(number as f64)
    }

    fn of_float(number: f64) -> Option<Self> {
        Some(number)
    }
}

/// Types of whole numbers.
macro_rules! whole {
    ($($type:ty: $what:expr;)*) => {$(
        impl Number for $type {
            const WHAT: &'static str = $what;

            fn of_unsigned(number: u64) -> Option<Self> {
                number.try_into().ok()
            }

            fn of_signed(number: i64) -> Option<Self> {
                number.try_into().ok()
            }
        }
    )*};
}

whole! {
    i64: "a whole number";
    u32: "a whole number from 0 to 4294967295";
    u64: "a whole number from 0 on";
    usize: if usize::BITS < 64 { "a whole number from 0 to 4294967295" } else { "a whole number from 0 on" };
}

/// A number of octaves. The range is checked with the other parameters; what is no `u32` is refused here.
struct Octaves(u32);

impl Number for Octaves {
    const WHAT: &'static str = "a whole number from 1 to 32";

    fn of_unsigned(number: u64) -> Option<Self> {
        u32::of_unsigned(number).map(Octaves)
    }

    fn of_signed(number: i64) -> Option<Self> {
        u32::of_signed(number).map(Octaves)
    }
}

/// Reads the value of the key `octaves`.
pub(super) fn octaves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Octaves::read("octaves", deserializer).map(|octaves| octaves.0)
}

/// The same where it may be missing.
pub(super) fn maybe_octaves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Option::<Octaves>::read("octaves", deserializer).map(|octaves| octaves.map(|octaves| octaves.0))
}

/// What formats are asked for, for each type of numbers.
macro_rules! asked {
    ($($type:ty: $ask:ident;)*) => {$(
        impl Named for $type {
            fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
                deserializer.$ask(NumberVisitor(Value::of(key)))
            }
        }
    )*};
}

asked! {
    f64: deserialize_f64;
    i64: deserialize_i64;
    u32: deserialize_u32;
    u64: deserialize_u64;
    usize: deserialize_u64;
    Octaves: deserialize_u32;
}

struct NumberVisitor<T>(Value<T>);

impl<T: Number> Visitor<'_> for NumberVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expect(f, T::WHAT, self.0.key)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        T::of_unsigned(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        T::of_signed(number).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        T::of_float(number).ok_or_else(|| E::invalid_type(Unexpected::Float(number), &self))
    }
}

impl Named for bool {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct FlagVisitor(&'static str);

        impl Visitor<'_> for FlagVisitor {
            type Value = bool;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expect(f, "true or false", self.0)
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<bool, E> {
                Ok(flag)
            }
        }
        deserializer.deserialize_bool(FlagVisitor(key))
    }
}

impl Named for String {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor(&'static str);

        impl Visitor<'_> for TextVisitor {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expect(f, "a string", self.0)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
                Ok(text.to_string())
            }
        }
        deserializer.deserialize_string(TextVisitor(key))
    }
}

impl Named for Cow<'static, str> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        String::read(key, deserializer).map(Cow::Owned)
    }
}

impl<T: Named> Named for Option<T> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct OptionVisitor<T>(Value<T>);

        impl<'de, T: Named> Visitor<'de> for OptionVisitor<T> {
            type Value = Option<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expect(f, "a value, or nothing,", self.0.key)
            }

            fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
                Ok(None)
            }

            fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
                Ok(None)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
                self.0.deserialize(deserializer).map(Some)
            }
        }
        deserializer.deserialize_option(OptionVisitor(Value::of(key)))
    }
}

impl<T: Named> Named for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T>(Value<T>);

        impl<'de, T: Named> Visitor<'de> for ListVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expect(f, "a list", self.0.key)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
                elements(self.0.key, list)
            }
        }
        deserializer.deserialize_seq(ListVisitor(Value::of(key)))
    }
}

/// The elements of a list that is the value of a key.
pub(super) fn elements<'de, T: Named, A: SeqAccess<'de>>(
    key: &'static str,
    mut list: A,
) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while let Some(element) = list.next_element_seed(Value::of(key))? {
        elements.push(element);
    }
    Ok(elements)
}

/// A vector.
impl Named for [f64; 3] {
    fn read<'de, D: Deserializer<'de>>(key: &'static str, deserializer: D) -> Result<Self, D::Error> {
        struct VectorVisitor(&'static str);

        impl<'de> Visitor<'de> for VectorVisitor {
            type Value = [f64; 3];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                expect(f, "a list of 3 numbers", self.0)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[f64; 3], A::Error> {
                let mut numbers = [0.0; 3];
                for (count, number) in numbers.iter_mut().enumerate() {
                    let next = list.next_element_seed(Value::of(self.0))?;
                    *number = next.ok_or_else(|| de::Error::invalid_length(count, &self))?;
                }
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(numbers),
                    Some(_) => Err(de::Error::invalid_length(4, &self)),
                }
            }
        }
        deserializer.deserialize_tuple(3, VectorVisitor(key))
    }
}
