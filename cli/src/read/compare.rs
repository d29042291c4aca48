//! Compares the numbers of a file with those that its recipe gives.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use perlane::Samples;

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::metadata::Metadata;
use crate::output::zarr::store::{Part, Store};
use crate::read::blocks::{Opened, check_bytes};
use crate::read::decoding::decoding_difference;
#[cfg(feature = "exr")]
use crate::read::exr;
use crate::read::tiff::pictures::{Compared, Pictures};
use crate::read::{npy, png, y4m, zarr};
use crate::resolve;
use crate::sampling::digest::{Digest, digest};
use crate::sampling::stream::{self, Order};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// The result of a comparison.
pub(crate) struct Comparison {
    /// The digest of the samples that the recipe gives; `None` if the sizes differ, because no sample is generated then.
    pub(crate) samples: Option<Samples>,
    /// The first difference in the file.
    pub(crate) difference: Option<String>,
    /// What else the file has that its recipe does not give, and that is none of its data.
    pub(crate) notes: Vec<String>,
}

impl Comparison {
    /// A difference for which no sample need be generated.
    pub(crate) fn at_once(difference: String) -> Self {
        Comparison { samples: None, difference: Some(difference), notes: Vec::new() }
    }

    /// The samples of a recipe, and what of a file is not as they are.
    pub(crate) fn of(samples: Samples, difference: Option<String>) -> Self {
        Comparison { samples: Some(samples), difference, notes: Vec::new() }
    }
}

/// Generates the samples of a spec, and compares the file at `path` with them.
pub(crate) fn compare(spec: &GenerateSpec, path: &Path, progress: bool) -> Result<Comparison> {
    match spec.format {
        Format::Npy => compare_file(spec, path, npy::open, progress),
        Format::Raw => compare_file(spec, path, open_raw, progress),
        Format::Png => compare_file(spec, path, png::pictures::open, progress),
        Format::Apng => compare_file(spec, path, png::pictures::open_animation, progress),
        Format::Y4m => compare_file(spec, path, y4m::open, progress),
        #[cfg(feature = "exr")]
        Format::Exr => compare_file(spec, path, exr::open, progress),
        Format::Tiff => compare_tiff(spec, path, progress),
        Format::Zarr => compare_store(spec, path, progress),
    }
}

/// Tiles, like chunks, are not in array order, so that samples are generated twice.
fn compare_tiff(spec: &GenerateSpec, path: &Path, progress: bool) -> Result<Comparison> {
    let pictures = match Pictures::open(spec, path)? {
        Ok(pictures) => pictures,
        Err(what) => return Ok(Comparison::at_once(what)),
    };
    let samples = digest(spec, &Progress::of_samples("digest", spec.samples, progress))?;
    let progress = Progress::of_samples("", spec.samples, progress);
    let Compared { difference, notes } = pictures.compare(&progress)?;
    Ok(Comparison { notes, ..Comparison::of(samples, difference) })
}

fn open_raw(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let bytes = file.metadata()?.len();
    Ok(check_bytes(spec, bytes).map(|()| Box::new(file) as Box<dyn Read>))
}

/// Chunks are compared in any order, but the digest needs the samples in array order, so that they are generated twice. All levels of a pyramid are
/// compared.
fn compare_store(spec: &GenerateSpec, path: &Path, progress: bool) -> Result<Comparison> {
    let like = |metadata: &Metadata| resolve::like(spec, metadata).map_err(|error| error.in_file(path));
    let store = Store::open(path, like)?;
    let difference = store.coordinates_difference();
    let mut comparison = Comparison { samples: None, difference, notes: Vec::new() };
    for Part { array, spec } in &store.parts {
        let samples = digest(spec, &Progress::of_samples("digest", spec.samples, progress))?;
        let differs = || {
            let recorded = array.metadata().ok()?.recipe.samples?;
            let name = array.path().display();
            (recorded != samples).then(|| format!("{name}: the digest it carries is not that of its recipe"))
        };
        let progress = Progress::of_samples("", spec.samples, progress);
        let numbers = zarr::difference(array, spec, &progress)?;
        // The caller compares the first array's digest, as it does for every file.
        let digest = if comparison.samples.is_some() { differs() } else { None };
        comparison.difference = comparison.difference.or(numbers).or(digest);
        comparison.samples.get_or_insert(samples);
    }
    Ok(comparison)
}

fn compare_file(
    spec: &GenerateSpec,
    path: &Path,
    open: fn(&GenerateSpec, File) -> io::Result<Opened>,
    progress: bool,
) -> Result<Comparison> {
    let mut numbers = FileNumbers::open(path, |file| open(spec, file))?;
    if let Some(what) = numbers.difference {
        return Ok(Comparison::at_once(what));
    }
    let progress = Progress::of_samples("", spec.samples, progress);
    let (mut digest, mut scratch) = (Digest::new(), Vec::new());
    // The digest needs samples in the array's order.
    let order = if spec.numbers.interleaves() { Order::Together } else { Order::Array };
    stream::generate(spec, order, |slabs| {
        let pool = slabs.pool();
        slabs.for_each(|slab| {
            digest.update(slab);
            let want = pool.install(|| spec.numbers.encode(slab, &mut scratch));
            numbers.compare(spec, &want);
            progress.add(slab.len());
            Ok(())
        })
    })?;
    let samples = match order {
        Order::Array => digest.finish(),
        Order::Together => self::digest(spec, &Progress::of_samples("digest", spec.samples, false))?,
    };
    Ok(Comparison::of(samples, numbers.finish()))
}

/// The numbers of a file, which have been compared up to some place.
struct FileNumbers {
    /// `None` after the first difference.
    reader: Option<Box<dyn Read>>,
    /// How many numbers have been equal so far.
    equal: usize,
    buffer: Vec<u8>,
    difference: Option<String>,
}

impl FileNumbers {
    fn open(path: &Path, open: impl FnOnce(File) -> io::Result<Opened>) -> Result<Self> {
        let failed = |source| Error::Io { doing: format!("read {}", path.display()), source };
        let (reader, difference) = match File::open(path).and_then(open) {
            Ok(Ok(reader)) => (Some(reader), None),
            Ok(Err(what)) => (None, Some(what)),
            Err(e) => (None, Some(decoding_difference(e).map_err(failed)?)),
        };
        Ok(FileNumbers { reader, equal: 0, buffer: Vec::new(), difference })
    }

    /// Compares the next numbers with `want`.
    fn compare(&mut self, spec: &GenerateSpec, want: &[u8]) {
        let encoding = &spec.numbers;
        let Some(reader) = self.reader.as_mut() else { return };
        self.buffer.resize(want.len(), 0);
        self.difference = match reader.read_exact(&mut self.buffer) {
            Ok(()) => encoding.difference(&self.buffer, want).map(|(at, found, want)| {
                let position = position(spec, self.equal + at);
                format!("sample {position} is {found}, but the recipe gives {want}")
            }),
            Err(e) => Some(reading_difference(e)),
        };
        self.equal += want.len() / encoding.width();
        if self.difference.is_some() {
            self.reader = None;
        }
    }

    /// The first difference, after the comparison of all numbers.
    fn finish(mut self) -> Option<String> {
        let rest = self.reader.as_mut().map(|reader| reader.read(&mut [0]));
        self.difference.or(match rest {
            None | Some(Ok(0)) => None,
            Some(Ok(_)) => Some("it is longer than it should be".to_owned()),
            Some(Err(e)) => Some(reading_difference(e)),
        })
    }
}

fn reading_difference(e: io::Error) -> String {
    decoding_difference(e).unwrap_or_else(|e| format!("it cannot be read: {e}"))
}

/// The indices of a sample along x, y, z, w, and its plane.
fn position(spec: &GenerateSpec, index: usize) -> String {
    let mut lens = spec.array_shape();
    if spec.numbers.interleaves() {
        lens.rotate_left(1);
    }
    let (mut rest, mut position) = (index, Vec::new());
    for len in lens.into_iter().rev() {
        position.push((rest % len).to_string());
        rest /= len;
    }
    position.join(",")
}
