//! Recipes in the structures of programs.

use perlane::{FieldParameters, Grid, Layers, Noise, Quantity, Recipe, Samples, Window};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A program's structure. Keys that are not the value's own stand before it and after it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Planet<T> {
    name: String,
    #[serde(flatten)]
    value: T,
    radius: f64,
}

#[track_caller]
fn survives<T: std::fmt::Debug + PartialEq + Serialize + DeserializeOwned>(value: T) {
    let planet = Planet { name: "Ceres".to_owned(), value, radius: 469.7 };
    let text = serde_json::to_string(&planet).unwrap();
    assert_eq!(serde_json::from_str::<Planet<T>>(&text).unwrap(), planet, "{text}");
    let text = toml::to_string(&planet).unwrap();
    assert_eq!(toml::from_str::<Planet<T>>(&text).unwrap(), planet, "{text}");
}

#[test]
fn what_is_flattened_is_read_back() {
    let noise = || Noise::perlin(42).frequency(0.125).fbm(6).warp_by(3.0);
    let window = || Window::from(Grid::new([48, 64]).start([-7, 0]));
    let samples = || Samples { blake3: "0123456789abcdef".repeat(4), count: 48 * 64 };
    survives(noise());
    survives(window());
    survives(FieldParameters::from(Quantity::Hillshade));
    survives(samples());
    let layers = Layers::from_iter([noise(), Noise::cellular(3).frequency(0.03)]);
    survives(Recipe::from(noise()));
    survives(Recipe::from(layers).grid(window()).field(Quantity::Slope).samples(samples()));
}

#[test]
fn what_is_flattened_ignores_unknown_keys() {
    let text = r#"{ "name": "Ceres", "radius": 469.7, "seed": 3, "sead": 4 }"#;
    // Only its keys are shown to a noise: others are the program's, which ignores them.
    assert_eq!(serde_json::from_str::<Planet<Noise>>(text).unwrap().value, Noise::default().seed(3));
    let wrong = text.replace("\"seed\": 3", "\"frequency\": \"3\"");
    let message = serde_json::from_str::<Planet<Noise>>(&wrong).unwrap_err().to_string();
    assert!(message.contains("a number for frequency"), "{message}");
}
