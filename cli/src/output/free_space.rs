//! Room for what is to be written: who asks for too much is told at once, and not when the disk is full.

use std::path::Path;

use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::format::formats::Format;
use crate::resolve::Job;

/// Refuses a job whose numbers find no room in this folder. How much compressed ones need is not known before.
pub(crate) fn check(job: &Job, folder: &Path, name: &str) -> Result<()> {
    let bytes = job.bytes();
    match available(folder) {
        Some(left) if left < bytes && is_plain(job) => {
            let what = format!("it needs {bytes} bytes, and its file system has {left} left");
            Err(Error::io(format!("write {name}"), what))
        }
        _ => Ok(()),
    }
}

/// PNG's filters and blocks are a little more than its numbers.
fn is_plain(job: &Job) -> bool {
    matches!(job.format, Format::Npy | Format::Raw) || job.compression == Compression::None
}

#[cfg(target_os = "linux")]
fn available(folder: &Path) -> Option<u64> {
    let file_system = rustix::fs::statvfs(folder).ok()?;
    // Some have no blocks, and no size.
    let sized = file_system.f_blocks > 0;
    sized.then_some(file_system.f_bavail.saturating_mul(file_system.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn available(_folder: &Path) -> Option<u64> {
    None
}
