//! Reading TIFF files.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use tiff::TiffResult;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::error::{Error, Result};
use crate::metadata::MAX_BYTES;
use crate::output::tiff::io_error;
use crate::read::blocks::{BlockReader, Blocks, Opened};
use crate::spec::GenerateSpec;

/// The recipe that a file carries.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let read = || -> TiffResult<Option<String>> {
        let mut decoder = Decoder::new(BufReader::new(File::open(path)?))?.with_limits(limits());
        decoder.find_tag(Tag::ImageDescription)?.map(|value| value.into_string()).transpose()
    };
    read().map_err(|e| Error::io(format!("read {}", path.display()), io_error(e)))
}

/// Room for the longest recipe.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.ifd_value_size = MAX_BYTES + 1;
    limits
}

/// The numbers of a file whose first page has the size of the spec.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let mut decoder = Decoder::new(BufReader::new(file)).map_err(io_error)?;
    let (width, height) = decoder.dimensions().map_err(io_error)?;
    if (width as usize, height as usize) != (spec.window.size.x, spec.window.size.y) {
        return Ok(Err(format!("its first page is {width}x{height}")));
    }
    let count = decoder.strip_count().map_err(io_error)?;
    Ok(Ok(Box::new(BlockReader::new(Strips { decoder, next: 0, count }))))
}

/// The strips of a page, then those of the next page.
struct Strips {
    decoder: Decoder<BufReader<File>>,
    next: u32,
    /// Strips of the current page.
    count: u32,
}

impl Blocks for Strips {
    fn next(&mut self, block: &mut Vec<u8>) -> io::Result<bool> {
        if self.next == self.count {
            if !self.decoder.more_images() {
                return Ok(false);
            }
            self.decoder.next_image().map_err(io_error)?;
            (self.next, self.count) = (0, self.decoder.strip_count().map_err(io_error)?);
        }
        match self.decoder.read_chunk(self.next).map_err(io_error)? {
            DecodingResult::F32(v) => block.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U16(v) => block.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U8(v) => block.extend_from_slice(&v),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "its numbers are of another type")),
        }
        self.next += 1;
        Ok(true)
    }
}
