//! Temporary names beside the output, and the locks that protect them.
//!
//! A program that was killed leaves its temporary files and folders behind, and the next run in the same folder removes them. Locks distinguish them
//! from those of running programs: each program locks what it creates, and removes only what it can lock itself.

use std::fs::{self, DirEntry, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".perlane-";
const SUFFIX: &str = ".part";

/// How long to try to create something that other programs lock, or remove, first.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// Creates something with a temporary name in a folder.
pub(crate) fn create_in<R>(
    folder: &Path,
    create: impl FnMut(&Path) -> io::Result<R>,
) -> io::Result<NamedTempFile<R>> {
    Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, create)
}

/// Calls `create` until it succeeds in creating and locking something. `create` returns `None` if another program has locked or removed its result
/// before it could be locked. A lock belongs to a file, not to its name: another program may hold the lock of a file whose name it is about to remove, and may
/// itself have to wait for a processor.
pub(crate) fn retry<T>(create: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    retry_for(PATIENCE, create)
}

fn retry_for<T>(patience: Duration, mut create: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    let started = Instant::now();
    let mut wait = Duration::from_micros(50);
    loop {
        if let Some(created) = create()? {
            return Ok(created);
        }
        if started.elapsed() >= patience {
            return Err(io::Error::other(
                "another program keeps the file locked, or removes temporary files as soon as they are made",
            ));
        }
        thread::sleep(wait);
        wait = LONGEST_WAIT.min(2 * wait);
    }
}

/// Locks what has just been created at a temporary path. Fails if another program has removed it in the meantime, or is about to.
pub(crate) fn lock(path: &Path, file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => leads_to(path, file),
        Err(TryLockError::WouldBlock) => false,
        // On a file system without locks, other programs cannot lock the file either, and so do not remove it.
        Err(TryLockError::Error(_)) => true,
    }
}

/// Whether a path still leads to this file.
#[cfg(unix)]
fn leads_to(path: &Path, file: &File) -> bool {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;
    let same = |a: &Metadata, b: &Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    let (there, here) = (path.symlink_metadata(), file.metadata());
    matches!((there, here), (Ok(there), Ok(here)) if same(&there, &here))
}

#[cfg(not(unix))]
fn leads_to(path: &Path, file: &File) -> bool {
    use same_file::Handle;
    let (there, here) = (Handle::from_path(path), file.try_clone().and_then(Handle::from_file));
    matches!((there, here), (Ok(there), Ok(here)) if there == here)
}

/// Removes the temporary files and folders that killed programs have left in a folder. Whatever cannot be opened, locked or removed belongs to
/// others. Windows locks no folders, so that they stay there.
pub(crate) fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(has_temporary_name) {
        let Some(file) = open(&entry) else { continue };
        if file.try_lock().is_ok() {
            let is_folder = file.metadata().is_ok_and(|metadata| metadata.is_dir());
            let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
            let _ = remove(&entry.path());
        }
    }
}

/// Whether a name is one that this program gives to what is not complete.
pub(crate) fn has_temporary_name(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Opens a file or folder, but no pipe: opening a pipe would wait for a writer.
fn open(entry: &DirEntry) -> Option<File> {
    let kind = entry.file_type().ok()?;
    let mut options = OpenOptions::new();
    options.read(true);
    // The entry may become a pipe or a link before it is opened.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed());
    }
    (kind.is_file() || kind.is_dir()).then(|| options.open(entry.path()).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_removed_by_other_programs_are_not_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".perlane-x.part");
        let create = || File::create(&path).unwrap();
        let file = create();
        fs::remove_file(&path).unwrap();
        assert!(!lock(&path, &file), "removed before the lock");
        let other = create();
        assert!(!lock(&path, &file), "the name of another file");
        assert!(lock(&path, &other));
        let removing = File::open(&path).unwrap();
        drop(other);
        removing.try_lock().unwrap();
        assert!(!lock(&path, &File::open(&path).unwrap()), "about to be removed");
    }

    #[test]
    fn creation_is_tried_again() {
        let mut tries = 0..3;
        assert_eq!(retry(|| Ok(tries.next().filter(|n| *n == 2))).unwrap(), 2);
        assert!(retry_for(Duration::from_millis(20), || Ok(None::<()>)).is_err());
    }

    #[test]
    fn only_abandoned_names_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
        };
        let alive = File::create(folder.path().join(".perlane-alive.part")).unwrap();
        assert!(lock(&folder.path().join(".perlane-alive.part"), &alive));
        fs::write(folder.path().join(".perlane-dead.part"), "").unwrap();
        #[cfg(unix)]
        fs::create_dir(folder.path().join(".perlane-folder.part")).unwrap();
        fs::write(folder.path().join("other.part"), "").unwrap();
        remove_abandoned(folder.path());
        assert_eq!(names().len(), 2, "{:?}", names());
        drop(alive);
        remove_abandoned(folder.path());
        assert_eq!(names(), ["other.part"]);
    }
}
