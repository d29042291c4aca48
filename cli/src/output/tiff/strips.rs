//! TIFF whose numbers follow each other without compression, so that programs can map them into memory. The directories come last, because the
//! digest in the recipe is known only then.

use std::io::SeekFrom;
use std::ops::Range;

use perlane::Samples;

use super::directory::{Directory, Kind, Value};
use super::tags;
use crate::error::Result;
use crate::output::number_stream::{NumberStream, WriteSeek, write_error};
use crate::spec::GenerateSpec;
use crate::values::Dtype;
use tiff::tags::Tag;

/// Bytes of a usual strip. Programs read at least a strip to get at a row.
const STRIP: usize = 1 << 18;

/// Upper bound on the bytes of a row, and so of a strip. Programs that read a strip hold it in memory, `perlane reproduce` too.
pub(crate) const MAX_ROW: usize = 1 << 30;

/// Upper bounds on the bytes of a page's directory, of a strip's entries in it, and of a band's entries with its description.
const DIRECTORY: u64 = 1024;
const STRIP_ENTRY: u64 = 16;
const BAND_ENTRY: u64 = 8 + tags::DESCRIPTION;

/// The planes of an array, one for each z or for each plane of a quantity, and the strips of each.
#[derive(Debug, Clone, Copy)]
struct Planes {
    count: usize,
    height: usize,
    rows_per_strip: usize,
    row_bytes: usize,
}

impl Planes {
    fn new([width, height, count, _]: [usize; 4], dtype: Dtype) -> Self {
        let row_bytes = width * dtype.bytes();
        Planes { count, height, rows_per_strip: (STRIP / row_bytes).clamp(1, height), row_bytes }
    }

    /// The number of bytes of each strip of a plane.
    fn strips(&self) -> impl Iterator<Item = u64> {
        let firsts = (0..self.height).step_by(self.rows_per_strip);
        firsts.map(|first| (self.rows_per_strip.min(self.height - first) * self.row_bytes) as u64)
    }

    /// The number of bytes of a plane.
    fn bytes(&self) -> u64 {
        self.row_bytes as u64 * self.height as u64
    }

    /// TIFF or BigTIFF, for a recipe of `recipe` bytes.
    fn kind(&self, recipe: usize) -> Kind {
        let strips = self.height.div_ceil(self.rows_per_strip) as u64;
        let plane = self.bytes().saturating_add(DIRECTORY + BAND_ENTRY).saturating_add(strips * STRIP_ENTRY);
        Kind::of_size(plane.saturating_mul(self.count as u64).saturating_add(recipe as u64))
    }

    /// Says where the strips of some planes are. The numbers of all planes begin at `start`.
    fn write(&self, directory: &mut Directory, planes: std::ops::Range<usize>, start: u64) {
        let (mut offsets, mut lengths) = (Vec::new(), Vec::new());
        let mut next = start + planes.start as u64 * self.bytes();
        for length in planes.flat_map(|_| self.strips()) {
            offsets.push(next);
            lengths.push(length);
            next += length;
        }
        directory.long(Tag::RowsPerStrip, self.rows_per_strip as u32);
        directory.insert(Tag::StripOffsets, Value::Offsets(offsets));
        directory.insert(Tag::StripByteCounts, Value::Offsets(lengths));
    }
}

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn WriteSeek) -> Result<Samples> {
    let (spec, name) = (numbers.spec, numbers.name);
    let planes = Planes::new(spec.array().size.xyzw(), spec.numbers.dtype());
    // The digest will be added to the recipe later.
    let kind = planes.kind(spec.metadata(None).to_carried_json()?.len() + DIRECTORY as usize);
    let start = kind.header_bytes();
    out.write_all(&kind.header(0)).map_err(write_error(name))?;
    let samples = numbers.for_each(|bytes| out.write_all(bytes).map_err(write_error(name)))?;
    let mut at = start + planes.bytes() * planes.count as u64;
    // Directories begin at even places.
    out.write_all(&vec![0; (at % 2) as usize]).map_err(write_error(name))?;
    at += at % 2;
    out.seek(SeekFrom::Start(0)).map_err(write_error(name))?;
    out.write_all(&kind.header(at)).map_err(write_error(name))?;
    out.seek(SeekFrom::Start(at)).map_err(write_error(name))?;
    let mut recipe = Some(spec.metadata(Some(&samples)).to_carried_json()?);
    let pages = if spec.tiff.pages { planes.count } else { 1 };
    // One after the other: there may be a million pages.
    for page in 0..pages {
        let directory = directory(spec, &planes, start, page..page + planes.count / pages, recipe.take());
        let end = at + directory.bytes(kind);
        let next = if page + 1 == pages { 0 } else { end };
        out.write_all(&directory.encode(kind, at, next)).map_err(write_error(name))?;
        at = end;
    }
    Ok(samples)
}

/// The directory of some planes: of all bands, or of a page. The first one has the recipe.
fn directory(
    spec: &GenerateSpec,
    planes: &Planes,
    start: u64,
    of: Range<usize>,
    recipe: Option<String>,
) -> Directory {
    let mut directory = tags::of_planes(spec, &spec.window, of.clone());
    if let Some(recipe) = recipe {
        directory.insert(Tag::ImageDescription, Value::Ascii(recipe));
    }
    planes.write(&mut directory, of, start);
    directory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_four_gibibytes_are_big() {
        for (size, dtype, kind) in [
            ([32768, 32760, 1, 1], Dtype::F32, Kind::Classic),
            ([32768, 32768, 1, 1], Dtype::F32, Kind::Big),
            ([65536, 65535, 1, 1], Dtype::U8, Kind::Big),
            ([65536, 65500, 1, 1], Dtype::U8, Kind::Classic),
            ([1024, 1024, 1022, 1], Dtype::F32, Kind::Classic),
            ([1024, 1024, 1024, 1], Dtype::F32, Kind::Big),
            // The bytes of directories count too.
            ([1, 1, 10_000_000, 1], Dtype::U8, Kind::Big),
        ] {
            assert_eq!(Planes::new(size, dtype).kind(1000), kind, "{size:?}");
        }
    }

    #[test]
    fn strips_cover_the_plane() {
        for size in [[1, 1, 1, 1], [100_000, 3, 1, 1], [640, 1001, 1, 1], [3, 200_000, 1, 1]] {
            let planes = Planes::new(size, Dtype::U16);
            assert_eq!(planes.strips().sum::<u64>(), planes.bytes());
            assert_eq!(planes.strips().count(), planes.height.div_ceil(planes.rows_per_strip));
        }
    }
}
