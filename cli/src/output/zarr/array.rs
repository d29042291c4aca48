//! An array's metadata, and the places of its chunk files.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use perlane::{Samples, Window};
use serde_json::Value;
use zarrs::array::codec::{ShardingCodecOptions, SubchunkWriteOrder, ZstdCodec};
use zarrs::array::{
    Array, ArrayBuilder, ArrayMetadata, ArrayMetadataV3, ArrayShardedExt, CodecSpecificOptions, DataType,
    FillValue, data_type,
};

use crate::error::{Error, Result};
use crate::format::chunking::MAX_SAMPLES;
use crate::format::compression::Compression;
use crate::input::text_file;
use crate::metadata::{MAX_BYTES, Metadata};
use crate::output::file_target::FileTarget;
use crate::output::zarr::attributes::AXES;
use crate::output::zarr::{attributes, chunk_bytes};
use crate::pipes::refuse_pipe;
use crate::sampling::blocks::block_window;
use crate::spec::GenerateSpec;
use crate::values::Dtype;

/// The file that makes a folder an array.
pub(crate) const METADATA: &str = "zarr.json";

/// The only chunk grid that this program writes. In others, chunks may have different shapes, and so their places follow from no index alone.
const GRID: &str = "regular";

/// The attribute that holds the recipe, as a text. Arrays of older versions hold it as an object.
pub(super) const ATTRIBUTE: &str = "perlane";

/// The Python package's grids have the recipe in this attribute, and in the other one too.
pub(super) const TEXT_ATTRIBUTE: &str = "recipe";

/// An array on disk.
pub(crate) struct ZarrArray {
    path: PathBuf,
    /// The content of the metadata file.
    metadata: Vec<u8>,
    /// Encodes and decodes chunks, but has no storage: this program reads and writes the files.
    pub(crate) codec: Array<()>,
    /// Samples of a chunk file along each axis, slowest first.
    pub(crate) file_shape: Vec<u64>,
    /// Whether chunks are compressed.
    pub(crate) compressed: bool,
}

/// One file of an array: a chunk, or a shard of many chunks.
pub(crate) struct ChunkFile {
    /// Its index in array order.
    pub(crate) index: u64,
    pub(crate) path: PathBuf,
    /// Its samples in the array. A file at the array's end has room for more.
    pub(crate) window: Window,
}

impl ZarrArray {
    /// Writes the metadata into an empty folder.
    pub(crate) fn create(path: &Path, spec: &GenerateSpec, samples: Option<&Samples>) -> Result<Self> {
        let metadata = metadata(spec, samples)?;
        let target = FileTarget::new(&path.join(METADATA), false)?;
        target.publish(target.create_with(&metadata)?)?;
        Self::open(path)
    }

    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = path.join(METADATA);
        let metadata = read_metadata(&file)?.into_bytes();
        let failed = |e: &dyn Display| Error::broken(&file, e.to_string());
        let compressed = chunk_bytes::check(&metadata).map_err(|e| failed(&e))?;
        let parsed: ArrayMetadataV3 = serde_json::from_slice(&metadata).map_err(|e| failed(&e))?;
        let grid = parsed.chunk_grid.name().to_owned();
        if grid != GRID {
            return Err(failed(&format!(
                "chunk_grid is {grid}; allowed: {GRID}, whose chunks have one shape"
            )));
        }
        let array = Array::new_with_metadata(Arc::new(()), "/", ArrayMetadata::V3(parsed));
        // By default, the chunks of a shard are in the order in which threads finish them.
        let order = ShardingCodecOptions::default().with_subchunk_write_order(SubchunkWriteOrder::C);
        let codec = array
            .map_err(|e| failed(&e))?
            .with_codec_specific_options(&CodecSpecificOptions::default().with_option(order));
        let file_shape = file_shape(&codec).map_err(|e| failed(&e))?;
        Ok(ZarrArray { path: path.to_owned(), metadata, codec, file_shape, compressed })
    }

    /// The content of the metadata file, for the metadata of a group.
    pub(crate) fn metadata_value(&self) -> Result<Value> {
        serde_json::from_slice(&self.metadata).map_err(|e| Error::io("describe the Zarr array", e))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The recipe, and the metadata beside it.
    pub(crate) fn metadata(&self) -> Result<Metadata> {
        let file = self.path.join(METADATA);
        let attributes = self.codec.attributes();
        let parse = |text: &str| Metadata::from_carried_json(&file, text).map_err(Error::of_carrier);
        match (attributes.get(ATTRIBUTE), attributes.get(TEXT_ATTRIBUTE)) {
            (Some(Value::String(recipe)), _) | (None, Some(Value::String(recipe))) => parse(recipe),
            (Some(recipe), _) => parse(&recipe.to_string()),
            (None, _) => {
                let doing = format!("find a recipe in {}", file.display());
                Err(Error::io(doing, format!("it has no attribute {ATTRIBUTE} or {TEXT_ATTRIBUTE}")))
            }
        }
    }

    /// The array's own name for one of [`AXES`]; without names, the axis' usual one. What xarray stores may have others, such as `lat`.
    pub(super) fn dimension_name(&self, axis: &'static str) -> &str {
        let from_last = AXES.iter().position(|name| *name == axis).unwrap_or(0);
        let names = self.codec.dimension_names().as_deref().unwrap_or_default();
        names.iter().rev().nth(from_last).and_then(Option::as_deref).unwrap_or(axis)
    }

    /// Refuses an array whose shape or type does not match its recipe.
    pub(crate) fn check_recipe(&self, spec: &GenerateSpec) -> Result<()> {
        let data_type = number_type(spec.numbers.dtype()).0;
        let (found, shape) = (self.codec.data_type(), self.codec.shape());
        if shape == spec.shape() && found == &data_type {
            return Ok(());
        }
        let what = format!(
            "{METADATA} has the shape {shape:?} and the type {}, and the recipe gives {:?} and {}",
            named(found),
            spec.shape(),
            named(&data_type)
        );
        Err(Error::Mismatch { name: self.path.display().to_string(), what })
    }

    /// Fails if the array has been replaced since it was opened.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let file = self.path.join(METADATA);
        match fs::read(&file) {
            Ok(metadata) if metadata == self.metadata => Ok(()),
            Ok(_) => {
                let doing = format!("fill {}", self.path.display());
                Err(Error::io(doing, "another program has replaced it meanwhile"))
            }
            Err(source) => Err(Error::Io { doing: format!("read {}", file.display()), source }),
        }
    }

    /// The number of chunk files.
    pub(crate) fn file_count(&self) -> u64 {
        self.codec.chunk_grid_shape().iter().product()
    }

    /// About how many samples these chunk files have, for a progress bar. The estimate takes all files to be of one size.
    pub(crate) fn samples(&self, files: Range<u64>) -> usize {
        let all: u64 = self.codec.shape().iter().product();
        (u128::from(all) * u128::from(files.end - files.start) / u128::from(self.file_count().max(1)))
            as usize
    }

    /// A chunk file by its index in array order; `whole` is the array's window.
    pub(crate) fn chunk_file(&self, index: u64, whole: &Window) -> ChunkFile {
        let grid = self.codec.chunk_grid_shape();
        let (mut rest, mut indices) = (index, vec![0; grid.len()]);
        let (mut place, mut shape) = ([0; 4], [1; 4]);
        for axis in (0..grid.len()).rev() {
            indices[axis] = rest % grid[axis];
            rest /= grid[axis];
            // Windows list the fastest axis first.
            let x = grid.len() - 1 - axis;
            (place[x], shape[x]) = (indices[axis] as usize, self.file_shape[axis] as usize);
        }
        let window = block_window(whole, place, shape);
        ChunkFile { index, path: self.path.join(self.codec.chunk_key(&indices).as_str()), window }
    }

    /// How many numbers each chunk file has room for.
    pub(crate) fn file_samples(&self) -> usize {
        self.file_shape.iter().product::<u64>() as usize
    }
}

/// The samples of a chunk file along each axis. Refuses files of more samples than this program writes, and chunks that do not fill their shard.
fn file_shape(codec: &Array<()>) -> Result<Vec<u64>, String> {
    let shape = codec.chunk_shape(&vec![0; codec.dimensionality()]).map_err(|e| e.to_string())?;
    let shape: Vec<u64> = shape.iter().map(|len| len.get()).collect();
    let samples = shape.iter().try_fold(1u64, |samples, len| samples.checked_mul(*len));
    if samples.is_none_or(|samples| samples > MAX_SAMPLES as u64) {
        return Err(format!("chunk files of {shape:?} samples; allowed: up to {MAX_SAMPLES} samples"));
    }
    match codec.subchunk_shape() {
        Some(chunk) if !divides(&chunk, &shape) => Err(format!(
            "chunks of {chunk:?} samples in shards; allowed: shapes that divide the shards, {shape:?}"
        )),
        _ => Ok(shape),
    }
}

/// Whether chunks of this shape fill a shard.
fn divides(chunk: &[NonZeroU64], shard: &[u64]) -> bool {
    chunk.len() == shard.len() && shard.iter().zip(chunk).all(|(shard, chunk)| shard % chunk.get() == 0)
}

/// The text of the metadata file of an array or a group.
pub(super) fn read_metadata(file: &Path) -> Result<String> {
    refuse_pipe(file)?;
    text_file::read("the array's metadata", file).map_err(Error::of_carrier)
}

/// Whether a folder is an array with a recipe.
pub(super) fn has_recipe(folder: &Path) -> bool {
    let Ok(text) = read_metadata(&folder.join(METADATA)) else { return false };
    let metadata: Value = serde_json::from_str(&text).unwrap_or_default();
    let attributes = &metadata["attributes"];
    metadata["node_type"] == "array"
        && (!attributes[ATTRIBUTE].is_null() || attributes[TEXT_ATTRIBUTE].is_string())
}

/// The type of the numbers, and the fill value: for missing files, and for the part of a file beyond the array's end.
fn number_type(dtype: Dtype) -> (DataType, FillValue) {
    match dtype {
        Dtype::F32 => (data_type::float32(), FillValue::from(f32::NAN)),
        Dtype::U16 => (data_type::uint16(), FillValue::from(0u16)),
        Dtype::U8 => (data_type::uint8(), FillValue::from(0u8)),
    }
}

/// The name of a type.
fn named(data_type: &DataType) -> String {
    data_type.name_v3().map_or_else(|| "unknown".to_owned(), Cow::into_owned)
}

/// The content of a metadata file.
fn metadata(spec: &GenerateSpec, samples: Option<&Samples>) -> Result<Vec<u8>> {
    let failed = |e: &dyn Display| Error::io("describe the Zarr array", e.to_string());
    let chunking = spec.chunking.as_ref().ok_or_else(|| failed(&"it has no chunks"))?;
    let (data_type, fill_value) = number_type(spec.numbers.dtype());
    let mut builder = ArrayBuilder::new(spec.shape(), chunking.file_shape().to_vec(), data_type, fill_value);
    if chunking.shard.is_some() {
        builder.subchunk_shape(Some(chunking.chunk.clone()));
    }
    match spec.compression {
        Compression::Zstd(level) => {
            builder.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(level, false))]);
        }
        // deflate is not a method of this format.
        Compression::None | Compression::Deflate(_) => {}
    }
    builder.dimension_names(Some(attributes::dimension_names(spec)));
    // A text, because xarray copies attributes into NetCDF, which has no objects.
    let recipe = spec.metadata(samples).to_short_json(MAX_BYTES)?;
    let mut attributes = attributes::of_array(spec);
    attributes.insert(ATTRIBUTE.to_owned(), recipe.into());
    builder.attributes(attributes);
    let metadata = builder.build_metadata().map_err(|e| failed(&e))?;
    let mut text = serde_json::to_vec_pretty(&metadata).map_err(|e| failed(&e))?;
    text.push(b'\n');
    Ok(text)
}
