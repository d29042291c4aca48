//! PNG and APNG: grey pictures of 8 or 16 bits, or coloured pictures. The recipe is in an iTXt chunk after the pixels, because its digest is known
//! only then.

pub(crate) mod animation;
mod deflate;
pub(crate) mod vectors;

use std::io::Write;

use perlane::Samples;
use png::chunk::IDAT;
use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, EncodingError};

use crate::error::{Error, Result};
use crate::format::numbers::NumberKind;
use crate::output::number_stream::{NumberStream, write_error};
use crate::spec::GenerateSpec;
use deflate::{Deflate, HEADER};

/// The keyword of the iTXt chunk.
pub(crate) const KEYWORD: &str = "perlane";

/// The type of a picture's pixels; `None` for numbers that PNG does not support.
pub(crate) fn pixel_type(kind: &NumberKind) -> Option<(ColorType, BitDepth)> {
    match kind {
        NumberKind::F32 => None,
        NumberKind::U16(_) => Some((ColorType::Grayscale, BitDepth::Sixteen)),
        NumberKind::U8(_) => Some((ColorType::Grayscale, BitDepth::Eight)),
        NumberKind::Rgb16(_) => Some((ColorType::Rgb, BitDepth::Sixteen)),
        NumberKind::Rgb8(_) | NumberKind::Color(..) => Some((ColorType::Rgb, BitDepth::Eight)),
    }
}

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn Write) -> Result<Samples> {
    let (spec, pool, name) = (numbers.spec, numbers.pool(), numbers.name);
    let failed = |e: EncodingError| write_error(name)(e);
    let mut writer = encoder(spec, out)?.write_header().map_err(failed)?;
    let mut pixels = Deflate::new(spec.compression, spec.numbers.width(), spec.window.size.x);
    writer.write_chunk(IDAT, &HEADER).map_err(failed)?;
    let samples = numbers.for_each(|bytes| {
        let mut pieces = pool.install(|| pixels.compress(bytes));
        pieces.try_for_each(|piece| writer.write_chunk(IDAT, piece)).map_err(failed)
    })?;
    writer.write_chunk(IDAT, &pixels.finish()).map_err(failed)?;
    write_recipe(spec, &samples, name, writer)?;
    Ok(samples)
}

/// An encoder for pictures of the spec's size and type.
fn encoder<W: Write>(spec: &GenerateSpec, out: W) -> Result<png::Encoder<'static, W>> {
    // `Format::check_window` has limited both to 2^31 - 1.
    let (width, height) = (spec.window.size.x, spec.window.size.y);
    let (color, depth) = pixel_type(&spec.numbers.kind)
        .ok_or_else(|| Error::parameter("dtype", spec.numbers.dtype().name(), "u8 and u16 in PNG"))?;
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    Ok(encoder)
}

/// Writes the last chunks: the recipe, and the end.
fn write_recipe<W: Write>(
    spec: &GenerateSpec,
    samples: &Samples,
    name: &str,
    mut writer: png::Writer<W>,
) -> Result<()> {
    let failed = |e: EncodingError| write_error(name)(e);
    let recipe = spec.metadata(Some(samples)).to_carried_json()?;
    writer.write_text_chunk(&ITXtChunk::new(KEYWORD, recipe)).map_err(failed)?;
    writer.finish().map_err(failed)
}
