//! Texts of recipes.

use perlane::Recipe;

/// Parses any bytes as TOML and as JSON. The result is an error, or a valid recipe that survives writing and reading in both formats.
///
/// # Panics
/// If it does not survive.
pub fn recipe_parse(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else { return false };
    let recipes = [serde_json::from_str::<Recipe>(text).ok(), toml::from_str(text).ok()];
    for recipe in recipes.iter().flatten() {
        recipe.validate().expect("what is read is checked");
        let json = serde_json::to_string(recipe).expect("a recipe has a text");
        assert_eq!(serde_json::from_str::<Recipe>(&json).ok().as_ref(), Some(recipe), "{json}");
        let toml = toml::to_string(recipe).expect("a recipe has a text");
        assert_eq!(toml::from_str::<Recipe>(&toml).ok().as_ref(), Some(recipe), "{toml}");
    }
    recipes.iter().any(Option::is_some)
}
