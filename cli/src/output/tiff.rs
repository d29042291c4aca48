//! TIFF: a page for each z. All numbers follow each other without compression; then come the directories of the pages. The recipe is
//! the ImageDescription of the first page, written last because the digest in it is known only then. Files beyond 4 GiB are BigTIFF.

use std::io::{self, Seek, Write};

use perlane::Samples;
use tiff::TiffError;
use tiff::encoder::{TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard};
use tiff::tags::{CompressionMethod, PhotometricInterpretation, SampleFormat, Tag};

use crate::error::Result;
use crate::output::number_stream::{NumberStream, WriteSeek, write_error};
use crate::text;
use crate::values::Dtype;

/// Bytes of a usual strip, the least that programs read to get at a row.
const STRIP: usize = 1 << 18;

/// Upper bounds on the bytes of a page's directory, and of its entry for a strip.
const DIRECTORY: u64 = 512;
const STRIP_ENTRY: u64 = 16;

/// The pages, and the strips that each consists of. `Format::check_window` has limited width and height to 2^32 - 1.
#[derive(Debug, Clone, Copy)]
struct Pages {
    count: usize,
    width: usize,
    height: usize,
    rows_per_strip: usize,
    row_bytes: usize,
}

impl Pages {
    fn new([width, height, count, _]: [usize; 4], dtype: Dtype) -> Self {
        let row_bytes = width * dtype.bytes();
        let rows_per_strip = (STRIP / row_bytes).clamp(1, height);
        Pages { count, width, height, rows_per_strip, row_bytes }
    }

    /// The number of bytes of each strip of a page.
    fn strips(&self) -> impl Iterator<Item = u64> {
        let firsts = (0..self.height).step_by(self.rows_per_strip);
        firsts.map(|first| (self.rows_per_strip.min(self.height - first) * self.row_bytes) as u64)
    }

    /// The number of bytes of a page.
    fn bytes(&self) -> u64 {
        (self.row_bytes * self.height) as u64
    }

    /// Whether offsets can need more than 32 bits, with a recipe of so many bytes.
    fn need_big(&self, recipe: usize) -> bool {
        let strips = self.height.div_ceil(self.rows_per_strip) as u64;
        let page = self.bytes().saturating_add(DIRECTORY).saturating_add(strips * STRIP_ENTRY);
        page.saturating_mul(self.count as u64).saturating_add(recipe as u64) > u64::from(u32::MAX)
    }
}

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn WriteSeek) -> Result<Samples> {
    let spec = numbers.spec;
    let pages = Pages::new(spec.window.size.xyzw(), spec.numbers.dtype());
    // The digest is written into the recipe later.
    let recipe = text::to_json(&spec.metadata(None))?.len() + DIRECTORY as usize;
    if pages.need_big(recipe) {
        encode_kind::<TiffKindBig>(&pages, numbers, out)
    } else {
        encode_kind::<TiffKindStandard>(&pages, numbers, out)
    }
}

fn encode_kind<K: TiffKind>(
    pages: &Pages,
    numbers: NumberStream<'_>,
    mut out: &mut dyn WriteSeek,
) -> Result<Samples> {
    let (spec, name) = (numbers.spec, numbers.name);
    let dtype = spec.numbers.dtype();
    let failed = |e| write_error(name)(io_error(e));
    let mut encoder = TiffEncoder::<_, K>::new_generic(&mut out).map_err(failed)?;
    // A directory is written when it is finished, behind all numbers.
    let mut first = encoder.image_directory().map_err(failed)?;
    let start = first.write_data::<&[u8]>(&[]).map_err(failed)?;
    let samples = numbers.for_each(|bytes| first.write_data(bytes).map(drop).map_err(failed))?;
    let recipe = text::to_json(&spec.metadata(Some(&samples)))?;
    first.write_tag(Tag::ImageDescription, &*recipe).map_err(failed)?;
    write_tags(&mut first, dtype, pages, start).map_err(failed)?;
    first.finish().map_err(failed)?;
    for page in 1..pages.count {
        let mut directory = encoder.image_directory().map_err(failed)?;
        write_tags(&mut directory, dtype, pages, start + page as u64 * pages.bytes()).map_err(failed)?;
        directory.finish().map_err(failed)?;
    }
    Ok(samples)
}

/// Writes the tags of a page whose numbers begin at the offset `start`.
fn write_tags<W: Write + Seek, K: TiffKind>(
    directory: &mut tiff::encoder::DirectoryEncoder<'_, W, K>,
    dtype: Dtype,
    pages: &Pages,
    start: u64,
) -> Result<(), TiffError> {
    let format = match dtype {
        Dtype::F32 => SampleFormat::IEEEFP,
        Dtype::U16 | Dtype::U8 => SampleFormat::Uint,
    };
    directory.write_tag(Tag::ImageWidth, pages.width as u32)?;
    directory.write_tag(Tag::ImageLength, pages.height as u32)?;
    directory.write_tag(Tag::BitsPerSample, 8 * dtype.bytes() as u16)?;
    directory.write_tag(Tag::SampleFormat, format.to_u16())?;
    directory.write_tag(Tag::SamplesPerPixel, 1u16)?;
    directory.write_tag(Tag::Compression, CompressionMethod::None.to_u16())?;
    directory.write_tag(Tag::PhotometricInterpretation, PhotometricInterpretation::BlackIsZero.to_u16())?;
    directory.write_tag(Tag::RowsPerStrip, pages.rows_per_strip as u32)?;
    let (mut offsets, mut lengths, mut next) = (Vec::new(), Vec::new(), start);
    for length in pages.strips() {
        offsets.push(K::convert_offset(next)?);
        lengths.push(K::convert_offset(length)?);
        next += length;
    }
    directory.write_tag(Tag::StripOffsets, K::convert_slice(&offsets))?;
    directory.write_tag(Tag::StripByteCounts, K::convert_slice(&lengths))
}

/// The system's error inside a TIFF error, if that is what it is.
pub(crate) fn io_error(e: TiffError) -> io::Error {
    match e {
        TiffError::IoError(source) => source,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_four_gibibytes_are_big() {
        for (size, dtype, big) in [
            ([32768, 32760, 1, 1], Dtype::F32, false),
            ([32768, 32768, 1, 1], Dtype::F32, true),
            ([65536, 65535, 1, 1], Dtype::U8, true),
            ([65536, 65500, 1, 1], Dtype::U8, false),
            ([1024, 1024, 1023, 1], Dtype::F32, false),
            ([1024, 1024, 1024, 1], Dtype::F32, true),
            // The directories count too.
            ([1, 1, 10_000_000, 1], Dtype::U8, true),
        ] {
            assert_eq!(Pages::new(size, dtype).need_big(1000), big, "{size:?}");
        }
    }

    #[test]
    fn strips_cover_the_page() {
        for size in [[1, 1, 1, 1], [100_000, 3, 1, 1], [640, 1001, 1, 1], [3, 200_000, 1, 1]] {
            let pages = Pages::new(size, Dtype::U16);
            assert_eq!(pages.strips().sum::<u64>(), pages.bytes());
            assert_eq!(pages.strips().count(), pages.height.div_ceil(pages.rows_per_strip));
        }
    }
}
