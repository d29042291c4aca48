//! Zarr arrays, version 3: a folder with metadata, in whose attributes is the recipe, and files of compressed chunks.
//!
//! Chunks are windows of their own, with the samples that the whole window has there: nobody needs the others to write one.

mod array;
mod fill;
mod publish;

use perlane::Samples;

use crate::error::Result;
use crate::format::numbers::Digest;
use crate::resolve::Job;
use crate::sampling::stream;
use crate::terminal::progress::Progress;

pub(crate) use super::atomic_folder::Target;
pub(crate) use array::{METADATA, Store, Unit};
pub(crate) use fill::{Filled, memory};

/// The digest of all samples, in the order of the array: chunks have another, and no worker of several has them all.
pub(crate) fn digest(job: &Job, progress: &Progress) -> Result<Samples> {
    let mut digest = Digest::new();
    stream::generate(job, |bands| {
        bands.for_each(|band| {
            digest.update(band);
            progress.add(band.len());
            Ok(())
        })
    })?;
    Ok(digest.finish())
}
