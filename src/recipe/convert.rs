//! Converts the tables of a recipe to checked values, and back.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::{fmt, slice};

use crate::error::{Error, Result, as_there_are, number};
use crate::grid::AXES;
use crate::noise::{
    Fractal, Gradients, Hash, Kind, Layers, Noise, Permutation, Warp, check_layers, check_octaves,
};
use crate::per_axis::PerAxis;
use crate::quantity::{FieldParameters, Quantity};
use crate::recipe::elements::{Axes, Seed, Stream, Table};
use crate::recipe::value::Recipe;
use crate::recipe::wire;
use crate::window::Window;

impl From<&Noise> for wire::Noise {
    fn from(noise: &Noise) -> Self {
        let permutation = match &noise.hash {
            Hash::Mix => None,
            Hash::Permutation(permutation) => Some(permutation.into()),
        };
        let default = Noise::default();
        let cellular = noise.kind == Kind::Cellular;
        let ping_pong = noise.fractal == Fractal::PingPong;
        let multifractal = matches!(noise.fractal, Fractal::RidgedMulti | Fractal::HybridMulti);
        wire::Noise {
            kind: noise.kind,
            seed: Seed(noise.seed),
            frequency: noise.frequency,
            hash: Some(noise.hash.name().into()),
            permutation,
            gradients: (&noise.gradients).into(),
            fade: noise.fade,
            distance: written(cellular, noise.distance, default.distance),
            returns: written(cellular, noise.returns, default.returns),
            jitter: written(cellular, noise.jitter, default.jitter),
            offset: Axes::where_not(noise.offset, 0.0),
            period: Axes::where_not(noise.period, 0),
            warp: (&noise.warp).into(),
            fractal: wire::FractalTable {
                short: true,
                kind: noise.fractal,
                octaves: noise.octaves,
                lacunarity: noise.lacunarity,
                gain: noise.gain,
                strength: written(ping_pong, noise.strength, default.strength),
                level: written(multifractal, noise.level, default.level),
                feedback: written(multifractal, noise.feedback, default.feedback),
            },
            octaves: None,
            lacunarity: None,
            gain: None,
            strength: None,
            level: None,
            feedback: None,
            output: wire::Output::of(noise.normalize, noise.output),
            weight: None,
        }
    }
}

impl From<&Warp> for Option<wire::Warp> {
    fn from(warp: &Warp) -> Self {
        let default = Warp::default();
        match warp {
            same if *same == default => None,
            Warp::By { amplitude, frequency, octaves, seed } => Some(wire::Warp::By(wire::WarpTable {
                amplitude: *amplitude,
                frequency: *frequency,
                octaves: *octaves,
                seed: seed.map(Seed),
            })),
            Warp::Of(layers) => {
                let layers = layers.xyzw_ref();
                let last = layers.iter().rposition(|layers| !layers.as_slice().is_empty());
                let given = &layers[..last.map_or(0, |last| last + 1)];
                let unwarped = |noise: &Noise| wire::Noise::from(noise).with_warp(|_| None);
                let axis = |layers: &&Layers| match layers.as_slice() {
                    [noise] => wire::WarpAxis::Noise(unwarped(noise).into()),
                    several => wire::WarpAxis::Layers(several.iter().map(unwarped).collect()),
                };
                (!given.is_empty()).then(|| wire::Warp::Of(given.iter().map(axis).collect()))
            }
        }
    }
}

impl TryFrom<wire::Warp> for Warp {
    type Error = Error;

    fn try_from(warp: wire::Warp) -> Result<Self> {
        let list = match warp {
            wire::Warp::By(wire::WarpTable { amplitude, frequency, octaves, seed }) => {
                return Ok(Warp::By { amplitude, frequency, octaves, seed: seed.map(|seed| seed.0) });
            }
            wire::Warp::Of(list) => list,
        };
        let mut warp = PerAxis::<Layers>::default();
        for ((axis, to), of) in AXES.into_iter().zip(warp.xyzw_mut()).zip(list) {
            let layers = match of {
                wire::WarpAxis::Noise(noise) => unwarped(*noise).and_then(single).map(Into::into),
                wire::WarpAxis::Layers(layers) => {
                    let layers = layers.into_iter().enumerate();
                    let layers = layers.map(|(i, noise)| unwarped(noise).map_err(|e| e.in_layer(i)));
                    layers.collect::<Result<Vec<_>>>().and_then(Layers::try_from)
                }
            };
            *to = layers.map_err(|e| e.in_warp(axis))?;
        }
        // A list without noises is no warp, and is not written.
        let empty = warp == PerAxis::default();
        Ok(if empty { Warp::default() } else { Warp::Of(warp) })
    }
}

/// Converts a noise that warps another one. It must not be warped itself.
fn unwarped(noise: wire::Noise<wire::NoWarp>) -> Result<wire::Noise> {
    if noise.warp.is_some() {
        return Err(Error::parameter(
            "warp",
            "given",
            "nothing, as noises that warp cannot be warped themselves",
        ));
    }
    Ok(noise.with_warp(|_| None))
}

/// A parameter that only some kinds or fractals use. For others, a recipe has it only if it is not the default.
fn written<T: PartialEq>(used: bool, value: T, default: T) -> Option<T> {
    (used || value != default).then_some(value)
}

impl From<&Permutation> for Table<u64> {
    fn from(permutation: &Permutation) -> Self {
        match permutation.as_table() {
            Some(table) => Table::Entries(table.iter().copied().map(u64::from).collect()),
            None => Table::Name(permutation.name().into()),
        }
    }
}

impl From<&Gradients> for Table<Vec<f64>> {
    fn from(gradients: &Gradients) -> Self {
        match gradients {
            Gradients::Custom(custom) => Table::Entries(
                custom.vectors().iter().map(|vector| vector[..custom.dims()].to_vec()).collect(),
            ),
            named => Table::Name(named.name().into()),
        }
    }
}

impl TryFrom<Table<u64>> for Permutation {
    type Error = Error;

    fn try_from(table: Table<u64>) -> Result<Self> {
        let entries = match table {
            Table::Name(name) => return Permutation::from_name(&name),
            Table::Entries(entries) => entries,
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

impl TryFrom<Table<Vec<f64>>> for Gradients {
    type Error = Error;

    fn try_from(table: Table<Vec<f64>>) -> Result<Self> {
        match table {
            Table::Name(name) => Gradients::from_name(&name),
            Table::Entries(vectors) => Gradients::custom(&vectors),
        }
    }
}

impl TryFrom<wire::Noise> for Noise {
    type Error = Error;

    /// Everything but `weight`, not yet validated.
    fn try_from(noise: wire::Noise) -> Result<Self> {
        let fractal = fractal(&noise)?;
        let hash = match (noise.hash.as_deref().map(Hash::from_name).transpose()?, noise.permutation) {
            (hash, None) => hash.unwrap_or_default(),
            (None | Some(Hash::Permutation(_)), Some(table)) => Hash::Permutation(table.try_into()?),
            (Some(Hash::Mix), Some(_)) => {
                return Err(Error::parameter("hash", "mix", "permutation, where a permutation is given"));
            }
        };
        let default = Noise::default();
        Ok(Noise {
            kind: noise.kind,
            seed: noise.seed.0,
            frequency: noise.frequency,
            hash,
            gradients: noise.gradients.try_into()?,
            fade: noise.fade,
            distance: noise.distance.unwrap_or_default(),
            returns: noise.returns.unwrap_or_default(),
            jitter: noise.jitter.unwrap_or(default.jitter),
            offset: noise.offset.or(0.0),
            period: noise.period.or(0),
            warp: noise.warp.map_or_else(|| Ok(Warp::default()), Warp::try_from)?,
            fractal: fractal.kind,
            octaves: fractal.octaves,
            lacunarity: fractal.lacunarity,
            gain: fractal.gain,
            strength: fractal.strength.unwrap_or(default.strength),
            level: fractal.level.unwrap_or(default.level),
            feedback: fractal.feedback.unwrap_or(default.feedback),
            normalize: noise.output.normalize,
            output: noise.output.value()?,
            weight: default.weight,
        })
    }
}

/// The fractal: a table, or a name with the table's keys beside it. A name alone does not say how many octaves are meant, and octaves alone
/// do not say how they are summed.
fn fractal(noise: &wire::Noise) -> Result<wire::FractalTable> {
    let wire::FractalTable { short, kind, octaves, lacunarity, gain, strength, level, feedback } =
        noise.fractal;
    let text = |value: f64| number(value).to_string();
    let beside = [
        ("octaves", noise.octaves.map(|octaves| octaves.to_string())),
        ("lacunarity", noise.lacunarity.map(text)),
        ("gain", noise.gain.map(text)),
        ("strength", noise.strength.map(text)),
        ("level", noise.level.map(text)),
        ("feedback", noise.feedback.map(text)),
    ];
    let first = beside.iter().find_map(|(name, value)| Some((*name, value.as_ref()?)));
    match (short, kind, first) {
        (false, _, Some((name, value))) => {
            let value = format!("{value}, beside the table fractal");
            return Err(Error::parameter(name, value, format!("in the table, fractal.{name}")));
        }
        (true, Fractal::None, Some((name, value))) if noise.octaves != Some(1) => {
            let value = format!("{value}, without a fractal");
            return Err(Error::parameter(name, value, "with a fractal, such as fractal = \"fbm\""));
        }
        (true, kind, _) if kind != Fractal::None && noise.octaves.is_none() => {
            let value = format!("{kind}, without octaves");
            return Err(Error::parameter(
                "fractal",
                value,
                "fractals with octaves, such as octaves = 6, beside it",
            ));
        }
        _ => {}
    }
    Ok(wire::FractalTable {
        short,
        kind,
        octaves: noise.octaves.unwrap_or(octaves),
        lacunarity: noise.lacunarity.unwrap_or(lacunarity),
        gain: noise.gain.unwrap_or(gain),
        strength: noise.strength.or(strength),
        level: noise.level.or(level),
        feedback: noise.feedback.or(feedback),
    })
}

/// Converts a noise that is not a layer. It is validated, and must not have a weight.
pub(super) fn single(noise: wire::Noise) -> Result<Noise> {
    if let Some(weight) = noise.weight {
        return Err(Error::parameter(
            "weight",
            number(weight),
            "nothing, except in layers; output.scale does the same",
        ));
    }
    let noise = Noise::try_from(noise)?;
    check_noise(&noise)?;
    Ok(noise)
}

/// Refuses noises that no recipe can have.
pub(super) fn check_noise(noise: &Noise) -> Result<()> {
    noise.validate()?;
    check_octaves(slice::from_ref(noise), "noise")
}

impl TryFrom<Vec<wire::Noise>> for Layers {
    type Error = Error;

    fn try_from(list: Vec<wire::Noise>) -> Result<Self> {
        let mut layers = Layers::new();
        for (i, noise) in list.into_iter().enumerate() {
            let weight = noise.weight.unwrap_or(1.0);
            let noise = Noise::try_from(noise).map_err(|e| e.in_layer(i))?;
            let noise = noise * weight;
            // A single layer is numbered, too, because recipes write it in a list.
            noise.validate_weight().map_err(|e| e.in_layer(i))?;
            layers = layers.add(1.0, noise);
        }
        check_layers(&layers)?;
        Ok(layers)
    }
}

impl From<&Window> for wire::Window {
    fn from(window: &Window) -> Self {
        let dims = window.dims();
        wire::Window {
            size: Axes::first(window.size, dims),
            start: Axes::first(window.start, dims),
            origin: Axes::first(window.origin, dims),
            spacing: Axes::first(window.spacing, dims),
        }
    }
}

impl TryFrom<wire::Window> for Window {
    type Error = Error;

    fn try_from(window: wire::Window) -> Result<Self> {
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
        let mut out = Window::from_xyzw(&size)?;
        out.start = within("start", &window.start, dims, 0)?;
        out.origin = within("origin", &window.origin, dims, 0.0)?;
        out.spacing = within("spacing", &window.spacing, dims, 1.0)?;
        out.validate_place()?;
        Ok(out)
    }
}

/// Values for axes, with the default where there is none. Refuses other values than the default for axes that the size does not have.
fn within<T: Copy + PartialEq + fmt::Display>(
    name: &str,
    given: &Axes<T>,
    dims: usize,
    default: T,
) -> Result<PerAxis<T>> {
    let all = given.or(default);
    let beyond = all.xyzw().into_iter().zip(AXES).skip(dims).find(|(value, _)| *value != default);
    beyond.map_or(Ok(all), |(value, axis)| {
        let name = format!("grid.{name}.{axis}");
        Err(Error::parameter(name, value, format!("{default}, {}", as_there_are(dims))))
    })
}

impl From<wire::Field> for FieldParameters {
    fn from(field: wire::Field) -> Self {
        let default = FieldParameters::from(field.quantity);
        FieldParameters {
            quantity: field.quantity,
            relief: field.relief.unwrap_or(default.relief),
            light: field.light.unwrap_or(default.light),
        }
    }
}

/// Relief and light are written if the quantity uses them, or if they are not the defaults.
impl From<&FieldParameters> for wire::Field {
    fn from(field: &FieldParameters) -> Self {
        let (quantity, default) = (field.quantity, FieldParameters::default());
        let lit = quantity == Quantity::Hillshade;
        wire::Field {
            quantity,
            relief: (quantity.has_relief() || field.relief != default.relief).then_some(field.relief),
            light: (lit || field.light != default.light).then_some(field.light),
        }
    }
}

impl TryFrom<wire::Recipe> for Recipe {
    type Error = Error;

    fn try_from(recipe: wire::Recipe) -> Result<Self> {
        let layers = match (recipe.noise, recipe.layers) {
            (Some(noise), None) => single(noise)?.into(),
            (None, Some(layers)) => layers.try_into()?,
            (None, None) => return Err(Error::parameter("noise", "missing", "one of noise and layers")),
            (Some(_), Some(_)) => {
                return Err(Error::parameter("noise", "given beside layers", "one of noise and layers"));
            }
        };
        let field = recipe.field.map(FieldParameters::from).unwrap_or_default();
        field.validate()?;
        let grid = recipe.grid.map(Window::try_from).transpose()?;
        Ok(Recipe { layers, field, grid, samples: recipe.samples })
    }
}

impl From<&Recipe> for wire::Recipe {
    fn from(recipe: &Recipe) -> Self {
        let (noise, layers) = match recipe.layers.as_slice() {
            [noise] => (Some(noise.into()), None),
            several => (None, Some(several.iter().map(Into::into).collect())),
        };
        let field = (recipe.field != FieldParameters::default()).then(|| (&recipe.field).into());
        let grid = recipe.grid.as_ref().map(Into::into);
        let samples = recipe.samples.clone();
        wire::Recipe { stream: Stream, noise, layers, field, grid, samples, _numbers: None }
    }
}
