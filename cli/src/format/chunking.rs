//! How a Zarr array is cut into chunks and shards.

use perlane::Window;

use crate::error::{Error, Result};
use crate::values::Size;

/// Upper bound on the samples of a chunk file: a worker holds a whole file, and its compressed bytes.
pub(crate) const MAX_SAMPLES: usize = 1 << 26;

/// Chunks and shards, in samples, in array order (slowest axis first).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chunking {
    pub(crate) chunk: Vec<u64>,
    /// The shape of shards. Each file is a shard of many chunks; without shards, each file is a chunk.
    pub(crate) shard: Option<Vec<u64>>,
}

impl Chunking {
    /// The requested chunks and shards, along x, y, z, w, or defaults.
    pub(crate) fn resolve(chunks: Option<&Size>, shards: Option<&Size>, window: &Window) -> Result<Self> {
        let dims = window.dims();
        let shard = shards.map(|shards| checked("shards", shards, dims)).transpose()?;
        let chunk = match (chunks, &shard) {
            (Some(chunks), _) => checked("chunks", chunks, dims)?,
            (None, None) => default_chunk(window),
            (None, Some(shard)) => default_chunk_of_shard(window, shard),
        };
        if let (Some(shard), Some(given)) = (&shard, shards)
            && shard.iter().zip(&chunk).any(|(shard, chunk)| shard % chunk != 0)
        {
            let allowed = format!("multiples of the chunks, {}, along each axis", Size(chunk));
            return Err(Error::parameter("shards", given, allowed));
        }
        Ok(Chunking { chunk: array_order(&chunk), shard: shard.as_deref().map(array_order) })
    }

    /// The same chunks for several planes, which become the first axis. A file has all planes, and a chunk of a shard has one plane.
    pub(crate) fn with_planes(mut self, planes: usize) -> Result<Self> {
        if planes == 1 {
            return Ok(self);
        }
        let samples = self.file_shape().iter().product::<u64>();
        if samples.saturating_mul(planes as u64) > MAX_SAMPLES as u64 {
            let name = if self.shard.is_some() { "shards" } else { "chunks" };
            let value = format!("{samples} samples of {planes} planes");
            return Err(Error::parameter(name, value, format!("up to {MAX_SAMPLES} samples, of all planes")));
        }
        match &mut self.shard {
            Some(shard) => {
                shard.insert(0, planes as u64);
                self.chunk.insert(0, 1);
            }
            None => self.chunk.insert(0, planes as u64),
        }
        Ok(self)
    }

    /// The samples of a file along each axis.
    pub(crate) fn file_shape(&self) -> &[u64] {
        self.shard.as_deref().unwrap_or(&self.chunk)
    }
}

fn array_order(xyzw: &[usize]) -> Vec<u64> {
    xyzw.iter().rev().map(|&len| len as u64).collect()
}

fn checked(name: &str, size: &Size, dims: usize) -> Result<Vec<usize>> {
    let Size(lens) = size;
    if lens.len() != dims {
        return Err(Error::parameter(name, size, format!("{dims} numbers, one for each axis of the size")));
    }
    let samples = lens.iter().try_fold(1usize, |samples, &len| samples.checked_mul(len));
    match samples {
        Some(1..=MAX_SAMPLES) => Ok(lens.clone()),
        _ => Err(Error::parameter(name, size, format!("1 to {MAX_SAMPLES} samples"))),
    }
}

/// A mebibyte of `f32`, or the whole array if it is smaller.
fn default_chunk(window: &Window) -> Vec<usize> {
    mebibyte(window).iter().zip(window.size.xyzw()).map(|(&len, size)| len.min(size.max(1))).collect()
}

/// Along each axis, the greatest divisor of the shard's length that is not greater than the default chunk's length. An axis without a divisor of at
/// least an eighth of that length is not divided.
fn default_chunk_of_shard(window: &Window, shard: &[usize]) -> Vec<usize> {
    let divisor = |(&len, &side): (&usize, &usize)| {
        (len.div_ceil(8)..=len.min(side)).rev().find(|part| side % part == 0).unwrap_or(side)
    };
    mebibyte(window).iter().zip(shard).map(divisor).collect()
}

/// 2^18 samples, which are a mebibyte, along x, y, z, w.
fn mebibyte(window: &Window) -> &'static [usize] {
    match window.dims() {
        1 => &[1 << 18],
        2 => &[512, 512],
        3 => &[64, 64, 64],
        _ => &[32, 32, 16, 16],
    }
}
