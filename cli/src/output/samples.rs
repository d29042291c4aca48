//! Samples to bytes, and their digest on the way.

use std::io::{self, Write};

use perlane::Samples;

use crate::output::{Colormap, Format, Levels};
use crate::resolve::Job;
use crate::values::Dtype;

/// Samples that are converted at a time: few enough to stay in the cache.
const CHUNK: usize = 1 << 14;

/// Converts samples. The digest is of the samples themselves, whatever the type of the file's numbers.
pub(crate) struct Encoder {
    hasher: blake3::Hasher,
    count: u64,
    dtype: Dtype,
    levels: Option<Levels>,
    colormap: Option<Colormap>,
    /// PNG is; everything else is little-endian.
    big_endian: bool,
    floats: Vec<u8>,
    integers: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new(job: &Job) -> Self {
        Encoder {
            hasher: blake3::Hasher::new(),
            count: 0,
            dtype: job.dtype,
            levels: job.levels,
            colormap: job.colormap.clone(),
            big_endian: job.format == Format::Png,
            floats: Vec::with_capacity(CHUNK * Dtype::F32.bytes()),
            integers: Vec::with_capacity(CHUNK * Dtype::U16.bytes()),
        }
    }

    /// Writes some samples.
    pub(crate) fn write(&mut self, samples: &[f32], out: &mut impl Write) -> io::Result<()> {
        for chunk in samples.chunks(CHUNK) {
            self.floats.clear();
            self.floats.extend(chunk.iter().flat_map(|v| v.to_le_bytes()));
            self.hasher.update(&self.floats);
            self.count += chunk.len() as u64;
            self.integers.clear();
            match (self.levels, self.dtype) {
                (None, _) | (_, Dtype::F32) => {
                    out.write_all(&self.floats)?;
                    continue;
                }
                (Some(levels), Dtype::U8) => {
                    let levels = chunk.iter().map(|&v| levels.level(v) as u8);
                    match &self.colormap {
                        Some(colormap) => {
                            self.integers.extend(levels.flat_map(|level| colormap.color(level)))
                        }
                        None => self.integers.extend(levels),
                    }
                }
                (Some(levels), Dtype::U16) if self.big_endian => {
                    self.integers.extend(chunk.iter().flat_map(|&v| (levels.level(v) as u16).to_be_bytes()));
                }
                (Some(levels), Dtype::U16) => {
                    self.integers.extend(chunk.iter().flat_map(|&v| (levels.level(v) as u16).to_le_bytes()));
                }
            }
            out.write_all(&self.integers)?;
        }
        Ok(())
    }

    /// What was written.
    pub(crate) fn finish(self) -> Samples {
        Samples { blake3: self.hasher.finalize().to_hex().to_string(), count: self.count }
    }
}
