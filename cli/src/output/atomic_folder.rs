//! A folder that comes into being complete or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::output::zarr::METADATA;
use crate::output::{PREFIX, SUFFIX, claim, claimed, folder, look_at, resolve_link, sweep, sync_folder};

/// A store that is to be.
pub(crate) struct Target {
    name: String,
    path: PathBuf,
    existing: bool,
}

/// A folder beside the target, gone unless it is placed, and a lock that keeps others from sweeping it away.
pub(crate) struct Fresh {
    path: PathBuf,
    _lock: Option<File>,
}

impl Fresh {
    /// A new folder in this one.
    fn begin(parent: &Path) -> io::Result<Self> {
        claimed(|| {
            // Not by tempfile's own folders: those are for secrets, and their errors tell the temporary name.
            let create = |path: &Path| fs::create_dir(path);
            let made = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(parent, create)?;
            let path = made.into_temp_path().keep().map_err(|e| e.error)?;
            let lock = File::open(&path);
            let safe = match &lock {
                Ok(lock) => claim(&path, lock),
                // Not every system opens folders.
                Err(e) => e.kind() != ErrorKind::NotFound,
            };
            let fresh = Fresh { path, _lock: lock.ok() };
            Ok(safe.then_some(fresh))
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Leaves the folder where it is.
    fn keep(mut self) {
        self.path.clear();
    }
}

impl Drop for Fresh {
    /// Before the lock is given back.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Target {
    /// Refuses targets that exist, unless they may be replaced, and such as are no Zarr arrays.
    pub(crate) fn new(given: &Path, overwrite: bool) -> Result<Self> {
        let path = resolve_link(given)?;
        let existing = look_at(&path)?;
        let target = Target { name: given.display().to_string(), path, existing: existing.is_some() };
        match existing {
            None => Ok(target),
            Some(_) if !overwrite => Err(Error::Exists(given.to_owned())),
            // An empty folder is nothing that could be lost.
            Some(metadata) if metadata.is_dir() && (target.is_store() || target.is_empty()) => Ok(target),
            Some(_) => Err(Error::NotAnArray(given.to_owned())),
        }
    }

    fn is_store(&self) -> bool {
        self.path.join(METADATA).is_file()
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none())
    }

    /// The folder that it is to be in.
    pub(crate) fn folder(&self) -> &Path {
        folder(&self.path)
    }

    pub(crate) fn begin(&self) -> Result<Fresh> {
        let parent = self.folder();
        sweep(parent);
        Fresh::begin(parent).map_err(|e| self.failed(e))
    }

    /// Gives the folder its name; what had it before is removed.
    pub(crate) fn place(&self, fresh: Fresh) -> Result<()> {
        sync_folder(fresh.path());
        let placed = if self.existing {
            exchange(fresh.path(), &self.path)
        } else {
            rename_new(fresh.path(), &self.path)
        };
        placed.map_err(|e| self.failed(e))?;
        sync_folder(self.folder());
        // It has another name, or the folder that was replaced.
        drop(fresh);
        Ok(())
    }

    fn failed(&self, source: io::Error) -> Error {
        match source.kind() {
            ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => {
                Error::Exists(self.name.clone().into())
            }
            _ => Error::Io { doing: format!("create {}", self.name), source },
        }
    }
}

#[cfg(target_os = "linux")]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => fs::rename(from, to),
        result => Ok(result?),
    }
}

/// Renaming replaces no folder but an empty one.
#[cfg(not(target_os = "linux"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

#[cfg(target_os = "linux")]
fn exchange(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS) => exchange_in_steps(from, to),
        result => Ok(result?),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(from: &Path, to: &Path) -> io::Result<()> {
    exchange_in_steps(from, to)
}

/// Where a system cannot exchange names at once.
fn exchange_in_steps(from: &Path, to: &Path) -> io::Result<()> {
    let aside = Fresh::begin(folder(to))?;
    let old = aside.path().join("old");
    fs::rename(to, &old)?;
    fs::rename(from, to).inspect_err(|_| {
        // Back to what it was; there is nothing else to do if this fails, too.
        if fs::rename(&old, to).is_err() {
            aside.keep();
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_take_each_others_place() {
        for exchange in [exchange, exchange_in_steps] {
            let parent = tempfile::tempdir().unwrap();
            let path = |name: &str| parent.path().join(name);
            for name in ["new", "old"] {
                fs::create_dir(path(name)).unwrap();
                fs::write(path(name).join(name), "").unwrap();
            }
            exchange(&path("new"), &path("old")).unwrap();
            assert!(path("old").join("new").exists());
            let _ = fs::remove_dir_all(path("new"));
            assert!(exchange(&path("new"), &path("old")).is_err());
            assert!(path("old").join("new").exists(), "still there");
            assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1, "nothing else");
        }
    }

    #[test]
    fn new_names_replace_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let path = |name: &str| parent.path().join(name);
        for name in ["new", "old"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join(name), "").unwrap();
        }
        assert!(rename_new(&path("new"), &path("old")).is_err());
        assert!(path("old").join("old").exists());
    }
}
