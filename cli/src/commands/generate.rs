//! `perlane generate`.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

use perlane::Samples;

use crate::args::Generate;
use crate::commands::report;
use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::output::{self, Target};
use crate::resolve::Job;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use crate::values::Destination;

pub(crate) fn run(args: &Generate) -> Result<()> {
    let job = Job::generating(args)?;
    if !args.run.quiet {
        job.note().iter().for_each(|note| console::note(note));
    }
    if args.dry_run {
        let plan = if args.run.json { report::planned_json(&job) } else { report::planned(&job) };
        return console::write(plan?.as_bytes());
    }
    let started = Instant::now();
    let bars = Bars(!args.run.quiet && !args.run.json);
    let (name, samples, bytes) = match &job.destination {
        // clap asks for one, except in a dry run.
        None => return Err(Error::parameter("output", "missing", "a file, or - for standard output")),
        Some(Destination::Stdout) => {
            let (samples, bytes) = to_stdout(&job, args.run.json, bars)?;
            ("standard output".to_owned(), samples, bytes)
        }
        Some(Destination::File(path)) => {
            let make = if job.format == Format::Zarr { to_store } else { to_file };
            let (samples, bytes) = make(&job, path, args.output.overwrite, bars)?;
            (path.display().to_string(), samples, bytes)
        }
    };
    let time = started.elapsed();
    if args.run.json {
        return console::write(report::done_json(&job, &samples, time)?.as_bytes());
    }
    if !args.run.quiet {
        console::note(&report::done(&job, &name, bytes, &samples, time));
    }
    Ok(())
}

/// Whether there may be progress bars.
#[derive(Clone, Copy)]
struct Bars(bool);

impl Bars {
    fn start(self, doing: &'static str, job: &Job) -> Progress {
        Progress::new(doing, job.samples, self.0)
    }
}

fn to_stdout(job: &Job, json: bool, bars: Bars) -> Result<(Samples, u64)> {
    if json {
        return Err(Error::parameter("json", "given", "nothing, where standard output gets the samples"));
    }
    if io::stdout().is_terminal() {
        return Err(Error::parameter(
            "output",
            "-, which is a terminal",
            "a file, or - with a pipe behind it",
        ));
    }
    interrupt::exit_at_once()?;
    let progress = bars.start("", job);
    let samples = output::write_stream(job, &mut io::stdout().lock(), "standard output", &progress)?;
    Ok((samples, job.bytes()))
}

fn to_file(job: &Job, path: &Path, overwrite: bool, bars: Bars) -> Result<(Samples, u64)> {
    let target = Target::new(path, overwrite)?;
    let sidecar = output::sidecar(path);
    // A file that carries its recipe has none beside it: one of a file that it replaces would be wrong.
    let sidecar = match job.format.has_sidecar() || (overwrite && sidecar.exists()) {
        true => Some(Target::new(&sidecar, overwrite)?),
        false => None,
    };
    let name = path.display().to_string();
    output::check_space(job, target.folder(), &name)?;
    interrupt::defer()?;
    let mut file = target.begin()?;
    let progress = bars.start("", job);
    let samples = output::write_file(job, file.file(), &name, &progress)?;
    drop(progress);
    let bytes = file.file().metadata().map_or(0, |metadata| metadata.len());
    let recipe = match &sidecar {
        Some(sidecar) if job.format.has_sidecar() => {
            Some(sidecar.write(text::to_json(&job.metadata(Some(&samples)))?.as_bytes())?)
        }
        _ => None,
    };
    // From here on it takes no time.
    interrupt::check()?;
    let placed = target.place(file)?;
    // Both or none: an error here takes back what `placed` is.
    let beside = match (&sidecar, recipe) {
        (Some(sidecar), Some(recipe)) => Some(sidecar.place(recipe)?),
        (Some(sidecar), None) => Some(sidecar.remove()?),
        (None, _) => None,
    };
    placed.keep();
    if let Some(beside) = beside {
        beside.keep();
    }
    Ok((samples, bytes))
}

fn to_store(job: &Job, path: &Path, overwrite: bool, bars: Bars) -> Result<(Samples, u64)> {
    let target = output::zarr::Target::new(path, overwrite)?;
    output::check_space(job, target.folder(), &path.display().to_string())?;
    interrupt::defer()?;
    let folder = target.begin()?;
    let progress = bars.start("digest ", job);
    let samples = output::zarr::digest(job, &progress)?;
    drop(progress);
    let store = output::zarr::Store::create(folder.path(), job, Some(&samples))?;
    let progress = bars.start("", job);
    let filled = store.fill(job, 0..store.units(), &progress)?;
    drop(progress);
    interrupt::check()?;
    target.place(folder)?;
    Ok((samples, filled.bytes))
}
