//! Texts to copy that compute the samples of a window: a command, Rust, Python, a recipe.

mod command;
mod numbers;
mod picture;
mod python;
mod rust;

use perlane::{FieldParameters, Layers, Recipe, Window};
use serde::Serialize;

use crate::error::Result;

pub use picture::{Picture, levels};

/// The texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Texts {
    /// For a shell: `perlane generate`, which draws a picture.
    pub command: String,
    /// A program that needs the crate `perlane`.
    pub rust: String,
    /// A program that needs the package `perlane`.
    pub python: String,
    /// A recipe.
    pub toml: String,
}

/// All texts for the samples of a window.
///
/// # Errors
/// A recipe that TOML cannot hold.
pub fn texts(layers: &Layers, field: FieldParameters, window: &Window, picture: &Picture) -> Result<Texts> {
    let recipe = Recipe::from(layers.clone()).field(field).grid(*window);
    // This goes through JSON, which keeps the order: a second serializer of recipes would add 30 KB to the browser's module.
    let toml = toml::to_string(&serde_json::to_value(&recipe)?)?;
    Ok(Texts {
        command: command::text(layers, field, window, picture, &toml),
        rust: rust::text(layers, field, window),
        python: python::text(layers, field, window),
        toml,
    })
}

/// `perlane generate` for a picture of a window.
pub fn command(
    layers: &Layers,
    field: FieldParameters,
    window: &Window,
    picture: &Picture,
) -> Result<String> {
    Ok(texts(layers, field, window, picture)?.command)
}

#[cfg(test)]
mod tests {
    use perlane::{Fractal, Kind, Noise};
    use serde_json::{Value, json};

    use super::*;
    use crate::parameters::{Control, PARAMETERS, Parameter};

    /// Puts a value where these keys lead.
    fn put(table: &mut Value, path: &[&str], value: Value) {
        let mut place = table;
        for key in path {
            place = &mut place[*key];
        }
        *place = value;
    }

    /// A value other than the recipe's, which is null if the recipe does not state it: it is the default then, and of a choice the first name.
    fn other(control: &Control, stated: &Value) -> Value {
        match control {
            Control::Choice { names } => {
                let [first, .., last] = names else { panic!("{names:?} is no choice") };
                json!(if stated.is_null() || stated == first { last } else { first })
            }
            Control::Seed => json!("77"),
            Control::Integer { .. } => json!(3),
            Control::Number { .. } => json!(0.375),
            Control::Axes { .. } => json!([2, 3]),
            Control::Direction => json!([1, 2, 3]),
            Control::Flag { option_clears } => json!(!option_clears),
            Control::Span => json!([-2.0, 3.5]),
        }
    }

    /// A recipe whose noise uses the parameter, without it.
    fn recipe(parameter: &Parameter) -> Value {
        let mut recipe = json!({ "stream": 1, "noise": {}, "grid": { "size": [8, 8] } });
        if parameter.path[0] == "fractal" {
            recipe["noise"]["fractal"] = json!({ "kind": "fbm", "octaves": 2 });
        }
        if parameter.path[0] == "warp" {
            recipe["noise"]["warp"] = json!({ "amplitude": 2.5 });
        }
        for when in parameter.when {
            put(&mut recipe["noise"], when.path, json!(when.is[0]));
        }
        recipe
    }

    fn texts_of(recipe: Value) -> Texts {
        let recipe: Recipe = serde_json::from_value(recipe).unwrap();
        texts(&recipe.layers, recipe.field, &recipe.grid.unwrap(), &Picture::default()).unwrap()
    }

    /// A text without a parameter would compute other samples than those that its reader sees.
    #[test]
    fn every_parameter_is_in_every_text() {
        for parameter in PARAMETERS {
            let mut changed = recipe(parameter);
            let without = texts_of(changed.clone());
            let read: Recipe = serde_json::from_value(changed.clone()).unwrap();
            let stated = serde_json::to_value(&read.layers.as_slice()[0]).unwrap();
            let stated = parameter.path.iter().fold(&stated, |table, key| &table[*key]);
            let value = other(&parameter.control, stated);
            put(&mut changed["noise"], parameter.path, value);
            let with = texts_of(changed);
            let name = parameter.label;
            assert!(with.command != without.command, "{name} is missing in command.rs: {}", with.command);
            assert!(with.rust != without.rust, "{name} is missing in rust.rs: {}", with.rust);
            assert!(with.python != without.python, "{name} is missing in python.rs: {}", with.python);
        }
    }

    /// Programs in Rust begin with the kind's constructor, which has its name.
    #[test]
    fn every_kind_has_a_constructor() {
        type Constructor = fn(u64) -> Noise;
        let constructors: [(&str, Constructor); 4] = [
            ("perlin", Noise::perlin),
            ("value", Noise::value),
            ("cell", Noise::cell),
            ("cellular", Noise::cellular),
        ];
        assert_eq!(constructors.map(|(name, _)| name), Kind::NAMES);
        for (name, constructor) in constructors {
            assert_eq!(constructor(1).kind.name(), name);
        }
    }

    /// They set the fractal by a method that has its name.
    #[test]
    fn every_fractal_has_a_method() {
        type Method = fn(Noise, u32) -> Noise;
        let methods: [(&str, Method); 7] = [
            ("fbm", Noise::fbm),
            ("billow", Noise::billow),
            ("ridged", Noise::ridged),
            ("turbulence", Noise::turbulence),
            ("ping-pong", Noise::ping_pong),
            ("ridged-multi", Noise::ridged_multi),
            ("hybrid-multi", Noise::hybrid_multi),
        ];
        assert_eq!(methods.map(|(name, _)| name), Fractal::NAMES[1..]);
        for (name, method) in methods {
            assert_eq!(method(Noise::perlin(1), 2).fractal.name(), name);
        }
    }
}
