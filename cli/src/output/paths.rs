//! What an output path leads to.

use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The folder that contains a path.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Follows a link, so that its target is replaced, and the link stays.
pub(crate) fn resolve_link(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(real) => Ok(real),
        Err(_) if path.is_symlink() => Err(Error::DanglingLink(path.to_owned())),
        Err(_) => Ok(path.to_owned()),
    }
}

/// The metadata of what exists at a path; `None` if nothing does.
pub(crate) fn look_at(path: &Path) -> Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { doing: format!("look at {}", path.display()), source }),
    }
}

/// Writes a folder's names to the disk, so that they survive a crash of the machine. Failure is ignored: not every system can sync folders, and the
/// files are complete without this.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
