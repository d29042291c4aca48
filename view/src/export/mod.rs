//! Texts to copy that compute the samples of a window: a command, Rust, Python, a recipe.

mod command;
mod numbers;
mod picture;
mod python;
mod rust;

use perlane::{FieldParameters, Layers, Recipe, Window};
use serde::Serialize;

use crate::error::Result;

pub use picture::Picture;

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
