//! The path of an output file: whether a file may be written there, and how it gets its content.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::output::atomic_file::AtomicFile;
use crate::output::name_change::NameChange;
use crate::output::paths::{create_error, folder, kind, look_at, resolve_link, sync_folder};
use crate::output::temporary;

/// A path at which a file may be written.
pub(crate) struct FileTarget {
    /// The path as the user gave it, for errors.
    name: String,
    path: PathBuf,
    /// The file that will be replaced.
    existing: Option<Metadata>,
    overwrite: bool,
}

impl FileTarget {
    /// Refuses paths of folders and devices. Refuses paths of existing files, unless `overwrite` is true.
    pub(crate) fn new(given: &Path, overwrite: bool) -> Result<Self> {
        let path = resolve_link(given)?;
        let existing = look_at(&path)?;
        match &existing {
            Some(metadata) if !metadata.is_file() => {
                Err(Error::NotAFile { path: given.to_owned(), kind: kind(metadata) })
            }
            Some(_) if !overwrite => Err(Error::Exists(given.to_owned())),
            None if names_folder(given) => Err(Error::parameter(
                "output",
                given.display(),
                "the name of a file; this is the name of a folder",
            )),
            _ => Ok(FileTarget { name: given.display().to_string(), path, existing, overwrite }),
        }
    }

    /// The folder that the file will be in.
    pub(crate) fn folder(&self) -> &Path {
        folder(&self.path)
    }

    /// A new file in the target's folder; [`publish`](Self::publish) gives it the target's name.
    pub(crate) fn create(&self) -> Result<AtomicFile> {
        let failed = |source| create_error(&self.name, source);
        temporary::remove_abandoned(self.folder());
        let mut file = AtomicFile::create(self.folder()).map_err(failed)?;
        if let Some(existing) = &self.existing {
            file.file().set_permissions(existing.permissions()).map_err(failed)?;
        }
        Ok(file)
    }

    /// A new file with this content, not yet published.
    pub(crate) fn create_with(&self, content: &[u8]) -> Result<AtomicFile> {
        let mut file = self.create()?;
        let written = file.file().write_all(content);
        written.map_err(|source| Error::Io { doing: format!("write {}", self.name), source })?;
        Ok(file)
    }

    /// Gives a complete file the target's name, in one step that leaves what was there if it fails.
    pub(crate) fn publish(&self, file: AtomicFile) -> Result<()> {
        let published = file.publish(&self.path, self.overwrite);
        published.map_err(|source| self.publish_error(source))?;
        sync_folder(self.folder());
        Ok(())
    }

    /// The same, but dropping the result restores the previous state.
    pub(crate) fn publish_until_kept(&self, file: AtomicFile) -> Result<NameChange> {
        let publish = || file.publish(&self.path, self.overwrite);
        let change = if self.overwrite {
            NameChange::replacing(&self.path, publish)
        } else {
            NameChange::creating(&self.path, publish)
        };
        change.map_err(|source| self.publish_error(source))
    }

    fn publish_error(&self, source: io::Error) -> Error {
        match source.kind() {
            ErrorKind::AlreadyExists => Error::Exists(self.name.clone().into()),
            _ => create_error(&self.name, source),
        }
    }

    /// Removes the file that would be replaced, if there is one. Dropping the result restores it.
    pub(crate) fn remove(&self) -> Result<NameChange> {
        let remove = || match fs::remove_file(&self.path) {
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
            result => result,
        };
        NameChange::replacing(&self.path, remove)
            .map_err(|source| Error::Io { doing: format!("remove {}", self.name), source })
    }
}

/// Whether a path ends like that of a folder.
fn names_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&end| std::path::is_separator(end.into()))
}
