//! What in a folder is not this program's. Replacing a folder removes all that is in it, so only folders that this program wrote may be replaced.

use std::fs::{self, DirEntry};
use std::io::ErrorKind;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::Error;
use crate::output::temporary;
use crate::output::zarr::array::{ATTRIBUTE, METADATA, TEXT_ATTRIBUTE, read_metadata};
use crate::output::zarr::attributes::{AXES, GRID_MAPPING};
use crate::output::zarr::store::NOISE;

/// The folder of an array's chunk files.
const CHUNKS: &str = "c";

/// The most names that a message lists.
const MOST_NAMES: usize = 4;

/// Why a folder is not one that this program wrote, as the end of a sentence about it; `None` if it is one.
pub(super) fn foreign(folder: &Path) -> Option<String> {
    let Some(metadata) = metadata(folder) else {
        if is_closed(folder) {
            return Some("may not be read".to_owned());
        }
        return Some(format!("is a folder without the {METADATA} of a Zarr array or group"));
    };
    if metadata["node_type"] == "array" {
        return if is_noise(&metadata) {
            listed(&others_in_array(folder, ""))
        } else {
            Some(format!("is a Zarr array without the attribute {ATTRIBUTE}"))
        };
    }
    let (noises, others) = others_in_group(folder);
    let without = || format!("is a Zarr group without an array that has the attribute {ATTRIBUTE}");
    listed(&others).or_else(|| (noises == 0).then(without))
}

/// How many arrays of noise a group has, and the names of what else is in it and not this program's.
fn others_in_group(folder: &Path) -> (usize, Vec<String>) {
    let names: Vec<String> = entries(folder).map(|entry| name(&entry)).filter(|n| n != METADATA).collect();
    let member = |name: &str| metadata(&folder.join(name)).unwrap_or_default();
    let is_level = |name: &str| name == NOISE || is_number(name);
    let noises: Vec<&String> =
        names.iter().filter(|name| is_level(name) && is_noise(&member(name))).collect();
    let axes = noises.first().map(|name| member(name)["dimension_names"].take()).unwrap_or_default();
    let mut others = Vec::new();
    for name in &names {
        if noises.contains(&name) || is_beside_noise(name, &member(name), &axes) {
            others.extend(others_in_array(&folder.join(name), &format!("{name}/")));
        } else {
            others.push(name.clone());
        }
    }
    (noises.len(), others)
}

/// Whether an array is one that stands beside the noise in a dataset: the coordinates of one of its axes, or the coordinate reference system.
fn is_beside_noise(name: &str, array: &Value, axes: &Value) -> bool {
    let is_axis = || {
        let is_of_noise = axes.as_array().is_some_and(|axes| axes.contains(&json!(name)));
        AXES.contains(&name) && is_of_noise && array["dimension_names"] == json!([name])
    };
    array["node_type"] == "array" && ((name == GRID_MAPPING && array["shape"] == json!([])) || is_axis())
}

/// Names in an array's folder that are neither its metadata nor those of chunk files.
fn others_in_array(folder: &Path, prefix: &str) -> Vec<String> {
    let is_ours = |entry: &DirEntry| match &*name(entry) {
        METADATA => true,
        CHUNKS => has_only_chunks(entry),
        _ => false,
    };
    entries(folder).filter(|entry| !is_ours(entry)).map(|entry| format!("{prefix}{}", name(&entry))).collect()
}

/// Whether all files in a folder, and in the folders in it, have the names of chunk files, or of those that a killed program left.
fn has_only_chunks(folder: &DirEntry) -> bool {
    let is_chunk = |entry: DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => is_number(&name(&entry)) && has_only_chunks(&entry),
        Ok(kind) if kind.is_file() => is_number(&name(&entry)) || temporary::has_temporary_name(&entry),
        _ => false,
    };
    folder.file_type().is_ok_and(|kind| kind.is_dir()) && entries(&folder.path()).all(is_chunk)
}

/// Whether this program wrote an array's metadata. What xarray stores of the Python package's grids has the recipe in another attribute too.
fn is_noise(metadata: &Value) -> bool {
    let attributes = &metadata["attributes"];
    let has_recipe = attributes[ATTRIBUTE].is_object() || attributes[ATTRIBUTE].is_string();
    metadata["node_type"] == "array" && has_recipe && attributes[TEXT_ATTRIBUTE].is_null()
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn metadata(folder: &Path) -> Option<Value> {
    serde_json::from_str(&read_metadata(&folder.join(METADATA)).ok()?).ok()
}

/// Whether a folder's metadata may not be read.
fn is_closed(folder: &Path) -> bool {
    match read_metadata(&folder.join(METADATA)) {
        Err(Error::Io { source, .. }) => source.kind() == ErrorKind::PermissionDenied,
        _ => false,
    }
}

/// What is in a folder. What cannot be listed cannot be removed either.
fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

fn name(entry: &DirEntry) -> String {
    entry.file_name().to_string_lossy().into_owned()
}

/// The end of a sentence that lists names; `None` if there are none.
fn listed(names: &[String]) -> Option<String> {
    let mut names = names.to_vec();
    names.sort();
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| format!("holds {}{more}, which perlane did not write", names.join(", ")))
}
