//! The path of an array: whether an array may be written there, and how it gets its content.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::output::atomic_folder::AtomicFolder;
use crate::output::paths::{folder, look_at, resolve_link};
use crate::output::temporary;
use crate::output::zarr::foreign::foreign;

/// A path at which an array may be written.
pub(crate) struct ArrayTarget {
    /// The path as the user gave it, for errors.
    name: String,
    path: PathBuf,
    exists: bool,
}

impl ArrayTarget {
    /// Refuses existing paths, unless `overwrite` is true and they are what this program writes, or empty folders.
    pub(crate) fn new(given: &Path, overwrite: bool) -> Result<Self> {
        let path = resolve_link(given)?;
        let existing = look_at(&path)?;
        let target = ArrayTarget { name: given.display().to_string(), path, exists: existing.is_some() };
        match existing {
            None => {}
            Some(_) if !overwrite => return Err(Error::Exists(given.to_owned())),
            Some(metadata) if metadata.is_dir() => target.check_replaceable()?,
            Some(_) => return Err(target.foreign("is no folder".to_owned())),
        }
        Ok(target)
    }

    /// Refuses a folder that holds anything that this program did not write.
    fn check_replaceable(&self) -> Result<()> {
        if fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none()) {
            return Ok(());
        }
        foreign(&self.path).map_or(Ok(()), |what| Err(self.foreign(what)))
    }

    fn foreign(&self, what: String) -> Error {
        Error::Foreign { path: self.name.clone().into(), what }
    }

    /// The folder that the array will be in.
    pub(crate) fn folder(&self) -> &Path {
        folder(&self.path)
    }

    /// A new folder beside the target; [`publish`](Self::publish) gives it the target's name.
    pub(crate) fn create(&self) -> Result<AtomicFolder> {
        temporary::remove_abandoned(self.folder());
        AtomicFolder::create(self.folder()).map_err(|e| self.failed(e))
    }

    /// Gives a complete folder the target's name, and removes the folder that had it before.
    pub(crate) fn publish(&self, folder: AtomicFolder) -> Result<()> {
        if self.exists {
            // Somebody may have added something since the start.
            self.check_replaceable()?;
        }
        folder.publish(&self.path, self.exists).map_err(|e| self.failed(e))
    }

    /// An error of writing into the new folder, whose temporary name nobody knows.
    pub(crate) fn named<T>(&self, folder: &AtomicFolder, result: Result<T>) -> Result<T> {
        result.map_err(|error| match error {
            Error::Io { doing, source } => {
                let temporary = folder.path().display().to_string();
                Error::Io { doing: doing.replace(&temporary, &self.name), source }
            }
            other => other,
        })
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
