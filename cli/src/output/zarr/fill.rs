//! Writing chunks.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use perlane::Window;
use rayon::prelude::*;
use serde::Serialize;

use zarrs::array::{ArrayBytes, ArrayToBytesCodecTraits, CodecOptions};

use crate::error::{Error, Result};
use crate::format::chunking::Layout;
use crate::format::numbers::Numbers;
use crate::output::zarr::array::{Store, Unit};
use crate::output::zarr::publish::{Pending, failed, placing};
use crate::output::{Fresh, folder, sweep};
use crate::resolve::Job;
use crate::sampling::stream;
use crate::terminal::interrupt;
use crate::terminal::progress::Progress;

/// Bytes that all workers together hold, about, unless one alone needs more.
const MEMORY: usize = 1 << 26;

/// What a run has done.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub(crate) struct Filled {
    pub(crate) written: u64,
    /// Files that were there already.
    pub(crate) present: u64,
    /// Of the written files.
    pub(crate) bytes: u64,
}

/// Buffers of a worker.
#[derive(Default)]
pub(crate) struct Scratch {
    samples: Vec<f32>,
    numbers: Vec<u8>,
    padded: Vec<u8>,
}

/// Bytes that a worker needs: samples, a block of them, what they are compressed to, and a compressor.
fn each(unit_samples: usize) -> usize {
    unit_samples * 3 * size_of::<f32>() + (1 << 20)
}

/// How many files are worked on at a time, if each is of so many numbers.
fn workers(unit_samples: usize, threads: usize) -> usize {
    (MEMORY / each(unit_samples)).clamp(1, threads)
}

/// About how much memory filling takes.
pub(crate) fn memory(layout: &Layout, threads: usize) -> usize {
    let samples = layout.unit().iter().product::<u64>() as usize;
    workers(samples, threads) * each(samples)
}

impl Store {
    /// Writes the files in this range that are not there. Each appears complete: whoever else writes it writes the same.
    pub(crate) fn fill(&self, job: &Job, range: Range<u64>, progress: &Progress) -> Result<Filled> {
        let filled = placing(self.path(), |placing| {
            self.for_each(job, range.clone(), |options, unit, scratch| {
                if unit.path.exists() {
                    placing.skip();
                } else {
                    let bytes = self.encode(job, &unit, scratch, options)?;
                    placing.place(write(self.path(), unit.path, &bytes)?)?;
                }
                progress.add(unit.window.samples()?);
                Ok(())
            })
        })?;
        self.sweep(range, &job.window);
        Ok(filled)
    }

    /// Calls `work` for each file in this range, on all threads, until one call fails.
    pub(crate) fn for_each(
        &self,
        job: &Job,
        range: Range<u64>,
        work: impl Fn(&CodecOptions, Unit, &mut Scratch) -> Result<()> + Sync,
    ) -> Result<()> {
        let workers = workers(self.unit_samples(), job.threads);
        // One file at a time is compressed on all threads, several by one each.
        let each = if workers == 1 { job.threads } else { 1 };
        let options = CodecOptions::default().with_store_empty_chunks(true).with_concurrent_target(each);
        let next = AtomicU64::new(range.start);
        let worker = || {
            let mut scratch = Scratch::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= range.end {
                    return Ok(());
                }
                let result = interrupt::check()
                    .and_then(|()| work(&options, self.unit(number, &job.window), &mut scratch));
                if result.is_err() {
                    next.store(range.end, Ordering::Relaxed);
                    return result;
                }
            }
        };
        let pool = stream::pool(job.threads)?;
        pool.install(|| (0..workers).into_par_iter().with_max_len(1).try_for_each(|_| worker()))
    }

    /// A file's content.
    fn encode(
        &self,
        job: &Job,
        unit: &Unit,
        scratch: &mut Scratch,
        options: &CodecOptions,
    ) -> Result<Vec<u8>> {
        let numbers = self.numbers(job, unit, scratch)?;
        let shape = self.array.chunk_shape(&vec![0; self.shape.len()]);
        let shape = shape.map_err(|e| Error::io("encode a chunk", e))?;
        let (data_type, fill_value) = (self.array.data_type(), self.array.fill_value());
        let block = ArrayBytes::new_flen(numbers);
        let encoded = self.array.codecs().encode(block, &shape, data_type, fill_value, options);
        Ok(encoded.map_err(|e| Error::io("encode a chunk", e))?.into_owned())
    }

    /// The numbers of a file's whole block: where it is larger than the array, the rest is the fill value.
    pub(crate) fn numbers<'a>(
        &self,
        job: &Job,
        unit: &Unit,
        scratch: &'a mut Scratch,
    ) -> Result<Cow<'a, [u8]>> {
        let Scratch { samples, numbers, padded } = scratch;
        samples.resize(unit.window.samples()?, 0.0);
        stream::fill(&job.recipe.layers, job.backend, &unit.window, samples)?;
        let converter = Numbers::new(job);
        let numbers = converter.convert(samples, numbers);
        if samples.len() == self.unit_samples() {
            return Ok(numbers);
        }
        let fill = self.array.fill_value().as_ne_bytes();
        padded.clear();
        padded.extend(fill.iter().cycle().take(self.unit_samples() * fill.len()));
        copy_into_block(&unit.window, &numbers, &self.shape, fill.len(), padded);
        Ok(Cow::Borrowed(padded))
    }

    /// Removes what killed programs have left among these files.
    fn sweep(&self, range: Range<u64>, window: &Window) {
        let mut before = None;
        for number in range {
            let path = self.unit(number, window).path;
            let folder = folder(&path).to_owned();
            if before.as_ref() != Some(&folder) {
                sweep(&folder);
                before = Some(folder);
            }
        }
    }
}

/// Creates a folder and those above it, but not the array's: who has removed that wants no other.
fn create_folders(array: &Path, folder: &Path) -> io::Result<()> {
    let above: Vec<&Path> = folder.ancestors().take_while(|above| *above != array).collect();
    for folder in above.into_iter().rev() {
        match fs::create_dir(folder) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a file that has no name yet.
fn write(array: &Path, path: PathBuf, bytes: &[u8]) -> Result<Pending> {
    let begin = || {
        let folder = folder(&path);
        if !folder.is_dir() {
            create_folders(array, folder)?;
        }
        let mut file = Fresh::begin(folder)?;
        file.file().write_all(bytes)?;
        Ok(file)
    };
    let file = begin().map_err(|source| failed(array, &path, source))?;
    Ok(Pending { file, path, bytes: bytes.len() as u64 })
}

/// Copies a window's numbers, row by row, to the start of a block that is not smaller.
fn copy_into_block(window: &Window, numbers: &[u8], block: &[u64], width: usize, out: &mut [u8]) {
    let row = window.size[0] * width;
    if row == 0 {
        return;
    }
    for (n, from) in numbers.chunks_exact(row).enumerate() {
        let (mut rest, mut at, mut stride) = (n, 0, block[block.len() - 1] as usize);
        for axis in 1..window.dims() {
            at += rest % window.size[axis] * stride;
            rest /= window.size[axis];
            stride *= block[block.len() - 1 - axis] as usize;
        }
        out[at * width..][..row].copy_from_slice(from);
    }
}
