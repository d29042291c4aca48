//! Recipes as text: what is written reads back as the same value, and what is wrong is refused with its name.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

#[path = "../common/parameters.rs"]
mod parameters;

mod flattened;
mod keys;
mod random;
mod windows;
mod wrong;
mod zeros;

use perlane::{Noise, Recipe};

fn toml(text: &str) -> Result<Recipe, String> {
    toml::from_str(text).map_err(|e: toml::de::Error| e.to_string())
}

fn json(text: &str) -> Result<Recipe, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

fn noise(text: &str) -> Result<Noise, String> {
    toml(&format!("stream = 1\n[noise]\n{text}")).map(|recipe| recipe.layers.as_slice()[0].clone())
}

#[track_caller]
fn refused<T: std::fmt::Debug>(read: Result<T, String>, fragments: &[&str]) {
    let message = read.unwrap_err();
    for fragment in fragments {
        assert!(message.contains(fragment), "{fragment:?} is not in: {message}");
    }
}
