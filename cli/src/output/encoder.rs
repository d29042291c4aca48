//! How each format is encoded. A new format needs an arm in [`Encoder::of`].

use std::io::Write;

use clap::ValueEnum;
use perlane::Samples;

use crate::error::Result;
use crate::format::formats::Format;
use crate::output::number_stream::{NumberStream, WriteSeek};
use crate::output::{npy, png, tiff};

/// Encodes a file from start to end. Returns the digest of the samples.
pub(crate) type EncodeSequential = fn(NumberStream<'_>, &mut dyn Write) -> Result<Samples>;

/// Encodes a file with seeking. Returns the digest of the samples.
pub(crate) type EncodeSeeking = fn(NumberStream<'_>, &mut dyn WriteSeek) -> Result<Samples>;

#[derive(Clone, Copy)]
pub(crate) enum Encoder {
    File(FileEncoder),
    /// The format is a folder of chunk files, which `output::zarr` writes.
    Chunked,
}

#[derive(Clone, Copy)]
pub(crate) enum FileEncoder {
    Sequential(EncodeSequential),
    Seeking(EncodeSeeking),
}

impl Encoder {
    pub(crate) fn of(format: Format) -> Self {
        match format {
            Format::Npy => Encoder::File(FileEncoder::Sequential(npy::encode)),
            Format::Raw => Encoder::File(FileEncoder::Sequential(|numbers, out| numbers.write_to(out))),
            Format::Png => Encoder::File(FileEncoder::Sequential(png::encode)),
            Format::Tiff => Encoder::File(FileEncoder::Seeking(tiff::encode)),
            Format::Zarr => Encoder::Chunked,
        }
    }

    /// Formats that can be written to a pipe.
    pub(crate) fn sequential_formats() -> impl Iterator<Item = Format> {
        let sequential = |format: &Format| match Encoder::of(*format) {
            Encoder::File(FileEncoder::Sequential(_)) => true,
            Encoder::File(FileEncoder::Seeking(_)) | Encoder::Chunked => false,
        };
        Format::value_variants().iter().copied().filter(sequential)
    }
}
