//! Parameters that are names or tables, both ways.

use perlane::{Fade, Fractal, Gradients, Hash, Kind, Permutation};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::{is_no_sequence, list, shown, text};
use crate::error::{refused, type_error, value_error};

pub(crate) const KINDS: [(Kind, &str); 3] =
    [(Kind::Perlin, "perlin"), (Kind::Value, "value"), (Kind::Cell, "cell")];

pub(crate) const FADES: [(Fade, &str); 3] =
    [(Fade::Linear, "linear"), (Fade::Cubic, "cubic"), (Fade::Quintic, "quintic")];

pub(crate) const FRACTALS: [(Fractal, &str); 5] = [
    (Fractal::None, "none"),
    (Fractal::Fbm, "fbm"),
    (Fractal::Billow, "billow"),
    (Fractal::Ridged, "ridged"),
    (Fractal::Turbulence, "turbulence"),
];

/// The value of that name.
pub(crate) fn named<T: Copy>(name: &str, value: &Bound<'_, PyAny>, names: &[(T, &str)]) -> PyResult<T> {
    let text = text(name, value)?;
    names.iter().find(|(_, n)| *n == text).map(|(value, _)| *value).ok_or_else(|| {
        let allowed: Vec<&str> = names.iter().map(|(_, n)| *n).collect();
        value_error(name, &text, allowed.join(", "))
    })
}

/// The name of that value.
pub(crate) fn name_of<T: PartialEq>(value: T, names: &[(T, &'static str)]) -> &'static str {
    names.iter().find(|(v, _)| *v == value).map_or("", |(_, name)| name)
}

/// A set's name, or vectors (x, y, z, w).
pub(crate) fn gradients(value: &Bound<'_, PyAny>) -> PyResult<Gradients> {
    if value.is_instance_of::<PyString>() {
        return Gradients::from_name(&text("gradients", value)?).map_err(refused);
    }
    let wrong =
        || type_error("gradients", shown(value), "a name, or an array of shape (vectors, components)");
    if is_no_sequence(value) {
        return Err(wrong());
    }
    let mut vectors = Vec::new();
    for vector in value.try_iter().map_err(|_| wrong())? {
        vectors.push(list::<f64>("gradients", &vector?)?.ok_or_else(wrong)?);
    }
    Gradients::custom(&vectors).map_err(refused)
}

/// A set's name, or a tuple of its vectors.
pub(crate) fn gradients_object<'py>(py: Python<'py>, gradients: &Gradients) -> PyResult<Bound<'py, PyAny>> {
    let Gradients::Custom(custom) = gradients else {
        return Ok(PyString::new(py, gradients.name()).into_any());
    };
    let vectors: PyResult<Vec<_>> =
        custom.vectors().iter().map(|v| PyTuple::new(py, &v[..custom.dims()])).collect();
    Ok(PyTuple::new(py, vectors?)?.into_any())
}

/// The hash that the arguments `hash` and `permutation` say together. A permutation by itself implies its hash.
pub(crate) fn hash(hash: Option<&Bound<'_, PyAny>>, table: Option<&Bound<'_, PyAny>>) -> PyResult<Hash> {
    const NAMES: [(bool, &str); 2] = [(true, "mix"), (false, "permutation")];
    let mix = hash.map(|hash| named("hash", hash, &NAMES)).transpose()?;
    match (mix, table) {
        (None | Some(true), None) => Ok(Hash::Mix),
        (Some(false), None) => Ok(Hash::Permutation(Permutation::PERLIN)),
        (Some(true), Some(_)) => Err(value_error("hash", "mix", "permutation, where a permutation is given")),
        (None | Some(false), Some(table)) => permutation(table).map(Hash::Permutation),
    }
}

fn permutation(value: &Bound<'_, PyAny>) -> PyResult<Permutation> {
    const ALLOWED: &str = "perlin, seeded, or 256 integers";
    if value.is_instance_of::<PyString>() {
        let name = text("permutation", value)?;
        return match &*name {
            "perlin" => Ok(Permutation::PERLIN),
            "seeded" => Ok(Permutation::SEEDED),
            _ => Err(value_error("permutation", name, ALLOWED)),
        };
    }
    let entries = list::<i64>("permutation", value)?;
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

/// A permutation's name, or a tuple of its entries; `None` where a hash needs none.
pub(crate) fn permutation_object<'py>(py: Python<'py>, hash: &Hash) -> PyResult<Bound<'py, PyAny>> {
    let Hash::Permutation(permutation) = hash else { return Ok(py.None().into_bound(py)) };
    if let Some(table) = permutation.as_table() {
        return Ok(PyTuple::new(py, table)?.into_any());
    }
    let name = if *permutation == Permutation::SEEDED { "seeded" } else { "perlin" };
    Ok(PyString::new(py, name).into_any())
}
