//! Files without a name, until they are complete.
//!
//! Linux has files that are in no folder: whatever ends the program, SIGKILL too, nothing stays of them. Elsewhere, and on file
//! systems without such files, they have a temporary name, and a lock that says that somebody still writes.

use std::fs::{DirEntry, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// Of temporary names.
pub(crate) const PREFIX: &str = ".perlane-";
pub(crate) const SUFFIX: &str = ".part";

/// A file that is being written.
pub(crate) enum Fresh {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Named(NamedTempFile),
}

impl Fresh {
    /// A new file in this folder.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = linux::nameless(folder) {
            return Ok(Fresh::Nameless(file));
        }
        Self::named(folder)
    }

    fn named(folder: &Path) -> io::Result<Self> {
        // Opened like any file that a program creates, under the umask: tempfile's own way is one for secrets.
        let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        claimed(|| {
            let file = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, open)?;
            Ok(claim(file.path(), file.as_file()).then_some(file))
        })
        .map(Fresh::Named)
    }

    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Fresh::Nameless(file) => file,
            Fresh::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the complete file its name, at once: nobody sees a part of it. Without `replace`, `AlreadyExists` where there is one
    /// of that name.
    pub(crate) fn place(mut self, path: &Path, replace: bool) -> io::Result<()> {
        // Some file systems tell only now that they have no room.
        self.file().sync_all()?;
        match self {
            #[cfg(target_os = "linux")]
            Fresh::Nameless(file) => linux::place(&file, path, replace),
            Fresh::Named(file) if replace => Ok(file.persist(path).map(drop)?),
            Fresh::Named(file) => Ok(file.persist_noclobber(path).map(drop)?),
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    use super::*;

    /// Where the kernel lists this process's files: the way to give one a name.
    const DESCRIPTORS: &str = "/proc/self/fd";

    pub(super) fn nameless(folder: &Path) -> io::Result<File> {
        std::fs::metadata(DESCRIPTORS)?;
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(0o666);
        let file = File::from(open(folder, flags, mode)?);
        // For the moment that it may have a temporary name.
        let _ = file.try_lock();
        Ok(file)
    }

    pub(super) fn place(file: &File, path: &Path, replace: bool) -> io::Result<()> {
        let descriptor = format!("{DESCRIPTORS}/{}", file.as_raw_fd());
        let link = |name: &Path| -> io::Result<()> {
            Ok(linkat(CWD, &descriptor, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
        };
        if !replace {
            return link(path);
        }
        // Links do not replace: a name of its own for a moment, and then the other.
        let named = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder(path), link)?;
        Ok(named.persist(path).map(drop)?)
    }
}

/// The folder that a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Temporary names that may be lost to others' sweeps, one after the other.
const ATTEMPTS: usize = 100;

/// Makes what has a temporary name until it is [`claim`]ed.
pub(crate) fn claimed<T>(mut make: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    for _ in 0..ATTEMPTS {
        if let Some(made) = make()? {
            return Ok(made);
        }
    }
    Err(io::Error::other("another program removes temporary files at once"))
}

/// Locks what has just got a temporary name. `false` where a sweep came between the two: the name is gone, or is about to be.
pub(crate) fn claim(path: &Path, file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => leads_to(path, file),
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks has no sweeping either.
        Err(TryLockError::Error(_)) => true,
    }
}

#[cfg(unix)]
fn leads_to(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: &std::fs::Metadata, b: &std::fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    let (there, here) = (path.symlink_metadata(), file.metadata());
    matches!((there, here), (Ok(there), Ok(here)) if same(&there, &here))
}

#[cfg(not(unix))]
fn leads_to(path: &Path, _file: &File) -> bool {
    path.exists()
}

/// Removes what programs that were killed have left in a folder: temporary files and folders that nobody holds a lock of.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        // What cannot be opened, locked or removed is another's.
        let Some(file) = ours.then(|| open_left(&entry)).flatten() else { continue };
        if file.try_lock().is_ok() {
            let folder = file.metadata().is_ok_and(|metadata| metadata.is_dir());
            let _ = if folder {
                std::fs::remove_dir_all(entry.path())
            } else {
                std::fs::remove_file(entry.path())
            };
        }
    }
}

/// Opens a file or folder. A pipe that somebody gave such a name would be waited for without end.
fn open_left(entry: &DirEntry) -> Option<File> {
    let kind = entry.file_type().ok()?;
    let mut options = OpenOptions::new();
    options.read(true);
    // It may become a pipe or a link meanwhile.
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
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Both kinds, whichever this file system has.
    #[test]
    fn files_appear_complete() {
        let folder = tempfile::tempdir().unwrap();
        for begin in [Fresh::begin, Fresh::named] {
            let path = folder.path().join("x");
            let write = |content: &[u8]| {
                let mut fresh = begin(folder.path()).unwrap();
                fresh.file().write_all(content).unwrap();
                fresh
            };
            write(b"dropped");
            assert!(names(folder.path()).is_empty());
            write(b"one").place(&path, false).unwrap();
            let refused = write(b"two").place(&path, false).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(std::fs::read(&path).unwrap(), b"one");
            write(b"three").place(&path, true).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), b"three");
            assert_eq!(names(folder.path()), ["x"]);
            std::fs::remove_file(&path).unwrap();
        }
    }

    /// Another's sweep may come between a name and its lock.
    #[test]
    fn names_are_claimed_once_they_are_safe() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".perlane-x.part");
        let create = || File::create(&path).unwrap();
        let file = create();
        std::fs::remove_file(&path).unwrap();
        assert!(!claim(&path, &file), "swept away before");
        let other = create();
        assert!(!claim(&path, &file), "another's");
        assert!(claim(&path, &other));
        let sweeping = File::open(&path).unwrap();
        drop(other);
        sweeping.try_lock().unwrap();
        assert!(!claim(&path, &File::open(&path).unwrap()), "about to be swept away");
        let mut tries = 0..3;
        assert_eq!(claimed(|| Ok(tries.next().filter(|n| *n == 2))).unwrap(), 2);
        assert!(claimed(|| Ok(None::<()>)).is_err());
    }

    #[test]
    fn sweeping_spares_what_is_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Fresh::named(folder.path()).unwrap();
        std::fs::write(folder.path().join(".perlane-dead.part"), "").unwrap();
        std::fs::create_dir(folder.path().join(".perlane-folder.part")).unwrap();
        std::fs::write(folder.path().join("other.part"), "").unwrap();
        sweep(folder.path());
        assert_eq!(names(folder.path()).len(), 2, "{:?}", names(folder.path()));
        drop(kept);
        assert_eq!(names(folder.path()), ["other.part"]);
    }
}
