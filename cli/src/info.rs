//! `perlane info`.

use std::path::Path;

use perlane::{Backend, Recipe};
use serde::Serialize;

use crate::args::Info;
use crate::error::{Error, Result};
use crate::output::{self, Format};
use crate::{console, recipe_file, summary};

#[derive(Serialize)]
struct Machine {
    backends: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    available: bool,
    lanes: Option<usize>,
    /// Why it is not available.
    reason: Option<&'static str>,
}

pub(crate) fn run(args: &Info) -> Result<()> {
    let text = match (&args.file, args.json) {
        (Some(file), true) => summary::json(&carried_recipe(file)?)?,
        (Some(file), false) => summary::toml(&carried_recipe(file)?)?,
        (None, true) => summary::json(&Machine { backends: backends() })?,
        (None, false) => table(),
    };
    console::write(text.as_bytes())
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

/// The recipe in a file or beside it; or the file itself.
fn carried_recipe(path: &Path) -> Result<Recipe> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    match Format::from_name(extension) {
        Some(Format::Png) => match output::read_png_recipe(path)? {
            Some(text) => recipe_file::parse_json(path, &text),
            None => Err(Error::Io {
                doing: format!("find a recipe in {}", path.display()),
                source: std::io::Error::other("it has no iTXt chunk of perlane"),
            }),
        },
        Some(format) if format.has_sidecar() => recipe_file::read(&output::sidecar(path)),
        _ => recipe_file::read(path),
    }
}
