//! Zarr arrays, version 3: a folder with metadata, in whose attributes is the recipe, and files of compressed chunks.
//!
//! Chunks are windows of their own, with the samples that the whole window has there: nobody needs the others to write one.

mod fill;
mod layout;
mod placing;
mod store;
mod target;
mod verify;

use perlane::Samples;

use crate::error::Result;
use crate::output::Digest;
use crate::progress::Progress;
use crate::resolve::Job;
use crate::stream;

pub(crate) use fill::{Filled, memory};
pub(crate) use layout::Layout;
pub(crate) use store::Store;
pub(crate) use target::Target;

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
