//! How each format is encoded. A new format needs an arm in [`Encoder::of`].

use std::io::Write;

use clap::ValueEnum;
use perlane::Samples;

use crate::error::Result;
use crate::format::formats::Format;
use crate::output::number_stream::{NumberStream, WriteSeek};
use crate::output::{npy, png, tiff};
use crate::spec::GenerateSpec;

/// Encodes a file from start to end. Returns the digest of the samples.
pub(crate) type EncodeSequential = fn(NumberStream<'_>, &mut dyn Write) -> Result<Samples>;

/// Encodes a file by itself: it generates the samples in an order of its own. Takes the output's name for errors, and whether progress is
/// shown. Returns the digest of the samples.
pub(crate) type EncodeTiles = fn(&GenerateSpec, &mut dyn WriteSeek, &str, bool) -> Result<Samples>;

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
    Tiles(EncodeTiles),
}

impl FileEncoder {
    /// The encoder of a spec's layout, where the format has several.
    pub(crate) fn for_spec(self, spec: &GenerateSpec) -> Self {
        if spec.tiff.tiled { FileEncoder::Tiles(tiff::tiles::encode) } else { self }
    }
}

impl Encoder {
    pub(crate) fn of(format: Format) -> Self {
        match format {
            Format::Npy => Encoder::File(FileEncoder::Sequential(npy::encode)),
            Format::Raw => Encoder::File(FileEncoder::Sequential(|numbers, out| numbers.write_to(out))),
            Format::Png => Encoder::File(FileEncoder::Sequential(png::encode)),
            Format::Tiff => Encoder::File(FileEncoder::Seeking(tiff::strips::encode)),
            Format::Zarr => Encoder::Chunked,
        }
    }

    /// Formats that can be written to a pipe.
    pub(crate) fn sequential_formats() -> impl Iterator<Item = Format> {
        let sequential = |format: &Format| match Encoder::of(*format) {
            Encoder::File(FileEncoder::Sequential(_)) => true,
            Encoder::File(FileEncoder::Seeking(_) | FileEncoder::Tiles(_)) | Encoder::Chunked => false,
        };
        Format::value_variants().iter().copied().filter(sequential)
    }
}
