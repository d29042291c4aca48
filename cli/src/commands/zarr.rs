//! `perlane zarr`: the metadata first, then the chunks, by as many workers as there are.

use std::time::Instant;

use serde::Serialize;

use crate::args::{Fill, Init, Zarr};
use crate::commands::report;
use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::output::zarr::{Filled, Store, Target, digest};
use crate::resolve::Job;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use crate::values::{Destination, Part};

pub(crate) fn run(args: &Zarr) -> Result<()> {
    match args {
        Zarr::Init(args) => init(args),
        Zarr::Fill(args) => fill(args),
    }
}

/// The digest is of all samples, and no worker of several has them all: who writes the metadata generates them once.
fn init(args: &Init) -> Result<()> {
    let job = Job::initialising(args)?;
    if !args.run.quiet {
        job.note().iter().for_each(|note| console::note(note));
    }
    let Some(Destination::File(path)) = &job.destination else {
        return Err(Error::parameter("output", "-", "a folder"));
    };
    let target = Target::new(path, args.overwrite)?;
    interrupt::defer()?;
    let folder = target.begin()?;
    let started = Instant::now();
    let samples = match args.no_digest {
        true => None,
        false => {
            let progress = Progress::new("digest ", job.samples, !args.run.quiet && !args.run.json);
            Some(digest(&job, &progress)?)
        }
    };
    let units = Store::create(folder.path(), &job, samples.as_ref())?.units();
    interrupt::check()?;
    target.place(folder)?;
    if args.run.json {
        let report = report::initialised_json(&job, samples.as_ref(), units, started.elapsed())?;
        return console::write(report.as_bytes());
    }
    if !args.run.quiet {
        let (path, size, dtype) = (path.display(), job.size(), job.dtype.name());
        console::note(&format!("{path}: {size} {dtype}, {units} files of chunks to fill"));
    }
    Ok(())
}

#[derive(Serialize)]
struct Report<'a> {
    output: &'a str,
    part: String,
    #[serde(flatten)]
    filled: &'a Filled,
    backend: &'static str,
    threads: usize,
    seconds: f64,
}

fn fill(args: &Fill) -> Result<()> {
    let store = Store::open(&args.store)?;
    let job = Job::from_metadata(&store.carried()?, Format::Zarr, &args.run)?;
    store.check(&job)?;
    let part = args.part.unwrap_or(Part::WHOLE);
    interrupt::defer()?;
    let started = Instant::now();
    let range = part.range(store.units());
    let progress = Progress::new("", store.samples(range.clone()), !args.run.quiet && !args.run.json);
    let filled = store.fill(&job, range, &progress).map_err(|e| match e {
        Error::Interrupted => Error::InterruptedFill,
        other => other,
    })?;
    store.check_unchanged()?;
    drop(progress);
    let (name, seconds) = (args.store.to_string_lossy(), started.elapsed().as_secs_f64());
    if args.run.json {
        let (backend, threads) = (job.backend.name(), job.threads);
        let report =
            Report { output: &name, part: part.to_string(), filled: &filled, backend, threads, seconds };
        return console::write(text::to_json(&report)?.as_bytes());
    }
    if !args.run.quiet {
        let Filled { written, present, .. } = filled;
        console::note(&format!(
            "{name}, part {part}: {written} files of chunks written, {present} were there, {seconds:.2} s"
        ));
    }
    Ok(())
}
