//! Requests, which are JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::error::Result;

/// Reads a request. It is a [`Value`] on the way, so that types have code for one source only: the module for browsers is smaller by it.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(request: &[u8]) -> Result<T> {
    let value: Value = serde_json::from_slice(request)?;
    Ok(T::deserialize(&value)?)
}
