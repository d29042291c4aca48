//! Fills an array with chunk files, by one worker or many.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use perlane::Window;
use rayon::prelude::*;
use zarrs::array::{ArrayBytes, ArrayToBytesCodecTraits, CodecOptions};

use crate::error::{Error, Result};
use crate::format::chunking::Chunking;
use crate::output::atomic_file::AtomicFile;
use crate::output::paths::{self, folder};
use crate::output::temporary;
use crate::output::zarr::array::{ChunkFile, ZarrArray};
use crate::output::zarr::publish::{CompleteFile, FillReport, publish_all, write_error};
use crate::sampling::blocks::copy_into_block;
use crate::sampling::resources::{expect_room, reserve, thread_pool};
use crate::spec::GenerateSpec;
use crate::terminal::interrupt;
use crate::terminal::progress::Progress;

/// Upper bound on the bytes that all threads hold together, unless a single chunk file needs more.
const MAX_MEMORY: usize = 1 << 26;

/// What a compressor takes beside the bytes that it writes.
const COMPRESSOR: usize = 1 << 20;

/// A thread's buffers, reused for each chunk file.
#[derive(Default)]
pub(crate) struct Scratch {
    samples: Vec<f32>,
    numbers: Vec<u8>,
    padded: Vec<u8>,
}

/// Bytes for each chunk file in progress: its samples, their numbers with padding, their compressed bytes, and a compressor.
fn memory_per_file(file_samples: usize) -> usize {
    file_samples * 3 * size_of::<f32>() + COMPRESSOR
}

/// How many chunk files are in progress at a time.
fn files_at_a_time(file_samples: usize, threads: usize) -> usize {
    (MAX_MEMORY / memory_per_file(file_samples)).clamp(1, threads)
}

/// About how many bytes filling needs.
pub(crate) fn memory(chunking: &Chunking, threads: usize) -> usize {
    let samples = chunking.file_shape().iter().product::<u64>() as usize;
    files_at_a_time(samples, threads) * memory_per_file(samples)
}

impl ZarrArray {
    /// Writes those of these chunk files that do not exist. Each file appears complete. Workers that write the same file at once write the same
    /// bytes.
    pub(crate) fn fill(
        &self,
        spec: &GenerateSpec,
        files: Range<u64>,
        progress: &Progress,
    ) -> Result<FillReport> {
        let report = publish_all(self.path(), |publisher| {
            self.for_each_file(spec, files.clone(), |options, file, scratch| {
                if is_written(&file.path)? {
                    publisher.skip();
                } else {
                    let bytes = self.encode(spec, &file, scratch, options)?;
                    publisher.publish(write(self.path(), file.path, &bytes)?)?;
                }
                progress.add(file.window.samples()?);
                Ok(())
            })
        })?;
        self.remove_abandoned(files, &spec.array());
        Ok(report)
    }

    /// Calls `work` for each of these chunk files, on all threads, until the first error.
    pub(crate) fn for_each_file(
        &self,
        spec: &GenerateSpec,
        files: Range<u64>,
        work: impl Fn(&CodecOptions, ChunkFile, &mut Scratch) -> Result<()> + Sync,
    ) -> Result<()> {
        let workers = files_at_a_time(self.file_samples(), spec.threads);
        // If there is only one file at a time, it is compressed on all threads. Otherwise each file is compressed on one thread.
        let codec_threads = if workers == 1 { spec.threads } else { 1 };
        let options =
            CodecOptions::default().with_store_empty_chunks(true).with_concurrent_target(codec_threads);
        let (next, array) = (AtomicU64::new(files.start), spec.array());
        let worker = || {
            let mut scratch = Scratch::default();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= files.end {
                    return Ok(());
                }
                let result = interrupt::check()
                    .and_then(|()| work(&options, self.chunk_file(index, &array), &mut scratch));
                if result.is_err() {
                    // The other workers find no more files then.
                    next.store(files.end, Ordering::Relaxed);
                    return result;
                }
            }
        };
        let pool = thread_pool(spec.threads)?;
        pool.install(|| (0..workers).into_par_iter().with_max_len(1).try_for_each(|_| worker()))
    }

    /// The bytes of a chunk file.
    fn encode(
        &self,
        spec: &GenerateSpec,
        file: &ChunkFile,
        scratch: &mut Scratch,
        options: &CodecOptions,
    ) -> Result<Vec<u8>> {
        let numbers = self.numbers(spec, file, scratch)?;
        // The compressed bytes, which may be a little more than the numbers, and the compressor.
        expect_room(numbers.len() + numbers.len() / 128 + COMPRESSOR)?;
        let shape = self.codec.chunk_shape(&vec![0; self.file_shape.len()]);
        let shape = shape.map_err(|e| Error::io("encode a chunk", e))?;
        let (data_type, fill_value) = (self.codec.data_type(), self.codec.fill_value());
        let block = ArrayBytes::new_flen(numbers);
        let encoded = self.codec.codecs().encode(block, &shape, data_type, fill_value, options);
        Ok(encoded.map_err(|e| Error::io("encode a chunk", e))?.into_owned())
    }

    /// The numbers of a chunk file, with the fill value where the file extends beyond the array.
    pub(crate) fn numbers<'a>(
        &self,
        spec: &GenerateSpec,
        file: &ChunkFile,
        scratch: &'a mut Scratch,
    ) -> Result<Cow<'a, [u8]>> {
        let Scratch { samples, numbers, padded } = scratch;
        let count = file.window.samples()?;
        reserve(samples, count)?;
        samples.resize(count, 0.0);
        spec.fill(&file.window, true, samples)?;
        if spec.numbers.converts() {
            reserve(numbers, count * spec.numbers.width())?;
        }
        let numbers = spec.numbers.encode(samples, numbers);
        if samples.len() == self.file_samples() {
            return Ok(numbers);
        }
        let fill = self.codec.fill_value().as_ne_bytes();
        padded.clear();
        reserve(padded, self.file_samples() * fill.len())?;
        padded.extend(fill.iter().cycle().take(self.file_samples() * fill.len()));
        copy_into_block(&file.window, &numbers, &self.file_shape, fill.len(), padded);
        Ok(Cow::Borrowed(padded))
    }

    /// Removes what killed programs have left in the folders of these chunk files.
    fn remove_abandoned(&self, files: Range<u64>, window: &Window) {
        self.folders(files, window).for_each(|folder| temporary::remove_abandoned(&folder));
    }

    /// Writes the names of these chunk files, and of the folders that they are in, to the disk. The files themselves are there already.
    pub(crate) fn sync_names(&self, files: Range<u64>, window: &Window) {
        let mut before = PathBuf::new();
        for folder in self.folders(files, window) {
            let above = folder.ancestors().take_while(|above| *above != self.path());
            // Folders that are also above the folder before have been synced with it: all chunks had their names by then.
            above.take_while(|above| !before.starts_with(above)).for_each(paths::sync_folder);
            before = folder;
        }
        paths::sync_folder(self.path());
    }

    /// The folders of these chunk files, each once.
    fn folders(&self, files: Range<u64>, window: &Window) -> impl Iterator<Item = PathBuf> {
        let mut before = None;
        files.filter_map(move |index| {
            let folder = folder(&self.chunk_file(index, window).path).to_owned();
            let is_new = before.as_ref() != Some(&folder);
            is_new.then(|| before.insert(folder).clone())
        })
    }
}

/// Whether a chunk file exists. Refuses whatever else has its name, which is no chunk, and keeps one from being written there.
fn is_written(path: &Path) -> Result<bool> {
    match paths::look_at(path)? {
        Some(metadata) if metadata.is_file() => Ok(true),
        Some(metadata) => {
            let (name, value) = (path.display().to_string(), paths::kind(&metadata).to_owned());
            Err(Error::File { name, value, allowed: "chunk files, or nothing".to_owned() })
        }
        None if path.is_symlink() => Err(Error::DanglingLink(path.to_owned())),
        None => Ok(false),
    }
}

/// Writes a complete file that has no name yet.
fn write(array: &Path, path: PathBuf, bytes: &[u8]) -> Result<CompleteFile> {
    let create = || {
        let folder = folder(&path);
        if !folder.is_dir() {
            create_folders(array, folder)?;
        }
        let mut file = AtomicFile::create(folder)?;
        file.file().write_all(bytes)?;
        Ok(file)
    };
    let file = create().map_err(|source| write_error(array, &path, source))?;
    Ok(CompleteFile { file, path, bytes: bytes.len() as u64 })
}

/// Creates a folder and its parents, but never the array's folder: if that is gone, somebody has removed it on purpose.
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
