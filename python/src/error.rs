//! Errors as Python exceptions, with the library's text.

use perlane::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyTypeError, PyValueError};

/// A `ValueError` with the library's own message, and with the names that parameters have in Python.
pub(crate) fn refused(error: Error) -> PyErr {
    PyValueError::new_err(in_python(error).to_string())
}

/// The numbers of a warp are a table in recipes, and parameters of their own in Python.
fn in_python(error: Error) -> Error {
    const NAMES: [(&str, &str); 3] =
        [("warp.amplitude", "warp"), ("warp.frequency", "warp_frequency"), ("warp.octaves", "warp_octaves")];
    match error {
        Error::Parameter { name, value, allowed } => {
            let name = NAMES.iter().fold(name.into_owned(), |name, (from, to)| name.replace(from, to));
            Error::Parameter { name: name.into(), value, allowed }
        }
        other => other,
    }
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
