//! Downloads: files made by the writers of `perlane generate`, with the recipe and with the digest that `perlane reproduce` compares.

use std::env;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::slice;
use std::sync::Arc;

use clap::ValueEnum;
use hyper::StatusCode;
use hyper::header::{CONTENT_LENGTH, HeaderName};
use perlane::{Samples, Window};
use perlane_view::{Place, Scene, request};
use serde::Deserialize;
use serde_json::Value;

use crate::args::run::RunArgs;
use crate::error::{Error, Result, is_full};
use crate::explore::body::{Pieces, piecewise};
use crate::explore::replies::{BYTES, Refusal, Reply, reply};
use crate::explore::state::State;
use crate::explore::work::Wanted;
use crate::format::compression::Compression;
use crate::format::formats::{Format, Properties, RecipePlace};
use crate::metadata::{MAX_BYTES, Metadata, NumbersTable};
use crate::output::encoder::{Encoder, FileEncoder};
use crate::output::{free_space, write};
use crate::resolve;
use crate::spec::GenerateSpec;
use crate::values::{Dtype, Span};

/// The header of files that have no place for their recipe: it follows the file and takes so many bytes. A header may not be as long as a recipe is.
const RECIPE_BYTES: HeaderName = HeaderName::from_static("perlane-recipe-bytes");

/// How many bytes of the file are read at a time.
const PIECE: usize = 1 << 20;

/// A request for a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct Request {
    recipe: Value,
    place: Place,
    format: String,
    dtype: String,
    colormap: Option<String>,
    #[serde(default, deserialize_with = "perlane_view::export::levels")]
    levels: Option<[f64; 2]>,
}

/// A file that is complete.
struct Exported {
    file: File,
    bytes: u64,
    /// How many of these bytes, the last ones, are the metadata, because the file itself does not contain it.
    recipe: Option<usize>,
}

pub(crate) async fn answer(state: &Arc<State>, request: &[u8]) -> std::result::Result<Reply, Refusal> {
    let request: Request = request::read(request)?;
    let (spec, encoder) = spec(&request)?;
    let work = move |wanted| export(&spec, encoder, wanted);
    let Exported { file, bytes, recipe } = state.work.run_while_wanted(work).await??;
    let (pieces, body) = piecewise();
    tokio::spawn(send(state.clone(), file, pieces));
    let mut reply = reply(StatusCode::OK, BYTES, body);
    reply.headers_mut().insert(CONTENT_LENGTH, bytes.into());
    if let Some(recipe) = recipe {
        reply.headers_mut().insert(RECIPE_BYTES, recipe.into());
    }
    Ok(reply)
}

fn spec(request: &Request) -> std::result::Result<(GenerateSpec, FileEncoder), Refusal> {
    let format = Format::of_name(&request.format)?;
    let Encoder::File(encoder) = Encoder::of(format) else {
        return Err(Error::parameter("format", format.name(), "formats that are one file").into());
    };
    let scene = Scene::from_json(&request.recipe)?;
    let window = scene.window(&request.place)?;
    // A window or quantity that the format cannot hold is refused before levels are computed for it.
    format.check_array(&window, scene.field.quantity)?;
    let numbers = numbers(request, &scene, format, &window)?;
    let metadata = Metadata { recipe: scene.recipe(window), numbers };
    let mut spec = resolve::from_metadata(&metadata, format, &RunArgs::default())?;
    let Properties { methods, compresses, title, .. } = *format.properties();
    spec.compression = Compression::resolve(None, methods, compresses, title)?;
    let encoder = encoder.for_spec(&spec);
    Ok((spec, encoder))
}

/// What the file's integers are made by; `None` for samples as they are.
fn numbers(
    request: &Request,
    scene: &Scene,
    format: Format,
    window: &Window,
) -> Result<Option<NumbersTable>> {
    let dtype = dtype_of(&request.dtype)?;
    if dtype == Dtype::F32 {
        return Ok(None);
    }
    let levels = match request.levels {
        Some(levels) => levels,
        None => {
            let default = resolve::default_levels(format, &scene.layers, scene.field, window)?;
            // The command line's error names its options, which requests do not have.
            let missing = || {
                let (quantity, dtype) = (scene.field.quantity, dtype.name());
                let allowed = format!("lists of 2 numbers, with the quantity {quantity} and dtype {dtype}");
                Error::parameter("levels", "missing", allowed)
            };
            let Span { low, high } = default.ok_or_else(missing)?;
            [low, high]
        }
    };
    Ok(Some(NumbersTable { dtype, levels, colormap: request.colormap.clone() }))
}

/// The type of this name.
fn dtype_of(name: &str) -> Result<Dtype> {
    let types = Dtype::value_variants();
    let found = types.iter().copied().find(|dtype| dtype.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = types.iter().map(|dtype| dtype.name()).collect();
        Error::parameter("dtype", name, names.join(", "))
    })
}

/// Writes a file without a name, which the system removes whatever happens.
fn export(
    spec: &GenerateSpec,
    encoder: FileEncoder,
    wanted: Wanted,
) -> std::result::Result<Exported, Refusal> {
    let folder = env::temp_dir();
    // Who downloads does not know where the server has its temporary files.
    let name = &format!("the download to {}", folder.display());
    let failed = |source| Error::Io { doing: format!("write {name}"), source };
    free_space::check(slice::from_ref(spec), &folder, name)?;
    let file = tempfile::tempfile_in(folder).map_err(failed)?;
    let mut out = AbandonableFile { file, wanted, full: false };
    let written = write::to_seekable(spec, encoder, &mut out, name, false)
        .and_then(|samples| add_recipe(spec, &samples, &mut out, name));
    let AbandonableFile { mut file, full, .. } = out;
    let recipe = written.map_err(|error| if full { Refusal::full(&error) } else { error.into() })?;
    let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
    file.rewind().map_err(failed)?;
    Ok(Exported { file, bytes, recipe })
}

/// Writes the metadata behind the file, for formats whose metadata is in a sidecar file, and returns how many bytes it takes.
fn add_recipe(
    spec: &GenerateSpec,
    samples: &Samples,
    out: &mut AbandonableFile,
    name: &str,
) -> Result<Option<usize>> {
    match spec.format.properties().recipe {
        RecipePlace::Inside => Ok(None),
        RecipePlace::Sidecar => {
            let json = spec.metadata(Some(samples)).to_short_json(MAX_BYTES)?;
            let written = out.seek(SeekFrom::End(0)).and_then(|_| out.write_all(json.as_bytes()));
            written.map_err(|source| Error::Io { doing: format!("write {name}"), source })?;
            Ok(Some(json.len()))
        }
    }
}

async fn send(state: Arc<State>, mut file: File, pieces: Pieces) {
    loop {
        let read = state.work.run(move || {
            let mut piece = Vec::new();
            let read = Read::by_ref(&mut file).take(PIECE as u64).read_to_end(&mut piece);
            read.map(|_| (piece, file))
        });
        match read.await {
            Ok(Ok((piece, _))) if piece.is_empty() => return,
            Ok(Ok((piece, rest))) => {
                if pieces.send(piece).await.is_err() {
                    return;
                }
                file = rest;
            }
            Ok(Err(_)) | Err(_) => return pieces.fail("the file cannot be read").await,
        }
    }
}

/// A file to which writing fails once nobody wants it, so that generating ends.
struct AbandonableFile {
    file: File,
    wanted: Wanted,
    /// Whether its disk is full. Encoders wrap their errors in types that do not show the cause.
    full: bool,
}

impl Write for AbandonableFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.wanted.is_so() {
            return Err(io::Error::other("nobody waits for the file"));
        }
        let written = self.file.write(bytes);
        self.full |= written.as_ref().is_err_and(is_full);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AbandonableFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
