//! Recipes whose samples have been recorded. A digest may change only with the stream version.

use std::fmt;

use perlane::{Error, Recipe};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Case;

/// The recorded recipes as JSON, one a line.
pub const GOLDEN: &str = include_str!("../golden.jsonl");

/// A recipe and the digest of its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
        Ok(Case { layers: self.recipe.layers.clone(), field: self.recipe.field, window })
    }

    /// The digest that its samples should have.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        self.recipe.samples.as_ref().map(|samples| samples.blake3.clone())
    }
}

/// A line that is not a recorded recipe.
#[derive(Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: serde_json::Error,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.error.is_eof() {
            // A recipe that goes on in the next line.
            return write!(f, ": it ends within a recorded recipe; allowed: one recipe a line");
        }
        // serde_json counts lines within this one.
        let (text, column) = (self.error.to_string(), self.error.column());
        let place = format!(" at line {} column {column}", self.error.line());
        write!(f, ", column {column}: {}", text.strip_suffix(&place).unwrap_or(&text))
    }
}

impl std::error::Error for BadLine {}

/// [`GOLDEN`], read.
///
/// # Errors
/// As for [`parse`].
pub fn recorded() -> Result<Vec<Recorded>, BadLine> {
    parse(GOLDEN)
}

/// Reads recorded recipes, one a line, and skips empty lines.
///
/// # Errors
/// The first line that is not a recorded recipe.
pub fn parse(text: &str) -> Result<Vec<Recorded>, BadLine> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| parse_line(line).map_err(|error| BadLine { line: i + 1, error })).collect()
}

fn parse_line(line: &str) -> serde_json::Result<Recorded> {
    /// A line whose recipe has not been read yet.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        name: String,
        recipe: Value,
    }

    let Line { name, recipe } = serde_json::from_str(line)?;
    Ok(Recorded { name, recipe: perlane_recipes::from_value(&recipe)? })
}
