//! `perlane zarr`: writes an array's metadata, and fills the array with any number of workers.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use crate::args::output::TiffArgs;
use crate::args::{Fill, Init, Zarr};
use crate::carried;
use crate::commands::{hint, report};
use crate::error::{After, Error, Result};
use crate::format::formats::Format;
use crate::kept::{Kept, NewArray};
use crate::metadata::Metadata;
use crate::output::zarr::publish::FillReport;
use crate::output::zarr::store::Store;
use crate::output::zarr::target::ArrayTarget;
use crate::read::metadata;
use crate::resolve;
use crate::sampling::digest::digest;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use crate::values::Part;

pub(crate) fn run(args: &Zarr) -> Result<()> {
    match args {
        Zarr::Init(args) => init(args),
        Zarr::Fill(args) => fill(args),
    }
}

/// The digest is computed here, because it covers all samples, and a worker has only a part of them.
fn init(args: &Init) -> Result<()> {
    let source = args.recipe.as_deref().map(metadata::read_source).transpose()?;
    metadata::check_outside(args.recipe.as_deref(), source.as_ref(), "array", &args.array)?;
    let (numbers, mut notes) =
        carried::numbers(args.numbers.of_options(), source.as_ref(), &args.quantity, Format::Zarr)?;
    let recipe = source.as_ref().map(|source| &source.metadata.recipe);
    let array = NewArray::of(&args.window, &args.quantity, recipe, &numbers, Format::Zarr)?;
    let kept = Kept::of_options(&args.layout, &TiffArgs::default(), None);
    let mut kept = kept.like(source.as_ref(), array);
    notes.append(&mut kept.notes);
    notes.extend(source.as_ref().and_then(|source| source.note.clone()));
    let recipe = source.map(|source| source.metadata.recipe);
    notes.extend(recipe.as_ref().and_then(|recipe| args.noise.replaced_range(&recipe.layers)));
    let spec = resolve::zarr_init(args, recipe, &numbers, &kept)?;
    if !args.run.quiet {
        notes.iter().for_each(|note| console::note(note));
        hint::print(&spec, &args.noise, &args.window.seamless);
    }
    check_name(&args.array)?;
    let target = ArrayTarget::new(&args.array, args.overwrite)?;
    interrupt::defer()?;
    let folder = target.create()?;
    let started = Instant::now();
    let mut samples = None;
    let store = Store::create(folder.path(), &spec, |spec| {
        if args.no_digest {
            return Ok(None);
        }
        let progress = Progress::of_samples("digest", spec.samples, args.run.shows_progress());
        let digest = digest(spec, &progress)?;
        samples.get_or_insert(digest.clone());
        Ok(Some(digest))
    });
    let store = target.named(&folder, store)?;
    let files = store.file_count();
    interrupt::check()?;
    target.publish(folder)?;
    let name = args.array.to_string_lossy();
    if args.run.json {
        let time = started.elapsed();
        let report = report::initialised_json(&spec, &name, samples.as_ref(), files, time)?;
        return console::write(report.as_bytes());
    }
    if !args.run.quiet {
        console::note(&format!("{name}: {}, {} to fill", report::size_and_type(&spec), chunk_files(files)));
    }
    Ok(())
}

fn chunk_files(count: u64) -> String {
    if count == 1 { "1 chunk file".to_owned() } else { format!("{count} chunk files") }
}

/// Refuses the name of standard output, and one that says that there is a file of another format.
fn check_name(array: &Path) -> Result<()> {
    match Format::of_extension(array) {
        _ if array == Path::new("-") => {
            Err(Error::parameter("array", "-", "names of folders, such as x.zarr"))
        }
        Ok(format) if format != Format::Zarr => {
            Err(Error::parameter("array", array.display(), "names of folders, such as x.zarr"))
        }
        _ => Ok(()),
    }
}

#[derive(Serialize)]
struct Report<'a> {
    output: &'a str,
    part: String,
    #[serde(flatten)]
    filled: FillReport,
    backend: &'static str,
    threads: usize,
    seconds: f64,
}

fn fill(args: &Fill) -> Result<()> {
    let spec = |metadata: &Metadata| resolve::of_file(&args.array, metadata, Format::Zarr, &args.run);
    let store = Store::open(&args.array, spec)?;
    let part = args.part.unwrap_or(Part::WHOLE);
    interrupt::defer()?;
    let started = Instant::now();
    let mut filled = FillReport::default();
    for (member, files) in store.files(part.range(store.file_count())) {
        let (array, spec) = (&member.array, &member.spec);
        let progress = Progress::of_samples("", array.samples(files.clone()), args.run.shows_progress());
        let report = array.fill(spec, files.clone(), &progress).map_err(|e| e.leaving(After::Chunks))?;
        array.check_unchanged()?;
        if report.written > 0 {
            array.sync_names(files, &spec.array());
        }
        filled.add(report);
    }
    let spec = &store.parts[0].spec;
    let (name, seconds) = (args.array.to_string_lossy(), started.elapsed().as_secs_f64());
    if args.run.json {
        let (backend, threads) = (spec.backend.name(), spec.threads);
        let report = Report { output: &name, part: part.to_string(), filled, backend, threads, seconds };
        return console::write(text::to_json(&report)?.as_bytes());
    }
    if !args.run.quiet {
        let FillReport { written, present, .. } = filled;
        console::note(&format!(
            "{name}, part {part}: {} written, {present} existed already, {seconds:.2} s",
            chunk_files(written)
        ));
    }
    Ok(())
}
