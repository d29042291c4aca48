//! Converts Python's values to numbers, with errors that name the parameter.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use perlane::Backend;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PySet, PyString};

use crate::error::{type_error, value_error};

/// Numbers of which parameters consist.
pub(crate) trait Number: Copy + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> {
    /// What the parameter accepts; for errors about values of another type.
    const KIND: &'static str;
    /// What the parameter accepts; for errors about numbers that do not fit.
    const RANGE: &'static str;
}

impl Number for u32 {
    const KIND: &'static str = "integers";
    const RANGE: &'static str = "integers from 0 to 2^32 - 1";
}

impl Number for u64 {
    const KIND: &'static str = "integers";
    const RANGE: &'static str = "integers from 0 to 2^64 - 1";
}

impl Number for i64 {
    const KIND: &'static str = "integers";
    const RANGE: &'static str = "integers from -2^63 to 2^63 - 1";
}

impl Number for usize {
    const KIND: &'static str = "integers";
    const RANGE: &'static str = "integers from 0 to 2^63 - 1";
}

impl Number for f64 {
    const KIND: &'static str = "numbers";
    const RANGE: &'static str = "finite numbers";
}

/// Converts one number.
pub(crate) fn number<T: Number>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    if is_bool(value) {
        return Err(type_error(name, shown(value), T::KIND)); // Python would take it for 0 or 1
    }
    value.extract::<T>().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            value_error(name, shown(value), T::RANGE)
        } else {
            type_error(name, shown(value), T::KIND)
        }
    })
}

/// Converts an integer within a range. Integers that no type here can hold are refused like the others outside the range.
pub(crate) fn number_within(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<i64>,
    allowed: &str,
) -> PyResult<u32> {
    let wrong = || value_error(name, shown(value), allowed);
    let count = number::<i64>(name, value)
        .map_err(|error| if error.is_instance_of::<PyValueError>(value.py()) { wrong() } else { error })?;
    u32::try_from(count).ok().filter(|_| range.contains(&count)).ok_or_else(wrong)
}

/// Whether a value is a boolean of Python or of NumPy.
fn is_bool(value: &Bound<'_, PyAny>) -> bool {
    // NumPy's booleans are recognised by the name of their type. This takes longer than recognising most numbers.
    let common = value.is_exact_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    !common && value.extract::<bool>().is_ok()
}

/// True or False. Values that Python would treat like these are refused.
pub(crate) fn boolean(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| type_error(name, shown(value), "True or False"))
}

/// Whether a value that has a length is not a sequence of numbers: text, or a collection without an order.
pub(crate) fn is_no_sequence(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyDict>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
}

/// How many numbers are read before Python looks for Ctrl-C.
const SIGNALS: usize = 1 << 14;

/// The numbers of a sequence, or `None` if the value is not a sequence.
pub(crate) fn list<T: Number>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<T>>> {
    if value.len().is_err() || is_no_sequence(value) {
        return Ok(None);
    }
    let items = value.try_iter().map_err(|_| type_error(name, shown(value), T::KIND))?;
    let item = |(n, item): (usize, PyResult<Bound<'_, PyAny>>)| {
        // Millions of numbers take seconds.
        if n % SIGNALS == SIGNALS - 1 {
            value.py().check_signals()?;
        }
        number(name, &item?)
    };
    items.enumerate().map(item).collect::<PyResult<Vec<T>>>().map(Some)
}

/// A number for all axes, or one for each; `default` if there is no value.
pub(crate) fn per_axis<T: Number>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    axes: usize,
    default: T,
) -> PyResult<Vec<T>> {
    let Some(value) = value else { return Ok(vec![default; axes]) };
    match list(name, value)? {
        None => Ok(vec![number(name, value)?; axes]),
        Some(each) if each.len() == axes => Ok(each),
        Some(each) => {
            let allowed = format!("a number, or {axes} of them, one for each axis of the shape");
            Err(value_error(name, format!("a sequence of {}", each.len()), allowed))
        }
    }
}

/// At most four numbers, in array order.
pub(crate) fn up_to_four<T: Number>(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<T>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let allowed = "None, or 1 to 4 numbers, one for each axis, that of x last";
    let Some(each) = list::<T>(name, value)? else {
        return Err(type_error(name, shown(value), allowed));
    };
    if each.len() > 4 {
        return Err(value_error(name, format!("a sequence of {}", each.len()), allowed));
    }
    Ok(each)
}

/// The backend with this name, or the best one.
pub(crate) fn backend(name: Option<&Bound<'_, PyAny>>) -> PyResult<Backend> {
    let Some(name) = name else { return Ok(Backend::detect()) };
    let text = text("backend", name)?;
    Backend::from_name(&text).ok_or_else(|| {
        let available: Vec<&str> = Backend::available().map(Backend::name).collect();
        let mut allowed = available.join(", ");
        for other in Backend::NAMES {
            if let Some(reason) = Backend::absence(other) {
                allowed.push_str(&format!("; not {other}: {reason}"));
            }
        }
        value_error("backend", &text, allowed)
    })
}

/// A string.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    let string = value.cast::<PyString>().map_err(|_| type_error(name, shown(value), "strings"))?;
    Ok(Cow::Owned(string.to_string_lossy().into_owned()))
}

/// A value as Python writes it, shortened if it is long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    let text = value
        .repr()
        .map_or_else(|_| value.get_type().to_string(), |repr| repr.to_string_lossy().into_owned());
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
