//! Requests, which are JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::error::Result;

/// Reads a request. It becomes a [`Value`] first, so that each type has code for one source only, which makes the module for browsers
/// smaller.
///
/// # Errors
/// A text that is not JSON, or not of this type.
pub fn read<T: for<'de> Deserialize<'de>>(request: &[u8]) -> Result<T> {
    let value: Value = serde_json::from_slice(request)?;
    Ok(T::deserialize(&value)?)
}
