//! `perlane schema`: the JSON schema of recipes, for editors and for people who write recipes.

use perlane::{
    Distance, Fade, FieldParameters, Fractal, Gradients, Hash, Kind, Layers, Noise, Permutation, Quantity,
    Returns,
};
use serde_json::{Value, json};

use crate::error::Result;
use crate::format::colormap::Colormap;
use crate::terminal::console;
use crate::text;

pub(crate) fn run() -> Result<()> {
    console::write(text::to_json(&schema())?.as_bytes())
}

fn schema() -> Value {
    let layer = layer(noise());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "perlane recipe",
        "description": "All that decides the samples of a file: noises, and the grid on which they are sampled.",
        "type": "object",
        "required": ["stream"],
        "oneOf": [{"required": ["noise"]}, {"required": ["layers"]}],
        "additionalProperties": false,
        "properties": {
            "stream": {"const": 1, "description": "The version of the definition of samples."},
            "noise": noise(),
            "layers": {
                "type": "array",
                "maxItems": Layers::MAX_OCTAVES,
                "items": layer,
                "description": format!("Noises that are added. All together have at most {} octaves.", Layers::MAX_OCTAVES),
            },
            "field": field(),
            "grid": grid(),
            "samples": samples(),
            "numbers": numbers(),
        },
    })
}

fn noise() -> Value {
    let mut noise = unwarped();
    noise["properties"]["warp"] = warp();
    noise
}

/// Domain warp: numbers, or a noise or layers for each axis.
fn warp() -> Value {
    let layers = json!({"type": "array", "maxItems": Layers::MAX_OCTAVES, "items": layer(unwarped())});
    json!({
        "oneOf": [
            object(json!({
                "amplitude": number("How far samples move along each axis, at most, in world units.", 0.0),
                "frequency": {"type": "number", "exclusiveMinimum": 0, "description": "Lattice cells per world unit; the noise's where missing."},
                "octaves": fractal()["octaves"],
                "seed": {"type": ["integer", "string"], "minimum": 0, "description": "The seed along x; those of other axes follow. The noise's and one where missing."},
            })),
            list(0, 4, json!({"oneOf": [unwarped(), layers]})),
        ],
        "description": "What moves the places at which the noise is sampled: numbers, or noises or layers for x, y, z, w.",
    })
}

/// A noise with a weight.
fn layer(mut noise: Value) -> Value {
    noise["properties"]["weight"] = number("What the layer is multiplied by.", 1.0);
    noise
}

/// A noise without a warp.
fn unwarped() -> Value {
    let mut noise = object(noise_keys());
    noise["allOf"] = json!([
        beside_a_table(),
        octaves_of_a_name(),
        keys_of_a_fractal(),
        {"not": {"required": ["hash", "permutation"], "properties": {"hash": {"const": "mix"}}}},
    ]);
    noise
}

/// The keys that stand in the table `fractal`, or beside a fractal's name.
const OF_FRACTAL: [&str; 6] = ["octaves", "lacunarity", "gain", "strength", "level", "feedback"];

/// A noise that has one of these keys.
fn any_of(keys: &[&str]) -> Value {
    json!({"anyOf": keys.iter().map(|key| json!({"required": [key]})).collect::<Vec<_>>()})
}

/// A table of a fractal has its keys inside, and none beside.
fn beside_a_table() -> Value {
    json!({
        "if": {"required": ["fractal"], "properties": {"fractal": {"type": "object"}}},
        "then": {"not": any_of(&OF_FRACTAL)},
    })
}

/// A fractal's name alone does not say how many octaves are meant.
fn octaves_of_a_name() -> Value {
    json!({
        "if": {"required": ["fractal"], "properties": {"fractal": {"type": "string", "not": {"const": "none"}}}},
        "then": {"required": ["octaves"]},
    })
}

/// Without a fractal there is one octave.
fn keys_of_a_fractal() -> Value {
    json!({
        "if": {"properties": {"fractal": {"const": "none"}}},
        "then": {"anyOf": [
            {"required": ["octaves"], "properties": {"octaves": {"const": 1}}},
            {"not": any_of(&OF_FRACTAL)},
        ]},
    })
}

/// Names, and others' names for the same.
fn all(names: &[&str], aliases: &[&str]) -> Value {
    json!([names, aliases].concat())
}

fn noise_keys() -> Value {
    let default = Noise::default();
    let names = |names: &[&str], aliases: &[&str], default: &str, description: &str| json!({"enum": all(names, aliases), "default": default, "description": description});
    let table = |names: &[&str], entries: Value, description: &str| json!({"oneOf": [{"enum": names}, entries], "description": description});
    json!({
        "kind": names(Kind::NAMES, Kind::ALIASES, default.kind.name(), "How a value is made from the random numbers of the lattice."),
        "seed": {"type": ["integer", "string"], "minimum": 0, "default": default.seed, "description": "Any unsigned 64-bit integer; as text where a format's integers end before."},
        "frequency": positive("Lattice cells per world unit.", default.frequency),
        "hash": {"enum": Hash::NAMES, "description": "How lattice corners get their random numbers: mix, or permutation where there is a permutation."},
        "permutation": table(Permutation::NAMES, list(256, 256, json!({"type": "integer", "minimum": 0, "maximum": 255})), "The permutation, which implies the hash permutation: a name, or each of 0 to 255 once."),
        "gradients": table(Gradients::NAMES, list(1, 256, list(1, 4, json!({"type": "number"}))), "The vectors of Perlin noise: a name, or a list of vectors, each x first."),
        "fade": names(Fade::NAMES, Fade::ALIASES, default.fade.name(), "How values fade from corner to corner."),
        "distance": names(Distance::NAMES, Distance::ALIASES, default.distance.name(), "How cellular noise measures the distance to a point."),
        "returns": names(Returns::NAMES, Returns::ALIASES, default.returns.name(), "What cellular noise makes of the nearest points."),
        "jitter": {"type": "number", "minimum": 0, "maximum": 1, "default": default.jitter, "description": "How far the points of cellular noise may be from the centres of their cells."},
        "offset": axes(json!({"type": "number"}), "World units that are added to coordinates."),
        "period": axes(json!({"type": "integer", "minimum": 0}), "Lattice cells of octave 0 after which the noise repeats; 0 where it does not."),
        "fractal": {
            "oneOf": [{"enum": all(Fractal::NAMES, Fractal::ALIASES)}, object(fractal())],
            "default": default.fractal.name(),
            "description": "How octaves are summed: a table, or a name with the table's other keys beside it.",
        },
        "octaves": fractal()["octaves"],
        "lacunarity": fractal()["lacunarity"],
        "gain": fractal()["gain"],
        "strength": fractal()["strength"],
        "level": fractal()["level"],
        "feedback": fractal()["feedback"],
        "output": output(),
    })
}

fn fractal() -> Value {
    let default = Noise::default();
    let thousand = |description: &str, default: f64| json!({"type": "number", "minimum": 0, "maximum": 1000, "default": default, "description": description});
    json!({
        "kind": {"enum": all(Fractal::NAMES, Fractal::ALIASES), "default": default.fractal.name(), "description": "How octaves are folded and summed."},
        "octaves": {"type": "integer", "minimum": 1, "maximum": Noise::MAX_OCTAVES, "default": default.octaves, "description": "The number of octaves."},
        "lacunarity": positive("Ratio of each octave's frequency to that of the octave before.", default.lacunarity),
        "gain": number("Ratio of each octave's amplitude to that of the octave before.", default.gain),
        "strength": thousand("How often ping-pong noise goes back and forth.", default.strength),
        "level": thousand("What octaves of ridged-multi and hybrid-multi are measured from: Musgrave's offset.", default.level),
        "feedback": thousand("How much an octave of ridged-multi and hybrid-multi weights those after it: Musgrave's gain.", default.feedback),
    })
}

fn output() -> Value {
    let limited = |description: &str, default: f64| json!({"type": "number", "minimum": -1e37, "maximum": 1e37, "default": default, "description": description});
    let mut output = object(json!({
        "normalize": {"type": "boolean", "default": Noise::default().normalize, "description": "Whether amplitudes are divided by the proven bound of their sum."},
        "scale": limited("What the sum is multiplied by.", 1.0),
        "bias": limited("What is added to the scaled sum.", 0.0),
        "range": list(2, 2, json!({"type": "number", "minimum": -1e37, "maximum": 1e37})),
    }));
    output["properties"]["range"]["description"] =
        "What the least and the greatest value become, without scale and bias.".into();
    output["allOf"] =
        json!([{"not": {"required": ["range", "scale"]}}, {"not": {"required": ["range", "bias"]}}]);
    output["description"] = "What the sum of octaves becomes.".into();
    output
}

fn field() -> Value {
    let mut field = object(json!({
        "quantity": {"enum": all(Quantity::NAMES, Quantity::ALIASES), "description": "What is sampled."},
        "relief": number("World units of height that a sample of 1 stands for, in normals, slopes and hillshade.", FieldParameters::default().relief),
        "light": list(3, 3, json!({"type": "number"})),
    }));
    field["required"] = json!(["quantity"]);
    field["properties"]["light"]["description"] =
        "The direction to the light of hillshade, along x, y, z; not 0, 0, 0.".into();
    field["properties"]["light"]["contains"] = json!({"not": {"const": 0}});
    field["description"] = "What is sampled of the noise; its value, where the table is missing.".into();
    field
}

fn grid() -> Value {
    let mut grid = object(json!({
        "size": axes(json!({"type": "integer", "minimum": 0}), "Samples along each axis."),
        "start": axes(json!({"type": "integer", "minimum": -(1i64 << 53), "maximum": 1i64 << 53}), "Index of the first sample; 0 where missing."),
        "origin": axes(json!({"type": "number"}), "World coordinates of the sample with index 0; 0 where missing."),
        "spacing": axes(json!({"type": "number"}), "World units between neighbouring samples, not 0; 1 where missing."),
    }));
    grid["required"] = json!(["size"]);
    // There is no y without an x.
    let size = &mut grid["properties"]["size"]["oneOf"][0];
    size["required"] = json!(["x"]);
    size["dependentRequired"] = json!({"z": ["y"], "w": ["z"]});
    grid["description"] = "Where to sample.".into();
    grid
}

fn samples() -> Value {
    let mut samples = object(json!({
        "blake3": {"type": "string", "description": "The BLAKE3 digest of the samples as little-endian f32, in hexadecimal digits."},
        "count": {"type": "integer", "minimum": 0, "description": "The number of samples."},
    }));
    samples["required"] = json!(["blake3", "count"]);
    samples["description"] = "What identifies the samples.".into();
    samples
}

fn numbers() -> Value {
    let mut numbers = object(json!({
        "dtype": {"enum": ["f32", "u16", "u8"], "description": "The type of the numbers."},
        "levels": list(2, 2, json!({"type": "number"})),
        "colormap": {"enum": Colormap::names().collect::<Vec<_>>(), "description": "The colours of the numbers."},
    }));
    numbers["required"] = json!(["dtype", "levels"]);
    numbers["properties"]["levels"]["description"] =
        "The samples that became 0 and the greatest number.".into();
    numbers["description"] =
        "How the numbers of the file that carries the recipe came from samples; generate makes others like them."
            .into();
    numbers
}

/// A table with these keys and no other keys.
fn object(properties: Value) -> Value {
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn list(least: usize, most: usize, items: Value) -> Value {
    json!({"type": "array", "minItems": least, "maxItems": most, "items": items})
}

/// A value for each axis.
fn axes(value: Value, description: &str) -> Value {
    let keys = json!({"x": value, "y": value, "z": value, "w": value});
    json!({"oneOf": [object(keys), list(1, 4, value)], "description": format!("{description} A table, or a list in the order x, y, z, w.")})
}

fn number(description: &str, default: f64) -> Value {
    json!({"type": "number", "default": default, "description": description})
}

fn positive(description: &str, default: f64) -> Value {
    json!({"type": "number", "exclusiveMinimum": 0, "default": default, "description": description})
}
