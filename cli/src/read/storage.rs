//! How a file stores its numbers, and where on Earth they lie: what another file of the same kind has too.

use std::path::Path;

use perlane::Window;
use serde_json::Value;

use crate::error::Result;
use crate::format::chunking::Chunking;
use crate::format::crs::Crs;
use crate::format::formats::Format;
use crate::format::layout::Layout;
use crate::metadata::Metadata;
use crate::output::tiff::tiles::TILE;
use crate::output::zarr::array::ZarrArray;
use crate::output::zarr::{attributes, store};
use crate::read::tiff::facts::{self, Facts, Packing};
use crate::read::{png, y4m};
use crate::values::{Fps, Size};

/// What somebody has chosen of a file, or what its format would not have by itself.
#[derive(Debug, Default)]
pub(crate) struct Storage {
    pub(crate) crs: Option<Crs>,
    /// The code of a vertical system that is no part of the other one.
    pub(crate) vertical: Option<u16>,
    pub(crate) nodata: Option<f64>,
    /// As the option `--compression` has it.
    pub(crate) compression: Option<String>,
    pub(crate) cog: bool,
    /// Whether `--cog` would have made the same file as `--compression`, because a single tile holds each picture.
    pub(crate) may_be_cog: bool,
    pub(crate) pages: bool,
    pub(crate) layout: Option<Layout>,
    pub(crate) chunks: Option<Size>,
    pub(crate) shards: Option<Size>,
    pub(crate) fps: Option<Fps>,
    /// Whether it has a coordinate reference system, or a compression, that no option names.
    pub(crate) has_other_crs: bool,
    pub(crate) has_other_compression: bool,
}

impl Storage {
    /// That of a file. What cannot be read of it is as if nobody had chosen it.
    pub(crate) fn of(path: &Path, format: Format, metadata: &Metadata) -> Self {
        match format {
            Format::Tiff => facts::read(path).map(|facts| of_tiff(&facts)).unwrap_or_default(),
            Format::Zarr => of_zarr(path, metadata).unwrap_or_default(),
            Format::Apng => of_film(png::pictures::fps(path)),
            Format::Y4m => of_film(y4m::fps(path)),
            Format::Npy | Format::Raw | Format::Png => Storage::default(),
            #[cfg(feature = "exr")]
            Format::Exr => Storage::default(),
        }
    }
}

fn of_film(fps: Option<Fps>) -> Storage {
    Storage { fps: fps.filter(|fps| *fps != Fps::DEFAULT), ..Storage::default() }
}

fn of_tiff(facts: &Facts) -> Storage {
    let mut storage = Storage { nodata: facts.nodata, pages: facts.pages, ..Storage::default() };
    storage.cog = facts.tiled && (facts.overviews || facts.compression == Packing::None);
    storage.may_be_cog = facts.tiled && !storage.cog && facts.width.max(facts.height) <= TILE;
    storage.compression = match facts.compression {
        Packing::None => Some("none".to_owned()),
        Packing::Deflate => Some("deflate".to_owned()),
        Packing::Zstd => Some("zstd".to_owned()),
        Packing::Lzw | Packing::Other => None,
    };
    storage.has_other_compression = storage.compression.is_none();
    let horizontal = facts.crs.and_then(Crs::of_code);
    let compound = |horizontal: Crs| Crs::of_parts(horizontal.code(), facts.vertical?);
    storage.crs = horizontal.and_then(compound).or(horizontal);
    storage.vertical = facts.vertical.filter(|_| storage.crs == horizontal);
    storage.has_other_crs = facts.crs.is_some() && storage.crs.is_none();
    storage
}

fn of_zarr(path: &Path, metadata: &Metadata) -> Result<Storage> {
    let layout = store::layout(path)?;
    let folders = store::folders(path)?;
    let json = ZarrArray::open(&folders[0])?.metadata_value()?;
    let code = json["attributes"][attributes::CODE].as_str();
    let (mut chunks, mut shards) = (shape(&json["chunk_grid"]["configuration"]["chunk_shape"]), None);
    let mut codecs = &json["codecs"];
    if codecs[0]["name"] == "sharding_indexed" {
        let sharding = &codecs[0]["configuration"];
        (shards, chunks) = (chunks, shape(&sharding["chunk_shape"]));
        codecs = &sharding["codecs"];
    }
    let mut storage = Storage {
        crs: code.and_then(|code| code.parse().ok()),
        compression: Some(compression(codecs)),
        layout: Some(layout),
        ..Storage::default()
    };
    let dims = metadata.recipe.grid.map_or(0, |window| window.dims());
    (storage.chunks, storage.shards) =
        (chunks.map(|size| of_axes(size, dims)), shards.map(|size| of_axes(size, dims)));
    if metadata.recipe.grid.is_some_and(|window| has_default_chunks(&storage, &window)) {
        storage.chunks = None;
    }
    Ok(storage)
}

/// Whether nobody has chosen the chunks. Default ones follow the new size, too.
fn has_default_chunks(storage: &Storage, window: &Window) -> bool {
    let default = Chunking::resolve(None, storage.shards.as_ref(), window);
    let found = Chunking::resolve(storage.chunks.as_ref(), storage.shards.as_ref(), window);
    matches!((default, found), (Ok(default), Ok(found)) if default == found)
}

/// A shape of Zarr metadata, slowest axis first.
fn shape(shape: &Value) -> Option<Vec<usize>> {
    shape.as_array()?.iter().map(|length| length.as_u64().map(|length| length as usize)).collect()
}

/// The last axes of a shape, x first. An axis of planes is before them.
fn of_axes(shape: Vec<usize>, dims: usize) -> Size {
    Size(shape.into_iter().rev().take(dims).collect())
}

/// The compression, as the option has it.
fn compression(codecs: &Value) -> String {
    let zstd = codecs.as_array().into_iter().flatten().find(|codec| codec["name"] == "zstd");
    match zstd.map(|codec| codec["configuration"]["level"].as_u64()) {
        None => "none".to_owned(),
        Some(Some(level @ 1..=22)) => format!("zstd:{level}"),
        Some(_) => "zstd".to_owned(),
    }
}
