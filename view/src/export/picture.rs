//! What a command needs to know to draw a picture.

use serde::Deserialize;

/// How a command draws samples. It does not change the samples.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Picture {
    /// The name of a colour map; grey if it is missing.
    pub colormap: Option<String>,
    /// The samples that get the first and the last colour; by default the bounds of the noise.
    pub levels: Option<[f64; 2]>,
}
