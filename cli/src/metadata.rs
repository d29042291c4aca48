//! The recipe that a file carries, whatever its name: what the file is, its first bytes say.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use perlane::Recipe;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::recipe_file;
use crate::output;
use crate::resolve::Job;
use crate::values::Dtype;

/// A recipe, and what is written beside it into the same table.
#[derive(Debug, Serialize)]
pub(crate) struct Carried {
    #[serde(flatten)]
    pub(crate) recipe: Recipe,
    /// Not where the numbers are the samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) numbers: Option<NumbersKey>,
}

/// How the numbers of a file came from samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct NumbersKey {
    pub(crate) dtype: Dtype,
    /// The values that became 0 and the maximum.
    pub(crate) levels: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) colormap: Option<String>,
}

/// What stands beside a recipe in the same table.
#[derive(Deserialize)]
pub(crate) struct Beside {
    numbers: Option<NumbersKey>,
}

impl Carried {
    /// What a job's file carries.
    pub(crate) fn new(job: &Job, samples: Option<&perlane::Samples>) -> Self {
        let numbers = job.levels.map(|levels| NumbersKey {
            dtype: job.dtype,
            levels: [levels.span().low, levels.span().high],
            colormap: job.colormap.as_ref().map(|colormap| colormap.name().to_owned()),
        });
        Carried { recipe: Recipe { samples: samples.cloned(), ..job.recipe.clone() }, numbers }
    }

    /// From JSON that `path` carries.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self> {
        let recipe = recipe_file::parse_json(path, text)?;
        let beside: Beside = recipe_file::parse_json(path, text)?;
        Ok(Carried { recipe, numbers: beside.numbers })
    }
}

/// What a file is, `None` for a recipe, and what it carries.
pub(crate) fn read(path: &Path) -> Result<(Option<Format>, Carried)> {
    let format = recognise(path)?;
    let none_in = |format: &str, place: &str| {
        Error::io(format!("find a recipe in {}", path.display()), format!("this {format} has no {place}"))
    };
    let carried = match format {
        Some(Format::Png) => {
            let text = output::read_png_recipe(path)?;
            Carried::parse(path, &text.ok_or_else(|| none_in("PNG", "iTXt chunk of perlane"))?)?
        }
        Some(Format::Tiff) => {
            let text = output::read_tiff_recipe(path)?;
            Carried::parse(path, &text.ok_or_else(|| none_in("TIFF", "ImageDescription"))?)?
        }
        Some(Format::Zarr) => output::zarr::Store::open(path)?.carried()?,
        Some(Format::Npy | Format::Raw) => {
            let sidecar = output::sidecar(path);
            Carried::parse(&sidecar, &recipe_file::read_text("the recipe beside it", &sidecar)?)?
        }
        None if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) => {
            Carried::parse(path, &recipe_file::read_text("recipe", path)?)?
        }
        None => Carried { recipe: recipe_file::read(path)?, numbers: None },
    };
    Ok((format, carried))
}

/// The format by the file's content; raw numbers and recipes have no mark of their own.
fn recognise(path: &Path) -> Result<Option<Format>> {
    let failed = |source| recipe_file::unreadable("file", path, source);
    if path.is_dir() {
        return Ok(Some(Format::Zarr));
    }
    let mut start = Vec::new();
    File::open(path).and_then(|file| file.take(8).read_to_end(&mut start)).map_err(failed)?;
    Ok(match &start[..] {
        [0x89, b'P', b'N', b'G', ..] => Some(Format::Png),
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Some(Format::Tiff),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Some(Format::Npy),
        _ if output::sidecar(path).exists() => Some(Format::Raw),
        _ if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("toml") || e.eq_ignore_ascii_case("json")) =>
        {
            None
        }
        _ => {
            let allowed = "PNG, TIFF, npy, Zarr; .toml and .json; or any file with its .perlane.json beside";
            return Err(Error::wrong("file", path.display(), allowed));
        }
    })
}
