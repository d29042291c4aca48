//! Grey pictures of 8 or 16 bits, or coloured ones of 8 bits a channel, the recipe in an iTXt chunk behind the image data: only then its digest is known.

mod deflate;

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use perlane::Samples;
use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, DecodingError, EncodingError, Limits};

use crate::error::{Error, Result};
use crate::output::{Body, failed};
use crate::resolve::Job;
use crate::text;
use crate::values::Dtype;
use deflate::Deflate;

/// The iTXt chunk's keyword.
const KEYWORD: &str = "perlane";

pub(super) fn write(job: &Job, body: Body<'_>, out: &mut impl Write) -> Result<Samples> {
    let name = body.name;
    let failed = |e: EncodingError| failed(name)(e);
    // Format::check has seen that both are below 2^31.
    let mut encoder = png::Encoder::new(out, job.window.size[0] as u32, job.window.size[1] as u32);
    encoder.set_color(if job.colormap.is_some() { ColorType::Rgb } else { ColorType::Grayscale });
    encoder.set_depth(if job.dtype == Dtype::U16 { BitDepth::Sixteen } else { BitDepth::Eight });
    let mut writer = encoder.write_header().map_err(failed)?;
    let (numbers, pool, mut scratch) = (body.numbers.clone(), body.pool(), Vec::new());
    let mut image = Deflate::new(job.compression, numbers.width(), job.window.size[0]);
    let samples = body.for_each(|band| {
        // A band is whole rows, or a part of one.
        let pieces = pool.install(|| image.compress(&numbers.convert(band, &mut scratch)));
        pieces.iter().try_for_each(|piece| writer.write_chunk(png::chunk::IDAT, piece)).map_err(failed)
    })?;
    writer.write_chunk(png::chunk::IDAT, &image.finish()).map_err(failed)?;
    let recipe = text::to_json(&job.metadata(Some(&samples)))?;
    writer.write_text_chunk(&ITXtChunk::new(KEYWORD, recipe)).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(samples)
}

/// Errors of the system as they are.
fn source(e: DecodingError) -> io::Error {
    match e {
        DecodingError::IoError(source) => source,
        other => io::Error::other(other),
    }
}

/// The decoder's limit is for pictures that claim to be large; rows that are as long as they should be are beside it.
fn decode(file: File) -> Result<png::Reader<BufReader<File>>, DecodingError> {
    let mut decoder = png::Decoder::new(BufReader::new(file));
    let info = decoder.read_header_info()?;
    let row = (info.width as usize).saturating_mul(info.bytes_per_pixel());
    let bytes = Limits::default().bytes.saturating_add(row);
    decoder.set_limits(Limits { bytes });
    decoder.read_info()
}

/// The recipe that a picture carries.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |e| Error::io(format!("read {}", path.display()), source(e));
    let file = File::open(path).map_err(|e| failed(e.into()))?;
    let mut reader = decode(file).map_err(failed)?;
    // Chunks behind the image data are read at the end.
    reader.finish().map_err(failed)?;
    let chunk = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == KEYWORD);
    chunk.map(ITXtChunk::get_text).transpose().map_err(|e| Error::io(format!("read {}", path.display()), e))
}

/// The numbers of a picture, row by row.
pub(crate) struct Pixels {
    reader: png::Reader<BufReader<File>>,
    row: Vec<u8>,
    at: usize,
}

impl Pixels {
    /// `Err` with what is wrong where the picture is not of the kind that the job would write.
    pub(crate) fn open(job: &Job, file: File) -> io::Result<Result<Self, String>> {
        let reader = decode(file).map_err(source)?;
        let info = reader.info();
        let (color, depth) = (info.color_type, info.bit_depth);
        let wanted = (
            if job.colormap.is_some() { ColorType::Rgb } else { ColorType::Grayscale },
            if job.dtype == Dtype::U16 { BitDepth::Sixteen } else { BitDepth::Eight },
        );
        if [info.width as usize, info.height as usize] != job.window.size[..2] || (color, depth) != wanted {
            return Ok(Err(format!("it is {}x{}, {color:?}, {} bits", info.width, info.height, depth as u8)));
        }
        Ok(Ok(Pixels { reader, row: Vec::new(), at: 0 }))
    }
}

impl Read for Pixels {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.row.len() {
            match self.reader.next_row().map_err(source)? {
                Some(row) => {
                    self.row.clear();
                    self.row.extend_from_slice(row.data());
                    self.at = 0;
                }
                None => return Ok(0),
            }
        }
        let count = (&self.row[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}
