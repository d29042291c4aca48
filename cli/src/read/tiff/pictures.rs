//! Compares the pictures in a TIFF with the numbers that its recipe gives.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use perlane::Window;
use tiff::TiffError;
use tiff::decoder::DecodingResult;
use tiff::tags::{CompressionMethod, SampleFormat, Tag};

use super::beside::{Beside, of_overview};
use super::facts;
use super::file::{End, FileDecoder, MAX_BLOCK, decoder, ended, finish, undecodable};
use super::lzw::{self, Storage};
use super::pages::{Kind, OwnLayout, Page};
use super::place::Georeference;
use crate::error::{Error, Result};
use crate::sampling::blocks::block_window;
use crate::sampling::halved::{PICTURE, halved};
use crate::sampling::resources::thread_pool;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;
use crate::values::{Dtype, Size};

/// The most overviews that are compared: each is half of the one before, and a file of more is not one of this program.
const MOST_OVERVIEWS: usize = 64;

/// The pictures of a file, whose size, type and number of bands match the spec.
pub(crate) struct Pictures<'a> {
    spec: &'a GenerateSpec,
    path: &'a Path,
    decoder: FileDecoder,
    /// The bands of each page.
    bands: usize,
    georeference: Georeference,
    /// The length of the file.
    bytes: u64,
}

/// What a comparison has found.
pub(crate) struct Compared {
    /// The first difference.
    pub(crate) difference: Option<String>,
    /// What else the file has that its recipe does not give, and that is none of its data.
    pub(crate) notes: Vec<String>,
}

impl<'a> Pictures<'a> {
    /// Opens a file and compares its sizes. The text is the difference.
    pub(crate) fn open(spec: &'a GenerateSpec, path: &'a Path) -> Result<Result<Self, String>> {
        finish(path, Self::opened(spec, path))
    }

    fn opened(spec: &'a GenerateSpec, path: &'a Path) -> Result<Self, End> {
        let file = File::open(path).map_err(|e| ended(path, e.into()))?;
        let bytes = file.metadata().map_err(|e| ended(path, e.into()))?.len();
        let mut decoder = decoder(file).map_err(|e| ended(path, e))?;
        let first = Page::read(&mut decoder).map_err(|e| ended(path, e))?;
        let georeference = Georeference::read(&mut decoder).map_err(|e| ended(path, e))?;
        let mut pictures = Pictures { spec, path, decoder, bands: first.bands, georeference, bytes };
        check_size(&first, &spec.array(), "its first page")?;
        pictures.check_type(&first)?;
        pictures.check_count()?;
        Ok(pictures)
    }

    /// Compares all pages, in the file's order.
    pub(crate) fn compare(mut self, progress: &Progress) -> Result<Compared> {
        let place = self.georeference.difference(&self.spec.window);
        let compared = self.compare_pages(progress);
        Ok(match finish(self.path, compared)? {
            Ok(notes) => Compared { difference: place, notes },
            Err(what) => Compared {
                difference: Some(place.map_or(what.clone(), |place| format!("{place}; {what}"))),
                notes: Vec::new(),
            },
        })
    }

    /// Pages are the planes of the window, then its overviews; masks may be between them. Returns notes.
    fn compare_pages(&mut self, progress: &Progress) -> Result<Vec<String>, End> {
        let pool = thread_pool(self.spec.threads).map_err(End::Failed)?;
        let (window, mut plane) = (self.spec.array(), 0);
        let (mut beside, mut layout) = (Beside::default(), OwnLayout::default());
        loop {
            let page = Page::read(&mut self.decoder).map_err(|e| self.ended(e))?;
            layout.add(&page, self.decoder.ifd_pointer().map_or(0, |place| place.0));
            match page.kind {
                Kind::Mask => beside.masks += 1,
                Kind::Overview => {
                    beside.overviews += 1;
                    self.look_at_overview(&page, &mut beside, &pool, progress)?;
                }
                Kind::Planes if plane == window.size.z => {
                    return Err(End::Difference("it has more pages than it should".to_owned()));
                }
                Kind::Planes => {
                    check_size(&page, &window, "a page")?;
                    self.check_type(&page)?;
                    self.compare_page(&page, &window, plane, &pool, progress)?;
                    plane += self.bands;
                }
            }
            if !self.decoder.more_images() {
                break;
            }
            self.decoder.next_image().map_err(|e| self.ended(e))?;
        }
        if plane < window.size.z {
            return Err(End::Difference("it ends too early".to_owned()));
        }
        beside.notes(layout.holds())
    }

    /// Compares an overview with every second sample, or every fourth, and so on. A difference is kept for later.
    fn look_at_overview(
        &mut self,
        page: &Page,
        beside: &mut Beside,
        pool: &rayon::ThreadPool,
        progress: &Progress,
    ) -> Result<(), End> {
        self.check_end(page).map_err(|end| of_overview(beside.overviews, end))?;
        let mut window = self.spec.array();
        let is_smaller = page.width < window.size.x || page.height < window.size.y;
        if !is_smaller || beside.overviews > MOST_OVERVIEWS {
            beside.others.push((beside.overviews, "it is no smaller picture of the data".to_owned()));
            return Ok(());
        }
        while window.size.x > page.width && window.size.x > 1
            || window.size.y > page.height && window.size.y > 1
        {
            window = halved(&window, PICTURE);
        }
        let compared = check_size(page, &window, "it")
            .and_then(|()| self.check_type(page))
            .and_then(|()| self.compare_page(page, &window, 0, pool, progress));
        match compared {
            Err(End::Difference(what)) => beside.others.push((beside.overviews, what)),
            Err(other) => return Err(of_overview(beside.overviews, other)),
            Ok(()) => {}
        }
        Ok(())
    }

    /// Compares the strips or tiles of a page. Its first band is plane `plane` of the window.
    fn compare_page(
        &mut self,
        page: &Page,
        window: &Window,
        plane: usize,
        pool: &rayon::ThreadPool,
        progress: &Progress,
    ) -> Result<(), End> {
        self.check_end(page)?;
        let (width, height) = self.decoder.chunk_dimensions();
        let block = [width as usize, height as usize, 1, 1];
        let across = window.size.x.div_ceil(block[0]);
        let chunks = across * window.size.y.div_ceil(block[1]);
        // The bands that a strip or tile has.
        let together = if page.interleaves { page.bands } else { 1 };
        let (mut found, mut of_band) = (Vec::new(), Vec::new());
        for index in 0..chunks * page.bands / together {
            let place = [index % across, index % chunks / across, plane + index / chunks, 0];
            self.read(page, index, &block_window(window, place, block), &mut found)?;
            for band in 0..together {
                let place = [place[0], place[1], place[2] + band, 0];
                let part = block_window(window, place, block);
                let found = self.band(&found, band, together, &mut of_band);
                self.compare_block(&part, found, pool).map_err(|what| match what {
                    Unequal::Size => End::Difference("a strip or tile has another size".to_owned()),
                    Unequal::Number(at, found, want) => {
                        let position = position(window, place, block, &part, at);
                        End::Difference(format!("sample {position} is {found}, but the recipe gives {want}"))
                    }
                    Unequal::Failed(e) => End::Failed(e),
                })?;
                progress.add(part.samples().unwrap_or(0));
            }
        }
        Ok(())
    }

    /// The numbers of one band of a strip or tile.
    fn band<'b>(&self, found: &'b [u8], band: usize, of: usize, scratch: &'b mut Vec<u8>) -> &'b [u8] {
        if of == 1 {
            return found;
        }
        let width = self.spec.numbers.width();
        scratch.clear();
        let pixels = found.chunks_exact(of * width);
        pixels.for_each(|pixel| scratch.extend_from_slice(&pixel[band * width..][..width]));
        scratch
    }

    fn compare_block(&self, part: &Window, found: &[u8], pool: &rayon::ThreadPool) -> Result<(), Unequal> {
        let (spec, mut scratch) = (self.spec, Vec::new());
        let mut samples = vec![0.0; part.samples().map_err(|e| Unequal::Failed(e.into()))?];
        let want = pool.install(|| {
            spec.fill(part, true, &mut samples)?;
            Ok(spec.numbers.encode(&samples, &mut scratch))
        });
        let want = want.map_err(Unequal::Failed)?;
        // For bands after the first, the library does not cut the lowest tiles at the picture's edge.
        let found = found.get(..want.len()).ok_or(Unequal::Size)?;
        match spec.numbers.difference(found, &want) {
            Some((at, found, want)) => Err(Unequal::Number(at, found, want)),
            None => Ok(()),
        }
    }

    /// The numbers of a strip or tile, which is this part of the window.
    fn read(&mut self, page: &Page, index: usize, part: &Window, numbers: &mut Vec<u8>) -> Result<(), End> {
        numbers.clear();
        if page.compression == CompressionMethod::LZW.to_u16() {
            *numbers = self.read_lzw(page, index, part)?;
            return Ok(());
        }
        match self.decoder.read_chunk(index as u32).map_err(|e| undecodable(self.path, e))? {
            DecodingResult::F32(v) => numbers.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U16(v) => numbers.extend_from_slice(bytemuck::cast_slice(&v)),
            DecodingResult::U8(v) => numbers.extend_from_slice(&v),
            _ => return Err(self.other_type()),
        }
        Ok(())
    }

    /// The numbers of a strip or tile that LZW has compressed.
    fn read_lzw(&mut self, page: &Page, index: usize, part: &Window) -> Result<Vec<u8>, End> {
        let failed = |e: std::io::Error| undecodable(self.path, TiffError::IoError(e));
        let Some((place, length)) = page.blocks.get(index).copied() else {
            return Err(End::Difference("it has too few strips or tiles".to_owned()));
        };
        let (bands, width) = (if page.interleaves { page.bands } else { 1 }, self.spec.numbers.width());
        let row = self.decoder.chunk_dimensions().0 as usize * bands;
        let storage = Storage {
            row,
            rows: part.size.y,
            width,
            bands,
            predictor: page.predictor,
            order: self.decoder.byte_order(),
        };
        if length > MAX_BLOCK as u64 || row.saturating_mul(part.size.y).saturating_mul(width) > MAX_BLOCK {
            return Err(ended(self.path, TiffError::LimitsExceeded));
        }
        let mut encoded = Vec::new();
        let file = self.decoder.inner();
        file.seek(SeekFrom::Start(place)).map_err(failed)?;
        file.take(length).read_to_end(&mut encoded).map_err(failed)?;
        let mut numbers = lzw::decode(&encoded, &storage).map_err(failed)?;
        cut_rows(&mut numbers, row * width, part.size.x * bands * width);
        Ok(numbers)
    }

    /// Refuses a page whose strips or tiles end behind the file's end. The decoder does not read what pads the tiles at the picture's edge, and so
    /// does not notice that it is cut off.
    fn check_end(&self, page: &Page) -> Result<(), End> {
        let is_inside =
            |(place, length): &(u64, u64)| place.checked_add(*length).is_some_and(|end| end <= self.bytes);
        match page.blocks.iter().all(is_inside) {
            true => Ok(()),
            false => Err(End::Difference("it ends too early".to_owned())),
        }
    }

    /// Refuses a page with another type of numbers, or another number of bands.
    fn check_type(&mut self, page: &Page) -> Result<(), End> {
        let (bands, planes) = (page.bands, self.spec.array().size.z);
        if bands != self.bands || (bands != 1 && bands != planes) {
            let noun = if bands == 1 { "band" } else { "bands" };
            let what = format!("it has {bands} {noun}, and the recipe gives {planes}");
            return Err(End::Difference(what));
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
        if same { Ok(()) } else { Err(self.other_type()) }
    }

    /// The difference of a page whose numbers have another type than the recipe's.
    fn other_type(&mut self) -> End {
        let want = self.spec.numbers.dtype().name();
        match facts::dtype(&mut self.decoder) {
            Ok(found) if found == want => {
                End::Difference(format!("its bands have several types, and the recipe gives {want}"))
            }
            Ok(found) => End::Difference(format!("its numbers are {found}, and the recipe gives {want}")),
            Err(e) => self.ended(e),
        }
    }

    /// Refuses a single page of one band where the recipe gives more. With several pages, these are counted while they are compared.
    fn check_count(&mut self) -> Result<(), End> {
        let planes = self.spec.array().size.z;
        if self.bands > 1 || planes == 1 {
            return Ok(());
        }
        let mut pages = 1;
        while self.decoder.more_images() && pages < 2 {
            self.decoder.next_image().map_err(|e| self.ended(e))?;
            let page = Page::read(&mut self.decoder).map_err(|e| self.ended(e))?;
            pages += usize::from(page.kind == Kind::Planes);
        }
        self.decoder.seek_to_image(0).map_err(|e| self.ended(e))?;
        match pages {
            1 => Err(End::Difference(format!("it has 1 band, and the recipe gives {planes}"))),
            _ => Ok(()),
        }
    }

    fn ended(&self, e: TiffError) -> End {
        ended(self.path, e)
    }
}

/// Why a strip or tile is not as the recipe gives it.
enum Unequal {
    Size,
    /// The index of the first number that differs, and both numbers.
    Number(usize, String, String),
    Failed(Error),
}

fn check_size(page: &Page, window: &Window, name: &str) -> Result<(), End> {
    if (page.width, page.height) == (window.size.x, window.size.y) {
        return Ok(());
    }
    let (width, height, size) = (page.width, page.height, Size::of(window));
    Err(End::Difference(format!("{name} is {width}x{height}, and the recipe gives {size}")))
}

/// Cuts rows of `from` bytes to the first `to` bytes.
fn cut_rows(numbers: &mut Vec<u8>, from: usize, to: usize) {
    if from == to {
        return;
    }
    let rows = numbers.len() / from;
    (0..rows).for_each(|row| numbers.copy_within(row * from..row * from + to, row * to));
    numbers.truncate(rows * to);
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
