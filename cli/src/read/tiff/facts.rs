//! What a TIFF says of itself beside its recipe.

use std::fs::File;
use std::path::Path;

use tiff::TiffResult;
use tiff::tags::{CompressionMethod, SampleFormat, Tag};

use super::file::{FileDecoder, decoder, io_error, text_length};
use super::pages::{Kind, Page};
use super::place::Georeference;
use crate::error::{Error, Result};

/// How many pages are looked at. Overviews and masks come before further pictures.
const MOST_PAGES: usize = 16;

/// Upper bound on the bytes of the number for no data, in decimal digits.
const LONGEST_NUMBER: u64 = 1024;

/// What a file says of itself.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bands: usize,
    /// The type of the numbers, such as `f32`.
    pub(crate) dtype: String,
    /// The EPSG code of the coordinate reference system, or [`USER_DEFINED`](super::place::USER_DEFINED).
    pub(crate) crs: Option<u16>,
    /// The same of a vertical system beside it.
    pub(crate) vertical: Option<u16>,
    pub(crate) nodata: Option<f64>,
    pub(crate) compression: Packing,
    pub(crate) tiled: bool,
    pub(crate) overviews: bool,
    /// Whether there are several pictures at full resolution.
    pub(crate) pages: bool,
}

/// How the numbers are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Deflate,
    Zstd,
    Lzw,
    Other,
}

pub(crate) fn read(path: &Path) -> Result<Facts> {
    let read = || -> TiffResult<Facts> { of_decoder(&mut decoder(File::open(path)?)?) };
    read().map_err(|e| Error::io(format!("read {}", path.display()), io_error(e)))
}

fn of_decoder(decoder: &mut FileDecoder) -> TiffResult<Facts> {
    let page = Page::read(decoder)?;
    let dtype = dtype(decoder)?;
    let Georeference { crs, vertical, .. } = Georeference::read(decoder)?;
    let nodata = match text_length(decoder, Tag::GdalNodata) {
        0..=LONGEST_NUMBER => decoder.find_tag(Tag::GdalNodata)?.and_then(|value| value.into_string().ok()),
        _ => None,
    };
    let tiled = decoder.find_tag(Tag::TileWidth)?.is_some();
    let (mut overviews, mut pages) = (false, false);
    for _ in 1..MOST_PAGES {
        if !decoder.more_images() {
            break;
        }
        decoder.next_image()?;
        let kind = Page::read(decoder)?.kind;
        overviews |= kind == Kind::Overview;
        pages |= kind == Kind::Planes;
    }
    Ok(Facts {
        width: page.width,
        height: page.height,
        bands: page.bands,
        dtype,
        crs,
        vertical,
        nodata: nodata.and_then(|text| text.trim_matches(['\0', ' ']).parse().ok()),
        compression: packing(page.compression),
        tiled,
        overviews,
        pages,
    })
}

/// The type of the numbers, as the options call it.
pub(super) fn dtype(decoder: &mut FileDecoder) -> TiffResult<String> {
    let mut first = |tag, default: u16| -> TiffResult<u16> {
        let values: Option<Vec<u16>> = decoder.find_tag_unsigned_vec(tag)?;
        Ok(values.and_then(|values| values.first().copied()).unwrap_or(default))
    };
    let bits = first(Tag::BitsPerSample, 1)?;
    let letter = match SampleFormat::from_u16(first(Tag::SampleFormat, 1)?) {
        Some(SampleFormat::IEEEFP) => 'f',
        Some(SampleFormat::Int) => 'i',
        _ => 'u',
    };
    Ok(format!("{letter}{bits}"))
}

fn packing(method: u16) -> Packing {
    match CompressionMethod::from_u16_exhaustive(method) {
        CompressionMethod::None => Packing::None,
        CompressionMethod::Deflate | CompressionMethod::OldDeflate => Packing::Deflate,
        CompressionMethod::ZSTD => Packing::Zstd,
        CompressionMethod::LZW => Packing::Lzw,
        _ => Packing::Other,
    }
}
