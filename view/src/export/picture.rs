//! What a command needs to know to draw a picture.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::numbers::plain;
use crate::colormap::Colormap;
use crate::error::{Error, Result};
use crate::given::Key;
use crate::levels::Levels;

/// How a command draws samples. It does not change the samples.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Picture {
    /// The name of a colour map; grey if it is missing.
    pub colormap: Option<String>,
    /// The samples that get the first and the last colour; by default the bounds of the noise.
    #[serde(deserialize_with = "levels")]
    pub levels: Option<[f64; 2]>,
}

/// Reads the levels of a request: two numbers, or null.
///
/// # Errors
/// Anything else.
pub fn levels<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[f64; 2]>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        given => {
            let levels = Key { name: "levels", allowed: "numbers", read: Value::as_f64 }.pair(&given);
            levels.map(Some).map_err(D::Error::custom)
        }
    }
}

impl Picture {
    /// Refuses what `perlane generate` would refuse. Files of 16 bits need ends that are a little farther apart than others.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(name) = &self.colormap {
            Colormap::from_name(name)?;
        }
        match self.levels {
            Some([low, high]) if Levels::new([low, high], u16::MAX).is_none() => {
                Err(Error::parameter("levels", plain(low) + ".." + &plain(high), Levels::ALLOWED))
            }
            _ => Ok(()),
        }
    }
}
