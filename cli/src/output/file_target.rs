//! Files that come into being complete or not at all.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::output::atomic_file::{self, Fresh, PREFIX, SUFFIX};

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
        let (path, given) = (resolve_link(path)?, path);
        let existing = look_at(&path)?;
        match &existing {
            Some(metadata) if !metadata.is_file() => Err(Error::NotAFile(given.to_owned())),
            Some(_) if !overwrite => Err(Error::Exists(given.to_owned())),
            None if names_folder(given) => Err(Error::parameter(
                "output",
                given.display(),
                "the name of a file; this is that of a folder",
            )),
            _ => Ok(Target { name: given.display().to_string(), path, existing, overwrite }),
        }
    }

    /// The folder that it is to be in.
    pub(crate) fn folder(&self) -> &Path {
        atomic_file::folder(&self.path)
    }

    /// A file in the target's folder, gone unless it is [`place`](Self::place)d.
    pub(crate) fn begin(&self) -> Result<Fresh> {
        let failed = |source| Error::Io { doing: format!("create {}", self.name), source };
        let folder = self.folder();
        atomic_file::sweep(folder);
        let mut file = Fresh::begin(folder).map_err(failed)?;
        if let Some(existing) = &self.existing {
            file.file().set_permissions(existing.permissions()).map_err(failed)?;
        }
        Ok(file)
    }

    /// A complete file with this content, not yet placed.
    pub(crate) fn write(&self, content: &[u8]) -> Result<Fresh> {
        let mut file = self.begin()?;
        let written = file.file().write_all(content);
        written.map_err(|source| Error::Io { doing: format!("write {}", self.name), source })?;
        Ok(file)
    }

    /// Gives the file its name. Dropping the result takes that back: the file that was there before is there again.
    pub(crate) fn place(&self, file: Fresh) -> Result<Placed> {
        let failed = |source: io::Error| match source.kind() {
            ErrorKind::AlreadyExists => Error::Exists(self.name.clone().into()),
            _ => Error::Io { doing: format!("create {}", self.name), source },
        };
        let mut placed = Placed { path: self.path.clone(), before: None, keep: true };
        if self.overwrite {
            placed.before = set_aside(&self.path).map_err(failed)?;
        }
        // Only a file that got its name is to be removed again.
        placed.keep = placed.before.is_none();
        file.place(&self.path, self.overwrite).map_err(failed)?;
        placed.keep = false;
        Ok(placed)
    }

    /// Removes the file that would be replaced, until the result is dropped.
    pub(crate) fn remove(&self) -> Result<Placed> {
        let failed = |source| Error::Io { doing: format!("remove {}", self.name), source };
        let before = set_aside(&self.path).map_err(failed)?;
        let placed = Placed { path: self.path.clone(), before, keep: false };
        match fs::remove_file(&self.path) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(failed(e)),
            _ => Ok(placed),
        }
    }
}

/// By its end, which paths do not keep.
fn names_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&end| std::path::is_separator(end.into()))
}

/// A link stays, and what it leads to is replaced.
pub(crate) fn resolve_link(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(real) => Ok(real),
        Err(_) if path.is_symlink() => Err(Error::DanglingLink(path.to_owned())),
        Err(_) => Ok(path.to_owned()),
    }
}

/// `None` where there is nothing.
pub(crate) fn look_at(path: &Path) -> Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { doing: format!("look at {}", path.display()), source }),
    }
}

/// A second name for a file that is to be replaced, and a lock that keeps others from sweeping it away.
struct Aside {
    path: PathBuf,
    /// Not of a file that may not be read: nobody else of the same rights can sweep it away.
    _lock: Option<fs::File>,
}

/// `None` where there is no file.
fn set_aside(path: &Path) -> io::Result<Option<Aside>> {
    match atomic_file::claimed(|| link_aside(path)) {
        Ok(aside) => Ok(Some(aside)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        // A file system without links: the replacement cannot be taken back there.
        Err(e) if matches!(e.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied) => Ok(None),
        Err(e) => Err(e),
    }
}

/// `None` where a sweep was faster than the lock.
fn link_aside(path: &Path) -> io::Result<Option<Aside>> {
    let link = |aside: &Path| fs::hard_link(path, aside);
    let aside =
        tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(atomic_file::folder(path), link)?;
    let aside = aside.into_temp_path();
    let lock = match fs::File::open(&aside) {
        Ok(lock) if atomic_file::claim(&aside, &lock) => Some(lock),
        Ok(_) => return Ok(None),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(_) => None,
    };
    let path = aside.keep().map_err(|e| e.error)?;
    Ok(Some(Aside { path, _lock: lock }))
}

/// A file under its name, which goes back to what it was before unless it is [`keep`](Self::keep)t.
#[must_use]
pub(crate) struct Placed {
    path: PathBuf,
    /// What was there before.
    before: Option<Aside>,
    keep: bool,
}

impl Placed {
    pub(crate) fn keep(mut self) {
        self.keep = true;
        // It would be swept up by the next run.
        let _ = self.before.take().map(|before| fs::remove_file(before.path));
        sync_folder(atomic_file::folder(&self.path));
    }
}

impl Drop for Placed {
    /// An error led here already.
    fn drop(&mut self) {
        let _ = match self.before.take() {
            // Two names of one file stay two names.
            Some(before) => fs::rename(&before.path, &self.path).and_then(|()| fs::remove_file(before.path)),
            None if self.keep => Ok(()),
            None => fs::remove_file(&self.path),
        };
    }
}

/// Names survive a crash of the machine only then. Not every system can; the file is complete without.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}
