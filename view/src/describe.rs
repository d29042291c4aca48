//! What a page needs to know to build itself: parameters, colour maps, defaults, limits.

use perlane::{Backend, FieldParameters, Noise, Quantity};
use serde::Serialize;
use serde_json::{Value, json};

use crate::colormap::Colormap;
use crate::error::Result;
use crate::parameters::{FIELD, PARAMETERS, Parameter};
use crate::recipe;
use crate::scene::{MAX_LEVEL, Scene};
use crate::tiles::{GUTTER, MAX_TILES, TILE};

/// The description, as JSON.
#[derive(Debug, Serialize)]
pub struct Description {
    version: &'static str,
    stream: u64,
    /// The parameters of a noise.
    parameters: &'static [Parameter],
    /// The parameters of what is sampled.
    field: &'static [Parameter],
    /// The names of each quantity's planes in 2, 3 and 4 dimensions.
    planes: Value,
    colormaps: Vec<Colors>,
    /// A noise's table with the values that missing keys have.
    base: Value,
    /// The table `field` with the values that missing keys have.
    field_base: Value,
    /// The recipe to start with, with a grid.
    start: Value,
    tile: usize,
    gutter: usize,
    max_tiles: usize,
    max_level: i32,
    backend: &'static str,
}

#[derive(Debug, Serialize)]
struct Colors {
    name: &'static str,
    /// Red, green and blue of 256 levels, in hexadecimal digits.
    colors: String,
}

/// The default noise, which is the command line's.
pub fn default_noise() -> Noise {
    Noise::default().cell_size(256.0).fbm(6)
}

/// Describes everything. `request` is the recipe to start with as JSON, or empty.
///
/// # Errors
/// A wrong recipe.
pub fn describe(request: &[u8]) -> Result<Description> {
    let recipe = match request {
        [] => default_noise().into(),
        json => recipe::read(&serde_json::from_slice(json)?)?,
    };
    let scene = Scene::new(recipe)?;
    let mut base = serde_json::to_value(Noise::default())?;
    recipe::seeds_as_strings(&mut base);
    Ok(Description {
        version: env!("CARGO_PKG_VERSION"),
        stream: 1,
        parameters: PARAMETERS,
        field: FIELD,
        planes: planes(),
        colormaps: colormaps()?,
        base,
        field_base: field_base(),
        start: recipe::write(&scene.recipe(scene.grid))?,
        tile: TILE,
        gutter: GUTTER,
        max_tiles: MAX_TILES,
        max_level: MAX_LEVEL,
        backend: Backend::detect().name(),
    })
}

fn field_base() -> Value {
    let FieldParameters { quantity, relief, light, .. } = FieldParameters::default();
    json!({ "quantity": quantity.name(), "relief": relief, "light": light })
}

fn planes() -> Value {
    let names = |quantity: &Quantity| [2, 3, 4].map(|dims| quantity.plane_names(dims)).to_vec();
    Quantity::ALL.iter().map(|quantity| (quantity.name(), names(quantity))).collect()
}

fn colormaps() -> Result<Vec<Colors>> {
    let colors = |name| {
        let map = Colormap::from_name(name)?;
        let color = |level| map.color(level).map(|part| format!("{part:02x}")).concat();
        Ok(Colors { name, colors: (0..=255).map(color).collect() })
    };
    Colormap::names().map(colors).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Control;

    #[test]
    fn everything_a_page_needs() {
        let json = serde_json::to_value(describe(b"").unwrap()).unwrap();
        assert_eq!(json["start"]["noise"]["fractal"]["octaves"], 6);
        assert_eq!(json["start"]["grid"]["size"], serde_json::json!({ "x": 1, "y": 1 }));
        assert_eq!(json["backend"], Backend::detect().name());
        assert_eq!(json["base"]["seed"], "0", "a string: a page's numbers end at 2^53");
        let terrain = json["colormaps"][0]["colors"].as_str().unwrap();
        assert_eq!((terrain.len(), &terrain[..6]), (256 * 6, "122a58"));
    }

    /// The keys that the library names when it refuses one that is not there. Recipes leave out keys that they do not need.
    fn known(noise: Value) -> Vec<String> {
        let error = serde_json::from_value::<Noise>(noise).unwrap_err().to_string();
        let (_, known) = error.split_once("expected ").unwrap();
        known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// Every key of a noise's table has a control. The exceptions are `offset`, which is useful for layers only, and for which the command
    /// line has no option, and `weight`, which layers alone have.
    #[test]
    fn every_key_of_a_noise_has_a_parameter() {
        let tables = ["fractal", "warp", "output"];
        let inside = tables.map(|table| known(json!({ table: { "unheard-of": 1 } })));
        let mut all: Vec<Vec<String>> = Vec::new();
        for (table, keys) in tables.iter().zip(&inside) {
            all.extend(keys.iter().map(|key| vec![(*table).to_owned(), key.clone()]));
        }
        // The keys of a fractal's table may stand beside its name.
        let is_elsewhere = |key: &String| {
            tables.contains(&key.as_str())
                || inside[0].contains(key) && key != "kind"
                || key == "offset"
                || key == "weight"
        };
        let own = known(json!({ "unheard-of": 1 })).into_iter().filter(|key| !is_elsewhere(key));
        all.extend(own.map(|key| vec![key]));
        assert!(all.len() >= 26, "{all:?}");
        for path in all {
            assert!(PARAMETERS.iter().any(|p| p.path == path), "no parameter for {path:?}");
        }
        fn keys(value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
            match value {
                Value::Object(table) => {
                    for (key, value) in table {
                        path.push(key.clone());
                        keys(value, path, all);
                        path.pop();
                    }
                }
                _ => all.push(path.clone()),
            }
        }
        let mut all = Vec::new();
        keys(&field_base(), &mut Vec::new(), &mut all);
        let paths: Vec<_> = FIELD.iter().map(|parameter| parameter.path.to_vec()).collect();
        all.sort();
        assert_eq!((all.len(), paths.len()), (3, 3));
        assert!(all.iter().all(|path| paths.iter().any(|known| known == path)), "{all:?}");
    }

    /// What a page shows of a number or a name that nobody has set is what the library takes: the default noise's, or what is said here.
    #[test]
    fn what_is_not_set_is_what_the_library_takes() {
        let noise = Noise::default();
        let base = serde_json::to_value(&noise).unwrap();
        for parameter in PARAMETERS {
            let value = parameter.path.iter().try_fold(&base, |table, key| table.get(key));
            // A noise without a warp has no parameters of it.
            if value.is_some() || parameter.path[0] == "warp" {
                continue;
            }
            match (&parameter.control, parameter.path.last().copied()) {
                (Control::Number { unset, .. }, Some(name)) => {
                    let taken = match name {
                        "jitter" => noise.jitter,
                        "strength" => noise.strength,
                        "level" => noise.level,
                        "feedback" => noise.feedback,
                        other => panic!("{other}"),
                    };
                    assert_eq!(*unset, Some(taken), "{name}");
                }
                (Control::Choice { names }, Some(name)) => {
                    let taken = match name {
                        "distance" => noise.distance.name(),
                        "returns" => noise.returns.name(),
                        "permutation" => continue, // it is stated where there is one
                        other => panic!("{other}"),
                    };
                    assert_eq!(names[0], taken, "{name}");
                }
                _ => {}
            }
        }
    }

    #[test]
    fn planes_and_what_is_sampled() {
        let json = serde_json::to_value(describe(b"").unwrap()).unwrap();
        assert_eq!(json["planes"]["gradient"][1], json!(["value", "dz", "dy", "dx"]));
        assert_eq!(json["planes"]["curl"][0], json!(["x", "y"]));
        assert_eq!(json["field_base"]["quantity"], "value");
        assert!(json["start"].get("field").is_none(), "recipes of values have no such table");
        let start =
            describe(br#"{"stream":1,"noise":{},"field":{"quantity":"slope","relief":3}}"#).unwrap().start;
        assert_eq!(start["field"], json!({ "quantity": "slope", "relief": 3.0 }));
        let refused = describe(br#"{"stream":1,"noise":{"kind":"cell"},"field":{"quantity":"slope"}}"#);
        assert_eq!(refused.unwrap_err().parameter_name().as_deref(), Some("quantity"));
    }

    /// Recipes write seeds from 2^63 on as strings by themselves, and smaller ones as numbers.
    #[test]
    fn seeds_beyond_a_pages_numbers_are_kept() {
        let start = |recipe: Value| describe(recipe.to_string().as_bytes()).unwrap().start;
        for seed in ["9007199254740993", "18446744073709551615"] {
            let by_numbers = json!({ "seed": seed, "warp": { "amplitude": 9.0, "seed": seed } });
            let one = start(json!({ "stream": 1, "noise": by_numbers }));
            assert_eq!(one["noise"]["seed"], seed);
            assert_eq!(one["noise"]["warp"]["seed"], seed);
            let by_noises = json!({ "seed": seed, "warp": [{ "seed": seed }, [{ "seed": seed }, {}]] });
            let layers = start(json!({ "stream": 1, "layers": [{}, by_noises] }));
            let layer = &layers["layers"][1];
            let seeds = [&layer["seed"], &layer["warp"][0]["seed"], &layer["warp"][1][0]["seed"]];
            assert!(seeds.iter().all(|one| *one == seed), "{layer}");
        }
    }
}
