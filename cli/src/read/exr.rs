//! Reads EXR files.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use exr::block::UncompressedBlock;
use exr::block::reader::{AllChunksReader, ChunksReader};
use exr::math::Vec2;
use exr::meta::attribute::{AttributeValue, LineOrder, SampleType};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};

use crate::error::{Error, Result};
use crate::metadata::MAX_BYTES;
use crate::output::exr::{ATTRIBUTE, CHANNEL, io_error};
use crate::read::blocks::{BlockReader, Blocks, Opened};
use crate::read::decoding::in_words;
use crate::spec::GenerateSpec;

/// Upper bound on the bytes of all headers: the longest recipe, and the headers of many parts.
const MAX_HEADERS: u64 = 2 * MAX_BYTES as u64;

/// The recipe in a file.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |e| Error::io(format!("read {}", path.display()), e);
    let file = File::open(path).map_err(failed)?;
    let headers = BufReader::new(file.take(MAX_HEADERS));
    let meta = MetaData::read_from_buffered(headers, false).map_err(|e| failed(in_words(io_error(e))))?;
    let attribute = meta.headers.first().and_then(|header| {
        header.own_attributes.other.iter().find(|(name, _)| name.as_slice() == ATTRIBUTE.as_bytes())
    });
    Ok(match attribute {
        Some((_, AttributeValue::Text(text))) => Some(text.to_string()),
        _ => None,
    })
}

/// The numbers of a file whose parts have the spec's size and one channel of `f32`.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let reader = exr::block::read(BufReader::with_capacity(1 << 20, file), false).map_err(io_error)?;
    let (width, height) = (spec.window.size.x, spec.window.size.y);
    if reader.headers().len() != spec.array().size.z {
        return Ok(Err(format!("it has {} parts", reader.headers().len())));
    }
    if !reader.headers().iter().all(has_rows_in_order) {
        let what = "its blocks are not whole rows from top to bottom, and perlane does not read others";
        return Err(io::Error::new(ErrorKind::Unsupported, what));
    }
    for header in reader.headers() {
        let Vec2(x, y) = header.layer_size;
        let channels: Vec<_> =
            header.channels.list.iter().map(|c| (c.name.to_string(), c.sample_type)).collect();
        if (x, y) != (width, height) || channels != [(CHANNEL.to_owned(), SampleType::F32)] {
            return Ok(Err(format!("a part is {x}x{y}, of the channels {channels:?}")));
        }
    }
    let chunks = reader.all_chunks(false).map_err(io_error)?;
    Ok(Ok(Box::new(BlockReader::new(Rows { chunks, width, height, part: 0, row: 0 }))))
}

/// Whether a part says that its blocks are whole rows from top to bottom.
fn has_rows_in_order(part: &Header) -> bool {
    part.blocks == BlockDescription::ScanLines && part.line_order != LineOrder::Decreasing
}

/// Blocks of whole rows, in the order of parts and rows.
struct Rows {
    chunks: AllChunksReader<BufReader<File>>,
    width: usize,
    height: usize,
    part: usize,
    row: usize,
}

impl Blocks for Rows {
    fn next(&mut self, block: &mut Vec<u8>) -> io::Result<bool> {
        let Some(chunk) = self.chunks.read_next_chunk() else { return Ok(false) };
        let decompress = |chunk| UncompressedBlock::decompress_chunk(chunk, self.chunks.meta_data(), false);
        let read = chunk.and_then(decompress).map_err(io_error)?;
        let (Vec2(x, y), Vec2(width, rows)) = (read.index.pixel_position, read.index.pixel_size);
        if (read.index.layer, x, y, width) != (self.part, 0, self.row, self.width) {
            return Err(io::Error::other("its blocks are not whole rows from top to bottom"));
        }
        self.row += rows;
        if self.row >= self.height {
            (self.part, self.row) = (self.part + 1, 0);
        }
        block.extend_from_slice(&read.data);
        Ok(true)
    }
}
