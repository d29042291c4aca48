//! Checks a recipe: its normal form, the bounds of its samples, and texts to copy.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Result;
use crate::export::{self, Picture, Texts};
use crate::recipe;
use crate::request;
use crate::scene::{Place, Scene};

/// A request: `{"recipe", "place", "picture", "plane"}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct Request {
    recipe: Value,
    /// The samples that the texts are about; by default the recipe's grid.
    place: Option<Place>,
    #[serde(default)]
    picture: Picture,
    /// The plane that bounds and levels are about; by default the first one.
    plane: Option<String>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// The recipe with all keys.
    recipe: Value,
    /// The least and the greatest value that a sample can have.
    bounds: [f64; 2],
    /// The range of nearly all samples, at any place: the default levels of colours.
    typical: [f64; 2],
    texts: Texts,
}

/// Checks a recipe.
///
/// # Errors
/// What is wrong with it, or with the place or picture.
pub fn check(request: &[u8]) -> Result<Checked> {
    let Request { recipe, place, picture, plane } = request::read(request)?;
    picture.check()?;
    let scene = Scene::from_json(&recipe)?.with_plane(plane.as_deref())?;
    let window = match place {
        Some(place) => scene.window(&place)?,
        None => scene.grid,
    };
    scene.sampled().check(&window)?;
    let texts = export::texts(&scene.layers, scene.field, &window, &picture)?;
    let normal = recipe::write(&scene.recipe(scene.grid))?;
    Ok(Checked { recipe: normal, bounds: scene.bounds()?, typical: scene.typical_levels()?, texts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Index;
    use serde_json::json;

    fn run(noise: Value) -> Result<Checked> {
        let request = json!({
            "recipe": { "stream": 1, "noise": noise },
            "place": { "size": [64, 32], "start": ["1099511627776", "-3"], "level": 1 },
        });
        check(request.to_string().as_bytes())
    }

    #[test]
    fn normal_form_and_bounds() {
        let checked =
            run(json!({ "frequency": 0.25, "fractal": { "kind": "turbulence", "octaves": 3 } })).unwrap();
        assert_eq!(checked.bounds, [0.0, 1.0]);
        assert_eq!(checked.recipe["noise"]["fade"], "quintic");
        assert!(checked.texts.toml.contains("x = 1099511627776"), "{}", checked.texts.toml);
    }

    /// Without a place, the texts are about the recipe's grid. With one, the normal form still has the recipe's own.
    #[test]
    fn places_are_for_texts() {
        let grid = json!({ "size": { "x": 30, "y": 20 }, "start": { "x": 7 } });
        let mut request = json!({ "recipe": { "stream": 1, "noise": { "frequency": 0.25 }, "grid": grid } });
        let run = |request: &Value| check(request.to_string().as_bytes()).unwrap();
        assert!(run(&request).texts.command.contains("--size 30x20 --start 7,0 "));
        request["place"] = json!({ "size": [64, 32], "start": [1, 2] });
        let placed = run(&request);
        assert!(placed.texts.command.contains("--size 64x32 --start 1,2 "), "{}", placed.texts.command);
        assert_eq!(placed.recipe["grid"]["size"], json!({ "x": 30, "y": 20 }));
    }

    #[test]
    fn planes_have_bounds() {
        let of = |plane: &str| {
            let field = json!({ "quantity": "gradient" });
            let recipe = json!({ "stream": 1, "noise": { "frequency": 0.25 }, "field": field });
            check(json!({ "recipe": recipe, "plane": plane }).to_string().as_bytes()).unwrap().bounds
        };
        assert_eq!(of("value"), [-1.0, 1.0]);
        assert_ne!(of("dx"), [-1.0, 1.0]);
    }

    #[test]
    fn wrong_pictures_and_grids_are_refused() {
        let refused = |request: Value| check(request.to_string().as_bytes()).unwrap_err().to_string();
        let recipe = json!({ "stream": 1, "noise": { "frequency": 0.25 } });
        let wrong = refused(json!({ "recipe": recipe, "picture": { "colormap": "rainbow" } }));
        assert!(wrong.starts_with("colormap is rainbow; allowed: grey, "), "{wrong}");
        for (levels, shown) in [([1.0, 1.0], "1..1"), ([-1e308, 1e308], "-1e308..1e308")] {
            let wrong = refused(json!({ "recipe": recipe, "picture": { "levels": levels } }));
            assert!(
                wrong.starts_with(&format!("levels is {shown}; allowed: LO..HI with two diff")),
                "{wrong}"
            );
        }
        let wrong = refused(json!({ "recipe": recipe, "picture": { "levels": [0, "x"] } }));
        assert_eq!(wrong, "levels is \"x\"; allowed: numbers");
        let wrong = refused(json!({ "recipe": recipe, "picture": { "levels": 1 } }));
        assert_eq!(wrong, "levels is 1; allowed: lists of 2 numbers");
        let grid = json!({ "size": { "x": 1, "y": 1 }, "start": { "x": 1u64 << 52 } });
        let far = json!({ "stream": 1, "noise": { "frequency": 2.0 }, "grid": grid });
        let wrong = refused(json!({ "recipe": far }));
        assert!(wrong.contains("2^52 cells"), "{wrong}");
    }

    /// For every noise, most of the view's samples lie within the typical range.
    #[test]
    fn most_samples_are_typical() {
        for noise in [
            json!({ "frequency": 0.004, "fractal": { "kind": "fbm", "octaves": 6 } }),
            json!({ "frequency": 0.004, "fractal": { "kind": "ridged", "octaves": 6 } }),
            json!({ "frequency": 0.01, "kind": "cell" }),
            json!({ "frequency": 0.01, "kind": "value", "output": { "range": [0.0, 255.0] } }),
        ] {
            let checked = run(noise.clone()).unwrap();
            let ([low, high], [least, most]) = (checked.typical, checked.bounds);
            assert!(least < high && low < high && low < most, "{noise}: {checked:?}");
            let scene = Scene::from_json(&json!({ "stream": 1, "noise": noise })).unwrap();
            let place = Place { size: vec![500, 500], start: [Index(7000), Index(-90)], level: 3 };
            let samples = scene.layers.generate(&scene.window(&place).unwrap()).unwrap();
            let inside = samples.iter().filter(|v| (low..=high).contains(&f64::from(**v))).count();
            assert!(inside > samples.len() * 9 / 10, "{noise}: {inside} of {}", samples.len());
        }
        let flat = run(json!({ "output": { "scale": 0.0 } })).unwrap();
        assert_eq!(flat.typical, flat.bounds);
    }

    #[test]
    fn errors_name_their_parameter() {
        for (noise, name) in [
            (json!({ "fractal": { "octaves": 33 } }), "octaves"),
            (json!({ "frequency": -1.0 }), "frequency"),
            (json!({ "kind": "simplex" }), "kind"),
            (json!({ "output": { "range": [1.0, 2.0], "scale": 3.0 } }), "range"),
            (json!({ "seed": "-1" }), "seed"),
            (json!({ "period": { "z": 4 } }), "period.z"),
        ] {
            let error = run(noise).unwrap_err();
            assert_eq!(error.parameter_name().as_deref(), Some(name), "{error}");
        }
        assert_eq!(check(b"{").unwrap_err().parameter_name(), None);
    }
}
