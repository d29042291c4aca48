//! Generates a file, into a pipe or onto a disk.

use std::fs::File;
use std::io::{self, ErrorKind, Write};

use perlane::Samples;

use crate::error::{Error, Result};
use crate::output::encoder::{EncodeSequential, FileEncoder};
use crate::output::number_stream::{NumberStream, WriteSeek, write_error};
use crate::output::write_back::WriteBack;
use crate::sampling::stream::{self, Order};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// Generates into standard output, a pipe or a device. Returns the digest of the samples, and how many bytes were written.
pub(crate) fn to_stream(
    spec: &GenerateSpec,
    encode: EncodeSequential,
    out: &mut dyn Write,
    name: &str,
    progress: &Progress,
) -> Result<(Samples, u64)> {
    let mut out = PipeWriter { inner: out, bytes: 0, closed: false };
    let written = stream::generate(spec, Order::Array, |slabs| {
        let samples = encode(NumberStream { spec, slabs, progress, name }, &mut out)?;
        out.flush().map_err(write_error(name))?;
        Ok(samples)
    });
    // Encoders wrap their errors in types that do not show the cause.
    if out.closed { Err(Error::ClosedPipe) } else { written.map(|samples| (samples, out.bytes)) }
}

/// Generates a file. Returns the digest of the samples.
pub(crate) fn to_file(
    spec: &GenerateSpec,
    encoder: FileEncoder,
    file: &mut File,
    name: &str,
    shows_progress: bool,
) -> Result<Samples> {
    let mut out = WriteBack::new(file).map_err(write_error(name))?;
    let samples = to_seekable(spec, encoder, &mut out, name, shows_progress)?;
    out.finish().map_err(write_error(name))?;
    Ok(samples)
}

/// Generates into any output that can be written and sought. Returns the digest of the samples.
pub(crate) fn to_seekable(
    spec: &GenerateSpec,
    encoder: FileEncoder,
    mut out: &mut dyn WriteSeek,
    name: &str,
    shows_progress: bool,
) -> Result<Samples> {
    let stream = |encode: &mut dyn FnMut(NumberStream<'_>) -> Result<Samples>| {
        let progress = &Progress::of_samples("", spec.samples, shows_progress);
        stream::generate(spec, Order::Array, |slabs| encode(NumberStream { spec, slabs, progress, name }))
    };
    match encoder {
        FileEncoder::Sequential(encode) => stream(&mut |numbers| encode(numbers, &mut out)),
        FileEncoder::Seeking(encode) => stream(&mut |numbers| encode(numbers, out)),
        FileEncoder::Twice(encode) => encode(spec, out, name, shows_progress),
    }
}

/// A writer that counts its bytes, and remembers whether its reader has closed the pipe.
struct PipeWriter<W> {
    inner: W,
    bytes: u64,
    closed: bool,
}

impl<W> PipeWriter<W> {
    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.closed |= result.as_ref().is_err_and(|e| e.kind() == ErrorKind::BrokenPipe);
        result
    }
}

impl<W: Write> Write for PipeWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.bytes += result.as_ref().map_or(0, |&count| count as u64);
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}
