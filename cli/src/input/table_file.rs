//! Gradient vectors and permutations from text files: numbers with spaces or commas between, `#` starts a comment.

use std::path::Path;

use perlane::{Gradients, Permutation};

use crate::error::{Error, Result};
use crate::input::recipe_file::read_text;

/// A gradient set's name, or a file with one vector a line.
pub(crate) fn gradients(name_or_file: &str) -> Result<Gradients> {
    if let Ok(named) = Gradients::from_name(name_or_file) {
        return Ok(named);
    }
    let names = Gradients::NAMES.join(", ");
    let text = read("gradients", name_or_file, &names)?;
    let mut vectors: Vec<Vec<f64>> = Vec::new();
    for (line, fields) in lines(&text) {
        let numbers: Option<Vec<f64>> =
            fields.iter().map(|f| f.parse().ok().filter(|v: &f64| v.is_finite())).collect();
        let dims = vectors.first().map(Vec::len);
        let allowed = match (numbers, dims) {
            (Some(vector), None) if vector.len() <= 4 => {
                vectors.push(vector);
                continue;
            }
            (Some(vector), Some(dims)) if vector.len() == dims => {
                vectors.push(vector);
                continue;
            }
            (_, None) => "1 to 4 finite numbers".to_owned(),
            (_, Some(dims)) => format!("{dims} finite numbers, as in the lines before"),
        };
        return Err(bad_line("gradients", name_or_file, line, &fields, allowed));
    }
    Ok(Gradients::custom(&vectors)?)
}

/// A permutation's name, or a file of 256 integers.
pub(crate) fn permutation(name_or_file: &str) -> Result<Permutation> {
    match name_or_file {
        "perlin" => return Ok(Permutation::PERLIN),
        "seeded" => return Ok(Permutation::SEEDED),
        _ => {}
    }
    let text = read("permutation", name_or_file, "perlin, seeded")?;
    let mut values = Vec::with_capacity(256);
    for (line, fields) in lines(&text) {
        for field in &fields {
            let value = field.parse().map_err(|_| {
                bad_line("permutation", name_or_file, line, &[field], "integers from 0 to 255".to_owned())
            })?;
            values.push(value);
        }
    }
    Ok(Permutation::table(&values)?)
}

fn read(parameter: &str, name_or_file: &str, names: &str) -> Result<String> {
    let path = Path::new(name_or_file);
    if !path.exists() {
        return Err(Error::wrong(parameter, name_or_file, format!("{names}, or a file that exists")));
    }
    read_text(parameter, path)
}

/// The fields of each line that has any, with the line's number.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines().enumerate().filter_map(|(i, line)| {
        let (data, _) = line.split_once('#').unwrap_or((line, ""));
        let separator = |c: char| c.is_whitespace() || c == ',';
        let fields: Vec<&str> = data.split(separator).filter(|f| !f.is_empty()).collect();
        (!fields.is_empty()).then_some((i + 1, fields))
    })
}

fn bad_line(parameter: &str, file: &str, line: usize, fields: &[&str], allowed: String) -> Error {
    Error::wrong(format!("{parameter}, {file} line {line},"), format!("{:?}", fields.join(" ")), allowed)
}
