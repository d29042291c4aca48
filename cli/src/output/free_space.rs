//! Free space on the disk. A spec that needs too much space is refused at once, not when the disk is full.

use std::path::Path;

use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::spec::GenerateSpec;

/// Refuses numbers that do not fit into this folder's file system. Compressed numbers are not checked, because nobody knows their size beforehand.
pub(crate) fn check(specs: &[GenerateSpec], folder: &Path, name: &str) -> Result<()> {
    let bytes = specs.iter().map(GenerateSpec::bytes).sum();
    match available(folder) {
        Some(free) if free < bytes && specs.iter().all(|spec| spec.compression == Compression::None) => {
            let what = format!("it needs {bytes} bytes, and its file system has {free} free");
            Err(Error::io(format!("write {name}"), what))
        }
        _ => Ok(()),
    }
}

/// Free bytes of a folder's file system; `None` if it does not tell.
#[cfg(target_os = "linux")]
fn available(folder: &Path) -> Option<u64> {
    let file_system = rustix::fs::statvfs(folder).ok()?;
    // File systems without blocks have no size.
    let sized = file_system.f_blocks > 0;
    sized.then_some(file_system.f_bavail.saturating_mul(file_system.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn available(_folder: &Path) -> Option<u64> {
    None
}
