//! Recipes whose samples have been recorded: a digest that changes is a change of the stream version.

use perlane::{Error, Recipe};
use serde::{Deserialize, Serialize};

use crate::Case;

/// The recorded recipes, a line each, as JSON.
pub const GOLDEN: &str = include_str!("../golden.jsonl");

/// A recipe and the digest of its samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// What it covers.
    pub name: String,
    /// Noises, window, digest.
    pub recipe: Recipe,
}

impl Recorded {
    /// Its noises and window.
    ///
    /// # Errors
    /// A recipe without a window.
    pub fn case(&self) -> Result<Case, Error> {
        let window = self.recipe.grid.ok_or(Error::Parameter {
            name: "grid".into(),
            value: "none".into(),
            allowed: "a recorded recipe has one".into(),
        })?;
        Ok(Case { layers: self.recipe.layers.clone(), window })
    }

    /// The digest that its samples should have.
    pub fn digest(&self) -> Option<String> {
        self.recipe.samples.as_ref().map(|samples| samples.blake3.clone())
    }
}

/// [`GOLDEN`], read.
///
/// # Errors
/// As for [`parse`].
pub fn recorded() -> serde_json::Result<Vec<Recorded>> {
    parse(GOLDEN)
}

/// Reads recorded recipes, one a line.
///
/// # Errors
/// The first line that is no recorded recipe.
pub fn parse(text: &str) -> serde_json::Result<Vec<Recorded>> {
    text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}
