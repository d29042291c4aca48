//! The pages of a TIFF: what each of them is, and where its numbers are.

use tiff::TiffResult;
use tiff::tags::{PlanarConfiguration, Tag};

use super::file::FileDecoder;

/// The bits of a page's type that say that it is another page at lower resolution, and that it says which pixels of another page are valid.
const OVERVIEW: u32 = 1;
const MASK: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Planes of the array.
    Planes,
    Overview,
    Mask,
}

/// A page of a file.
pub(super) struct Page {
    pub(super) kind: Kind,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) bands: usize,
    /// Whether the bands of a pixel lie beside each other.
    pub(super) interleaves: bool,
    /// The place and the length of each strip or tile.
    pub(super) blocks: Vec<(u64, u64)>,
    pub(super) compression: u16,
    pub(super) predictor: u16,
}

impl Page {
    /// The page at which the decoder is.
    pub(super) fn read(decoder: &mut FileDecoder) -> TiffResult<Self> {
        let (width, height) = decoder.dimensions()?;
        let mut tag =
            |tag, default: u16| -> TiffResult<u16> { Ok(decoder.find_tag_unsigned(tag)?.unwrap_or(default)) };
        let bands = usize::from(tag(Tag::SamplesPerPixel, 1)?);
        let planar = tag(Tag::PlanarConfiguration, PlanarConfiguration::Chunky.to_u16())?;
        let (compression, predictor) = (tag(Tag::Compression, 1)?, tag(Tag::Predictor, 1)?);
        let kind = match decoder.find_tag_unsigned(Tag::NewSubfileType)?.unwrap_or(0u32) {
            bits if bits & MASK != 0 => Kind::Mask,
            bits if bits & OVERVIEW != 0 => Kind::Overview,
            _ => Kind::Planes,
        };
        Ok(Page {
            kind,
            width: width as usize,
            height: height as usize,
            bands,
            interleaves: bands > 1 && planar != PlanarConfiguration::Planar.to_u16(),
            blocks: blocks(decoder)?,
            compression,
            predictor,
        })
    }
}

/// The places and lengths of the strips or tiles.
fn blocks(decoder: &mut FileDecoder) -> TiffResult<Vec<(u64, u64)>> {
    let mut list = |strips, tiles| -> TiffResult<Vec<u64>> {
        let found = match decoder.find_tag_unsigned_vec(tiles)? {
            Some(found) => Some(found),
            None => decoder.find_tag_unsigned_vec(strips)?,
        };
        Ok(found.unwrap_or_default())
    };
    let places = list(Tag::StripOffsets, Tag::TileOffsets)?;
    let lengths = list(Tag::StripByteCounts, Tag::TileByteCounts)?;
    Ok(places.into_iter().zip(lengths).collect())
}

/// Whether the pages seen so far lie as this program writes a cloud-optimised file: the first directory behind the header, and all blocks one after the
/// other, those of the smallest overview first. A program that has written overviews anew leaves gaps, or other beginnings.
#[derive(Debug, Default)]
pub(super) struct OwnLayout {
    broken: bool,
    /// Where the blocks of the last page begin.
    begin: Option<u64>,
}

impl OwnLayout {
    /// Takes the next page. `directory` is the place of its directory.
    pub(super) fn add(&mut self, page: &Page, directory: u64) {
        let follow = |pair: &[(u64, u64)]| pair[0].0.checked_add(pair[0].1) == Some(pair[1].0);
        let (first, last) = (page.blocks.first(), page.blocks.last());
        let end = last.and_then(|(place, length)| place.checked_add(*length));
        let is_next = match self.begin {
            None => directory == 8 || directory == 16,
            Some(begin) => end == Some(begin),
        };
        self.broken |= !is_next || page.kind == Kind::Mask || !page.blocks.windows(2).all(follow);
        self.begin = first.map(|(place, _)| *place);
    }

    pub(super) fn holds(&self) -> bool {
        !self.broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of a page: their places, and their lengths.
    type List = &'static [(u64, u64)];

    fn holds(directory: u64, pages: &[(Kind, List)]) -> bool {
        let mut layout = OwnLayout::default();
        for (number, (kind, blocks)) in pages.iter().enumerate() {
            let (blocks, directory) = (blocks.to_vec(), directory + 100 * number as u64);
            let page = Page {
                kind: *kind,
                width: 1,
                height: 1,
                bands: 1,
                interleaves: false,
                blocks,
                compression: 1,
                predictor: 1,
            };
            layout.add(&page, directory);
        }
        layout.holds()
    }

    /// A reader of another program's overviews only notes them, and one of this program's compares them: the order of the blocks tells.
    #[test]
    fn own_layouts_are_told_from_others() {
        const PICTURE: (Kind, List) = (Kind::Planes, &[(900, 50), (950, 70)]);
        const HALF: (Kind, List) = (Kind::Overview, &[(840, 60)]);
        const QUARTER: (Kind, List) = (Kind::Overview, &[(800, 40)]);
        let own = [PICTURE, HALF, QUARTER];
        assert!(holds(8, &own) && holds(16, &own), "TIFF and BigTIFF");
        assert!(!holds(10, &own), "something is before the first directory");
        assert!(!holds(8, &[PICTURE, QUARTER]), "a gap between two pictures");
        assert!(!holds(8, &[PICTURE, HALF, (Kind::Overview, &[(860, 40)])]), "the next one is elsewhere");
        assert!(!holds(8, &[PICTURE, (Kind::Mask, HALF.1)]), "a mask");
        assert!(!holds(8, &[(Kind::Planes, &[(900, 40), (950, 70)]), HALF]), "a gap between two blocks");
        assert!(!holds(8, &[PICTURE, (Kind::Overview, &[(u64::MAX, 60)])]), "a place that cannot be");
    }
}
