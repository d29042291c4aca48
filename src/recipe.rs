//! Recipes as text: noises and a window in any format that serde knows. Unknown keys are errors, missing ones have the
//! defaults of `Noise::default()`, and what is read is checked.
//!
//! The types that users see are not derived: `shadow` types say what a file looks like, and conversions check it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::{Error, Result};
use crate::grid::{self, AXES, Grid};
use crate::layers::Layers;
use crate::noise::{Fade, Fractal, Hash, Kind, Noise};
use crate::tables::{Gradients, Permutation};

/// The stream version that this library computes.
const STREAM: u64 = 1;

/// All that decides the samples of a file: noises, and the window that was sampled.
///
/// A recipe with one layer is written as `[noise]`, any other as `[[layers]]`. Floating-point numbers survive formats that write
/// the shortest decimal that reads back as the same number; `serde_json` needs its feature `float_roundtrip` for that.
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

impl Layers {
    /// Checks every parameter that can be checked without a grid.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        let several = self.as_slice().len() > 1;
        for (i, noise) in self.as_slice().iter().enumerate() {
            noise.validate().map_err(|e| if several { e.in_layer(i) } else { e })?;
        }
        Ok(())
    }
}

/// A [`Grid`] whose number of axes is known at run time only.
///
/// Unlike arrays, its axes are in the order x, y, z, w, as recipes and the command line list them. Only the first
/// [`dims`](Self::dims) count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    dims: usize,
    /// Samples along x, y, z, w.
    pub size: [usize; 4],
    /// Index of the first sample on the sampling lattice.
    pub start: [i64; 4],
    /// World coordinates of lattice sample 0.
    pub origin: [f64; 4],
    /// World units from sample to sample.
    pub spacing: [f64; 4],
}

impl Window {
    /// A window of 1 to 4 axes, the size along x first, at start 0, origin 0, spacing 1.
    ///
    /// # Errors
    /// No axis, or more than four.
    pub fn new(size: &[usize]) -> Result<Self> {
        let dims = size.len();
        if !(1..=4).contains(&dims) {
            return Err(Error::parameter("size", format!("of {dims} axes"), "1 to 4 axes"));
        }
        let mut window = Window { dims, size: [1; 4], start: [0; 4], origin: [0.0; 4], spacing: [1.0; 4] };
        window.size[..dims].copy_from_slice(size);
        Ok(window)
    }

    /// The number of axes.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The number of samples.
    ///
    /// # Errors
    /// More of them than a buffer can hold.
    pub fn samples(&self) -> Result<usize> {
        let size = &self.size[..self.dims];
        grid::count(size).ok_or_else(|| {
            let text: Vec<String> = size.iter().map(usize::to_string).collect();
            Error::parameter("size", text.join("x"), "sizes of at most isize::MAX bytes of samples")
        })
    }

    /// Checks origin, spacing, start and size.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        self.samples()?;
        match self.dims {
            1 => self.to_grid::<1>()?.validate(),
            2 => self.to_grid::<2>()?.validate(),
            3 => self.to_grid::<3>()?.validate(),
            _ => self.to_grid::<4>()?.validate(),
        }
    }

    /// The same window as a grid of exactly `D` axes, in array order.
    ///
    /// # Errors
    /// A window of another number of axes.
    pub fn to_grid<const D: usize>(&self) -> Result<Grid<D>> {
        if D != self.dims {
            return Err(Error::parameter("grid", format!("of {} axes", self.dims), format!("{D} axes")));
        }
        fn array_order<T: Copy, const D: usize>(xyzw: [T; 4]) -> [T; D] {
            core::array::from_fn(|a| xyzw[D - 1 - a])
        }
        Ok(Grid::new(array_order(self.size))
            .start(array_order(self.start))
            .origin(array_order(self.origin))
            .spacing(array_order(self.spacing)))
    }
}

impl<const D: usize> From<Grid<D>> for Window {
    fn from(grid: Grid<D>) -> Self {
        const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
        let mut window = Window { dims: D, size: [1; 4], start: [0; 4], origin: [0.0; 4], spacing: [1.0; 4] };
        for a in 0..D {
            window.size[a] = grid.shape[D - 1 - a];
            window.start[a] = grid.start[D - 1 - a];
            window.origin[a] = grid.origin[D - 1 - a];
            window.spacing[a] = grid.spacing[D - 1 - a];
        }
        window
    }
}

/// What files look like.
mod shadow {
    use super::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    pub(super) struct Recipe {
        pub(super) stream: Stream,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) noise: Option<Noise>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) layers: Option<Vec<Noise>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) grid: Option<Window>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) samples: Option<Samples>,
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
    pub(super) struct Noise {
        pub(super) kind: Kind,
        pub(super) seed: Seed,
        pub(super) frequency: f64,
        pub(super) hash: HashName,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) permutation: Option<Table<u64>>,
        pub(super) gradients: Table<Vec<f64>>,
        pub(super) fade: Fade,
        #[serde(skip_serializing_if = "Axes::is_empty")]
        pub(super) offset: Axes<f64>,
        #[serde(skip_serializing_if = "Axes::is_empty")]
        pub(super) period: Axes<u32>,
        pub(super) fractal: FractalTable,
        pub(super) output: Output,
        /// Of layers only; written into scale and bias when read.
        #[serde(skip_serializing)]
        pub(super) weight: Option<f64>,
    }

    impl Default for Noise {
        fn default() -> Self {
            (&crate::Noise::default()).into()
        }
    }

    #[derive(Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum HashName {
        Mix,
        Permutation,
    }

    #[derive(serde::Serialize)]
    pub(super) struct FractalTable {
        pub(super) kind: Fractal,
        pub(super) octaves: u32,
        pub(super) lacunarity: f64,
        pub(super) gain: f64,
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
    pub(super) struct Output {
        pub(super) normalize: bool,
        pub(super) scale: f64,
        pub(super) bias: f64,
    }

    impl Default for Output {
        fn default() -> Self {
            Noise::default().output
        }
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    pub(super) struct Window {
        pub(super) size: Axes<usize>,
        #[serde(default = "Axes::none", skip_serializing_if = "Axes::is_empty")]
        pub(super) start: Axes<i64>,
        #[serde(default = "Axes::none", skip_serializing_if = "Axes::is_empty")]
        pub(super) origin: Axes<f64>,
        #[serde(default = "Axes::none", skip_serializing_if = "Axes::is_empty")]
        pub(super) spacing: Axes<f64>,
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Axes<T> {
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        x: Option<T>,
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        y: Option<T>,
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        z: Option<T>,
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        w: Option<T>,
    }

    fn none<T>() -> Option<T> {
        None
    }

    impl<T: Copy> Axes<T> {
        pub(super) fn none() -> Self {
            Axes { x: None, y: None, z: None, w: None }
        }

        /// The axes for whose number `keep` holds.
        pub(super) fn of(xyzw: [T; 4], keep: impl Fn(usize) -> bool) -> Self {
            let get = |a: usize| keep(a).then_some(xyzw[a]);
            Axes { x: get(0), y: get(1), z: get(2), w: get(3) }
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

    pub(super) struct Stream;

    pub(super) struct Seed(pub(super) u64);

    impl Serialize for Stream {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u64(STREAM)
        }
    }

    impl<'de> Deserialize<'de> for Stream {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match i64::deserialize(deserializer)? {
                1 => Ok(Stream),
                other => Err(de::Error::custom(Error::parameter("stream", other, "1"))),
            }
        }
    }

    impl Serialize for Seed {
        /// TOML has no integers above `i64::MAX`.
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

            fn refuse<T, E: de::Error>(value: impl fmt::Display) -> Result<T, E> {
                let allowed = "integers from 0 to 2^64 - 1; as a string where a format has no such integers";
                Err(E::custom(Error::parameter("seed", value, allowed)))
            }

            impl Visitor<'_> for SeedVisitor {
                type Value = Seed;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("a seed: an integer, or a string of digits")
                }

                fn visit_u64<E: de::Error>(self, seed: u64) -> Result<Seed, E> {
                    Ok(Seed(seed))
                }

                fn visit_i64<E: de::Error>(self, seed: i64) -> Result<Seed, E> {
                    u64::try_from(seed).map(Seed).or_else(|_| refuse(seed))
                }

                fn visit_f64<E: de::Error>(self, seed: f64) -> Result<Seed, E> {
                    refuse(seed)
                }

                fn visit_str<E: de::Error>(self, seed: &str) -> Result<Seed, E> {
                    seed.parse().map(Seed).or_else(|_| refuse(format!("{seed:?}")))
                }
            }
            deserializer.deserialize_any(SeedVisitor)
        }
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

    impl<'de> Deserialize<'de> for FractalTable {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            /// The table; [`FractalTable`] is this or a name.
            #[derive(serde::Deserialize)]
            #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
            struct Keys {
                kind: Fractal,
                octaves: u32,
                lacunarity: f64,
                gain: f64,
            }

            impl Default for Keys {
                fn default() -> Self {
                    let FractalTable { kind, octaves, lacunarity, gain } = Noise::default().fractal;
                    Keys { kind, octaves, lacunarity, gain }
                }
            }

            struct FractalVisitor;

            impl<'de> Visitor<'de> for FractalVisitor {
                type Value = FractalTable;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("a fractal's name, or a table of kind, octaves, lacunarity, gain")
                }

                fn visit_str<E: de::Error>(self, name: &str) -> Result<FractalTable, E> {
                    let kind = Fractal::deserialize(de::value::StrDeserializer::new(name))?;
                    Ok(FractalTable { kind, ..Noise::default().fractal })
                }

                fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<FractalTable, A::Error> {
                    let keys = Keys::deserialize(MapAccessDeserializer::new(keys))?;
                    let Keys { kind, octaves, lacunarity, gain } = keys;
                    Ok(FractalTable { kind, octaves, lacunarity, gain })
                }
            }
            deserializer.deserialize_any(FractalVisitor)
        }
    }
}

impl From<&Noise> for shadow::Noise {
    fn from(noise: &Noise) -> Self {
        let (hash, permutation) = match &noise.hash {
            Hash::Mix => (shadow::HashName::Mix, None),
            Hash::Permutation(p) => (shadow::HashName::Permutation, Some(p.into())),
        };
        shadow::Noise {
            kind: noise.kind,
            seed: shadow::Seed(noise.seed),
            frequency: noise.frequency,
            hash,
            permutation,
            gradients: (&noise.gradients).into(),
            fade: noise.fade,
            offset: shadow::Axes::of(noise.offset, |a| noise.offset[a] != 0.0),
            period: shadow::Axes::of(noise.period, |a| noise.period[a] != 0),
            fractal: shadow::FractalTable {
                kind: noise.fractal,
                octaves: noise.octaves,
                lacunarity: noise.lacunarity,
                gain: noise.gain,
            },
            output: shadow::Output { normalize: noise.normalize, scale: noise.scale, bias: noise.bias },
            weight: None,
        }
    }
}

impl From<&Permutation> for shadow::Table<u64> {
    fn from(permutation: &Permutation) -> Self {
        match permutation.as_table() {
            Some(table) => shadow::Table::Entries(table.iter().copied().map(u64::from).collect()),
            None if *permutation == Permutation::SEEDED => shadow::Table::Name("seeded".into()),
            None => shadow::Table::Name("perlin".into()),
        }
    }
}

impl From<&Gradients> for shadow::Table<Vec<f64>> {
    fn from(gradients: &Gradients) -> Self {
        match gradients {
            Gradients::Custom(custom) => shadow::Table::Entries(
                custom.vectors().iter().map(|vector| vector[..custom.dims()].to_vec()).collect(),
            ),
            named => shadow::Table::Name(named.name().into()),
        }
    }
}

impl TryFrom<shadow::Table<u64>> for Permutation {
    type Error = Error;

    fn try_from(table: shadow::Table<u64>) -> Result<Self> {
        let entries = match table {
            shadow::Table::Name(name) => {
                return match &*name {
                    "perlin" => Ok(Permutation::PERLIN),
                    "seeded" => Ok(Permutation::SEEDED),
                    _ => Err(Error::parameter("permutation", name, "perlin, seeded, or 256 integers")),
                };
            }
            shadow::Table::Entries(entries) => entries,
        };
        let mut values = Vec::with_capacity(entries.len());
        for (i, entry) in entries.into_iter().enumerate() {
            let value = u8::try_from(entry);
            values.push(value.map_err(|_| {
                Error::parameter(format!("permutation[{i}]"), entry, "integers from 0 to 255")
            })?);
        }
        Permutation::table(&values)
    }
}

impl TryFrom<shadow::Table<Vec<f64>>> for Gradients {
    type Error = Error;

    fn try_from(table: shadow::Table<Vec<f64>>) -> Result<Self> {
        match table {
            shadow::Table::Name(name) => Gradients::from_name(&name),
            shadow::Table::Entries(vectors) => Gradients::custom(&vectors),
        }
    }
}

impl TryFrom<shadow::Noise> for Noise {
    type Error = Error;

    /// Everything but `weight`, not yet validated.
    fn try_from(noise: shadow::Noise) -> Result<Self> {
        let hash = match (noise.hash, noise.permutation) {
            (shadow::HashName::Mix, None) => Hash::Mix,
            (shadow::HashName::Mix, Some(_)) => {
                return Err(Error::parameter("hash", "mix", "permutation, where a permutation is given"));
            }
            (shadow::HashName::Permutation, None) => Hash::Permutation(Permutation::PERLIN),
            (shadow::HashName::Permutation, Some(table)) => Hash::Permutation(table.try_into()?),
        };
        Ok(Noise {
            kind: noise.kind,
            seed: noise.seed.0,
            frequency: noise.frequency,
            hash,
            gradients: noise.gradients.try_into()?,
            fade: noise.fade,
            offset: noise.offset.xyzw().map(|units| units.unwrap_or(0.0)),
            period: noise.period.xyzw().map(|cells| cells.unwrap_or(0)),
            fractal: noise.fractal.kind,
            octaves: noise.fractal.octaves,
            lacunarity: noise.fractal.lacunarity,
            gain: noise.fractal.gain,
            normalize: noise.output.normalize,
            scale: noise.output.scale,
            bias: noise.output.bias,
        })
    }
}

/// A noise that is no layer: validated, without a weight.
fn single(noise: shadow::Noise) -> Result<Noise> {
    if let Some(weight) = noise.weight {
        return Err(Error::parameter(
            "weight",
            weight,
            "nothing, except in layers; output.scale does the same",
        ));
    }
    let noise = Noise::try_from(noise)?;
    noise.validate()?;
    Ok(noise)
}

impl TryFrom<Vec<shadow::Noise>> for Layers {
    type Error = Error;

    fn try_from(list: Vec<shadow::Noise>) -> Result<Self> {
        let mut layers = Layers::new();
        for (i, noise) in list.into_iter().enumerate() {
            let weight = noise.weight.unwrap_or(1.0);
            if !weight.is_finite() {
                return Err(Error::parameter("weight", weight, "finite numbers").in_layer(i));
            }
            let noise = Noise::try_from(noise).map_err(|e| e.in_layer(i))?;
            layers = layers.add(weight, noise);
        }
        layers.validate()?;
        Ok(layers)
    }
}

impl From<&Window> for shadow::Window {
    fn from(window: &Window) -> Self {
        let exists = |a: usize| a < window.dims;
        shadow::Window {
            size: shadow::Axes::of(window.size, exists),
            start: shadow::Axes::of(window.start, exists),
            origin: shadow::Axes::of(window.origin, exists),
            spacing: shadow::Axes::of(window.spacing, exists),
        }
    }
}

impl TryFrom<shadow::Window> for Window {
    type Error = Error;

    fn try_from(window: shadow::Window) -> Result<Self> {
        let given = window.size.xyzw();
        let size: Vec<usize> = given.iter().map_while(|len| *len).collect();
        let dims = size.len();
        if dims == 0 || given.iter().skip(dims).any(Option::is_some) {
            return Err(Error::parameter(
                format!("grid.size.{}", AXES[dims]),
                "missing",
                "sizes along x; x and y; x, y and z; or x, y, z and w",
            ));
        }
        let mut out = Window::new(&size)?;
        given_axes("start", window.start.xyzw(), dims, &mut out.start)?;
        given_axes("origin", window.origin.xyzw(), dims, &mut out.origin)?;
        given_axes("spacing", window.spacing.xyzw(), dims, &mut out.spacing)?;
        out.validate()?;
        Ok(out)
    }
}

/// Copies what is given to `to`; axes that the size has not must not be given.
fn given_axes<T: Copy + fmt::Display>(
    name: &str,
    given: [Option<T>; 4],
    dims: usize,
    to: &mut [T; 4],
) -> Result<()> {
    for (a, value) in given.into_iter().enumerate() {
        match value {
            Some(value) if a < dims => to[a] = value,
            Some(value) => {
                let name = format!("grid.{name}.{}", AXES[a]);
                return Err(Error::parameter(name, value, format!("nothing, as there are {dims} axes")));
            }
            None => {}
        }
    }
    Ok(())
}

impl TryFrom<shadow::Recipe> for Recipe {
    type Error = Error;

    fn try_from(recipe: shadow::Recipe) -> Result<Self> {
        let layers = match (recipe.noise, recipe.layers) {
            (Some(noise), None) => single(noise)?.into(),
            (None, Some(layers)) => layers.try_into()?,
            (None, None) => return Err(Error::parameter("noise", "missing", "one of noise and layers")),
            (Some(_), Some(_)) => {
                return Err(Error::parameter("noise", "given beside layers", "one of noise and layers"));
            }
        };
        let grid = recipe.grid.map(Window::try_from).transpose()?;
        Ok(Recipe { layers, grid, samples: recipe.samples })
    }
}

impl From<&Recipe> for shadow::Recipe {
    fn from(recipe: &Recipe) -> Self {
        let (noise, layers) = match recipe.layers.as_slice() {
            [noise] => (Some(noise.into()), None),
            several => (None, Some(several.iter().map(Into::into).collect())),
        };
        let grid = recipe.grid.as_ref().map(Into::into);
        shadow::Recipe { stream: shadow::Stream, noise, layers, grid, samples: recipe.samples.clone() }
    }
}

macro_rules! through_shadow {
    ($type:ty, $shadow:ty, $read:expr, $write:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> $shadow = $write;
                write(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn($shadow) -> Result<Self> = $read;
                read(<$shadow>::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }
    };
}

through_shadow!(Noise, shadow::Noise, single, |noise| noise.into());
through_shadow!(Layers, Vec<shadow::Noise>, Layers::try_from, |layers| {
    layers.as_slice().iter().map(Into::into).collect()
});
through_shadow!(Window, shadow::Window, Window::try_from, |window| window.into());
through_shadow!(Recipe, shadow::Recipe, Recipe::try_from, |recipe| recipe.into());
