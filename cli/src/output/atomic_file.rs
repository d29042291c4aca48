//! Files that get their name only when they are complete.
//!
//! Linux has files without a name. Whatever ends the program, even SIGKILL, nothing of them is left. On other systems, and on file systems without
//! such files, a locked file with a temporary name is used.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::output::temporary;

pub(crate) enum AtomicFile {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Temporary(NamedTempFile),
}

impl AtomicFile {
    /// A new file in this folder. Dropping it removes it.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = linux::create_nameless(folder) {
            return Ok(AtomicFile::Nameless(file));
        }
        Self::create_temporary(folder)
    }

    fn create_temporary(folder: &Path) -> io::Result<Self> {
        // The file gets the permissions of ordinary files. tempfile's own permissions are for secrets.
        let open = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let created = temporary::retry(|| {
            let file = temporary::create_in(folder, open)?;
            Ok(temporary::lock(file.path(), file.as_file()).then_some(file))
        });
        created.map(AtomicFile::Temporary)
    }

    pub(crate) fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            AtomicFile::Nameless(file) => file,
            AtomicFile::Temporary(file) => file.as_file_mut(),
        }
    }

    /// Syncs the complete file and gives it its name. Fails with `AlreadyExists` if another file has that name, unless `replace` is true.
    pub(crate) fn publish(mut self, path: &Path, replace: bool) -> io::Result<()> {
        // Some file systems report only here that they are full.
        self.file().sync_all()?;
        match self {
            #[cfg(target_os = "linux")]
            AtomicFile::Nameless(file) => linux::name(&file, path, replace),
            AtomicFile::Temporary(file) if replace => Ok(file.persist(path).map(drop)?),
            AtomicFile::Temporary(file) => Ok(file.persist_noclobber(path).map(drop)?),
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{File, metadata};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    use crate::output::paths::folder;
    use crate::output::temporary;

    /// The kernel's list of this process's open files. A nameless file gets its name through it.
    const DESCRIPTORS: &str = "/proc/self/fd";

    pub(super) fn create_nameless(folder: &Path) -> io::Result<File> {
        metadata(DESCRIPTORS)?;
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666))?);
        // `name` may give the file a temporary name, which this lock protects.
        let _ = file.try_lock();
        Ok(file)
    }

    pub(super) fn name(file: &File, path: &Path, replace: bool) -> io::Result<()> {
        let descriptor = format!("{DESCRIPTORS}/{}", file.as_raw_fd());
        let link = |name: &Path| -> io::Result<()> {
            Ok(linkat(CWD, &descriptor, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
        };
        if !replace {
            return link(path);
        }
        // Linking cannot replace a file, but renaming can.
        let named = temporary::create_in(folder(path), link)?;
        Ok(named.persist(path).map(drop)?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn files_appear_complete() {
        let folder = tempfile::tempdir().unwrap();
        for create in [AtomicFile::create, AtomicFile::create_temporary] {
            let path = folder.path().join("x");
            let write = |content: &[u8]| {
                let mut file = create(folder.path()).unwrap();
                file.file().write_all(content).unwrap();
                file
            };
            write(b"dropped");
            assert!(names(folder.path()).is_empty());
            write(b"one").publish(&path, false).unwrap();
            let refused = write(b"two").publish(&path, false).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(std::fs::read(&path).unwrap(), b"one");
            write(b"three").publish(&path, true).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), b"three");
            assert_eq!(names(folder.path()), ["x"]);
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn files_that_are_written_are_not_abandoned() {
        let folder = tempfile::tempdir().unwrap();
        let file = AtomicFile::create_temporary(folder.path()).unwrap();
        temporary::remove_abandoned(folder.path());
        assert_eq!(names(folder.path()).len(), 1);
        drop(file);
        assert!(names(folder.path()).is_empty());
    }
}
