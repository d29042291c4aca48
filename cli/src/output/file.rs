//! Files that come into being complete or not at all.

use std::ffi::OsString;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{Error, Result};

/// Where the recipe stands beside a file that cannot carry it.
pub(crate) fn sidecar(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".perlane.json");
    name.into()
}

/// A file that is to be.
pub(crate) struct Target {
    /// As the user knows it.
    name: String,
    path: PathBuf,
    /// Of the file that is to be replaced.
    existing: Option<Metadata>,
    overwrite: bool,
}

impl Target {
    /// Refuses targets that exist, unless they may be replaced, and such as are no files.
    pub(crate) fn new(path: &Path, overwrite: bool) -> Result<Self> {
        let name = path.display().to_string();
        // A link stays, and what it leads to is replaced.
        let given = path;
        let path = fs::canonicalize(given).unwrap_or_else(|_| given.to_owned());
        let existing = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(source) => return Err(Error::Io { doing: format!("look at {name}"), source }),
        };
        match &existing {
            Some(metadata) if !metadata.is_file() => Err(Error::NotAFile(given.to_owned())),
            Some(_) if !overwrite => Err(Error::Exists(given.to_owned())),
            _ => Ok(Target { name, path, existing, overwrite }),
        }
    }

    /// A temporary file in the target's folder, gone unless [`commit`](Self::commit)ted.
    pub(crate) fn begin(&self) -> Result<NamedTempFile> {
        let folder = match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let failed = |source| Error::Io { doing: format!("create {}", self.name), source };
        // Opened like any file that a program creates, under the umask: tempfile's own way is one for secrets.
        let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix(".perlane-").suffix(".part").make_in(folder, open).map_err(failed)?;
        if let Some(existing) = &self.existing {
            file.as_file().set_permissions(existing.permissions()).map_err(failed)?;
        }
        Ok(file)
    }

    /// A complete temporary file with this content.
    pub(crate) fn write(&self, content: &[u8]) -> Result<NamedTempFile> {
        let mut file = self.begin()?;
        let written = file.write_all(content).and_then(|()| file.flush());
        written.map_err(|source| Error::Io { doing: format!("write {}", self.name), source })?;
        Ok(file)
    }

    /// Gives the file its name.
    pub(crate) fn commit(&self, file: NamedTempFile) -> Result<()> {
        // Some file systems tell only now that they have no room.
        let synced = file.as_file().sync_all();
        synced.map_err(|source| Error::Io { doing: format!("write {}", self.name), source })?;
        let renamed =
            if self.overwrite { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        match renamed {
            Ok(_) => Ok(()),
            Err(e) if e.error.kind() == ErrorKind::AlreadyExists => {
                Err(Error::Exists(self.name.clone().into()))
            }
            Err(e) => Err(Error::Io { doing: format!("create {}", self.name), source: e.error }),
        }
    }

    /// Takes back a [`commit`](Self::commit) that replaced nothing.
    pub(crate) fn withdraw(&self) {
        if !self.overwrite {
            // It is an error already that leads here.
            let _ = fs::remove_file(&self.path);
        }
    }
}
