//! Recipes as text: noises and a window in any format that serde knows. Unknown keys are errors, missing ones have the
//! defaults of `Noise::default()`, and what is read is checked.
//!
//! The types that users see are not derived: `wire` types say what a file looks like, `convert` checks it.

mod convert;
mod wire;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::error::Result;
use crate::noise::{Fade, Fractal, Kind, Layers, Noise};
use crate::window::Window;
use convert::single;

/// The stream version that this library computes.
const STREAM: u64 = 1;

/// All that decides the samples of a file: noises, and the window that was sampled.
///
/// A recipe with one layer is written as `[noise]`, any other as `[[layers]]`. Floating-point numbers survive formats that write
/// the shortest decimal that reads back as the same number; `serde_json` needs its feature `float_roundtrip` for that.
///
/// The key `numbers` is the writer's of a file: how its numbers came from the samples, where they are not the samples. It is
/// accepted and not kept.
///
/// ```
/// use perlane::{Grid, Recipe};
/// let text = r#"{ "stream": 1, "noise": { "seed": 42, "frequency": 0.125 }, "grid": { "size": { "x": 64, "y": 48 } } }"#;
/// let recipe: Recipe = serde_json::from_str(text)?;
/// let grid = recipe.grid.ok_or("no grid")?.to_grid::<2>()?;
/// assert_eq!(grid, Grid::new([48, 64]));
/// assert_eq!(recipe.layers.generate(&grid)?.len(), 64 * 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// What to sample: the sum of these.
    pub layers: Layers,
    /// Where to sample.
    pub grid: Option<Window>,
    /// The samples that came of it, if somebody has computed them.
    pub samples: Option<Samples>,
}

/// Samples that a recipe gave.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Samples {
    /// The BLAKE3 digest of the samples as little-endian `f32`, in hexadecimal digits.
    pub blake3: String,
    /// How many they are.
    pub count: u64,
}

impl From<Noise> for Recipe {
    fn from(noise: Noise) -> Self {
        Layers::from(noise).into()
    }
}

impl From<Layers> for Recipe {
    fn from(layers: Layers) -> Self {
        Recipe { layers, grid: None, samples: None }
    }
}

impl Recipe {
    /// Checks noises and window, each by itself.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        self.layers.validate()?;
        self.grid.as_ref().map_or(Ok(()), Window::validate)
    }
}

/// Text formats have names for these: one table has them for everybody.
macro_rules! through_name {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = Cow::<str>::deserialize(deserializer)?;
                <$type>::from_name(&name).map_err(de::Error::custom)
            }
        }
    };
}

through_name!(Kind);
through_name!(Fade);
through_name!(Fractal);

macro_rules! through_wire {
    ($type:ty, $wire:ty, $read:expr, $write:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> $wire = $write;
                write(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn($wire) -> Result<Self> = $read;
                read(<$wire>::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }
    };
}

through_wire!(Noise, wire::Noise, single, |noise| noise.into());
through_wire!(Layers, Vec<wire::Noise>, Layers::try_from, |layers| {
    layers.as_slice().iter().map(Into::into).collect()
});
through_wire!(Window, wire::Window, Window::try_from, |window| window.into());
through_wire!(Recipe, wire::Recipe, Recipe::try_from, |recipe| recipe.into());
