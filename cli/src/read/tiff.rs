//! Reads TIFF files: strips or tiles, bands or pages, compressed or not, even if other programs have rewritten them.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use perlane::Window;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::{PlanarConfiguration, SampleFormat, Tag};
use tiff::{TiffError, TiffResult};

use crate::error::{Error, Result};
use crate::metadata::MAX_BYTES;
use crate::read::decoding::decoding_difference;
use crate::sampling::blocks::block_window;
use crate::sampling::halved::{PICTURE, halved};
use crate::sampling::resources::thread_pool;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;
use crate::values::{Dtype, Size};

/// The bit of a picture's type that says that it is another picture at lower resolution.
const OVERVIEW: u32 = 1;

/// The recipe in a file.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let read = || -> TiffResult<Option<String>> {
        let mut decoder = decoder(File::open(path)?)?;
        decoder.find_tag(Tag::ImageDescription)?.map(|value| value.into_string()).transpose()
    };
    read().map_err(|e| Error::io(format!("read {}", path.display()), io_error(e)))
}

fn decoder(file: File) -> TiffResult<Decoder<BufReader<File>>> {
    let mut limits = Limits::default();
    // Large enough for the longest recipe.
    limits.ifd_value_size = MAX_BYTES + 1;
    // A strip may be a whole picture.
    limits.decoding_buffer_size = 1 << 30;
    limits.intermediate_buffer_size = 1 << 30;
    Ok(Decoder::new(BufReader::new(file))?.with_limits(limits))
}

/// The pictures of a file, whose sizes match the spec.
pub(crate) struct Pictures<'a> {
    spec: &'a GenerateSpec,
    path: &'a Path,
    decoder: Decoder<BufReader<File>>,
    bands: usize,
    /// The length of the file.
    bytes: u64,
}

/// What ends a comparison early.
enum End {
    /// The file differs from its recipe.
    Difference(String),
    /// The file cannot be compared.
    Failed(Error),
}

impl<'a> Pictures<'a> {
    /// Opens a file and compares its sizes. The text is the difference.
    pub(crate) fn open(spec: &'a GenerateSpec, path: &'a Path) -> Result<Result<Self, String>> {
        finish(Self::opened(spec, path))
    }

    fn opened(spec: &'a GenerateSpec, path: &'a Path) -> Result<Self, End> {
        let file = File::open(path).map_err(|e| ended(path, e.into()))?;
        let bytes = file.metadata().map_err(|e| ended(path, e.into()))?.len();
        let decoder = decoder(file).map_err(|e| ended(path, e))?;
        let mut pictures = Pictures { spec, path, decoder, bands: 1, bytes };
        pictures.check_size(&spec.array(), "its first page")?;
        pictures.bands = pictures.tag::<u16>(Tag::SamplesPerPixel)?.unwrap_or(1).into();
        pictures.check_type()?;
        Ok(pictures)
    }

    /// The first number that differs, in the file's order.
    pub(crate) fn difference(mut self, progress: &Progress) -> Result<Option<String>> {
        match finish(self.compare(progress))? {
            Ok(()) => Ok(None),
            Err(what) => Ok(Some(what)),
        }
    }

    /// Pages are the planes of the window, then of its overviews.
    fn compare(&mut self, progress: &Progress) -> Result<(), End> {
        let pool = thread_pool(self.spec.threads).map_err(End::Failed)?;
        let (mut window, mut plane, mut overview) = (self.spec.array(), 0, 0);
        loop {
            let prefix = if overview == 0 { String::new() } else { format!("overview {overview}: ") };
            if plane == window.size.z {
                return Err(End::Difference(format!("{prefix}it has more pages than it should")));
            }
            self.compare_page(&window, plane, &prefix, &pool, progress)?;
            plane += self.bands;
            if !self.decoder.more_images() {
                break;
            }
            self.decoder.next_image().map_err(|e| self.ended(e))?;
            if self.tag::<u32>(Tag::NewSubfileType)?.unwrap_or(0) & OVERVIEW != 0 {
                overview += 1;
                (window, plane) = (halved(&window, PICTURE), 0);
                self.check_size(&window, &format!("overview {overview}"))?;
            }
            self.check_type()?;
        }
        match plane < window.size.z {
            true => Err(End::Difference("it ends too early".to_owned())),
            false => Ok(()),
        }
    }

    /// Compares the strips or tiles of a page. Its first band is plane `plane` of the window.
    fn compare_page(
        &mut self,
        window: &Window,
        plane: usize,
        prefix: &str,
        pool: &rayon::ThreadPool,
        progress: &Progress,
    ) -> Result<(), End> {
        self.check_end()?;
        let (width, height) = self.decoder.chunk_dimensions();
        let block = [width as usize, height as usize, 1, 1];
        let across = window.size.x.div_ceil(block[0]);
        let chunks = across * window.size.y.div_ceil(block[1]);
        let (mut samples, mut scratch, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..chunks * self.bands {
            let place = [index % across, index % chunks / across, plane + index / chunks, 0];
            let part = block_window(window, place, block);
            self.read(index, &mut found)?;
            samples.resize(part.samples().map_err(|e| End::Failed(e.into()))?, 0.0);
            let spec = self.spec;
            let want = pool.install(|| {
                spec.fill(&part, true, &mut samples)?;
                Ok(spec.numbers.encode(&samples, &mut scratch))
            });
            let want = want.map_err(End::Failed)?;
            if plane + index / chunks > 0 {
                // For bands after the first, the library does not cut the lowest tiles at the picture's edge.
                found.truncate(want.len());
            }
            if found.len() != want.len() {
                return Err(End::Difference(format!("{prefix}a strip or tile has another size")));
            }
            if let Some((at, found, want)) = spec.numbers.difference(&found, &want) {
                let position = position(window, place, block, &part, at);
                let what = format!("{prefix}sample {position} is {found}, but the recipe gives {want}");
                return Err(End::Difference(what));
            }
            progress.add(samples.len());
        }
        Ok(())
    }

    /// The numbers of a strip or tile.
    fn read(&mut self, index: usize, numbers: &mut Vec<u8>) -> Result<(), End> {
        numbers.clear();
        match self.decoder.read_chunk(index as u32).map_err(|e| self.ended(e))? {
            DecodingResult::F32(v) => numbers.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U16(v) => numbers.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U8(v) => numbers.extend_from_slice(&v),
            _ => return Err(other_type()),
        }
        Ok(())
    }

    /// Refuses a page whose strips or tiles end behind the file's end. The decoder does not read what pads the tiles at the picture's edge, and so
    /// does not notice that it is cut off.
    fn check_end(&mut self) -> Result<(), End> {
        let mut list = |strips, tiles| -> TiffResult<Vec<u64>> {
            let found = match self.decoder.find_tag_unsigned_vec(tiles)? {
                Some(found) => Some(found),
                None => self.decoder.find_tag_unsigned_vec(strips)?,
            };
            Ok(found.unwrap_or_default())
        };
        let places = list(Tag::StripOffsets, Tag::TileOffsets).map_err(|e| ended(self.path, e))?;
        let lengths = list(Tag::StripByteCounts, Tag::TileByteCounts).map_err(|e| ended(self.path, e))?;
        let is_inside =
            |(place, length): (u64, u64)| place.checked_add(length).is_some_and(|end| end <= self.bytes);
        match places.into_iter().zip(lengths).all(is_inside) {
            true => Ok(()),
            false => Err(End::Difference("it ends too early".to_owned())),
        }
    }

    fn check_size(&mut self, window: &Window, name: &str) -> Result<(), End> {
        let (width, height) = self.decoder.dimensions().map_err(|e| self.ended(e))?;
        if (width as usize, height as usize) == (window.size.x, window.size.y) {
            return Ok(());
        }
        let size = Size::of(window);
        Err(End::Difference(format!("{name} is {width}x{height}, and the size of the recipe {size}")))
    }

    /// Refuses a page with another type of numbers, another number of bands, or interleaved bands.
    fn check_type(&mut self) -> Result<(), End> {
        let bands: usize = self.tag::<u16>(Tag::SamplesPerPixel)?.unwrap_or(1).into();
        if bands != self.bands || (bands != 1 && bands != self.spec.array().size.z) {
            return Err(End::Difference(format!("it has {bands} bands")));
        }
        let planar = self.tag::<u16>(Tag::PlanarConfiguration)?;
        if bands > 1 && planar != Some(PlanarConfiguration::Planar.to_u16()) {
            let what = "its bands lie between each other; bands that follow each other can be compared";
            return Err(End::Failed(Error::io(format!("compare {}", self.path.display()), what)));
        }
        let dtype = self.spec.numbers.dtype();
        let format = match dtype {
            Dtype::F32 => SampleFormat::IEEEFP,
            Dtype::U16 | Dtype::U8 => SampleFormat::Uint,
        };
        let mut all = |tag, default: u16, want: u16| -> Result<bool, End> {
            let found = self.decoder.find_tag_unsigned_vec::<u16>(tag).map_err(|e| ended(self.path, e))?;
            Ok(found.unwrap_or(vec![default]).iter().all(|found| *found == want))
        };
        let same = all(Tag::BitsPerSample, 1, 8 * dtype.bytes() as u16)?
            && all(Tag::SampleFormat, SampleFormat::Uint.to_u16(), format.to_u16())?;
        if same { Ok(()) } else { Err(other_type()) }
    }

    fn tag<T: TryFrom<u64>>(&mut self, tag: Tag) -> Result<Option<T>, End> {
        self.decoder.find_tag_unsigned(tag).map_err(|e| self.ended(e))
    }

    fn ended(&self, e: TiffError) -> End {
        ended(self.path, e)
    }
}

fn other_type() -> End {
    End::Difference("its numbers are of another type".to_owned())
}

/// The meaning of a decoder's error. Something that it does not support is not a difference.
fn ended(path: &Path, e: TiffError) -> End {
    let failed = |source| End::Failed(Error::Io { doing: format!("read {}", path.display()), source });
    match e {
        TiffError::UnsupportedError(e) => failed(io::Error::other(e.to_string())),
        TiffError::LimitsExceeded => failed(io::Error::other(e.to_string())),
        other => match decoding_difference(io_error(other)) {
            Ok(what) => End::Difference(what),
            Err(source) => failed(source),
        },
    }
}

fn finish<T>(result: Result<T, End>) -> Result<Result<T, String>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(End::Difference(what)) => Ok(Err(what)),
        Err(End::Failed(e)) => Err(e),
    }
}

/// The indices along x, y, z of a number in a block.
fn position(whole: &Window, place: [usize; 4], block: [usize; 4], part: &Window, at: usize) -> String {
    let (mut rest, mut position) = (at, Vec::new());
    for (axis, len) in Size::of(part).0.into_iter().enumerate().take(whole.dims()) {
        position.push((place[axis] * block[axis] + rest % len).to_string());
        rest /= len;
    }
    position.join(",")
}

/// The system's error inside a TIFF error, if that is the cause.
fn io_error(e: TiffError) -> io::Error {
    match e {
        TiffError::IoError(source) => source,
        other => io::Error::other(other),
    }
}
