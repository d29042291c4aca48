//! The path of an array: whether an array may be written there, and how it gets its content.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::output::atomic_folder::AtomicFolder;
use crate::output::paths::{create_error, folder, look_at, resolve_link};
use crate::output::temporary;
use crate::output::zarr::foreign::foreign;

/// A path at which an array may be written.
pub(crate) struct ArrayTarget {
    /// The path as the user gave it, for errors.
    name: String,
    path: PathBuf,
    overwrite: bool,
}

/// How often to try again after another run has made or replaced the folder in the same moment.
const TRIES: usize = 100;

impl ArrayTarget {
    /// Refuses existing paths, unless `overwrite` is true and they are what this program writes, or empty folders.
    pub(crate) fn new(given: &Path, overwrite: bool) -> Result<Self> {
        let path = resolve_link(given)?;
        let existing = look_at(&path)?;
        let target = ArrayTarget { name: given.display().to_string(), path, overwrite };
        // Nobody is told that `--overwrite` replaces what it does not replace.
        match existing {
            None => return Ok(target),
            Some(metadata) if metadata.is_dir() => target.check_replaceable()?,
            Some(_) => return Err(target.foreign("is no folder".to_owned())),
        }
        if overwrite { Ok(target) } else { Err(Error::Exists(given.to_owned())) }
    }

    /// Refuses a folder that holds anything that this program did not write. Looks again at what another run has replaced meanwhile: what it removes
    /// is no more complete.
    fn check_replaceable(&self) -> Result<()> {
        let mut tries = 0;
        loop {
            let before = look_at(&self.path)?;
            let Some(what) = before.as_ref().and_then(|_| self.not_replaceable()) else { return Ok(()) };
            tries += 1;
            if tries == TRIES || is_same(before.as_ref(), look_at(&self.path)?.as_ref()) {
                return Err(self.foreign(what));
            }
        }
    }

    /// Why the folder may not be replaced, as the end of a sentence.
    fn not_replaceable(&self) -> Option<String> {
        let is_empty = fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty { None } else { foreign(&self.path) }
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
        let mut tries = 0;
        loop {
            // Another run may have made or replaced the folder since the start, and somebody may have added something.
            let replaces = self.overwrite && look_at(&self.path)?.is_some();
            if replaces {
                self.check_replaceable()?;
            }
            tries += 1;
            match folder.publish(&self.path, replaces) {
                Ok(()) => return Ok(()),
                Err(e) if self.overwrite && tries < TRIES && is_of_a_race(&e) => {}
                Err(e) => return Err(self.failed(e)),
            }
        }
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
            _ => create_error(&self.name, source),
        }
    }
}

/// Whether renaming failed because another program has made the folder since the path was looked at, or has removed it.
fn is_of_a_race(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty | ErrorKind::NotFound)
}

/// Whether two looks at a path have seen the same folder.
#[cfg(unix)]
fn is_same(before: Option<&Metadata>, after: Option<&Metadata>) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: &Metadata| (metadata.dev(), metadata.ino());
    before.map(of) == after.map(of)
}

/// Elsewhere folders have no numbers, and are taken for the same.
#[cfg(not(unix))]
fn is_same(before: Option<&Metadata>, after: Option<&Metadata>) -> bool {
    before.is_some() == after.is_some()
}
