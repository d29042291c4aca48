//! Files that come into being complete or not at all.

use std::ffi::OsString;
use std::fs::{self, Metadata};
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
    path: PathBuf,
    /// Of the file that is to be replaced.
    existing: Option<Metadata>,
    overwrite: bool,
}

impl Target {
    /// Refuses targets that exist, unless they may be replaced, and such as are no files.
    pub(crate) fn new(path: &Path, overwrite: bool) -> Result<Self> {
        // A link stays, and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(source) => return Err(Error::Io { doing: format!("look at {}", path.display()), source }),
        };
        match &existing {
            Some(metadata) if !metadata.is_file() => Err(Error::NotAFile(path)),
            Some(_) if !overwrite => Err(Error::Exists(path)),
            _ => Ok(Target { path, existing, overwrite }),
        }
    }

    /// A temporary file in the target's folder, gone unless [`commit`](Self::commit)ted.
    pub(crate) fn begin(&self) -> Result<NamedTempFile> {
        let folder = match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let failed = |source| Error::Io { doing: format!("create {}", self.path.display()), source };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".perlane-").suffix(".part");
        // Like any file that a program creates, not like a secret. The umask applies.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(failed)?;
        if let Some(existing) = &self.existing {
            file.as_file().set_permissions(existing.permissions()).map_err(failed)?;
        }
        Ok(file)
    }

    /// A complete temporary file with this content.
    pub(crate) fn write(&self, content: &[u8]) -> Result<NamedTempFile> {
        let mut file = self.begin()?;
        let written = file.write_all(content).and_then(|()| file.flush());
        written.map_err(|source| Error::Io { doing: format!("write {}", self.path.display()), source })?;
        Ok(file)
    }

    /// Gives the file its name.
    pub(crate) fn commit(&self, file: NamedTempFile) -> Result<()> {
        let renamed =
            if self.overwrite { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        match renamed {
            Ok(_) => Ok(()),
            Err(e) if e.error.kind() == ErrorKind::AlreadyExists => Err(Error::Exists(self.path.clone())),
            Err(e) => Err(Error::Io { doing: format!("create {}", self.path.display()), source: e.error }),
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
