//! Parameters that are names or tables: from Python, and back.

use perlane::{Gradients, Hash, Output, Permutation};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::{self, is_no_sequence, lengths, list, number, shown};
use crate::error::{because, refused, type_error, value_error};

/// The value with this name, by the library's table of names.
pub(crate) fn named<T>(
    name: &str,
    value: &Bound<'_, PyAny>,
    from_name: fn(&str) -> perlane::Result<T>,
) -> PyResult<T> {
    from_name(&arguments::name(name, value)?).map_err(refused)
}

/// A gradient set, from its name or from vectors (x, y, z, w).
pub(crate) fn gradients(value: &Bound<'_, PyAny>) -> PyResult<Gradients> {
    if value.is_instance_of::<PyString>() {
        return named("gradients", value, Gradients::from_name);
    }
    let wrong =
        || type_error("gradients", shown(value), "a name, or an array of shape (vectors, components)");
    if is_no_sequence(value) {
        return Err(wrong());
    }
    let mut vectors = Vec::new();
    for vector in value.try_iter().map_err(|error| because(value.py(), wrong(), error))? {
        if vectors.len() == MOST_VECTORS {
            return Err(too_many_vectors(value));
        }
        vectors.push(list::<f64>("gradients", &vector?, check_components)?.ok_or_else(wrong)?);
    }
    Gradients::custom(&vectors).map_err(refused)
}

/// How many vectors a gradient set can have.
const MOST_VECTORS: usize = 256;

fn too_many_vectors(value: &Bound<'_, PyAny>) -> PyErr {
    let count = value.len().map_or_else(|_| format!("more than {MOST_VECTORS}"), |count| count.to_string());
    value_error("gradients", format!("a list of {count}"), "1 to 256 vectors")
}

/// Refuses vectors of more components than a noise has axes.
fn check_components(count: usize) -> PyResult<()> {
    if count <= 4 {
        return Ok(());
    }
    Err(value_error("gradients", format!("a vector of {count} components"), "1 to 4 components"))
}

/// A gradient set as its name, or as a tuple of its vectors.
pub(crate) fn gradients_object<'py>(py: Python<'py>, gradients: &Gradients) -> PyResult<Bound<'py, PyAny>> {
    let Gradients::Custom(custom) = gradients else {
        return Ok(PyString::new(py, gradients.name()).into_any());
    };
    let vectors: PyResult<Vec<_>> =
        custom.vectors().iter().map(|v| PyTuple::new(py, &v[..custom.dims()])).collect();
    Ok(PyTuple::new(py, vectors?)?.into_any())
}

/// The hash for the arguments `hash` and `permutation`. A permutation alone implies its hash.
pub(crate) fn hash(hash: Option<&Bound<'_, PyAny>>, table: Option<&Bound<'_, PyAny>>) -> PyResult<Hash> {
    let hash = hash.map(|hash| named("hash", hash, Hash::from_name)).transpose()?;
    match (hash, table) {
        (hash, None) => Ok(hash.unwrap_or_default()),
        (None | Some(Hash::Permutation(_)), Some(table)) => permutation(table).map(Hash::Permutation),
        (Some(other), Some(_)) => {
            Err(value_error("hash", other.name(), "permutation, where a permutation is given"))
        }
    }
}

fn permutation(value: &Bound<'_, PyAny>) -> PyResult<Permutation> {
    const ALLOWED: &str = "perlin, seeded, or 256 integers";
    if value.is_instance_of::<PyString>() {
        return named("permutation", value, Permutation::from_name);
    }
    let entries = list::<i64>("permutation", value, check_entries)?;
    let entries = entries.ok_or_else(|| type_error("permutation", shown(value), ALLOWED))?;
    let mut bytes = Vec::with_capacity(entries.len());
    for (i, entry) in entries.into_iter().enumerate() {
        let byte = u8::try_from(entry);
        bytes.push(
            byte.map_err(|_| value_error(&format!("permutation[{i}]"), entry, "integers from 0 to 255"))?,
        );
    }
    Permutation::table(&bytes).map_err(refused)
}

/// Refuses tables that are too long. The library refuses those that are too short.
fn check_entries(count: usize) -> PyResult<()> {
    if count <= 256 {
        return Ok(());
    }
    Err(value_error(
        "permutation",
        format!("{count} integers"),
        "256 integers, each of 0 to 255 exactly once",
    ))
}

/// The output for the arguments `scale`, `bias` and `range`.
pub(crate) fn output(
    scale: &Bound<'_, PyAny>,
    bias: &Bound<'_, PyAny>,
    range: Option<&Bound<'_, PyAny>>,
) -> PyResult<Output> {
    let (scale, bias) = (number("scale", scale)?, number("bias", bias)?);
    let Some(range) = range else { return Ok(Output::ScaleBias { scale, bias }) };
    const ALLOWED: &str = "None, or two numbers";
    let ends = list::<f64>("range", range, lengths("range", 2..=2, ALLOWED))?
        .ok_or_else(|| type_error("range", shown(range), ALLOWED))?;
    match (&ends[..], (scale, bias) == (1.0, 0.0)) {
        (&[low, high], true) => Ok(Output::Range { low, high }),
        (&[_, _], false) => Err(value_error("range", shown(range), "None, beside a scale or a bias")),
        _ => Err(value_error("range", format!("a sequence of {}", ends.len()), ALLOWED)),
    }
}

/// A permutation as its name, or as a tuple of its entries; `None` if the hash needs none.
pub(crate) fn permutation_object<'py>(py: Python<'py>, hash: &Hash) -> PyResult<Bound<'py, PyAny>> {
    let Hash::Permutation(permutation) = hash else { return Ok(py.None().into_bound(py)) };
    if let Some(table) = permutation.as_table() {
        return Ok(PyTuple::new(py, table)?.into_any());
    }
    Ok(PyString::new(py, permutation.name()).into_any())
}
