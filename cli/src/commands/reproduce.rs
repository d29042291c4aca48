//! `perlane reproduce`: generates a file's samples again, and compares them with the file: the digest, and the numbers.

use std::path::Path;
use std::time::Instant;

use perlane::Samples;
use serde::Serialize;

use crate::args::Reproduce;
use crate::commands::failures::{FailedFile, Failures};
use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::input::recipe_file;
use crate::metadata::Metadata;
use crate::read::compare::{Comparison, compare};
use crate::read::detect::Content;
use crate::read::metadata;
use crate::resolve;
use crate::sampling::digest::{digest, malformed};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;

#[derive(Serialize)]
pub(crate) struct Report {
    file: String,
    format: &'static str,
    reproduced: bool,
    /// The digest of the samples that the recipe gives; `None` if the sizes differ, because no sample is generated then.
    blake3: Option<String>,
    /// The digest that is recorded in the file.
    recorded: Option<String>,
    difference: Option<String>,
    /// What else the file has that its recipe does not give, and that is none of its data.
    notes: Vec<String>,
    backend: &'static str,
    threads: usize,
    seconds: f64,
}

/// What the JSON report says of a file.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Compared(Box<Report>),
    Failed(FailedFile),
}

/// Compares all files, even after one that differs or cannot be read.
pub(crate) fn run(args: &Reproduce) -> Result<()> {
    interrupt::exit_at_once()?;
    let (mut outcomes, mut failures) = (Vec::new(), Failures::default());
    for file in &args.files {
        let (outcome, error) = match reproduce(file, args) {
            Ok((report, difference)) => (Outcome::Compared(Box::new(report)), difference),
            Err(error) => (Outcome::Failed(FailedFile::new(file, &error)), Some(error)),
        };
        outcomes.push(outcome);
        if let Some(error) = error {
            failures.add(&error);
        }
    }
    let text = match &outcomes[..] {
        _ if !args.run.json => None,
        [outcome] => Some(text::to_json(outcome)?),
        outcomes => Some(text::to_json(&outcomes)?),
    };
    failures.finish(text.map_or(Ok(()), |text| console::write(text.as_bytes())))
}

/// Compares one file. The error says how it differs.
pub(crate) fn reproduce(file: &Path, args: &Reproduce) -> Result<(Report, Option<Error>)> {
    let name = recipe_file::shown(file);
    let (content, metadata) = metadata::read(file)?;
    if let Some(message) = metadata.recipe.samples.as_ref().and_then(malformed) {
        let error = Error::parse(name, message);
        return Err(if matches!(content, Content::Recipe) { error } else { error.of_carrier() });
    }
    let started = Instant::now();
    let progress = args.run.shows_progress();
    let (spec, comparison) = match content {
        Content::Recipe if metadata.recipe.samples.is_none() => {
            return Err(Error::NoDigest(name.to_owned()));
        }
        Content::Recipe => {
            // Only the digest is compared, and it is the same for every format.
            let samples_alone = Metadata { numbers: None, recipe: metadata.recipe.clone() };
            let spec = resolve::from_metadata(&samples_alone, Format::Raw, &args.run)?;
            let comparison = match wrong_count(&metadata, &spec) {
                Some(what) => Comparison::at_once(what),
                None => {
                    let samples = digest(&spec, &Progress::of_samples("", spec.samples, progress))?;
                    Comparison::of(samples, None)
                }
            };
            (spec, comparison)
        }
        Content::Numbers(format) => {
            let spec = resolve::of_file(name, &metadata, format, &args.run)?;
            let comparison = match wrong_count(&metadata, &spec) {
                Some(what) => Comparison::at_once(what),
                None => compare(&spec, file, progress)?,
            };
            (spec, comparison)
        }
    };
    let Comparison { samples, difference, notes } = comparison;
    let difference = match &samples {
        Some(samples) => all_differences(difference, &metadata, samples),
        None => difference,
    };
    let report = Report {
        file: file.display().to_string(),
        format: content.name(),
        reproduced: difference.is_none(),
        blake3: samples.map(|samples| samples.blake3),
        recorded: metadata.recipe.samples.map(|samples| samples.blake3),
        difference,
        notes,
        backend: spec.backend.name(),
        threads: spec.threads,
        seconds: started.elapsed().as_secs_f64(),
    };
    let name = name.display().to_string();
    let mismatch = |what| match content {
        Content::Recipe => Error::Broken { place: name.clone(), message: what },
        Content::Numbers(_) => Error::Mismatch { name: name.clone(), what },
    };
    let difference = report.difference.clone().map(mismatch);
    if progress {
        report.notes.iter().for_each(|note| console::note(&format!("note: {name}: {note}")));
        if difference.is_none() {
            note(&name, &report, content);
        }
    }
    Ok((report, difference))
}

/// The difference, if the recorded digest is of another number of samples than the grid has. No sample need be generated then.
fn wrong_count(metadata: &Metadata, spec: &GenerateSpec) -> Option<String> {
    let recorded = metadata.recipe.samples.as_ref()?.count;
    let differs = recorded != spec.samples as u64;
    differs
        .then(|| format!("the digest it carries is of {recorded} samples, but its grid has {}", spec.samples))
}

/// The difference in the file's numbers, and the difference between the recorded digest and the recipe's digest.
fn all_differences(numbers: Option<String>, metadata: &Metadata, samples: &Samples) -> Option<String> {
    let recorded = metadata.recipe.samples.as_ref().filter(|recorded| *recorded != samples);
    let digest = recorded.map(|recorded| {
        format!(
            "the digest it carries is {} of {} samples, but the recipe gives {} of {}",
            recorded.blake3, recorded.count, samples.blake3, samples.count
        )
    });
    match (numbers, digest) {
        (Some(numbers), Some(digest)) => Some(format!("{numbers}; {digest}")),
        (numbers, digest) => numbers.or(digest),
    }
}

fn note(name: &str, report: &Report, content: Content) {
    let Report { blake3, recorded, backend, seconds, .. } = report;
    let same = match (content, recorded) {
        (Content::Recipe, _) => "same digest",
        (Content::Numbers(_), Some(_)) => "same numbers and digest",
        (Content::Numbers(_), None) => "same numbers; the file carries no digest, theirs is",
    };
    let blake3 = blake3.as_deref().unwrap_or_default();
    console::note(&format!("{name}: {same} {blake3}, {seconds:.2} s, {backend}"));
}
