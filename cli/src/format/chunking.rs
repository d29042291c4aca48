//! How an array is cut.

use perlane::Window;

use crate::args::LayoutArgs;
use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::values::Size;

/// Samples of a file at most: a worker holds one, and what it is compressed to.
const LARGEST: usize = 1 << 26;

/// Chunks and shards, in samples, in the order of the array: slowest axis first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) chunk: Vec<u64>,
    pub(crate) shard: Option<Vec<u64>>,
}

impl Layout {
    /// What is asked for; `None` for other formats, which have no chunks.
    pub(crate) fn resolve(args: &LayoutArgs, format: Format, window: &Window) -> Result<Option<Self>> {
        if format != Format::Zarr {
            let given = [("chunks", &args.chunks), ("shards", &args.shards)];
            return match given.iter().find_map(|(name, size)| size.as_ref().map(|size| (*name, size))) {
                Some((name, size)) => Err(Error::parameter(name, size, "only in Zarr")),
                None => Ok(None),
            };
        }
        let dims = window.dims();
        let shard = args.shards.as_ref().map(|shards| checked("shards", shards, dims)).transpose()?;
        let chunk = match (&args.chunks, &shard) {
            (Some(chunks), _) => checked("chunks", chunks, dims)?,
            (None, None) => default_chunk(window),
            (None, Some(shard)) => default_part(window, shard),
        };
        if let (Some(shard), Some(given)) = (&shard, &args.shards)
            && shard.iter().zip(&chunk).any(|(shard, chunk)| shard % chunk != 0)
        {
            let allowed = format!("multiples of the chunks, {}, along each axis", Size(chunk));
            return Err(Error::parameter("shards", given, allowed));
        }
        Ok(Some(Layout { chunk: array_order(&chunk), shard: shard.as_deref().map(array_order) }))
    }

    /// The samples of a file along each axis.
    pub(crate) fn unit(&self) -> &[u64] {
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
        Some(1..=LARGEST) => Ok(lens.clone()),
        _ => Err(Error::parameter(name, size, format!("1 to {LARGEST} samples"))),
    }
}

/// A mebibyte of `f32`, or the whole array where it is smaller.
fn default_chunk(window: &Window) -> Vec<usize> {
    usual(window).iter().zip(window.size).map(|(&len, size)| len.min(size.max(1))).collect()
}

/// About as large, and such that a shard is full of them. A side that has only small divisors is not divided.
fn default_part(window: &Window, shard: &[usize]) -> Vec<usize> {
    let part = |(&len, &side): (&usize, &usize)| {
        (len.div_ceil(8)..=len.min(side)).rev().find(|part| side % part == 0).unwrap_or(side)
    };
    usual(window).iter().zip(shard).map(part).collect()
}

fn usual(window: &Window) -> &'static [usize] {
    match window.dims() {
        1 => &[1 << 18],
        2 => &[512, 512],
        3 => &[64, 64, 64],
        _ => &[32, 32, 16, 16],
    }
}
