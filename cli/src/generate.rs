//! `perlane generate`.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

use perlane::Samples;

use crate::args::Generate;
use crate::error::{Error, Result};
use crate::output::{self, Target};
use crate::progress::Progress;
use crate::resolve::{Destination, Job};
use crate::{console, interrupt, summary};

pub(crate) fn run(args: &Generate) -> Result<()> {
    let job = Job::new(args)?;
    if args.run.dry_run {
        let plan = if args.run.json { summary::planned_json(&job) } else { summary::planned(&job) };
        return console::write(plan?.as_bytes());
    }
    let started = Instant::now();
    let progress = Progress::new(job.samples, !args.run.quiet && !args.run.json);
    let (name, samples, bytes) = match &job.destination {
        // clap asks for one, except in a dry run.
        None => return Err(Error::wrong("output", "missing", "a file, or - for standard output")),
        Some(Destination::Stdout) => {
            let (samples, bytes) = to_stdout(&job, args.run.json, &progress)?;
            ("standard output".to_owned(), samples, bytes)
        }
        Some(Destination::File(path)) => {
            let (samples, bytes) = to_file(&job, path, args.output.overwrite, &progress)?;
            (path.display().to_string(), samples, bytes)
        }
    };
    drop(progress);
    let time = started.elapsed();
    if args.run.json {
        return console::write(summary::done_json(&job, &samples, time)?.as_bytes());
    }
    if !args.run.quiet {
        console::note(&summary::done(&job, &name, bytes, &samples, time));
    }
    Ok(())
}

fn to_stdout(job: &Job, json: bool, progress: &Progress) -> Result<(Samples, u64)> {
    if json {
        return Err(Error::wrong("json", "given", "nothing, where standard output gets the samples"));
    }
    if io::stdout().is_terminal() {
        return Err(Error::wrong("output", "-, which is a terminal", "a file, or - with a pipe behind it"));
    }
    interrupt::exit_at_once()?;
    let samples = output::write(job, &mut io::stdout().lock(), "standard output", progress)?;
    Ok((samples, job.bytes()))
}

fn to_file(job: &Job, path: &Path, overwrite: bool, progress: &Progress) -> Result<(Samples, u64)> {
    let target = Target::new(path, overwrite)?;
    let sidecar = job.format.has_sidecar().then(|| Target::new(&output::sidecar(path), overwrite));
    let sidecar = sidecar.transpose()?;
    interrupt::defer()?;
    let mut file = target.begin()?;
    let samples = output::write(job, file.as_file_mut(), &path.display().to_string(), progress)?;
    let bytes = file.as_file().metadata().map_or(0, |metadata| metadata.len());
    let recipe = match &sidecar {
        Some(sidecar) => Some((sidecar, sidecar.write(summary::recipe_json(job, &samples)?.as_bytes())?)),
        None => None,
    };
    // From here on it takes no time.
    interrupt::check()?;
    target.commit(file)?;
    if let Some((sidecar, recipe)) = recipe {
        sidecar.commit(recipe).inspect_err(|_| target.withdraw())?;
    }
    Ok((samples, bytes))
}
