//! `perlane info`.

use std::path::PathBuf;

use perlane::{Backend, Quantity};
use serde::Serialize;

use crate::args::Info;
use crate::error::Result;
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
        ([file], true) => text::to_json(&metadata::read(file)?.1)?,
        ([file], false) => described(&metadata::read(file)?.1)?,
        (files, true) => {
            let read = |file: &PathBuf| {
                Ok(FileRecipe { file: file.display().to_string(), recipe: metadata::read(file)?.1 })
            };
            text::to_json(&files.iter().map(read).collect::<Result<Vec<_>>>()?)?
        }
        (files, false) => {
            let read = |file: &PathBuf| {
                Ok(format!("# {}\n{}", file.display(), described(&metadata::read(file)?.1)?))
            };
            files.iter().map(read).collect::<Result<Vec<_>>>()?.join("\n")
        }
    };
    console::write(text.as_bytes())
}

/// The recipe; of quantities other than the value, after a comment with the planes and what each lies within.
fn described(metadata: &Metadata) -> Result<String> {
    let recipe = text::to_toml(metadata)?;
    let (field, Some(window)) = (metadata.recipe.field, metadata.recipe.grid) else { return Ok(recipe) };
    if field.quantity == Quantity::Value {
        return Ok(recipe);
    }
    let dims = window.dims();
    let bounds = metadata.recipe.layers.field(field).bounds(dims)?;
    let names = field.quantity.plane_names(dims);
    let planes: Vec<String> =
        names.iter().zip(bounds).map(|(name, (low, high))| format!("{name} within {low}..{high}")).collect();
    Ok(format!("# {}: {}\n{recipe}", field.quantity, planes.join(", ")))
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
