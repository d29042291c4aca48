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
    for key in ["noise", "layers"] {
        value.get_mut(key).into_iter().for_each(seeds_as_strings);
    }
    Ok(value)
}

/// Makes all seeds strings: those of a noise, of layers, and of what warps them.
pub(crate) fn seeds_as_strings(value: &mut Value) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                match value {
                    Value::Number(seed) if key == "seed" => *value = seed.to_string().into(),
                    _ => seeds_as_strings(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(seeds_as_strings),
        _ => {}
    }
}
