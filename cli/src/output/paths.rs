//! What an output path leads to.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The folder that contains a path.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The path of a file beside another one, whose name it has with something more at its end.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}

/// Follows a link, so that its target is replaced, and the link stays.
pub(crate) fn resolve_link(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(real) => Ok(real),
        Err(_) if !path.is_symlink() => Ok(path.to_owned()),
        Err(e) if e.kind() == ErrorKind::NotFound => Err(Error::DanglingLink(path.to_owned())),
        Err(source) => Err(Error::Io { doing: format!("follow the link {}", path.display()), source }),
    }
}

/// What something is that is not a regular file.
pub(crate) fn kind(metadata: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a pipe";
        } else if kind.is_socket() {
            return "a socket";
        }
    }
    if metadata.is_dir() { "a folder" } else { "a device" }
}

/// The error of creating a file or folder, which the user calls `name`.
pub(crate) fn create_error(name: &str, source: io::Error) -> Error {
    let doing = format!("create {name}");
    let parent = folder(Path::new(name));
    match source.kind() {
        ErrorKind::NotFound if !parent.exists() => {
            Error::io(doing, format!("the folder {} does not exist", parent.display()))
        }
        _ => Error::Io { doing, source },
    }
}

/// The metadata of what exists at a path; `None` if nothing does.
pub(crate) fn look_at(path: &Path) -> Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { doing: format!("look at {}", path.display()), source }),
    }
}

/// Writes a file whose bytes are on the disk when this returns. It has its name before that; the folder that it is in gets its own later.
pub(crate) fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// [`sync_folder`] for a folder and all in it.
pub(crate) fn sync_folders(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries.filter(is_folder).for_each(|entry| sync_folders(&entry.path()));
    sync_folder(folder);
}

/// Writes a folder's names to the disk, so that they survive a crash of the machine. Failure is ignored: not every system can sync folders, and the
/// files are complete without this.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
