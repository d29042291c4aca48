//! What is said before and after the work.

use std::time::Duration;

use perlane::Samples;
use serde::Serialize;

use crate::error::Result;
use crate::metadata::Metadata;
use crate::resolve::Job;
use crate::sampling::stream;
use crate::text;
use crate::values::Destination;

#[derive(Serialize)]
struct Report<'a> {
    output: Option<&'a str>,
    format: &'static str,
    dtype: &'static str,
    shape: Vec<usize>,
    bytes: u64,
    backend: &'static str,
    threads: usize,
    #[serde(flatten)]
    outcome: Outcome,
    recipe: Metadata,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Planned { memory: usize },
    Initialised { files: u64, blake3: Option<String>, seconds: f64 },
    Done { blake3: String, seconds: f64, samples_per_second: f64 },
}

fn report(job: &Job, outcome: Outcome, recipe: Metadata) -> Result<String> {
    let output = match &job.destination {
        Some(Destination::File(path)) => Some(path.to_string_lossy()),
        Some(Destination::Stdout) => Some("-".into()),
        None => None,
    };
    text::to_json(&Report {
        output: output.as_deref(),
        format: job.format.name(),
        dtype: job.dtype.name(),
        shape: stream::shape(&job.window),
        bytes: job.bytes(),
        backend: job.backend.name(),
        threads: job.threads,
        outcome,
        recipe,
    })
}

/// What would be done, as JSON.
pub(crate) fn planned_json(job: &Job) -> Result<String> {
    report(job, Outcome::Planned { memory: stream::memory(job) }, job.metadata(None))
}

/// What would be done: a recipe that `generate` reads, with comments.
pub(crate) fn planned(job: &Job) -> Result<String> {
    let (format, dtype, size) = (job.format.name(), job.dtype.name(), job.size());
    let (bytes, memory) = (binary(job.bytes()), binary(stream::memory(job) as u64));
    let recipe = text::to_toml(&job.metadata(None))?;
    Ok(format!(
        "# {size} samples as {dtype} in {format}: {bytes}, before compression if the format has any\n\
         # about {memory} of memory, {threads} threads, {backend}\n{recipe}",
        threads = job.threads,
        backend = job.backend,
    ))
}

/// What is to be filled, as JSON.
pub(crate) fn initialised_json(
    job: &Job,
    samples: Option<&Samples>,
    files: u64,
    time: Duration,
) -> Result<String> {
    let blake3 = samples.map(|samples| samples.blake3.clone());
    let outcome = Outcome::Initialised { files, blake3, seconds: time.as_secs_f64() };
    report(job, outcome, job.metadata(samples))
}

/// What was done, as JSON.
pub(crate) fn done_json(job: &Job, samples: &Samples, time: Duration) -> Result<String> {
    let seconds = time.as_secs_f64();
    let outcome = Outcome::Done {
        blake3: samples.blake3.clone(),
        seconds,
        samples_per_second: rate(samples.count, time),
    };
    report(job, outcome, job.metadata(Some(samples)))
}

/// What was done, in a line.
pub(crate) fn done(job: &Job, name: &str, file_bytes: u64, samples: &Samples, time: Duration) -> String {
    format!(
        "{name}: {size} {dtype}, {bytes}, {seconds:.2} s, {rate:.0} M samples/s, {backend}, {threads} threads",
        size = job.size(),
        dtype = job.dtype.name(),
        bytes = decimal(file_bytes),
        seconds = time.as_secs_f64(),
        rate = rate(samples.count, time) / 1e6,
        backend = job.backend,
        threads = job.threads,
    )
}

/// 0 where there was nothing to do, as JSON has no infinity.
fn rate(count: u64, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// Sizes of files are told in powers of ten, as file managers do.
fn decimal(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

/// Sizes of memory are told in powers of two.
fn binary(bytes: u64) -> String {
    format!("{bytes} bytes ({})", indicatif::BinaryBytes(bytes))
}
