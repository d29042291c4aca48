//! Samples to numbers of a file, and the samples' digest.

use std::borrow::Cow;

use perlane::Samples;
use rayon::prelude::*;

use crate::format::colormap::Colormap;
use crate::format::formats::Format;
use crate::format::levels::Levels;
use crate::resolve::Job;
use crate::values::Dtype;

/// Samples that a thread converts at a time.
const CHUNK: usize = 1 << 16;

/// The digest of samples, in the order of the array, as little-endian `f32`.
pub(crate) struct Digest {
    hasher: blake3::Hasher,
    count: u64,
}

impl Digest {
    pub(crate) fn new() -> Self {
        Digest { hasher: blake3::Hasher::new(), count: 0 }
    }

    pub(crate) fn update(&mut self, samples: &[f32]) {
        self.hasher.update(&bytes(samples, Order::Little));
        self.count += samples.len() as u64;
    }

    pub(crate) fn finish(self) -> Samples {
        Samples { blake3: self.hasher.finalize().to_hex().to_string(), count: self.count }
    }
}

/// The order of a number's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Little,
    Big,
}

impl Order {
    const NATIVE: Order = if cfg!(target_endian = "big") { Order::Big } else { Order::Little };

    /// PNG is big-endian; libraries that write TIFF and Zarr take numbers as the machine has them.
    fn of(format: Format) -> Self {
        match format {
            Format::Npy | Format::Raw => Order::Little,
            Format::Png => Order::Big,
            Format::Tiff | Format::Zarr => Order::NATIVE,
        }
    }
}

fn bytes(samples: &[f32], order: Order) -> Cow<'_, [u8]> {
    if order == Order::NATIVE {
        return bytemuck::cast_slice(samples).into();
    }
    let swapped = samples.iter().flat_map(|v| {
        let mut bytes = v.to_ne_bytes();
        bytes.reverse();
        bytes
    });
    swapped.collect()
}

/// How a file's numbers come from samples.
#[derive(Clone)]
pub(crate) struct Numbers {
    dtype: Dtype,
    levels: Option<Levels>,
    colormap: Option<Colormap>,
    order: Order,
}

impl Numbers {
    pub(crate) fn new(job: &Job) -> Self {
        Numbers {
            dtype: job.dtype,
            levels: job.levels,
            colormap: job.colormap.clone(),
            order: Order::of(job.format),
        }
    }

    /// Bytes of the numbers of one sample.
    pub(crate) fn width(&self) -> usize {
        self.dtype.bytes() * if self.colormap.is_some() { 3 } else { 1 }
    }

    /// The numbers' bytes, in `scratch` if they are not the samples' own; on the current thread pool.
    pub(crate) fn convert<'a>(&self, samples: &'a [f32], scratch: &'a mut Vec<u8>) -> Cow<'a, [u8]> {
        let Some(levels) = self.levels else { return bytes(samples, self.order) };
        let width = self.width();
        scratch.resize(samples.len() * width, 0);
        let pieces = samples.par_chunks(CHUNK).zip(scratch.par_chunks_mut(CHUNK * width));
        pieces.for_each(|(samples, out)| self.integers(levels, samples, out));
        Cow::Borrowed(scratch)
    }

    fn integers(&self, levels: Levels, samples: &[f32], out: &mut [u8]) {
        match (self.dtype, &self.colormap) {
            (Dtype::U16, _) => {
                for (out, &sample) in out.chunks_exact_mut(2).zip(samples) {
                    let level = levels.level(sample) as u16;
                    out.copy_from_slice(&match self.order {
                        Order::Little => level.to_le_bytes(),
                        Order::Big => level.to_be_bytes(),
                    });
                }
            }
            (_, Some(colormap)) => {
                for (out, &sample) in out.chunks_exact_mut(3).zip(samples) {
                    out.copy_from_slice(&colormap.color(levels.level(sample) as u8));
                }
            }
            (_, None) => {
                for (out, &sample) in out.iter_mut().zip(samples) {
                    *out = levels.level(sample) as u8;
                }
            }
        }
    }

    /// The first number that differs: its index, and both as text. Numbers are compared as bits.
    pub(crate) fn difference(&self, found: &[u8], want: &[u8]) -> Option<(usize, String, String)> {
        let width = self.width();
        // Whole blocks first: nearly all of them are equal.
        if found == want {
            return None;
        }
        let at = found.iter().zip(want).position(|(found, want)| found != want)? / width;
        let text = |bytes: &[u8]| self.text(&bytes[at * width..][..width]);
        Some((at, text(found), text(want)))
    }

    fn text(&self, bytes: &[u8]) -> String {
        let mut bytes = bytes.to_vec();
        if self.order == Order::Big && self.colormap.is_none() {
            bytes.reverse();
        }
        match bytes[..] {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).to_string(),
            [a, b] => u16::from_le_bytes([a, b]).to_string(),
            [a] => a.to_string(),
            _ => format!("{bytes:?}"),
        }
    }
}
