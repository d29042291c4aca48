//! A change of what a path leads to. It is undone unless it is kept.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::output::atomic_file::AtomicFile;
use crate::output::paths::{folder, sync_folder};
use crate::output::temporary;

/// A path that now leads to a new file, or to nothing. Dropping this value restores the previous state.
#[must_use]
pub(crate) struct NameChange {
    path: PathBuf,
    /// `None` once the change is permanent.
    before: Option<Before>,
}

impl NameChange {
    /// Calls `change`, which replaces or removes the file at a path. If `change` fails, or if the file could not be restored later, it stays.
    pub(crate) fn replacing(path: &Path, change: impl FnOnce() -> io::Result<()>) -> io::Result<Self> {
        let before = Before::of(path)?;
        match change() {
            Ok(()) => Ok(NameChange { path: path.to_owned(), before: Some(before) }),
            Err(e) => {
                if let Before::Named(name) = before {
                    let _ = name.restore(path);
                }
                Err(e)
            }
        }
    }

    /// Calls `create`, which makes a file at a path that has led to nothing.
    pub(crate) fn creating(path: &Path, create: impl FnOnce() -> io::Result<()>) -> io::Result<Self> {
        create()?;
        Ok(NameChange { path: path.to_owned(), before: Some(Before::Nothing) })
    }

    /// Makes the change permanent.
    pub(crate) fn keep(mut self) {
        if let Some(Before::Named(name)) = self.before.take() {
            name.remove();
        }
        sync_folder(folder(&self.path));
    }
}

impl Drop for NameChange {
    /// Failures are ignored, because another error is already on its way to the user.
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = before.restore(&self.path);
        }
    }
}

/// What a path led to before its change.
enum Before {
    Nothing,
    Named(SecondName),
    /// A file that may not have a second name: file systems without hard links have none, Linux refuses them for files of others, and Windows replaces no
    /// file that is open, as files with locks are.
    Copied(AtomicFile),
}

impl Before {
    fn of(path: &Path) -> io::Result<Self> {
        let before = match temporary::retry(|| SecondName::link(path)) {
            Err(e) if e.kind() != ErrorKind::NotFound => copy(path, e).map(Before::Copied),
            linked => linked.map(Before::Named),
        };
        match before {
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(Before::Nothing),
            before => before,
        }
    }

    fn restore(self, path: &Path) -> io::Result<()> {
        match self {
            Before::Nothing => fs::remove_file(path),
            Before::Named(name) => name.restore(path),
            Before::Copied(copy) => copy.publish(path, true),
        }
    }
}

/// A copy of a file, without a name. `refused` is the error of naming the file instead.
fn copy(path: &Path, refused: io::Error) -> io::Result<AtomicFile> {
    // Opening a pipe would wait for a writer.
    if !path.symlink_metadata()?.is_file() {
        return Err(refused);
    }
    let mut original = File::open(path)?;
    let mut copy = AtomicFile::create(folder(path))?;
    copy.file().set_permissions(original.metadata()?.permissions())?;
    io::copy(&mut original, copy.file())?;
    Ok(copy)
}

/// A second, temporary name of a file. Through it the file survives the loss of its first name.
struct SecondName {
    path: PathBuf,
    /// Protects the name from other programs. If the file may not be opened, there is no lock, but then others cannot open it either.
    _lock: Option<File>,
}

impl SecondName {
    /// `None` if another program has locked the file, or removed the name, before it was locked.
    #[cfg(unix)]
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

    #[cfg(not(unix))]
    fn link(_path: &Path) -> io::Result<Option<Self>> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Gives the file back its first name.
    fn restore(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        // If both names still lead to the file, renaming leaves both of them.
        fs::remove_file(&self.path)
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
            let Before::Named(name) = Before::of(&path).unwrap() else { panic!("there is a file") };
            assert_eq!(fs::read(&name.path).unwrap(), b"content");
            name.remove();
        });
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    /// Where files may have no second name, a copy stands for it.
    #[test]
    fn copies_restore_content_and_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let refused = || io::Error::from(ErrorKind::PermissionDenied);
        fs::write(&path, "content").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        let before = Before::Copied(copy(&path, refused()).unwrap());
        fs::remove_file(&path).unwrap();
        fs::write(&path, "another").unwrap();
        drop(NameChange { path: path.clone(), before: Some(before) });
        assert_eq!(fs::read(&path).unwrap(), b"content");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        let before = Before::Copied(copy(&path, refused()).unwrap());
        NameChange { path: path.clone(), before: Some(before) }.keep();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no copy is left");
        assert!(
            copy(dir.path(), refused()).is_err_and(|e| e.kind() == ErrorKind::PermissionDenied),
            "a folder"
        );
    }
}
