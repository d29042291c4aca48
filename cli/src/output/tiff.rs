//! TIFF: a page for each z, all numbers one after the other without compression, then the directories, the recipe in the first
//! one's ImageDescription: only then its digest is known. BigTIFF where 4 GiB do not suffice.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use perlane::Samples;
use tiff::TiffError;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::encoder::{TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard};
use tiff::tags::{CompressionMethod, PhotometricInterpretation, SampleFormat, Tag};

use crate::error::{Error, Result};
use crate::output::{Body, failed};
use crate::resolve::Job;
use crate::text;
use crate::values::Dtype;

/// Bytes of a strip, about: what programs read at least, to get at a row.
const STRIP: usize = 1 << 18;

/// Bytes of a page's directory, and of its entry for a strip, at most.
const DIRECTORY: u64 = 512;
const STRIP_ENTRY: u64 = 16;

/// How the numbers are cut. A job's numbers of rows and columns are below 2^32: `Format::check` has seen to that.
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

    /// Bytes of the strips of a page.
    fn strips(&self) -> impl Iterator<Item = u64> {
        let firsts = (0..self.height).step_by(self.rows_per_strip);
        firsts.map(|first| (self.rows_per_strip.min(self.height - first) * self.row_bytes) as u64)
    }

    fn bytes(&self) -> u64 {
        (self.row_bytes * self.height) as u64
    }

    /// Whether offsets may need more than 32 bits.
    fn need_big(&self, recipe: usize) -> bool {
        let strips = self.height.div_ceil(self.rows_per_strip) as u64;
        let page = self.bytes().saturating_add(DIRECTORY).saturating_add(strips * STRIP_ENTRY);
        page.saturating_mul(self.count as u64).saturating_add(recipe as u64) > u64::from(u32::MAX)
    }
}

pub(super) fn write(job: &Job, body: Body<'_>, out: &mut (impl Write + Seek)) -> Result<Samples> {
    let pages = Pages::new(job.window.size, job.dtype);
    let recipe = text::to_json(&job.metadata(None))?.len() + DIRECTORY as usize;
    if pages.need_big(recipe) {
        write_kind::<TiffKindBig>(job, &pages, body, out)
    } else {
        write_kind::<TiffKindStandard>(job, &pages, body, out)
    }
}

fn write_kind<K: TiffKind>(
    job: &Job,
    pages: &Pages,
    body: Body<'_>,
    out: &mut (impl Write + Seek),
) -> Result<Samples> {
    let name = body.name;
    let failed = |e| failed(name)(source(e));
    let mut encoder = TiffEncoder::<_, K>::new_generic(&mut *out).map_err(failed)?;
    // A directory is written where it is finished: behind all numbers.
    let mut first = encoder.image_directory().map_err(failed)?;
    let start = first.write_data::<&[u8]>(&[]).map_err(failed)?;
    let (numbers, pool, mut scratch) = (body.numbers.clone(), body.pool(), Vec::new());
    let samples = body.for_each(|band| {
        let bytes = pool.install(|| numbers.convert(band, &mut scratch));
        first.write_data(&*bytes).map(drop).map_err(failed)
    })?;
    let recipe = text::to_json(&job.metadata(Some(&samples)))?;
    first.write_tag(Tag::ImageDescription, &*recipe).map_err(failed)?;
    write_tags(&mut first, job.dtype, pages, start).map_err(failed)?;
    first.finish().map_err(failed)?;
    for page in 1..pages.count {
        let mut directory = encoder.image_directory().map_err(failed)?;
        write_tags(&mut directory, job.dtype, pages, start + page as u64 * pages.bytes()).map_err(failed)?;
        directory.finish().map_err(failed)?;
    }
    Ok(samples)
}

fn write_tags<W: Write + Seek, K: TiffKind>(
    directory: &mut tiff::encoder::DirectoryEncoder<'_, W, K>,
    dtype: Dtype,
    pages: &Pages,
    start: u64,
) -> Result<(), TiffError> {
    let format = if dtype == Dtype::F32 { SampleFormat::IEEEFP } else { SampleFormat::Uint };
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

/// Errors of the system as they are.
fn source(e: TiffError) -> io::Error {
    match e {
        TiffError::IoError(source) => source,
        other => io::Error::other(other),
    }
}

/// The recipe that a file carries.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |e| Error::io(format!("read {}", path.display()), source(e));
    let file = File::open(path).map_err(|e| failed(e.into()))?;
    let mut decoder = Decoder::new(BufReader::new(file)).map_err(failed)?;
    match decoder.find_tag(Tag::ImageDescription).map_err(failed)? {
        Some(value) => value.into_string().map(Some).map_err(failed),
        None => Ok(None),
    }
}

/// The numbers of a file, strip by strip, page by page.
pub(crate) struct Strips {
    decoder: Decoder<BufReader<File>>,
    next: u32,
    count: u32,
    bytes: Vec<u8>,
    at: usize,
}

impl Strips {
    /// `Err` with what is wrong where the first page is not what the job would write.
    pub(crate) fn open(job: &Job, file: File) -> io::Result<Result<Self, String>> {
        let mut decoder = Decoder::new(BufReader::new(file)).map_err(source)?;
        let (width, height) = decoder.dimensions().map_err(source)?;
        if [width as usize, height as usize] != job.window.size[..2] {
            return Ok(Err(format!("its first page is {width}x{height}")));
        }
        let count = decoder.strip_count().map_err(source)?;
        Ok(Ok(Strips { decoder, next: 0, count, bytes: Vec::new(), at: 0 }))
    }

    /// Gets the next strip; `false` behind the last.
    fn advance(&mut self) -> io::Result<bool> {
        if self.next == self.count {
            if !self.decoder.more_images() {
                return Ok(false);
            }
            self.decoder.next_image().map_err(source)?;
            (self.next, self.count) = (0, self.decoder.strip_count().map_err(source)?);
        }
        let strip = self.decoder.read_chunk(self.next).map_err(source)?;
        self.bytes.clear();
        match strip {
            DecodingResult::F32(v) => self.bytes.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U16(v) => self.bytes.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U8(v) => self.bytes.extend_from_slice(&v),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "numbers of another type")),
        }
        (self.next, self.at) = (self.next + 1, 0);
        Ok(true)
    }
}

impl Read for Strips {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.bytes.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let count = (&self.bytes[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
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
            // The directories count, too.
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
