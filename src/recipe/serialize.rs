//! `Serialize` and `Deserialize` of what users see: names, and the tables of [`wire`] with the checks of
//! [`convert`](super::convert).

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{self, Serialize, Serializer};

use crate::error::Result;
use crate::noise::{Distance, Fade, Fractal, Kind, Layers, Noise, Returns, check_layers};
use crate::quantity::{FieldParameters, Quantity};
use crate::recipe::convert::{check_noise, single};
use crate::recipe::format::{self, Format};
use crate::recipe::keyed::Keyed;
use crate::recipe::named::Named;
use crate::recipe::value::Recipe;
use crate::recipe::wire;
use crate::window::Window;

/// Writes and reads a value by its name. Errors about other types name its key.
macro_rules! through_name {
    ($type:ty, $key:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::read($key, deserializer)?;
                <$type>::from_name(&name).map_err(de::Error::custom)
            }
        }
    };
}

through_name!(Kind, "kind");
through_name!(Distance, "distance");
through_name!(Returns, "returns");
through_name!(Fade, "fade");
through_name!(Fractal, "fractal");
through_name!(Quantity, "quantity");

/// Writes and reads a value as its table or list, `$wire`: `$read` and `$check` say what is refused. Numbers that would be refused are not written: JSON has no
/// NaN, and a missing number is a default.
///
/// The functions without parameters of types are compiled in this library, and not again in each program for each format. Programs that must
/// be small have one format, and write what they have read.
macro_rules! through_wire {
    ($type:ty, $wire:ty, $given:ty, $read:expr, $check:expr, $write:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                const WRITE: fn(&$type) -> $wire = $write;

                fn erased(value: &$type) -> Result<Box<dyn erased_serde::Serialize>> {
                    let check: fn(&$type) -> Result<()> = $check;
                    check(value)?;
                    Ok(Box::new(WRITE(value)))
                }
                match cfg!(perlane_small) {
                    true => WRITE(self).serialize(serializer),
                    false => erased(self).map_err(ser::Error::custom)?.serialize(serializer),
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                    let read: fn($given) -> Result<$type> = $read;
                    read(<$given>::deserialize(deserializer)?).map_err(de::Error::custom)
                }

                fn erased<'de>(format: &mut (dyn Format<'de> + '_)) -> Result<$type, format::Error> {
                    read(format)
                }
                match cfg!(perlane_small) {
                    true => read(deserializer),
                    false => format::read(deserializer, erased),
                }
            }
        }
    };
}

through_wire!(Noise, wire::Noise, Keyed<wire::Noise>, |noise| single(noise.0), check_noise, |noise| {
    noise.into()
});
through_wire!(
    Layers,
    Vec<wire::Noise>,
    Vec<Keyed<wire::Noise>>,
    |layers| layers.into_iter().map(|noise| noise.0).collect::<Vec<_>>().try_into(),
    check_layers,
    |layers| layers.as_slice().iter().map(Into::into).collect()
);
through_wire!(
    FieldParameters,
    wire::Field,
    Keyed<wire::Field>,
    |field| {
        let field = FieldParameters::from(field.0);
        field.validate()?;
        Ok(field)
    },
    FieldParameters::validate,
    |field| field.into()
);
through_wire!(
    Window,
    wire::Window,
    Keyed<wire::Window>,
    |window| window.0.try_into(),
    Window::validate_place,
    |window| window.into()
);
through_wire!(
    Recipe,
    wire::Recipe,
    Keyed<wire::Recipe>,
    |recipe| recipe.0.try_into(),
    Recipe::validate,
    |recipe| recipe.into()
);
