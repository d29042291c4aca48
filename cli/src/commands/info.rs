//! `perlane info`.

use std::path::{Path, PathBuf};

use perlane::{Backend, Quantity, Window};
use serde::Serialize;

use crate::args::Info;
use crate::error::{Error, Result};
use crate::metadata::Metadata;
use crate::read::metadata;
use crate::terminal::console;
use crate::text;

#[derive(Serialize)]
struct Machine {
    backends: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    available: bool,
    lanes: Option<usize>,
    /// Why the backend is not available.
    reason: Option<&'static str>,
}

/// One of several files.
#[derive(Serialize)]
struct FileRecipe {
    file: String,
    recipe: Metadata,
}

pub(crate) fn run(args: &Info) -> Result<()> {
    let text = match (&args.files[..], args.json) {
        ([], true) => text::to_json(&Machine { backends: backends() })?,
        ([], false) => table(),
        ([file], true) => text::to_json(&read(file)?.0)?,
        ([file], false) => described(file)?,
        (files, true) => {
            let read =
                |file: &PathBuf| Ok(FileRecipe { file: file.display().to_string(), recipe: read(file)?.0 });
            text::to_json(&files.iter().map(read).collect::<Result<Vec<_>>>()?)?
        }
        (files, false) => {
            let read = |file: &PathBuf| Ok(format!("# {}\n{}", file.display(), described(file)?));
            files.iter().map(read).collect::<Result<Vec<_>>>()?.join("\n")
        }
    };
    console::write(text.as_bytes())
}

/// The metadata of a file, and how many axes its recipe can be sampled with: those of its grid, or of grids that it may get.
///
/// # Errors
/// As for `generate`: the recipe's own grid cannot be sampled, or no grid can.
fn read(file: &Path) -> Result<(Metadata, Vec<usize>)> {
    let (_, metadata) = metadata::read(file)?;
    let sampled = metadata.recipe.layers.field(metadata.recipe.field);
    let failed = |e: perlane::Error| Error::Parse { path: file.to_owned(), message: e.to_string() };
    if let Some(window) = metadata.recipe.grid {
        sampled.check(&window).map_err(failed)?;
        let dims = vec![window.dims()];
        return Ok((metadata, dims));
    }
    // Whatever their size and place, as far as axes are concerned.
    let check = |dims: usize| sampled.check(&Window::from_xyzw(&[1, 1, 1, 1][..dims])?);
    let dims: Vec<usize> = (1..=4).filter(|dims| check(*dims).is_ok()).collect();
    if dims.is_empty() {
        check(2).map_err(failed)?;
    }
    Ok((metadata, dims))
}

/// The recipe; before it, in comments, what is not plain to see: how many axes it can be sampled with, where that is not any number, and of
/// quantities other than the value the planes and what each lies within.
fn described(file: &Path) -> Result<String> {
    let (metadata, dims) = read(file)?;
    let recipe = text::to_toml(&metadata)?;
    let field = metadata.recipe.field;
    let Some(window) = metadata.recipe.grid else {
        return Ok(axes(&dims) + &recipe);
    };
    if field.quantity == Quantity::Value {
        return Ok(recipe);
    }
    let bounds = metadata.recipe.layers.field(field).bounds(window.dims())?;
    let names = field.quantity.plane_names(window.dims());
    let planes: Vec<String> =
        names.iter().zip(bounds).map(|(name, (low, high))| format!("{name} within {low}..{high}")).collect();
    Ok(format!("# {}: {}\n{recipe}", field.quantity, planes.join(", ")))
}

/// A comment that says how many axes a grid may have; nothing where it may have any number.
fn axes(dims: &[usize]) -> String {
    let list: Vec<String> = dims.iter().map(usize::to_string).collect();
    match dims {
        [_, _, _, _] => String::new(),
        [1] => "# This recipe can be sampled only on grids of 1 axis.\n".to_owned(),
        _ => format!("# This recipe can be sampled only on grids of {} axes.\n", list.join(" or ")),
    }
}

fn backends() -> Vec<Row> {
    let row = |name| {
        let backend = Backend::from_name(name);
        Row {
            name,
            available: backend.is_some(),
            lanes: backend.map(Backend::lanes),
            reason: Backend::absence(name),
        }
    };
    Backend::NAMES.into_iter().map(row).collect()
}

fn table() -> String {
    let best = Backend::detect().name();
    let mut table = format!("{:<10} {:>5}  {}\n", "backend", "lanes", "available");
    for row in backends() {
        let lanes = row.lanes.map_or("-".to_owned(), |lanes| lanes.to_string());
        let state = match row.reason {
            Some(reason) => format!("no: {reason}"),
            None if row.name == best => "yes, the default".to_owned(),
            None => "yes".to_owned(),
        };
        table.push_str(&format!("{:<10} {lanes:>5}  {state}\n", row.name));
    }
    table
}
