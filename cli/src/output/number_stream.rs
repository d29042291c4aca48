//! The numbers of a file, on their way from the generator to an encoder.

use std::io::{self, Seek, Write};

use perlane::Samples;
use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::sampling::digest::Digest;
use crate::sampling::stream::Slabs;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// Slabs of samples, and what an encoder needs to know about them.
pub(crate) struct NumberStream<'a> {
    pub(crate) spec: &'a GenerateSpec,
    pub(crate) slabs: Slabs<'a>,
    pub(crate) progress: &'a Progress,
    /// The output's name in errors.
    pub(crate) name: &'a str,
}

impl<'a> NumberStream<'a> {
    /// The threads for compression.
    pub(crate) fn pool(&self) -> &'a ThreadPool {
        self.slabs.pool()
    }

    /// Calls `take` with the bytes of the numbers, slab by slab. Returns the digest of the samples.
    pub(crate) fn for_each(self, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<Samples> {
        let (pool, mut digest, mut scratch) = (self.pool(), Digest::new(), Vec::new());
        self.slabs.for_each(|slab| {
            digest.update(slab);
            let bytes = pool.install(|| self.spec.numbers.encode(slab, &mut scratch));
            take(&bytes)?;
            self.progress.add(slab.len());
            Ok(())
        })?;
        Ok(digest.finish())
    }

    /// Writes all numbers, and nothing else.
    pub(crate) fn write_to(self, out: &mut dyn Write) -> Result<Samples> {
        let name = self.name;
        self.for_each(|bytes| out.write_all(bytes).map_err(write_error(name)))
    }
}

/// The output of an encoder that seeks.
pub(crate) trait WriteSeek: Write + Seek {}

impl<T: Write + Seek> WriteSeek for T {}

/// The error for an output that cannot be written.
pub(crate) fn write_error<E: Into<io::Error>>(name: &str) -> impl Fn(E) -> Error {
    move |e| Error::Io { doing: format!("write {name}"), source: e.into() }
}
