//! `perlane info`.

use std::path::{Path, PathBuf};

use perlane::{Backend, Quantity, Window};
use serde::Serialize;

use crate::args::Info;
use crate::commands::failures::{FailedFile, Failures};
use crate::error::Result;
use crate::format::crs::Crs;
use crate::format::formats::Format;
use crate::input::recipe_file;
use crate::metadata::Metadata;
use crate::numerals::shortest;
use crate::read::detect::Content;
use crate::read::tiff::facts::{self, Facts};
use crate::read::tiff::place::USER_DEFINED;
use crate::read::{extent, metadata};
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

/// What the JSON report says of one of several files.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Read { file: String, recipe: Box<Metadata> },
    Failed(FailedFile),
}

pub(crate) fn run(args: &Info) -> Result<()> {
    let text = match (&args.files[..], args.json) {
        ([], true) => text::to_json(&Machine { backends: backends() })?,
        ([], false) => table(),
        ([file], true) => return of_one(file),
        ([file], false) => read_and_describe(file)?,
        (files, true) => return list(files),
        (files, false) => return describe_all(files),
    };
    console::write(text.as_bytes())
}

/// The JSON report of one file: its recipe, or why that cannot be read.
fn of_one(path: &Path) -> Result<()> {
    let mut failures = Failures::default();
    let text = match read(path) {
        Ok((_, recipe)) => text::to_json(&recipe)?,
        Err(error) => {
            failures.add(&error);
            text::to_json(&FailedFile::new(path, &error))?
        }
    };
    failures.finish(console::write(text.as_bytes()))
}

/// The JSON report of several files, also of those that cannot be read.
fn list(files: &[PathBuf]) -> Result<()> {
    let (mut outcomes, mut failures) = (Vec::new(), Failures::default());
    for path in files {
        outcomes.push(match read(path) {
            Ok((_, recipe)) => Outcome::Read { file: path.display().to_string(), recipe: Box::new(recipe) },
            Err(error) => {
                failures.add(&error);
                Outcome::Failed(FailedFile::new(path, &error))
            }
        });
    }
    failures.finish(console::write(text::to_json(&outcomes)?.as_bytes()))
}

/// Writes the recipes of several files, and the errors of those that cannot be read.
fn describe_all(files: &[PathBuf]) -> Result<()> {
    let (mut failures, mut between, mut written) = (Failures::default(), "", Ok(()));
    for file in files {
        match read_and_describe(file) {
            Ok(recipe) => {
                // A name must not end the comment.
                let name = text::line(&recipe_file::shown(file).display().to_string());
                written = console::write(format!("{between}# {name}\n{recipe}").as_bytes());
                between = "\n";
            }
            Err(error) => failures.add(&error),
        }
        if written.is_err() {
            break;
        }
    }
    failures.finish(written)
}

/// What a file is, and its metadata. A note says if the file has another size than its recipe.
fn read(path: &Path) -> Result<(Content, Metadata)> {
    let (content, metadata) = metadata::read(path)?;
    if let Content::Numbers(format) = content
        && let Some(note) = extent::note(path, format, &metadata)
    {
        console::note(&note);
    }
    Ok((content, metadata))
}

/// Reads a file and describes it.
fn read_and_describe(path: &Path) -> Result<String> {
    let (content, metadata) = read(path)?;
    describe(path, content, &metadata)
}

/// The recipe of a file, after comments with what else a TIFF says of itself, and with what follows from the recipe.
pub(crate) fn describe(path: &Path, content: Content, metadata: &Metadata) -> Result<String> {
    let recipe = described(metadata)?;
    let is_tiff = matches!(content, Content::Numbers(Format::Tiff));
    let facts = if is_tiff { facts::read(path).ok() } else { None };
    Ok(facts.map_or(String::new(), |facts| format!("# {}\n", of_tiff(&facts))) + &recipe)
}

/// Size, type and place of a TIFF.
fn of_tiff(facts: &Facts) -> String {
    let mut parts = vec![format!("{}x{} {}", facts.width, facts.height, facts.dtype)];
    parts.extend((facts.bands > 1).then(|| format!("{} bands", facts.bands)));
    parts.push(match (facts.crs, facts.vertical) {
        (None, _) => "no coordinate reference system".to_owned(),
        (Some(USER_DEFINED), _) => "a coordinate reference system without a code".to_owned(),
        (Some(code), None) => format!("EPSG:{code}"),
        (Some(code), Some(USER_DEFINED)) => format!("EPSG:{code} with a vertical system without a code"),
        (Some(code), Some(vertical)) => match Crs::of_parts(code, vertical) {
            Some(crs) => crs.to_string(),
            None => format!("EPSG:{code}+{vertical}"),
        },
    });
    parts.push(
        facts
            .nodata
            .map_or("no number for no data".to_owned(), |nodata| format!("{} is no data", shortest(nodata))),
    );
    format!("TIFF of {}", parts.join(", "))
}

/// The recipe, after a comment with what follows from it.
fn described(metadata: &Metadata) -> Result<String> {
    let recipe = text::to_toml(metadata)?;
    let comment = match metadata.recipe.grid {
        Some(window) => of_grid(metadata, &window),
        None => of_any_grid(metadata),
    };
    Ok(match comment {
        Some(comment) => format!("# {comment}\n{recipe}"),
        None => recipe,
    })
}

/// For a recipe with a grid: the planes of quantities other than the value, and their ranges; or why the grid cannot be sampled.
fn of_grid(metadata: &Metadata, window: &Window) -> Option<String> {
    let field = metadata.recipe.layers.field(metadata.recipe.field);
    let quantity = field.quantity();
    let names = quantity.plane_names(window.dims());
    match field.check(window).and_then(|()| field.bounds(window.dims())) {
        Ok(_) if quantity == Quantity::Value => None,
        Ok(bounds) => {
            let planes =
                names.iter().zip(bounds).map(|(name, (low, high))| format!("{name} within {low}..{high}"));
            Some(format!("{quantity}: {}", planes.collect::<Vec<_>>().join(", ")))
        }
        Err(error) => Some(format!("This grid cannot be sampled: {error}")),
    }
}

/// For a recipe without a grid: how many axes a grid may have, unless any number is allowed; or why no grid can be sampled.
fn of_any_grid(metadata: &Metadata) -> Option<String> {
    let field = metadata.recipe.layers.field(metadata.recipe.field);
    let check = |dims: usize| match field.check(&Window::from_xyzw(&[1, 1, 1, 1][..dims])?) {
        // Whether coordinates are in range depends on where the grid is.
        Err(perlane::Error::Coordinate { .. }) => Ok(()),
        result => result,
    };
    let dims: Vec<usize> = (1..=4).filter(|dims| check(*dims).is_ok()).collect();
    let list: Vec<String> = dims.iter().map(usize::to_string).collect();
    match (&dims[..], check(2)) {
        ([_, _, _, _], _) => None,
        ([], Err(error)) => Some(format!("This recipe cannot be sampled: {error}")),
        ([1], _) => Some("This recipe can be sampled only on grids of 1 axis.".to_owned()),
        _ => Some(format!("This recipe can be sampled only on grids of {} axes.", list.join(" or "))),
    }
}

fn backends() -> Vec<Row> {
    let row = |name| {
        let backend = Backend::from_name(name).ok();
        Row {
            name,
            available: backend.is_some(),
            lanes: backend.map(Backend::lanes),
            reason: Backend::absence(name),
        }
    };
    Backend::NAMES.iter().copied().map(row).collect()
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
