//! Recipes as JSON for pages. Seeds are strings, because a page's numbers are 64-bit floating point.

use perlane::Recipe;
use serde_json::Value;

use crate::error::Result;

/// Reads a recipe. Errors have the library's messages, without lines and columns.
pub(crate) fn read(value: &Value) -> Result<Recipe> {
    Ok(perlane_recipes::from_value(value)?)
}

/// A recipe with its seeds as strings.
pub(crate) fn write(recipe: &Recipe) -> Result<Value> {
    let mut value = serde_json::to_value(recipe)?;
    if let Some(noise) = value.get_mut("noise") {
        seed_as_string(noise);
    }
    for layer in value.get_mut("layers").and_then(Value::as_array_mut).into_iter().flatten() {
        seed_as_string(layer);
    }
    Ok(value)
}

/// Makes the seed of a noise's table a string.
pub(crate) fn seed_as_string(noise: &mut Value) {
    if let Some(seed) = noise.get_mut("seed").filter(|seed| seed.is_number()) {
        *seed = seed.to_string().into();
    }
}
