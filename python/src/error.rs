//! Errors as Python exceptions, with the library's text.

use perlane::Error;
use pyo3::exceptions::{PyException, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

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

/// A `RuntimeError`: the value is allowed, but the system does not give what it asks for.
pub(crate) fn runtime_error(name: &str, value: impl ToString, allowed: impl Into<String>) -> PyErr {
    PyRuntimeError::new_err(parameter(name, value, allowed).to_string())
}

/// A `MemoryError`.
pub(crate) fn memory_error(name: &str, value: impl ToString, allowed: impl Into<String>) -> PyErr {
    PyMemoryError::new_err(parameter(name, value, allowed).to_string())
}

/// The refusal of a value, whose own method raised `error`. That error is its cause, unless it only says that the type is wrong. Errors that are no
/// fault of the value, such as Ctrl-C, stay what they are.
pub(crate) fn because(py: Python<'_>, refusal: PyErr, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyException>(py) || error.is_instance_of::<PyMemoryError>(py) {
        return error;
    }
    let cause = if error.is_instance_of::<PyTypeError>(py) { error.cause(py) } else { Some(error) };
    refusal.set_cause(py, cause);
    refusal
}

fn parameter(name: &str, value: impl ToString, allowed: impl Into<String>) -> Error {
    Error::Parameter {
        name: name.to_owned().into(),
        value: value.to_string(),
        allowed: allowed.into().into(),
    }
}
