//! Files: formats, and how their numbers come from samples.

mod colormap;
mod file;
mod levels;
mod npy;
mod png;
mod samples;

use std::ffi::OsStr;
use std::io::{self, Write};

use perlane::{Samples, Window};

use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::resolve::{Destination, Job};
use crate::stream::{self, Bands};
use crate::values::Dtype;

pub(crate) use colormap::Colormap;
pub(crate) use file::{Target, sidecar};
pub(crate) use levels::Levels;
pub(crate) use png::read_recipe as read_png_recipe;
use samples::Encoder;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Npy,
    /// Nothing but the numbers, little-endian.
    Raw,
    Png,
}

impl Format {
    const NAMES: [(&'static str, Format); 3] =
        [("npy", Format::Npy), ("raw", Format::Raw), ("png", Format::Png)];

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| name.eq_ignore_ascii_case(n)).map(|(_, format)| *format)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, format)| *format == self).map_or("raw", |(name, _)| name)
    }

    /// The format that is asked for, or that the file's extension says; raw on standard output.
    pub(crate) fn resolve(asked: Option<&str>, destination: Option<&Destination>) -> Result<Self> {
        let allowed = "npy, raw, png";
        let extension = match (asked, destination) {
            (Some(name), _) => {
                return Self::from_name(name).ok_or_else(|| Error::wrong("format", name, allowed));
            }
            (None, None | Some(Destination::Stdout)) => return Ok(Format::Raw),
            (None, Some(Destination::File(path))) => path.extension().and_then(OsStr::to_str),
        };
        match extension {
            Some(extension) => Self::from_name(extension).ok_or_else(|| {
                Error::wrong(
                    "the output's extension",
                    extension,
                    format!("{allowed}; --format sets one of them"),
                )
            }),
            None => Err(Error::wrong(
                "the output's extension",
                "missing",
                format!("{allowed}; --format sets one of them"),
            )),
        }
    }

    /// The type of the numbers.
    pub(crate) fn dtype(self, asked: Option<Dtype>) -> Result<Dtype> {
        match (self, asked) {
            (Format::Png, Some(Dtype::F32)) => Err(Error::wrong("dtype", "f32", "u8 and u16 in PNG")),
            (Format::Png, None) => Ok(Dtype::U8),
            (_, asked) => Ok(asked.unwrap_or(Dtype::F32)),
        }
    }

    /// Refuses windows that the format cannot hold.
    pub(crate) fn check(self, window: &Window) -> Result<()> {
        if self != Format::Png {
            return Ok(());
        }
        if window.dims() != 2 {
            let value = format!("of {} axes", window.dims());
            return Err(Error::wrong("size", value, "2 axes in PNG; npy and raw take 1 to 4"));
        }
        match window.size[..2].iter().find(|&&len| !(1..=i32::MAX as usize).contains(&len)) {
            Some(len) => Err(Error::wrong("size", len, "1 to 2147483647 samples along each axis in PNG")),
            None => Ok(()),
        }
    }

    /// The colours that are asked for.
    pub(crate) fn colormap(self, asked: Option<&str>, dtype: Dtype) -> Result<Option<Colormap>> {
        let Some(name) = asked else { return Ok(None) };
        if self != Format::Png || dtype != Dtype::U8 {
            return Err(Error::wrong("colormap", name, "only in PNG pictures of dtype u8"));
        }
        Colormap::from_name(name).map(Some)
    }

    /// Whether the recipe goes into a file of its own.
    pub(crate) fn has_sidecar(self) -> bool {
        self != Format::Png
    }
}

/// Generates a job into `out`. Returns what was generated.
pub(crate) fn write(job: &Job, out: &mut impl Write, name: &str, progress: &Progress) -> Result<Samples> {
    let mut out = Watched { inner: out, closed: false };
    let result = stream::generate(job, |bands| {
        let body = Body { bands, encoder: Encoder::new(job), progress, name };
        match job.format {
            Format::Npy => npy::write(job, body, &mut out),
            Format::Raw => body.write(&mut out),
            Format::Png => png::write(job, body, &mut out),
        }
    });
    let result = result.and_then(|samples| {
        out.flush().map_err(failed(name))?;
        Ok(samples)
    });
    // Encoders wrap their errors, and what is inside cannot be seen.
    if out.closed { Err(Error::ClosedPipe) } else { result }
}

/// The numbers of a file, on their way.
struct Body<'a> {
    bands: Bands,
    encoder: Encoder,
    progress: &'a Progress,
    name: &'a str,
}

impl Body<'_> {
    /// Writes all numbers.
    fn write(self, out: &mut impl Write) -> Result<Samples> {
        let Body { bands, mut encoder, progress, name } = self;
        bands.for_each(|band| {
            encoder.write(band, out).map_err(failed(name))?;
            progress.add(band.len());
            Ok(())
        })?;
        Ok(encoder.finish())
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
