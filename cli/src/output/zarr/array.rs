//! An array's metadata, and where its chunks are.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use perlane::{Samples, Window};
use zarrs::array::codec::{ShardingCodecOptions, SubchunkWriteOrder, ZstdCodec};
use zarrs::array::{
    Array, ArrayBuilder, ArrayMetadata, ArrayMetadataV3, CodecSpecificOptions, DataType, FillValue, data_type,
};

use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::input::text_file;
use crate::metadata::Metadata;
use crate::output::Target as FileTarget;
use crate::resolve::Job;
use crate::sampling::stream;
use crate::values::Dtype;

/// The file that says what the folder is.
pub(crate) const METADATA: &str = "zarr.json";

/// The attribute that has the recipe.
const ATTRIBUTE: &str = "perlane";

/// An array on disk.
pub(crate) struct Store {
    path: PathBuf,
    metadata: Vec<u8>,
    /// It has no storage: what it encodes is written here.
    pub(crate) array: Array<()>,
    /// Samples of a file along each axis, slowest first.
    pub(crate) shape: Vec<u64>,
}

/// One file of an array: a chunk, or a shard of chunks.
pub(crate) struct Unit {
    pub(crate) number: u64,
    pub(crate) path: PathBuf,
    /// Its samples that are in the array, and their place in the file's block.
    pub(crate) window: Window,
}

impl Store {
    /// Writes the metadata into an empty folder.
    pub(crate) fn create(path: &Path, job: &Job, samples: Option<&Samples>) -> Result<Self> {
        let metadata = metadata(job, samples)?;
        let target = FileTarget::new(&path.join(METADATA), false)?;
        target.place(target.write(&metadata)?)?.keep();
        Self::open(path)
    }

    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = path.join(METADATA);
        let metadata =
            fs::read(&file).map_err(|source| text_file::read_error("the array's metadata", &file, source))?;
        let failed = |e: &dyn std::fmt::Display| Error::Parse { path: file.clone(), message: e.to_string() };
        let parsed: ArrayMetadataV3 = serde_json::from_slice(&metadata).map_err(|e| failed(&e))?;
        let array = Array::new_with_metadata(Arc::new(()), "/", ArrayMetadata::V3(parsed));
        // Else the order of a shard's chunks would be that in which threads are done.
        let order = ShardingCodecOptions::default().with_subchunk_write_order(SubchunkWriteOrder::C);
        let array = array
            .map_err(|e| failed(&e))?
            .with_codec_specific_options(&CodecSpecificOptions::default().with_option(order));
        let origin = vec![0; array.dimensionality()];
        let shape = array.chunk_shape(&origin).map_err(|e| failed(&e))?;
        let shape = shape.iter().map(|len| len.get()).collect();
        Ok(Store { path: path.to_owned(), metadata, array, shape })
    }

    pub(crate) fn carried(&self) -> Result<Metadata> {
        let file = self.path.join(METADATA);
        match self.array.attributes().get(ATTRIBUTE) {
            Some(recipe) => Metadata::from_json(&file, &recipe.to_string()),
            None => {
                Err(Error::io(format!("find a recipe in {}", file.display()), "it has no attribute perlane"))
            }
        }
    }

    /// Refuses an array that is not that of its recipe.
    pub(crate) fn check(&self, job: &Job) -> Result<()> {
        let shape: Vec<u64> = stream::shape(&job.window).iter().map(|&len| len as u64).collect();
        if self.array.shape() == shape && self.array.data_type() == &number_type(job.dtype).0 {
            return Ok(());
        }
        let what = format!("{} says another shape or type", METADATA);
        Err(Error::Mismatch { name: self.path.display().to_string(), what })
    }

    /// Refuses to have filled what has been replaced meanwhile.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let file = self.path.join(METADATA);
        match fs::read(&file) {
            Ok(metadata) if metadata == self.metadata => Ok(()),
            Ok(_) => {
                Err(Error::io(format!("fill {}", self.path.display()), "it has been replaced meanwhile"))
            }
            Err(source) => Err(Error::Io { doing: format!("read {}", file.display()), source }),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many files of chunks there are.
    pub(crate) fn units(&self) -> u64 {
        self.array.chunk_grid_shape().iter().product()
    }

    /// The samples of all these files.
    pub(crate) fn samples(&self, units: Range<u64>) -> usize {
        let all: u64 = self.array.shape().iter().product();
        // For a progress bar: they are about of one size.
        (u128::from(all) * u128::from(units.end - units.start) / u128::from(self.units().max(1))) as usize
    }

    /// A file by its number, in the order of the array.
    pub(crate) fn unit(&self, number: u64, whole: &Window) -> Unit {
        let grid = self.array.chunk_grid_shape();
        let (mut rest, mut indices) = (number, vec![0; grid.len()]);
        let mut window = *whole;
        for axis in (0..grid.len()).rev() {
            indices[axis] = rest % grid[axis];
            rest /= grid[axis];
            // Windows count axes from the fastest on.
            let x = grid.len() - 1 - axis;
            let first = (indices[axis] * self.shape[axis]) as usize;
            window.start[x] += first as i64;
            window.size[x] = (self.shape[axis] as usize).min(whole.size[x] - first);
        }
        Unit { number, path: self.path.join(self.array.chunk_key(&indices).as_str()), window }
    }

    /// Numbers of a file.
    pub(crate) fn unit_samples(&self) -> usize {
        self.shape.iter().product::<u64>() as usize
    }
}

/// The type of the numbers, and what stands where no file is, or no sample of the array in it.
fn number_type(dtype: Dtype) -> (DataType, FillValue) {
    match dtype {
        Dtype::F32 => (data_type::float32(), FillValue::from(f32::NAN)),
        Dtype::U16 => (data_type::uint16(), FillValue::from(0u16)),
        Dtype::U8 => (data_type::uint8(), FillValue::from(0u8)),
    }
}

fn metadata(job: &Job, samples: Option<&Samples>) -> Result<Vec<u8>> {
    let failed = |e: &dyn std::fmt::Display| Error::io("describe the Zarr array", e.to_string());
    let layout = job.layout.as_ref().ok_or_else(|| failed(&"it has no chunks"))?;
    let shape: Vec<u64> = stream::shape(&job.window).iter().map(|&len| len as u64).collect();
    let (data_type, fill_value) = number_type(job.dtype);
    let mut builder = ArrayBuilder::new(shape, layout.unit().to_vec(), data_type, fill_value);
    if layout.shard.is_some() {
        builder.subchunk_shape(Some(layout.chunk.clone()));
    }
    if let Compression::Zstd(level) = job.compression {
        builder.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(level, false))]);
    }
    let names = ["x", "y", "z", "w"];
    builder.dimension_names(Some(names[..job.window.dims()].iter().rev().copied()));
    let recipe = serde_json::to_value(job.metadata(samples)).map_err(|e| failed(&e))?;
    builder.attributes([(ATTRIBUTE.to_owned(), recipe)].into_iter().collect());
    let metadata = builder.build_metadata().map_err(|e| failed(&e))?;
    let mut text = serde_json::to_vec_pretty(&metadata).map_err(|e| failed(&e))?;
    text.push(b'\n');
    Ok(text)
}
