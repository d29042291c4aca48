//! `perlane reproduce`: the samples anew, their digest, and the file's own numbers.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;
use std::time::Instant;

use perlane::Samples;
use serde::Serialize;

use crate::args::Reproduce;
use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::format::numbers::{Digest, Numbers};
use crate::metadata::Metadata;
use crate::output;
use crate::output::zarr::{Store, digest};
use crate::read::detect::Content;
use crate::read::metadata;
use crate::resolve::Job;
use crate::sampling::stream;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;

#[derive(Serialize)]
struct Report {
    file: String,
    format: &'static str,
    reproduced: bool,
    /// Of the samples that the recipe gives.
    blake3: String,
    /// The digest that the file carries.
    recorded: Option<String>,
    /// What differs.
    difference: Option<String>,
    backend: &'static str,
    threads: usize,
    seconds: f64,
}

pub(crate) fn run(args: &Reproduce) -> Result<()> {
    let (content, carried) = metadata::read(&args.file)?;
    let format = match content {
        Content::Numbers(format) => Some(format),
        Content::Recipe => None,
    };
    if format.is_none() && carried.recipe.samples.is_none() {
        return Err(Error::parameter(
            "file",
            args.file.display(),
            "recipes with the digest of their samples",
        ));
    }
    // A recipe without a file has nothing but samples.
    let job = Job::from_metadata(&carried, format.unwrap_or(Format::Raw), &args.run)?;
    interrupt::exit_at_once()?;
    let started = Instant::now();
    let bars = !args.run.quiet && !args.run.json;
    let (samples, content) = match format {
        None => (digest(&job, &Progress::new("", job.samples, bars))?, None),
        Some(Format::Zarr) => {
            let store = Store::open(&args.file)?;
            store.check(&job)?;
            let samples = digest(&job, &Progress::new("digest ", job.samples, bars))?;
            (samples, store.difference(&job, &Progress::new("", job.samples, bars))?)
        }
        Some(format) => compare(&job, format, &args.file, &Progress::new("", job.samples, bars))?,
    };
    let report = Report {
        file: args.file.display().to_string(),
        format: format.map_or("recipe", Format::name),
        difference: difference(&carried, &samples, content),
        reproduced: false,
        blake3: samples.blake3,
        recorded: carried.recipe.samples.map(|samples| samples.blake3),
        backend: job.backend.name(),
        threads: job.threads,
        seconds: started.elapsed().as_secs_f64(),
    };
    tell(Report { reproduced: report.difference.is_none(), ..report }, args)
}

fn tell(report: Report, args: &Reproduce) -> Result<()> {
    if args.run.json {
        console::write(text::to_json(&report)?.as_bytes())?;
    }
    if let Some(what) = report.difference {
        return Err(Error::Mismatch { name: report.file, what });
    }
    if !args.run.json && !args.run.quiet {
        let Report { file, blake3, recorded, backend, seconds, .. } = report;
        let digest = if recorded.is_some() {
            "numbers and digest"
        } else {
            "numbers; it carries no digest; theirs is"
        };
        console::note(&format!("{file}: the same {digest} {blake3}, {seconds:.2} s, {backend}"));
    }
    Ok(())
}

/// What is not as it should be, in the file or in what it says of its samples.
fn difference(carried: &Metadata, samples: &Samples, content: Option<String>) -> Option<String> {
    let recorded = carried.recipe.samples.as_ref().filter(|recorded| *recorded != samples);
    let digests = recorded.map(|recorded| {
        format!("the digest of its samples is {}, the recipe gives {}", recorded.blake3, samples.blake3)
    });
    match (content, digests) {
        (Some(content), Some(digests)) => Some(format!("{content}; {digests}")),
        (content, digests) => content.or(digests),
    }
}

/// Generates the samples, and reads the file's numbers beside.
fn compare(job: &Job, format: Format, path: &Path, progress: &Progress) -> Result<(Samples, Option<String>)> {
    let mut comparison = Comparison::open(job, format, path)?;
    let (mut digest, mut scratch) = (Digest::new(), Vec::new());
    stream::generate(job, |bands| {
        let pool = bands.pool();
        bands.for_each(|band| {
            digest.update(band);
            let numbers = pool.install(|| comparison.numbers.convert(band, &mut scratch));
            comparison.source.compare(&comparison.numbers, &numbers, job);
            progress.add(band.len());
            Ok(())
        })
    })?;
    Ok((digest.finish(), comparison.source.finish()))
}

struct Comparison {
    numbers: Numbers,
    source: Source,
}

/// A file's numbers, as far as they have been compared.
struct Source {
    reader: Option<Box<dyn Read>>,
    /// Numbers that were equal.
    done: usize,
    buffer: Vec<u8>,
    difference: Option<String>,
}

impl Comparison {
    fn open(job: &Job, format: Format, path: &Path) -> Result<Self> {
        let failed = |source| Error::Io { doing: format!("read {}", path.display()), source };
        let (reader, difference) = match open(job, format, path) {
            Ok(Ok(reader)) => (Some(reader), None),
            Ok(Err(what)) => (None, Some(what)),
            Err(e) => (None, Some(undecodable(e).map_err(failed)?)),
        };
        let source = Source { reader, done: 0, buffer: Vec::new(), difference };
        Ok(Comparison { numbers: Numbers::new(job), source })
    }
}

/// A file's numbers, or what is wrong with its header.
fn open(job: &Job, format: Format, path: &Path) -> io::Result<Result<Box<dyn Read>, String>> {
    let file = File::open(path)?;
    Ok(match format {
        Format::Png => output::PngPixels::open(job, file)?.map(|pixels| Box::new(pixels) as Box<dyn Read>),
        Format::Tiff => output::TiffStrips::open(job, file)?.map(|strips| Box::new(strips) as Box<dyn Read>),
        Format::Npy => {
            let mut file = BufReader::with_capacity(1 << 20, file);
            match output::check_npy_header(job, &mut file)? {
                Some(what) => Err(what),
                None => Ok(Box::new(file)),
            }
        }
        Format::Raw | Format::Zarr => Ok(Box::new(file)),
    })
}

/// A decoder's complaint is a difference; the system's is an error.
fn undecodable(e: io::Error) -> io::Result<String> {
    match e.raw_os_error() {
        Some(_) => Err(e),
        None if e.kind() == ErrorKind::UnexpectedEof => Ok("it ends too early".to_owned()),
        None => Ok(format!("it cannot be decoded: {e}")),
    }
}

impl Source {
    fn compare(&mut self, numbers: &Numbers, want: &[u8], job: &Job) {
        let Some(reader) = self.reader.as_mut() else { return };
        self.buffer.resize(want.len(), 0);
        self.difference = match reader.read_exact(&mut self.buffer) {
            Ok(()) => numbers.difference(&self.buffer, want).map(|(at, found, want)| {
                format!("sample {} is {found} there, {want} by the recipe", place(job, self.done + at))
            }),
            Err(e) => Some(undecodable(e).unwrap_or_else(|e| format!("it cannot be read: {e}"))),
        };
        self.done += want.len() / numbers.width();
        if self.difference.is_some() {
            self.reader = None;
        }
    }

    /// The first difference, if there is one.
    fn finish(mut self) -> Option<String> {
        let end = self.reader.as_mut().map(|reader| reader.read(&mut [0]));
        self.difference.or(match end {
            None | Some(Ok(0)) => None,
            Some(Ok(_)) => Some("it is longer than it should be".to_owned()),
            Some(Err(e)) => Some(undecodable(e).unwrap_or_else(|e| format!("it cannot be read: {e}"))),
        })
    }
}

/// Where a sample is in the window, as the command line lists axes.
fn place(job: &Job, index: usize) -> String {
    let (mut rest, mut place) = (index, Vec::new());
    for axis in 0..job.window.dims() {
        place.push((rest % job.window.size[axis]).to_string());
        rest /= job.window.size[axis];
    }
    place.join(",")
}
