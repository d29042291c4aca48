//! A change of what a path leads to. It is undone unless it is kept.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::output::paths::{folder, sync_folder};
use crate::output::temporary;

/// A path that now leads to a new file, or to nothing. Dropping this value restores the previous state.
#[must_use]
pub(crate) struct NameChange {
    path: PathBuf,
    before: Option<SecondName>,
    kept: bool,
}

impl NameChange {
    /// Calls `change`, which replaces or removes the file at a path. If `change` fails, the file stays.
    pub(crate) fn replacing(path: &Path, change: impl FnOnce() -> io::Result<()>) -> io::Result<Self> {
        let before = SecondName::of(path)?;
        match change() {
            Ok(()) => Ok(NameChange { path: path.to_owned(), before, kept: false }),
            Err(e) => {
                if let Some(before) = before {
                    before.restore(path);
                }
                Err(e)
            }
        }
    }

    /// Calls `create`, which makes a file at a path that has led to nothing.
    pub(crate) fn creating(path: &Path, create: impl FnOnce() -> io::Result<()>) -> io::Result<Self> {
        create()?;
        Ok(NameChange { path: path.to_owned(), before: None, kept: false })
    }

    /// Makes the change permanent.
    pub(crate) fn keep(mut self) {
        self.kept = true;
        if let Some(before) = self.before.take() {
            before.remove();
        }
        sync_folder(folder(&self.path));
    }
}

impl Drop for NameChange {
    /// Failures are ignored, because another error is already on its way to the user.
    fn drop(&mut self) {
        match self.before.take() {
            Some(before) => before.restore(&self.path),
            None if self.kept => {}
            None => {
                let _ = fs::remove_file(&self.path);
            }
        }
    }
}

/// A second, temporary name of a file. Through it the file survives the loss of its first name.
struct SecondName {
    path: PathBuf,
    /// Protects the name from other programs. If the file may not be opened, there is no lock, but then others cannot open it either.
    _lock: Option<File>,
}

impl SecondName {
    /// `None` if there is no file, or on file systems without hard links, where changes cannot be undone.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        use ErrorKind::{NotFound, PermissionDenied, Unsupported};
        match temporary::retry(|| Self::link(path)) {
            Ok(name) => Ok(Some(name)),
            Err(e) if matches!(e.kind(), NotFound | Unsupported | PermissionDenied) => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// `None` if another program has locked the file, or removed the name, before it was locked.
    fn link(path: &Path) -> io::Result<Option<Self>> {
        let link = |name: &Path| fs::hard_link(path, name);
        let name = temporary::create_in(folder(path), link)?.into_temp_path();
        let lock = match File::open(&name) {
            Ok(lock) if temporary::lock(&name, &lock) => Some(lock),
            Ok(_) => return Ok(None),
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(_) => None,
        };
        let path = name.keep().map_err(|e| e.error)?;
        Ok(Some(SecondName { path, _lock: lock }))
    }

    /// Gives the file back its first name.
    fn restore(self, path: &Path) {
        // If both names still lead to the file, renaming leaves both of them.
        let _ = fs::rename(&self.path, path).and_then(|()| fs::remove_file(&self.path));
    }

    fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// A program that is about to remove an older name of a file holds the file's lock, and may be kept waiting then.
    #[test]
    fn a_second_name_waits_for_the_lock() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        fs::write(&path, "content").unwrap();
        let other = File::open(&path).unwrap();
        other.try_lock().unwrap();
        thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(150));
                drop(other);
            });
            let name = SecondName::of(&path).unwrap().unwrap();
            assert_eq!(fs::read(&name.path).unwrap(), b"content");
            name.remove();
        });
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
