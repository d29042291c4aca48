//! Grey pictures of 8 or 16 bits, or coloured ones of 8 bits a channel, the recipe in an iTXt chunk behind the image data: only then its digest is known.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use perlane::Samples;
use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, Compression, EncodingError};

use crate::error::{Error, Result};
use crate::output::{Body, failed};
use crate::resolve::Job;
use crate::summary;
use crate::values::Dtype;

/// The iTXt chunk's keyword.
const KEYWORD: &str = "perlane";

/// Bytes of an IDAT chunk.
const CHUNK: usize = 1 << 16;

pub(crate) fn write(job: &Job, body: Body<'_>, out: &mut impl Write) -> Result<Samples> {
    let name = body.name;
    let failed = || failed::<EncodingError>(name);
    // Format::check has seen that both are below 2^31.
    let mut encoder = png::Encoder::new(out, job.window.size[0] as u32, job.window.size[1] as u32);
    encoder.set_color(if job.colormap.is_some() { ColorType::Rgb } else { ColorType::Grayscale });
    encoder.set_depth(if job.dtype == Dtype::U16 { BitDepth::Sixteen } else { BitDepth::Eight });
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed())?;
    let mut image = writer.stream_writer_with_size(CHUNK).map_err(failed())?;
    let samples = body.write(&mut image)?;
    image.finish().map_err(failed())?;
    let recipe = summary::recipe_json(job, &samples)?;
    writer.write_text_chunk(&ITXtChunk::new(KEYWORD, recipe)).map_err(failed())?;
    writer.finish().map_err(failed())?;
    Ok(samples)
}

/// The recipe that a picture carries.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |source| Error::Io { doing: format!("read {}", path.display()), source };
    let decode = |e: png::DecodingError| match e {
        png::DecodingError::IoError(source) => failed(source),
        other => failed(std::io::Error::other(other)),
    };
    let file = File::open(path).map_err(failed)?;
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().map_err(decode)?;
    // Chunks behind the image data are read at the end.
    reader.finish().map_err(decode)?;
    let chunk = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == KEYWORD);
    let text = chunk.map(ITXtChunk::get_text).transpose();
    text.map_err(|e| failed(std::io::Error::other(e)))
}
