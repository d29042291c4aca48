//! Free space on the disk. A spec that needs too much space is refused at once, not when the disk is full.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::spec::GenerateSpec;

/// Refuses numbers that do not fit into this folder's file system. Of compressed ones, nobody knows the size beforehand, but how small it can be at least.
pub(crate) fn check(specs: &[GenerateSpec], folder: &Path, name: &str) -> Result<()> {
    let least_of = |spec: &GenerateSpec| spec.bytes() / spec.compression.most();
    let least = specs.iter().map(least_of).fold(0, u64::saturating_add);
    let known = specs.iter().all(|spec| spec.compression == Compression::None);
    match available(folder) {
        Some(free) if free < least => {
            let about = if known { "" } else { "at least " };
            let what = format!("it needs {about}{least} bytes, and its file system has {free} free");
            let source = io::Error::new(ErrorKind::StorageFull, what);
            Err(Error::Io { doing: format!("write {name}"), source })
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
