//! The encoder of each format. A new format needs an arm in [`Encoder::of`].

use std::io::Write;

use clap::ValueEnum;
use perlane::Samples;

use crate::error::Result;
use crate::format::formats::Format;
#[cfg(feature = "exr")]
use crate::output::exr;
use crate::output::number_stream::{NumberStream, WriteSeek};
use crate::output::{npy, png, tiff, y4m};
use crate::spec::GenerateSpec;

/// Encodes a file from start to end. Returns the digest of the samples.
pub(crate) type EncodeSequential = fn(NumberStream<'_>, &mut dyn Write) -> Result<Samples>;

/// Encodes a file in which the digest comes before the numbers. It generates the samples once for the digest, and again in an order of its own.
/// Takes the output's name for errors, and whether to show progress. Returns the digest of the samples.
pub(crate) type EncodeTwice = fn(&GenerateSpec, &mut dyn WriteSeek, &str, bool) -> Result<Samples>;

/// Encodes a file by seeking in it. Returns the digest of the samples.
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
    Twice(EncodeTwice),
}

impl FileEncoder {
    /// The encoder of a spec's layout, if the format has several layouts.
    pub(crate) fn for_spec(self, spec: &GenerateSpec) -> Self {
        if spec.tiff.tiled {
            FileEncoder::Twice(tiff::tiles::encode)
        } else if spec.numbers.interleaves() {
            FileEncoder::Twice(png::vectors::encode)
        } else {
            self
        }
    }
}

impl Encoder {
    pub(crate) fn of(format: Format) -> Self {
        match format {
            Format::Npy => Encoder::File(FileEncoder::Sequential(npy::encode)),
            Format::Raw => Encoder::File(FileEncoder::Sequential(|numbers, out| numbers.write_to(out))),
            Format::Png => Encoder::File(FileEncoder::Sequential(png::encode)),
            Format::Apng => Encoder::File(FileEncoder::Sequential(png::animation::encode)),
            Format::Y4m => Encoder::File(FileEncoder::Sequential(y4m::encode)),
            Format::Tiff => Encoder::File(FileEncoder::Seeking(tiff::strips::encode)),
            #[cfg(feature = "exr")]
            Format::Exr => Encoder::File(FileEncoder::Twice(exr::encode)),
            Format::Zarr => Encoder::Chunked,
        }
    }

    /// Formats that can be written to a pipe.
    pub(crate) fn sequential_formats() -> impl Iterator<Item = Format> {
        let sequential = |format: &Format| match Encoder::of(*format) {
            Encoder::File(FileEncoder::Sequential(_)) => true,
            Encoder::File(FileEncoder::Seeking(_) | FileEncoder::Twice(_)) | Encoder::Chunked => false,
        };
        Format::value_variants().iter().copied().filter(sequential)
    }
}
