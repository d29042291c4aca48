//! `perlane generate`.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Instant;

use perlane::Samples;

use crate::args::Generate;
use crate::args::output::OutputArgs;
use crate::carried;
use crate::commands::{hint, report};
use crate::error::{Error, Result};
use crate::format::formats::{Format, RecipePlace};
use crate::kept::{Kept, NewArray};
use crate::numerals::shortest;
use crate::output::encoder::{EncodeSequential, Encoder, FileEncoder};
use crate::output::file_target::FileTarget;
use crate::output::sidecar::{self, Sidecar, WrittenSidecar};
use crate::output::zarr::store::{Part, Store, specs};
use crate::output::zarr::target::ArrayTarget;
use crate::output::{companions, free_space, write};
use crate::read::metadata::{self, Source};
use crate::resolve;
use crate::sampling::digest::digest;
use crate::sampling::holes;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::values::Destination;

/// Where the output goes, and the encoder that can write it there.
enum Sink<'a> {
    /// Standard output, or the pipe or device at a path.
    Stream(Option<&'a Path>, EncodeSequential),
    File(&'a Path, FileEncoder),
    Array(&'a Path),
}

/// The result of a generated file or array.
struct Generated {
    samples: Samples,
    /// Bytes of the file, or of the array's chunks.
    bytes: u64,
}

pub(crate) fn run(args: &Generate) -> Result<()> {
    let destination = args.output.destination()?;
    let format = args.output.format(destination.as_ref())?;
    let sink = destination.as_ref().map(|destination| sink(destination, format)).transpose()?;
    let source = args.recipe.as_deref().map(metadata::read_source).transpose()?;
    check_inputs(args, source.as_ref(), destination.as_ref(), format)?;
    let (spec, notes) = spec(args, source, format)?;
    check_stream(&spec, sink.as_ref())?;
    if !args.run.quiet {
        notes.iter().for_each(|note| console::note(note));
        hint::print(&spec, &args.noise, &args.window.seamless);
    }
    if args.dry_run {
        let plan = match args.run.json {
            true => report::planned_json(&spec, destination.as_ref())?,
            false => report::planned(&spec)?,
        };
        return console::write(plan.as_bytes());
    }
    match sink {
        Some(sink) => write_output(args, &spec, &sink),
        // clap requires an output, except in a dry run.
        None => Err(Error::parameter("output", "missing", "a file, or - for standard output")),
    }
}

/// The spec that the arguments demand, for a file like the source, and notes about what the new file lacks of that.
pub(crate) fn spec(
    args: &Generate,
    source: Option<Source>,
    format: Format,
) -> Result<(GenerateSpec, Vec<String>)> {
    let (numbers, mut notes) =
        carried::numbers(args.output.numbers(), source.as_ref(), &args.quantity, format)?;
    let recipe = source.as_ref().map(|source| &source.metadata.recipe);
    let array = NewArray::of(&args.window, &args.quantity, recipe, &numbers, format)?;
    let OutputArgs { layout, tiff, fps, .. } = &args.output;
    let mut kept = Kept::of_options(layout, tiff, *fps).like(source.as_ref(), array);
    notes.append(&mut kept.notes);
    notes.extend(source.as_ref().and_then(|source| source.note.clone()));
    let recipe = source.map(|source| source.metadata.recipe);
    notes.extend(recipe.as_ref().and_then(|recipe| args.noise.replaced_range(&recipe.layers)));
    Ok((resolve::generate(args, recipe, &numbers, &kept, format)?, notes))
}

/// Refuses an output in place of a text that is read, which somebody has written by hand. A file that perlane wrote may be replaced by one that is
/// made like it, but its recipe alone may not, because the file would then have that of another.
fn check_inputs(
    args: &Generate,
    source: Option<&Source>,
    destination: Option<&Destination>,
    format: Format,
) -> Result<()> {
    let Some(Destination::File(output)) = destination else { return Ok(()) };
    metadata::check_outside(args.recipe.as_deref(), source, "output", output)?;
    let recipe = args.recipe.as_deref().and_then(|recipe| recipe_text(recipe, source, output));
    let real = |path: PathBuf| fs::canonicalize(path).ok();
    // The recipe beside a file is replaced or removed with it, and what GDAL keeps beside it is removed.
    let removed: Vec<PathBuf> = companions::of(output, format).into_iter().filter_map(real).collect();
    let replaced: Vec<PathBuf> =
        [output.clone(), sidecar::path(output)].into_iter().filter_map(real).collect();
    let is_among = |files: &[PathBuf], input: &Path| real(input.into()).is_some_and(|it| files.contains(&it));
    let mut texts = recipe.as_deref().into_iter().chain(args.noise.files());
    let text = texts.find(|text| is_among(&replaced, text) || is_among(&removed, text));
    match text.or(args.recipe.as_deref().filter(|recipe| is_among(&removed, recipe))) {
        Some(input) => {
            let value =
                format!("{}, in place of {}, which this run reads", output.display(), input.display());
            Err(Error::parameter("output", value, "other files"))
        }
        None => Ok(()),
    }
}

/// The text that the recipe is read from, and that must stay: the recipe itself, or the one beside a file, unless the output replaces both.
fn recipe_text<'a>(recipe: &'a Path, source: Option<&Source>, output: &Path) -> Option<Cow<'a, Path>> {
    let Some(format) = source?.format else { return Some(recipe.into()) };
    let is_beside = matches!(format.properties().recipe, RecipePlace::Sidecar);
    let is_output = || fs::canonicalize(recipe).ok() == fs::canonicalize(output).ok();
    (is_beside && !is_output()).then(|| sidecar::of_existing(recipe).into())
}

fn sink(destination: &Destination, format: Format) -> Result<Sink<'_>> {
    let stream = match (destination, Encoder::of(format)) {
        (Destination::File(path), Encoder::File(encoder)) => return Ok(Sink::File(path, encoder)),
        (Destination::File(path), Encoder::Chunked) => return Ok(Sink::Array(path)),
        (Destination::Stdout, _) => None,
        (Destination::Stream(path), _) => Some(path.as_path()),
    };
    match Encoder::of(format) {
        Encoder::File(FileEncoder::Sequential(encode)) => Ok(Sink::Stream(stream, encode)),
        Encoder::File(FileEncoder::Seeking(_) | FileEncoder::Twice(_)) | Encoder::Chunked => {
            let names: Vec<&str> = Encoder::sequential_formats().map(Format::name).collect();
            let allowed = format!("{} on standard output and in pipes", names.join(", "));
            Err(Error::parameter("format", format.name(), allowed))
        }
    }
}

/// Refuses numbers of several planes side by side where they go as they come.
fn check_stream(spec: &GenerateSpec, sink: Option<&Sink<'_>>) -> Result<()> {
    if !matches!(sink, Some(Sink::Stream(..))) || !spec.numbers.interleaves() {
        return Ok(());
    }
    let value = format!("{} on standard output or in a pipe", spec.field.quantity);
    let allowed = "value, slope and hillshade in PNG there; all in npy and raw, or in a file";
    Err(Error::parameter("quantity", value, allowed))
}

fn write_output(args: &Generate, spec: &GenerateSpec, sink: &Sink<'_>) -> Result<()> {
    let started = Instant::now();
    let (overwrite, progress) = (args.output.overwrite, args.run.shows_progress());
    let (name, Generated { samples, bytes }) = match *sink {
        Sink::Stream(None, _) if args.run.json => return Err(Error::JsonBesideSamples),
        Sink::Stream(None, encode) => {
            let (name, out) = ("standard output", io::stdout());
            refuse_terminal("-", &out)?;
            (name.into(), to_stream(spec, encode, &mut out.lock(), name, progress)?)
        }
        Sink::Stream(Some(path), encode) => {
            let name = path.to_string_lossy();
            // Opening a pipe waits for its reader.
            let opened = OpenOptions::new().write(true).open(path);
            let mut out = opened.map_err(|source| Error::Io { doing: format!("write {name}"), source })?;
            refuse_terminal(&name, &out)?;
            let generated = to_stream(spec, encode, &mut out, &name, progress)?;
            (name, generated)
        }
        Sink::File(path, encoder) => (path.to_string_lossy(), to_file(args, spec, encoder, path)?),
        Sink::Array(path) => (path.to_string_lossy(), to_array(spec, path, overwrite, progress)?),
    };
    let time = started.elapsed();
    if args.run.json {
        return console::write(report::generated_json(spec, &name, bytes, &samples, time)?.as_bytes());
    }
    if !args.run.quiet {
        console::note(&report::generated(spec, &name, bytes, &samples, time));
    }
    Ok(())
}

/// A note about samples that happen to be the number for no data.
fn holes(spec: &GenerateSpec) -> Result<Option<String>> {
    let Some(nodata) = spec.tiff.nodata else { return Ok(None) };
    let count = holes::count(spec, nodata)?;
    Ok((count > 0).then(|| {
        let of = spec.samples;
        let are = if count == 1 { "is" } else { "are" };
        format!(
            "note: {count} of {of} numbers {are} {}, and programs show no data there; --nodata none shows all",
            shortest(nodata)
        )
    }))
}

fn refuse_terminal(name: &str, out: &impl IsTerminal) -> Result<()> {
    let allowed = "a file, or - with standard output redirected to a file or pipe";
    match out.is_terminal() {
        true => Err(Error::parameter("output", format!("{name}, which is a terminal"), allowed)),
        false => Ok(()),
    }
}

fn to_stream(
    spec: &GenerateSpec,
    encode: EncodeSequential,
    out: &mut dyn Write,
    name: &str,
    progress: bool,
) -> Result<Generated> {
    interrupt::exit_at_once()?;
    let progress = Progress::of_samples("", spec.samples, progress);
    let (samples, bytes) = write::to_stream(spec, encode, out, name, &progress)?;
    Ok(Generated { samples, bytes })
}

fn to_file(args: &Generate, spec: &GenerateSpec, encoder: FileEncoder, path: &Path) -> Result<Generated> {
    let (overwrite, progress) = (args.output.overwrite, args.run.shows_progress());
    let target = FileTarget::new(path, overwrite)?;
    let replaces = overwrite && path.exists();
    let sidecar = Sidecar::of(path, &spec.format.properties().recipe, overwrite)?;
    let name = path.display().to_string();
    free_space::check(slice::from_ref(spec), target.folder(), &name)?;
    // All that can be refused is checked by now, and an interrupted run can still say that nothing was written.
    if !args.run.quiet
        && let Some(note) = holes(spec)?
    {
        console::note(&note);
    }
    interrupt::defer()?;
    let mut file = target.create()?;
    let samples = write::to_file(spec, encoder.for_spec(spec), file.file(), &name, progress)?;
    let bytes = file.file().metadata().map_or(0, |metadata| metadata.len());
    let metadata = spec.metadata(Some(&samples)).to_carried_json()?;
    let recipe = sidecar.as_ref().map(|sidecar| sidecar.write(&metadata)).transpose()?;
    // Publishing takes no time, and is therefore not interrupted.
    interrupt::check()?;
    // The recipe is first, because it can be restored: it is small enough to be copied. The numbers are last, and then nothing can fail.
    let recipe = recipe.map(WrittenSidecar::publish).transpose()?;
    // After an error here, dropping `recipe` undoes its change: both files change, or neither.
    target.publish(file)?;
    if let Some(recipe) = recipe {
        recipe.keep();
    }
    if replaces {
        companions::remove(path, spec.format)?;
    }
    Ok(Generated { samples, bytes })
}

fn to_array(spec: &GenerateSpec, path: &Path, overwrite: bool, progress: bool) -> Result<Generated> {
    let target = ArrayTarget::new(path, overwrite)?;
    free_space::check(&specs(spec)?, target.folder(), &path.display().to_string())?;
    interrupt::defer()?;
    let folder = target.create()?;
    let mut whole = None;
    // The digest is part of the metadata, which is written before the chunks.
    let store = Store::create(folder.path(), spec, |spec| {
        let samples = digest(spec, &Progress::of_samples("digest", spec.samples, progress))?;
        whole.get_or_insert(samples.clone());
        Ok(Some(samples))
    });
    let store = target.named(&folder, store)?;
    let mut bytes = 0;
    for Part { array, spec } in &store.parts {
        let progress = Progress::of_samples("", spec.samples, progress);
        let filled = array.fill(spec, 0..array.file_count(), &progress);
        bytes += target.named(&folder, filled)?.file_bytes;
    }
    interrupt::check()?;
    target.publish(folder)?;
    let samples = whole.ok_or_else(|| Error::io("describe the Zarr array", "it has no digest"))?;
    Ok(Generated { samples, bytes })
}
