//! The coordinates of a dataset's axes: an array of `f64` for each.

use std::fs;
use std::path::Path;

use perlane::{PerAxis, Window};
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::format::crs::Crs;
use crate::output::paths::write_synced;
use crate::output::zarr::array::{METADATA, read_metadata};
use crate::output::zarr::attributes;

/// Coordinates of a chunk file, which is a mebibyte.
const CHUNK: usize = 1 << 17;

/// The longest axis whose coordinates are written: they take 128 MiB.
const MAX_LENGTH: usize = 1 << 24;

/// The names of the axes whose coordinates are written, slowest first.
pub(super) fn names(window: &Window) -> Vec<&'static str> {
    let size = window.size.xyzw();
    let axes = (0..window.dims()).rev().filter(|axis| size[*axis] <= MAX_LENGTH);
    axes.map(|axis| attributes::AXES[axis]).collect()
}

/// The metadata of an axis' array.
pub(super) fn metadata(name: &str, window: &Window, crs: Option<Crs>) -> Value {
    let length = length(name, window);
    array(
        json!([length]),
        json!([length.clamp(1, CHUNK)]),
        "float64",
        json!("NaN"),
        json!([name]),
        attributes::of_axis(name, crs),
    )
}

/// The metadata of the variable for a coordinate reference system: a single number, which nobody reads.
pub(super) fn grid_mapping(crs: Crs, window: &Window) -> Value {
    array(json!([]), json!([]), "int64", json!(0), json!([]), attributes::of_grid_mapping(crs, window))
}

fn array(
    shape: Value,
    chunk: Value,
    data_type: &str,
    fill: Value,
    names: Value,
    attributes: serde_json::Map<String, Value>,
) -> Value {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill,
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        "attributes": attributes,
        "dimension_names": names,
    })
}

/// Writes the chunk files of an axis into its array's folder.
pub(super) fn write(folder: &Path, name: &str, window: &Window) -> Result<()> {
    let chunks = folder.join("c");
    let failed = |source| Error::Io { doing: format!("write {}", chunks.display()), source };
    fs::create_dir(&chunks).map_err(failed)?;
    for number in 0..length(name, window).div_ceil(CHUNK) {
        write_synced(&chunks.join(number.to_string()), &chunk(name, window, number)).map_err(failed)?;
    }
    Ok(())
}

/// What of an axis is not as the recipe gives it: that it is not there, its length, or the first chunk file with other coordinates. Coordinates that
/// other programs have stored in another form, compressed or in other chunks, are not compared.
pub(crate) fn difference(folder: &Path, name: &str, window: &Window) -> Option<String> {
    let file = folder.join(METADATA);
    let Ok(text) = read_metadata(&file) else {
        return Some(format!("{}: it is missing, or cannot be read", file.display()));
    };
    let found: Value = serde_json::from_str(&text).unwrap_or_default();
    let want = metadata(name, window, None);
    let differs = |key: &&str| found[*key] != want[*key];
    if ["node_type", "shape"].iter().any(differs) {
        return Some(format!("{}: it is not that of an array of {}", file.display(), want["shape"]));
    }
    if ["data_type", "chunk_grid", "codecs"].iter().any(differs) {
        return None;
    }
    let wrong = |number: &usize| {
        let want = chunk(name, window, *number);
        let file = folder.join("c").join(number.to_string());
        // Reading a pipe would wait for a writer.
        !file.is_file() || fs::read(file).map_or(true, |found| found != want)
    };
    let number = (0..length(name, window).div_ceil(CHUNK)).find(wrong)?;
    Some(format!("{}/c/{number}: it has not the coordinates that the recipe gives", folder.display()))
}

/// The bytes of a chunk file. Coordinates beyond the axis' end are NaN.
fn chunk(name: &str, window: &Window, number: usize) -> Vec<u8> {
    let (length, axis) = (length(name, window), axis(name));
    let world = |index: usize| {
        let mut at = PerAxis::default();
        *at.xyzw_mut()[axis] = index;
        if index < length { window.world(at).xyzw()[axis] } else { f64::NAN }
    };
    let first = number * CHUNK;
    (first..first + length.clamp(1, CHUNK)).flat_map(|index| world(index).to_le_bytes()).collect()
}

fn axis(name: &str) -> usize {
    attributes::AXES.iter().position(|axis| *axis == name).unwrap_or(0)
}

fn length(name: &str, window: &Window) -> usize {
    window.size.xyzw()[axis(name)]
}
