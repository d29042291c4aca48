//! Converts Python's values to numbers, with errors that name the parameter.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use perlane::Backend;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PySet, PySlice, PyString,
};

use crate::error::{because, memory_error, refused, type_error, value_error};

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
    if is_no_number(value) {
        return Err(type_error(name, shown(value), T::KIND));
    }
    value.extract::<T>().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            value_error(name, shown(value), T::RANGE)
        } else {
            because(value.py(), type_error(name, shown(value), T::KIND), error)
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

/// Whether a value is no real number, although Python makes one of it: a boolean, which would be 0 or 1, or NumPy's text, times or complex numbers.
fn is_no_number(value: &Bound<'_, PyAny>) -> bool {
    // Most numbers are recognised sooner than what their dtype says.
    if is_plain_number(value) {
        return false;
    }
    value.is_instance_of::<PyBool>()
        || numpy_kind(value).is_some_and(|kind| !matches!(&kind[..], "i" | "u" | "f"))
}

/// Whether a value is a number of Python. Booleans are integers there, but not here.
fn is_plain_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>()
}

/// The kind of a NumPy array's or scalar's dtype: f for floating point, i and u for integers.
fn numpy_kind(value: &Bound<'_, PyAny>) -> Option<String> {
    let py = value.py();
    let dtype = value.getattr_opt(intern!(py, "dtype")).ok()??;
    dtype.getattr_opt(intern!(py, "kind")).ok()??.extract().ok()
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

/// The numbers of a sequence, or `None` if the value is not a sequence. `check` refuses lengths before any number is read.
pub(crate) fn list<T: Number>(
    name: &str,
    value: &Bound<'_, PyAny>,
    check: impl FnOnce(usize) -> PyResult<()>,
) -> PyResult<Option<Vec<T>>> {
    list_of(name, value, check, |item| number(name, item))
}

/// The elements of a sequence, converted, as `list` does it for numbers.
pub(crate) fn list_of<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    check: impl FnOnce(usize) -> PyResult<()>,
    convert: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<Vec<T>>> {
    // Python makes an error for the length of a number, which takes longer than all else here.
    if is_plain_number(value) {
        return Ok(None);
    }
    let Some(length) = value.len().ok().filter(|_| !is_no_sequence(value)) else { return Ok(None) };
    check(length)?;
    let items = match value.try_iter() {
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => return Ok(None),
        items => items?,
    };
    let mut converted = with_room(name, length)?;
    for item in items {
        if converted.len() == length {
            return Err(other_length(name, length, "more"));
        }
        // Millions of elements take seconds.
        if converted.len() % SIGNALS == SIGNALS - 1 {
            value.py().check_signals()?;
        }
        converted.push(convert(&item?)?);
    }
    if converted.len() < length { Err(other_length(name, length, "fewer")) } else { Ok(Some(converted)) }
}

/// A list with room for so many elements.
fn with_room<T>(name: &str, length: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(length);
    reserved.map_err(|_| {
        memory_error(name, format!("a sequence of {length}"), "as many as memory has room for")
    })?;
    Ok(list)
}

/// The error for a sequence whose elements are not as many as its length says. It may have no end.
fn other_length(name: &str, length: usize, other: &str) -> PyErr {
    let value = format!("a sequence of length {length} that has {other} elements");
    value_error(name, value, "sequences that have as many elements as their length says")
}

/// Refuses sequences of other lengths, for `list`.
pub(crate) fn lengths(
    name: &str,
    range: RangeInclusive<usize>,
    allowed: impl Into<String>,
) -> impl FnOnce(usize) -> PyResult<()> {
    move |length| {
        if range.contains(&length) {
            return Ok(());
        }
        Err(value_error(name, format!("a sequence of {length}"), allowed))
    }
}

/// A number for all axes, or one for each; `default` if there is no value.
pub(crate) fn per_axis<T: Number>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    axes: usize,
    default: T,
) -> PyResult<Vec<T>> {
    let Some(value) = value else { return Ok(vec![default; axes]) };
    let allowed = format!("a number, or {axes} of them, one for each axis of the shape");
    match list(name, value, lengths(name, axes..=axes, allowed))? {
        None => Ok(vec![number(name, value)?; axes]),
        Some(each) => Ok(each),
    }
}

/// At most four numbers, in array order.
pub(crate) fn up_to_four<T: Number>(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<T>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let allowed = "None, or 1 to 4 numbers, one for each axis, that of x last";
    let each = list(name, value, lengths(name, 0..=4, allowed))?;
    each.ok_or_else(|| type_error(name, shown(value), allowed))
}

/// The backend with this name, or the best one.
pub(crate) fn backend(name: Option<&Bound<'_, PyAny>>) -> PyResult<Backend> {
    let Some(name) = name else { return Ok(Backend::detect()) };
    self::name("backend", name)?.parse().map_err(refused)
}

/// A string. It is not copied.
pub(crate) fn text<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    string(name, value).map(|string| string.to_string_lossy())
}

/// A name. It is shortened if it is longer than any name is.
pub(crate) fn name(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    string(parameter, value).and_then(shortened)
}

fn string<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyString>> {
    value.cast::<PyString>().map_err(|_| type_error(name, shown(value), "strings"))
}

/// A value as Python writes it, shortened if it is long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    /// Python takes seconds to write millions of elements, and no Ctrl-C ends that.
    const MOST_ELEMENTS: usize = 1 << 16;
    let kind = value.get_type();
    match value.len() {
        Ok(length) if length > MOST_ELEMENTS => {
            let name = kind.name().map_or_else(|_| kind.to_string(), |name| name.to_string());
            format!("of type {name} and length {length}")
        }
        _ => value.repr().and_then(|repr| in_one_line(&repr)).unwrap_or_else(|_| kind.to_string()),
    }
}

fn in_one_line(text: &Bound<'_, PyString>) -> PyResult<String> {
    let begin = shortened(text)?;
    Ok(if begin.contains('\n') { begin.split_whitespace().collect::<Vec<_>>().join(" ") } else { begin })
}

/// The beginning of a text, or all of it if it is short. No more than that is copied: there may be no memory for all of a long one.
fn shortened(text: &Bound<'_, PyString>) -> PyResult<String> {
    const LONGEST: usize = 60;
    if text.len()? <= LONGEST {
        return Ok(text.to_string_lossy().into_owned());
    }
    let begin = text.get_item(PySlice::new(text.py(), 0, LONGEST as isize, 1))?;
    Ok(format!("{}…", begin.cast::<PyString>()?.to_string_lossy()))
}
