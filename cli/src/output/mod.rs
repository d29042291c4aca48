//! Files: formats, and how their numbers come from samples.

mod atomic_file;
mod atomic_folder;
mod file_target;
mod free_space;
mod npy;
mod png;
mod tiff;
mod write_back;
pub(crate) mod zarr;

use std::fs::File;
use std::io::{self, Write};

use perlane::Samples;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::format::numbers::{Digest, Numbers};
use crate::resolve::Job;
use crate::sampling::stream::{self, Bands};
use crate::terminal::progress::Progress;

pub(crate) use atomic_file::{Fresh, PREFIX, SUFFIX, claim, claimed, folder, sweep};
pub(crate) use file_target::{Target, look_at, resolve_link, sidecar, sync_folder};
pub(crate) use free_space::check as check_space;
pub(crate) use npy::check_header as check_npy_header;
pub(crate) use png::{Pixels as PngPixels, read_recipe as read_png_recipe};
pub(crate) use tiff::{Strips as TiffStrips, read_recipe as read_tiff_recipe};
use write_back::Writeback;

/// About how much memory writing takes, besides the samples of a band.
pub(crate) fn memory(job: &Job, band: usize) -> usize {
    let numbers = if job.levels.is_some() { band * Numbers::new(job).width() } else { 0 };
    match job.format {
        Format::Npy | Format::Raw | Format::Tiff => numbers,
        // Pieces are compressed before the first is written.
        Format::Png => 2 * numbers + (job.threads << 21),
        Format::Zarr => job.layout.as_ref().map_or(0, |layout| zarr::memory(layout, job.threads)),
    }
}

/// Generates a job into a stream. Returns what was generated.
pub(crate) fn write_stream(
    job: &Job,
    out: &mut impl Write,
    name: &str,
    progress: &Progress,
) -> Result<Samples> {
    let mut out = Watched { inner: out, closed: false };
    let result = stream::generate(job, |bands| {
        let body = Body { bands, numbers: Numbers::new(job), progress, name };
        match job.format {
            Format::Npy => npy::write(job, body, &mut out),
            Format::Png => png::write(job, body, &mut out),
            // Format::resolve and write_file have seen that it is none of the others.
            _ => body.write(&mut out),
        }
    });
    let result = result.and_then(|samples| {
        out.flush().map_err(failed(name))?;
        Ok(samples)
    });
    // Encoders wrap their errors, and what is inside cannot be seen.
    if out.closed { Err(Error::ClosedPipe) } else { result }
}

/// Generates a job into a file, which some formats write here and there.
pub(crate) fn write_file(job: &Job, out: &mut File, name: &str, progress: &Progress) -> Result<Samples> {
    let mut out = Writeback::new(out).map_err(failed(name))?;
    let samples = if job.format == Format::Tiff {
        stream::generate(job, |bands| {
            tiff::write(job, Body { bands, numbers: Numbers::new(job), progress, name }, &mut out)
        })
    } else {
        write_stream(job, &mut out, name, progress)
    };
    let samples = samples?;
    out.finish().map_err(failed(name))?;
    Ok(samples)
}

/// The numbers of a file, on their way.
struct Body<'a> {
    bands: Bands<'a>,
    numbers: Numbers,
    progress: &'a Progress,
    name: &'a str,
}

impl<'a> Body<'a> {
    /// The threads to work on.
    fn pool(&self) -> &'a rayon::ThreadPool {
        self.bands.pool()
    }

    /// Writes all numbers.
    fn write(self, out: &mut impl Write) -> Result<Samples> {
        let (numbers, pool, name) = (self.numbers.clone(), self.pool(), self.name);
        let mut scratch = Vec::new();
        self.for_each(|band| {
            let bytes = pool.install(|| numbers.convert(band, &mut scratch));
            out.write_all(&bytes).map_err(failed(name))
        })
    }

    /// Calls `take` with all samples, band by band.
    fn for_each(self, mut take: impl FnMut(&[f32]) -> Result<()>) -> Result<Samples> {
        let mut digest = Digest::new();
        self.bands.for_each(|band| {
            digest.update(band);
            take(band)?;
            self.progress.add(band.len());
            Ok(())
        })?;
        Ok(digest.finish())
    }
}

/// An error while writing the output.
fn failed<E: Into<io::Error>>(name: &str) -> impl Fn(E) -> Error {
    move |e| Error::Io { doing: format!("write {name}"), source: e.into() }
}

/// A writer that remembers whether its reader has gone.
struct Watched<'a, W> {
    inner: &'a mut W,
    closed: bool,
}

impl<W: Write> Watched<'_, W> {
    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.closed |= result.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::BrokenPipe);
        result
    }
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}
