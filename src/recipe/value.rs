//! `Recipe`: noises and a window, as users see them.

use alloc::string::String;

use crate::error::Result;
use crate::noise::{Layers, Noise, check_layers};
use crate::quantity::FieldParameters;
use crate::recipe::named;
use crate::window::Window;

/// All that decides the samples of a file: noises, and the window in which they were sampled.
///
/// A recipe with one layer is written as `[noise]`, any other as `[[layers]]`. Floating-point numbers survive formats that write
/// the shortest decimal that reads back as the same number; `serde_json` needs its feature `float_roundtrip` for that.
///
/// Any format of serde that keeps keys and types, such as TOML, JSON, YAML, RON, CBOR or MessagePack with names, can hold one. (Formats without
/// keys, such as postcard, cannot.)
///
/// A structure of your own may have a recipe, or a part of one, with `#[serde(flatten)]`. Keys that are misspelled are then ignored, because
/// serde shows a recipe only the keys that it knows.
///
/// In a recipe that a file carries, the table `numbers` says how the numbers in the file were made from samples. It is not part of the
/// recipe, and reading a recipe drops it.
///
/// ```
/// use perlane::{Grid, Recipe};
/// let text = r#"{ "stream": 1, "noise": { "seed": 42, "frequency": 0.125 }, "grid": { "size": { "x": 64, "y": 48 } } }"#;
/// let recipe: Recipe = serde_json::from_str(text)?;
/// let window = recipe.grid.ok_or("no grid")?;
/// assert_eq!(window, Grid::new([48, 64]).into());
/// assert_eq!(recipe.layers.field(recipe.field).generate(&window)?.len(), 64 * 48); // the values, as the recipe names nothing else
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Recipe {
    /// What to sample: the sum of these.
    pub layers: Layers,
    /// What is sampled of them: their values, or what is derived from these.
    pub field: FieldParameters,
    /// Where to sample.
    pub grid: Option<Window>,
    /// A digest of the samples, if somebody has computed them.
    pub samples: Option<Samples>,
}

/// What identifies the samples of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Samples {
    /// The BLAKE3 digest of the samples as little-endian `f32`, in hexadecimal digits. Reading a recipe does not check it: a text that is no
    /// digest is that of no samples.
    #[serde(deserialize_with = "named::blake3")]
    pub blake3: String,
    /// The number of samples, in all planes.
    #[serde(deserialize_with = "named::count")]
    pub count: u64,
}

impl From<Noise> for Recipe {
    fn from(noise: Noise) -> Self {
        Layers::from(noise).into()
    }
}

impl From<Layers> for Recipe {
    fn from(layers: Layers) -> Self {
        Recipe { layers, field: FieldParameters::default(), grid: None, samples: None }
    }
}

impl Recipe {
    /// The same recipe with a window, which may be a [`Grid`](crate::Grid).
    ///
    /// ```
    /// use perlane::{Grid, Noise, Quantity, Recipe};
    /// let recipe = Recipe::from(Noise::perlin(42).cell_size(80.0)).grid(Grid::new([120, 360])).field(Quantity::Slope);
    /// assert!(serde_json::to_string(&recipe)?.contains(r#""size":{"x":360,"y":120}"#));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn grid(mut self, window: impl Into<Window>) -> Self {
        self.grid = Some(window.into());
        self
    }

    /// The same recipe with this quantity of the noise, or with its parameters.
    #[must_use]
    pub fn field(mut self, field: impl Into<FieldParameters>) -> Self {
        self.field = field.into();
        self
    }

    /// The same recipe with the digest of its samples.
    #[must_use]
    pub fn samples(mut self, samples: Samples) -> Self {
        self.samples = Some(samples);
        self
    }

    /// Checks noises, field and window, each by itself, as writing and reading a recipe do. The window may have more samples than a buffer.
    ///
    /// # Errors
    /// The first parameter outside its range, or more than [`Layers::MAX_OCTAVES`].
    pub fn validate(&self) -> Result<()> {
        check_layers(&self.layers)?;
        self.field.validate()?;
        self.grid.as_ref().map_or(Ok(()), Window::validate_place)
    }
}
