//! OpenEXR: one channel of `f32`, which programs show as luminance, in a part for each z, or for each plane of a quantity. The recipe, with the
//! digest, is an attribute of the first part. Attributes come before the numbers, so that samples are generated once for the digest, and again for
//! the file.

use std::io::{self, Seek, Write};
use std::mem;

use bytemuck::cast_slice;
use exr::block::writer::{ChunkWriter, ChunksWriter};
use exr::block::{BlockIndex, UncompressedBlock};
use exr::math::Vec2;
use exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use exr::prelude::{Compression as Method, Error as ExrError};
use perlane::Samples;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::output::number_stream::{WriteSeek, write_error};
use crate::sampling::digest::digest;
use crate::sampling::stream::{self, Order, Slabs};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// The name of the attribute with the recipe.
pub(crate) const ATTRIBUTE: &str = "perlane";

/// The name of the channel. Programs call luminance so.
pub(crate) const CHANNEL: &str = "Y";

/// How many blocks each thread compresses before they are written.
const BLOCKS_PER_THREAD: usize = 4;

/// About how many bytes encoding takes: blocks before and after compression, and memory for compressing.
pub(crate) fn memory(spec: &GenerateSpec) -> usize {
    let block = spec.window.size.x * method(spec.compression).scan_lines_per_block() * size_of::<f32>();
    spec.threads * (2 * BLOCKS_PER_THREAD + 4) * block
}

fn method(compression: Compression) -> Method {
    if compression == Compression::None { Method::Uncompressed } else { Method::ZIP16 }
}

pub(crate) fn encode(
    spec: &GenerateSpec,
    out: &mut dyn WriteSeek,
    name: &str,
    shows_progress: bool,
) -> Result<Samples> {
    let samples = digest(spec, &Progress::of_samples("digest", spec.samples, shows_progress))?;
    let recipe = spec.metadata(Some(&samples)).to_carried_json()?;
    let headers = headers(spec, &recipe).ok_or_else(|| {
        Error::io(format!("write {name}"), "its recipe has characters that EXR attributes do not have")
    })?;
    let progress = Progress::of_samples("", spec.samples, shows_progress);
    let mut outcome = Ok(());
    let written = exr::block::write(out, headers, true, |meta, writer| {
        outcome = stream::generate(spec, Order::Array, |slabs| {
            Blocks::new(spec, &meta).write(slabs, writer, name, &progress)
        });
        if outcome.is_ok() { Ok(()) } else { Err(ExrError::Aborted) }
    });
    outcome?;
    written.map_err(|e| write_error(name)(io_error(e)))?;
    Ok(samples)
}

/// A header for each part; `None` if the recipe cannot be an attribute.
fn headers(spec: &GenerateSpec, recipe: &str) -> Option<exr::meta::Headers> {
    let size = Vec2(spec.window.size.x, spec.window.size.y);
    let planes = spec.plane_names();
    let header = |part: usize| {
        let channel = ChannelDescription::named(CHANNEL, SampleType::F32);
        let name = match &planes {
            Some(planes) => Text::from(planes[part]),
            None => Text::from(&*format!("z{part}")),
        };
        Header::new(name, size, [channel].into_iter().collect()).with_encoding(
            method(spec.compression),
            BlockDescription::ScanLines,
            LineOrder::Increasing,
        )
    };
    let mut headers: exr::meta::Headers = (0..spec.array().size.z).map(header).collect();
    let recipe = AttributeValue::Text(Text::new_or_none(recipe)?);
    // A second attribute would have no defined order.
    headers.first_mut()?.own_attributes.other.insert(Text::from(ATTRIBUTE), recipe);
    Some(headers)
}

/// A block, and its number in its part.
type Numbered = (usize, UncompressedBlock);

/// The blocks of all parts. Each has some rows, and is compressed separately.
struct Blocks<'a> {
    meta: &'a MetaData,
    width: usize,
    height: usize,
    rows: usize,
    /// The part and the row with which the next block begins.
    part: usize,
    row: usize,
    /// The bytes of samples that do not yet fill a block.
    pending: Vec<u8>,
}

impl<'a> Blocks<'a> {
    fn new(spec: &GenerateSpec, meta: &'a MetaData) -> Self {
        let (width, height) = (spec.window.size.x, spec.window.size.y);
        let rows = method(spec.compression).scan_lines_per_block();
        Blocks { meta, width, height, rows, part: 0, row: 0, pending: Vec::new() }
    }

    /// Writes the blocks of all slabs. Some blocks are compressed at a time, on all threads.
    fn write<W: Write + Seek>(
        mut self,
        slabs: Slabs<'_>,
        writer: &mut ChunkWriter<W>,
        name: &str,
        progress: &Progress,
    ) -> Result<()> {
        let pool = slabs.pool();
        let (headers, batch) = (&self.meta.headers, BLOCKS_PER_THREAD * pool.current_num_threads());
        let mut blocks = Vec::new();
        let mut flush = |blocks: &mut Vec<Numbered>| {
            let compress = |(index, block): Numbered| Ok((index, block.compress_to_chunk(headers)?));
            let chunks: Vec<_> = pool.install(|| blocks.par_drain(..).map(compress).collect());
            let mut chunks = chunks.into_iter();
            let written = chunks.try_for_each(|chunk: Result<_, ExrError>| {
                let (index, chunk) = chunk?;
                writer.write_chunk(index, chunk)
            });
            written.map_err(|e| write_error(name)(io_error(e)))
        };
        slabs.for_each(|slab| {
            let mut rest = slab;
            while !rest.is_empty() {
                blocks.extend(self.take(&mut rest));
                if blocks.len() >= batch {
                    flush(&mut blocks)?;
                }
            }
            progress.add(slab.len());
            Ok(())
        })?;
        flush(&mut blocks)
    }

    /// Takes samples up to the end of a block. Returns the block, with its number in its part, if it is complete.
    fn take(&mut self, samples: &mut &[f32]) -> Option<Numbered> {
        let rows = self.rows.min(self.height - self.row);
        let bytes = rows * self.width * size_of::<f32>();
        let missing = (bytes - self.pending.len()) / size_of::<f32>();
        let (taken, rest) = samples.split_at(missing.min(samples.len()));
        *samples = rest;
        self.pending.reserve_exact(bytes - self.pending.len());
        self.pending.extend_from_slice(cast_slice(taken));
        if self.pending.len() < bytes {
            return None;
        }
        let index = BlockIndex {
            layer: self.part,
            pixel_position: Vec2(0, self.row),
            pixel_size: Vec2(self.width, rows),
            level: Vec2(0, 0),
        };
        let number = self.row / self.rows;
        self.row += rows;
        if self.row == self.height {
            (self.part, self.row) = (self.part + 1, 0);
        }
        Some((number, UncompressedBlock { index, data: mem::take(&mut self.pending) }))
    }
}

/// The system's error inside an error of the library, if that is the cause.
pub(crate) fn io_error(e: ExrError) -> io::Error {
    match e {
        ExrError::Io(source) => source,
        other => io::Error::other(other.to_string()),
    }
}
