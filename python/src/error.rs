//! Errors as Python exceptions, with the library's text.

use perlane::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// A `ValueError` with the library's own message.
pub(crate) fn refused(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `ValueError`: the value has the right type, but is outside the allowed range.
pub(crate) fn value_error(name: &str, value: impl ToString, allowed: impl Into<String>) -> PyErr {
    refused(parameter(name, value, allowed))
}

/// A `TypeError`.
pub(crate) fn type_error(name: &str, value: impl ToString, allowed: impl Into<String>) -> PyErr {
    PyTypeError::new_err(parameter(name, value, allowed).to_string())
}

fn parameter(name: &str, value: impl ToString, allowed: impl Into<String>) -> Error {
    Error::Parameter {
        name: name.to_owned().into(),
        value: value.to_string(),
        allowed: allowed.into().into(),
    }
}
