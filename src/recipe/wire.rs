//! What recipes look like as text: a type for each table, with its keys as fields. Only keys and types are checked here.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::error::Error;
use crate::grid::AXES;
use crate::noise::{self, Distance, Fade, Fractal, Kind, Returns};
use crate::quantity::Quantity;
use crate::recipe::elements::{Axes, Seed, Stream, Table};
use crate::recipe::keyed::{self, Keyed};
use crate::recipe::named;
use crate::recipe::value::Samples;

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Recipe {
    pub(super) stream: Stream,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "keyed::noise")]
    pub(super) noise: Option<Noise>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "few_layers")]
    pub(super) layers: Option<Vec<Noise>>,
    /// Missing if values are sampled.
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "keyed::field")]
    pub(super) field: Option<Field>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "keyed::grid")]
    pub(super) grid: Option<Window>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "keyed::samples")]
    pub(super) samples: Option<Samples>,
    /// How the numbers of the file that carries the recipe were made from samples. Programs that write files set it, and reading ignores
    /// it.
    #[serde(rename = "numbers", skip_serializing, default)]
    pub(super) _numbers: Option<de::IgnoredAny>,
}

/// A noise, and what may warp it.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
#[serde(bound(deserialize = "W: Deserialize<'de>, Noise<W>: Default"))]
pub(super) struct Noise<W = Warp> {
    pub(super) kind: Kind,
    pub(super) seed: Seed,
    #[serde(deserialize_with = "named::frequency")]
    pub(super) frequency: f64,
    /// If it is missing, a permutation implies the hash that uses it.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::hash")]
    pub(super) hash: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::permutation")]
    pub(super) permutation: Option<Table<u64>>,
    #[serde(deserialize_with = "named::gradients")]
    pub(super) gradients: Table<Vec<f64>>,
    pub(super) fade: Fade,
    /// This and the next two: for cellular noise only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) distance: Option<Distance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) returns: Option<Returns>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::jitter")]
    pub(super) jitter: Option<f64>,
    #[serde(skip_serializing_if = "Axes::is_empty", deserialize_with = "named::offset")]
    pub(super) offset: Axes<f64>,
    #[serde(skip_serializing_if = "Axes::is_empty", deserialize_with = "named::period")]
    pub(super) period: Axes<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) warp: Option<W>,
    pub(super) fractal: FractalTable,
    /// This and the next five: keys of the table `fractal`, which stand here if `fractal` is a name.
    #[serde(skip_serializing, deserialize_with = "named::maybe_octaves")]
    pub(super) octaves: Option<u32>,
    #[serde(skip_serializing, deserialize_with = "named::lacunarity")]
    pub(super) lacunarity: Option<f64>,
    #[serde(skip_serializing, deserialize_with = "named::gain")]
    pub(super) gain: Option<f64>,
    #[serde(skip_serializing, deserialize_with = "named::strength")]
    pub(super) strength: Option<f64>,
    #[serde(skip_serializing, deserialize_with = "named::level")]
    pub(super) level: Option<f64>,
    #[serde(skip_serializing, deserialize_with = "named::feedback")]
    pub(super) feedback: Option<f64>,
    #[serde(deserialize_with = "keyed::output")]
    pub(super) output: Output,
    /// For layers only. When a layer is read, its output is multiplied by the weight.
    #[serde(skip_serializing, deserialize_with = "named::weight")]
    pub(super) weight: Option<f64>,
}

impl Default for Noise {
    fn default() -> Self {
        Noise { hash: None, ..(&crate::Noise::default()).into() }
    }
}

impl Default for Noise<NoWarp> {
    fn default() -> Self {
        Noise::<Warp>::default().with_warp(|_| None)
    }
}

impl<W> Noise<W> {
    /// The same noise with another kind of warp.
    pub(super) fn with_warp<V>(self, warp: impl FnOnce(Option<W>) -> Option<V>) -> Noise<V> {
        let Noise { kind, seed, frequency, hash, permutation, gradients, fade, .. } = self;
        let Noise { distance, returns, jitter, offset, period, .. } = self;
        let Noise { fractal, octaves, lacunarity, gain, strength, level, feedback, output, weight, .. } =
            self;
        Noise {
            kind,
            seed,
            frequency,
            hash,
            permutation,
            gradients,
            fade,
            distance,
            returns,
            jitter,
            offset,
            period,
            warp: warp(self.warp),
            fractal,
            octaves,
            lacunarity,
            gain,
            strength,
            level,
            feedback,
            output,
            weight,
        }
    }
}

/// The key `warp`: a table of numbers, or a list with a noise or layers for x, y, z, w.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum Warp {
    By(WarpTable),
    Of(Vec<WarpAxis>),
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct WarpTable {
    #[serde(default, deserialize_with = "named::amplitude")]
    pub(super) amplitude: f64,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "named::frequency")]
    pub(super) frequency: Option<f64>,
    #[serde(default = "one", deserialize_with = "named::octaves")]
    pub(super) octaves: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) seed: Option<Seed>,
}

fn one() -> u32 {
    1
}

/// What moves samples along an axis: a table of a noise, or a list of layers. These cannot be warped themselves, so nesting ends here.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum WarpAxis {
    Noise(alloc::boxed::Box<Noise<NoWarp>>),
    Layers(Vec<Noise<NoWarp>>),
}

/// The key `warp` where it is not allowed. Its value is skipped, and then refused.
pub(super) struct NoWarp;

impl serde::Serialize for NoWarp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for NoWarp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        de::IgnoredAny::deserialize(deserializer).map(|_| NoWarp)
    }
}

impl<'de> Deserialize<'de> for Warp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WarpVisitor;

        impl<'de> Visitor<'de> for WarpVisitor {
            type Value = Warp;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a table of amplitude, frequency, octaves, seed, or a list of a noise for x, y, z, w, for warp",
                )
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Warp, A::Error> {
                WarpTable::deserialize(MapAccessDeserializer::new(keys)).map(Warp::By)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Warp, A::Error> {
                few(list, AXES.len(), "warp", "a noise or layers for each of at most 4 axes").map(Warp::Of)
            }
        }
        deserializer.deserialize_any(WarpVisitor)
    }
}

impl<'de> Deserialize<'de> for WarpAxis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AxisVisitor;

        impl<'de> Visitor<'de> for AxisVisitor {
            type Value = WarpAxis;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a noise, or a list of layers, for warp")
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<WarpAxis, A::Error> {
                let noise = Noise::deserialize(MapAccessDeserializer::new(keys))?;
                Ok(WarpAxis::Noise(alloc::boxed::Box::new(noise)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<WarpAxis, A::Error> {
                few_keyed(list).map(WarpAxis::Layers)
            }
        }
        deserializer.deserialize_any(AxisVisitor)
    }
}

/// Reads a list of tables, and no more of them than are allowed.
fn few_keyed<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(list: A) -> Result<Vec<T>, A::Error> {
    let tables: Vec<Keyed<T>> = few(list, crate::Layers::MAX_OCTAVES, "layers", FEW_OCTAVES)?;
    Ok(tables.into_iter().map(|table| table.0).collect())
}

/// Reads a list. Beyond the allowed number of elements it stops with an error, before it allocates memory for the rest.
fn few<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    mut list: A,
    most: usize,
    name: &'static str,
    allowed: &'static str,
) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while let Some(element) = list.next_element()? {
        if elements.len() == most {
            let value = format!("more than {most}");
            return Err(de::Error::custom(Error::parameter(name, value, allowed)));
        }
        elements.push(element);
    }
    Ok(elements)
}

const FEW_OCTAVES: &str = "1024 octaves or fewer in a recipe";

/// Reads the list of layers, if there is one. Formats such as RON write whether there is.
fn few_layers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Noise>>, D::Error> {
    let layers = match cfg!(perlane_small) {
        // Programs that must be small read JSON alone.
        true => Some(FewLayers::deserialize(deserializer)?),
        false => Option::deserialize(deserializer)?,
    };
    Ok(layers.map(|FewLayers(layers)| layers))
}

/// A list of layers, and no more of them than a recipe may have.
struct FewLayers(Vec<Noise>);

impl<'de> Deserialize<'de> for FewLayers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LayersVisitor;

        impl<'de> Visitor<'de> for LayersVisitor {
            type Value = FewLayers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of noises for layers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<FewLayers, A::Error> {
                few_keyed(list).map(FewLayers)
            }
        }
        deserializer.deserialize_seq(LayersVisitor)
    }
}

/// The key `fractal`: a table, or a name as a short form.
#[derive(serde::Serialize)]
pub(super) struct FractalTable {
    /// Whether it is a name, or missing.
    #[serde(skip)]
    pub(super) short: bool,
    pub(super) kind: Fractal,
    pub(super) octaves: u32,
    pub(super) lacunarity: f64,
    pub(super) gain: f64,
    /// For ping-pong noise only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strength: Option<f64>,
    /// This and the next one: for multifractals only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feedback: Option<f64>,
}

/// The key `field`: what is sampled. RON may name structures, by the names of the types that users see.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "FieldParameters", rename_all = "kebab-case")]
pub(super) struct Field {
    pub(super) quantity: Quantity,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "named::relief")]
    pub(super) relief: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "named::light")]
    pub(super) light: Option<[f64; 3]>,
}

/// The key `output`: either a range, or a scale and a bias.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Output {
    #[serde(deserialize_with = "named::normalize")]
    pub(super) normalize: bool,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::scale")]
    scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::bias")]
    bias: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "named::range")]
    range: Option<Vec<f64>>,
}

impl Default for Output {
    fn default() -> Self {
        Output { normalize: true, scale: None, bias: None, range: None }
    }
}

impl Output {
    pub(super) fn of(normalize: bool, output: noise::Output) -> Self {
        let (scale, bias, range) = match output {
            noise::Output::ScaleBias { scale, bias } => (Some(scale), Some(bias), None),
            noise::Output::Range { low, high } => (None, None, Some(alloc::vec![low, high])),
        };
        Output { normalize, scale, bias, range }
    }

    pub(super) fn value(&self) -> Result<noise::Output, Error> {
        let Some(range) = &self.range else {
            let (scale, bias) = (self.scale.unwrap_or(1.0), self.bias.unwrap_or(0.0));
            return Ok(noise::Output::ScaleBias { scale, bias });
        };
        match (&range[..], self.scale, self.bias) {
            (&[low, high], None, None) => Ok(noise::Output::Range { low, high }),
            (&[_, _], ..) => {
                let value = format!("{range:?}, beside a scale or a bias");
                Err(Error::parameter("range", value, "either a range, or a scale and a bias"))
            }
            _ => Err(Error::parameter("range", format!("{range:?}"), "two numbers, [low, high]")),
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Window {
    #[serde(deserialize_with = "named::size")]
    pub(super) size: Axes<usize>,
    #[serde(
        default = "Axes::none",
        skip_serializing_if = "Axes::is_empty",
        deserialize_with = "named::start"
    )]
    pub(super) start: Axes<i64>,
    #[serde(
        default = "Axes::none",
        skip_serializing_if = "Axes::is_empty",
        deserialize_with = "named::origin"
    )]
    pub(super) origin: Axes<f64>,
    #[serde(
        default = "Axes::none",
        skip_serializing_if = "Axes::is_empty",
        deserialize_with = "named::spacing"
    )]
    pub(super) spacing: Axes<f64>,
}

impl<'de> Deserialize<'de> for FractalTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The table alone.
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        struct Keys {
            kind: Fractal,
            #[serde(deserialize_with = "named::octaves")]
            octaves: u32,
            #[serde(deserialize_with = "named::lacunarity")]
            lacunarity: f64,
            #[serde(deserialize_with = "named::gain")]
            gain: f64,
            #[serde(deserialize_with = "named::strength")]
            strength: Option<f64>,
            #[serde(deserialize_with = "named::level")]
            level: Option<f64>,
            #[serde(deserialize_with = "named::feedback")]
            feedback: Option<f64>,
        }

        impl Default for Keys {
            fn default() -> Self {
                let FractalTable { kind, octaves, lacunarity, gain, .. } = Noise::<Warp>::default().fractal;
                Keys { kind, octaves, lacunarity, gain, strength: None, level: None, feedback: None }
            }
        }

        struct FractalVisitor;

        impl<'de> Visitor<'de> for FractalVisitor {
            type Value = FractalTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a fractal's name, or a table of kind, octaves, lacunarity, gain, strength, level, feedback")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<FractalTable, E> {
                let kind = Fractal::from_name(name).map_err(E::custom)?;
                Ok(FractalTable { kind, ..Noise::<Warp>::default().fractal })
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<FractalTable, A::Error> {
                let keys = Keys::deserialize(MapAccessDeserializer::new(keys))?;
                let Keys { kind, octaves, lacunarity, gain, strength, level, feedback } = keys;
                Ok(FractalTable { short: false, kind, octaves, lacunarity, gain, strength, level, feedback })
            }
        }
        deserializer.deserialize_any(FractalVisitor)
    }
}
