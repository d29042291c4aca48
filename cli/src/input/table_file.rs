//! Gradient vectors and permutations from text files: numbers separated by spaces or commas. `#` starts a comment.

use std::path::Path;

use perlane::{Gradients, Permutation};

use crate::error::{Error, Result};
use crate::input::text_file;

/// A gradient set by its name, or from a file with one vector on each line.
pub(crate) fn gradients(name_or_file: &str) -> Result<Gradients> {
    let unknown = match Gradients::from_name(name_or_file) {
        Ok(named) => return Ok(named),
        Err(unknown) => unknown,
    };
    let text = read("gradients", name_or_file, Gradients::NAMES, &unknown)?;
    let mut vectors: Vec<Vec<f64>> = Vec::new();
    for (line, fields) in lines(&text) {
        let dims = vectors.first().map(Vec::len);
        let vector = vector(&fields, dims).ok_or_else(|| {
            let allowed = match dims {
                None => "1 to 4 finite numbers".to_owned(),
                Some(dims) => format!("{dims} finite numbers, as in the lines before"),
            };
            line_error("gradients", name_or_file, line, &fields, &allowed)
        })?;
        vectors.push(vector);
    }
    Ok(Gradients::custom(&vectors)?)
}

/// The numbers of a line, if they are a vector of `dims` components; of 1 to 4 components if no earlier line has fixed their number.
fn vector(fields: &[&str], dims: Option<usize>) -> Option<Vec<f64>> {
    let finite = |field: &&str| field.parse().ok().filter(|v: &f64| v.is_finite());
    let vector: Vec<f64> = fields.iter().map(finite).collect::<Option<_>>()?;
    let allowed = dims.map_or(1..=4, |dims| dims..=dims);
    allowed.contains(&vector.len()).then_some(vector)
}

/// A permutation by its name, or from a file of 256 integers.
pub(crate) fn permutation(name_or_file: &str) -> Result<Permutation> {
    let unknown = match Permutation::from_name(name_or_file) {
        Ok(named) => return Ok(named),
        Err(unknown) => unknown,
    };
    let text = read("permutation", name_or_file, Permutation::NAMES, &unknown)?;
    let mut values = Vec::with_capacity(256);
    for (line, fields) in lines(&text) {
        for field in fields {
            let value = field.parse().map_err(|_| {
                line_error("permutation", name_or_file, line, &[field], "integers from 0 to 255")
            })?;
            values.push(value);
        }
    }
    Ok(Permutation::table(&values)?)
}

/// Reads the file. If there is none, and the value may be meant as a name, the error lists the names, and has the hint of the error for an
/// `unknown` one.
fn read(parameter: &str, name_or_file: &str, names: &[&str], unknown: &perlane::Error) -> Result<String> {
    let path = Path::new(name_or_file);
    if !path.exists() && !is_path(path) {
        let unknown = unknown.to_string();
        let hint = unknown.find(" (did you mean").map_or("", |at| &unknown[at..]);
        let allowed = format!("{}, or a file that exists{hint}", names.join(", "));
        return Err(Error::parameter(parameter, name_or_file, allowed));
    }
    text_file::read(parameter, path)
}

/// Whether a value can only be that of a file: it has an extension or a separator, as no name of a table has.
fn is_path(path: &Path) -> bool {
    path.extension().is_some() || path.components().count() > 1
}

/// The fields of each non-empty line, with the line's number.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines().enumerate().filter_map(|(i, line)| {
        let (data, _) = line.split_once('#').unwrap_or((line, ""));
        let separator = |c: char| c.is_whitespace() || c == ',';
        let fields: Vec<&str> = data.split(separator).filter(|f| !f.is_empty()).collect();
        (!fields.is_empty()).then_some((i + 1, fields))
    })
}

fn line_error(parameter: &str, file: &str, line: usize, fields: &[&str], allowed: &str) -> Error {
    Error::parameter(format!("{parameter}, {file} line {line},"), format!("{:?}", fields.join(" ")), allowed)
}
