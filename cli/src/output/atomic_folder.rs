//! Folders that get their name only when they are complete.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::output::paths::{folder, sync_folder, sync_folders};
use crate::output::temporary;

/// A folder with a temporary name, and a lock on it. Dropping it removes it.
pub(crate) struct AtomicFolder {
    path: PathBuf,
    _lock: Option<File>,
}

impl AtomicFolder {
    /// A new folder in `parent`.
    pub(crate) fn create(parent: &Path) -> io::Result<Self> {
        temporary::retry(|| {
            // tempfile's own folders have the permissions of secrets, and its errors show the temporary name.
            let created = temporary::create_in(parent, |path| fs::create_dir(path))?;
            let path = created.into_temp_path().keep().map_err(|e| e.error)?;
            let lock = File::open(&path);
            let safe = match &lock {
                Ok(lock) => temporary::lock(&path, lock),
                // Not every system can open folders.
                Err(e) => e.kind() != ErrorKind::NotFound,
            };
            let folder = AtomicFolder { path, _lock: lock.ok() };
            Ok(safe.then_some(folder))
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete folder its name. With `replace`, the folder that has this name now gets the temporary one, and is removed with this value.
    /// Otherwise the name must be free, or belong to an empty folder.
    pub(crate) fn publish(&self, to: &Path, replace: bool) -> io::Result<()> {
        sync_folders(&self.path);
        if replace {
            exchange(&self.path, to)?
        } else {
            rename_new(&self.path, to)?
        }
        sync_folder(folder(to));
        Ok(())
    }

    /// Leaves the folder where it is.
    fn keep(mut self) {
        self.path.clear();
    }
}

impl Drop for AtomicFolder {
    /// Removes the folder while it is still locked.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Renames a folder to a name that must be free.
#[cfg(target_os = "linux")]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => fs::rename(from, to),
        result => Ok(result?),
    }
}

/// Renames a folder. Renaming replaces empty folders, but no others.
#[cfg(not(target_os = "linux"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Swaps the names of two folders.
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

/// Swaps names in two steps, on systems that cannot do it in one. Then `from` leads to nothing.
fn exchange_in_steps(from: &Path, to: &Path) -> io::Result<()> {
    let aside = AtomicFolder::create(folder(to))?;
    let old = aside.path().join("old");
    fs::rename(to, &old)?;
    fs::rename(from, to).inspect_err(|_| {
        // If the old folder cannot be moved back, it stays where it is, because it must not be lost.
        if fs::rename(&old, to).is_err() {
            aside.keep();
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_swap_names() {
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
