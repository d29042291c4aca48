//! Reads text files.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::error::{Error, Result};

/// Upper bound on the bytes of a text file. It protects memory from files of other kinds.
pub(crate) const MAX_BYTES: usize = 16 << 20;

/// Reads a text file. Errors name the parameter whose value the path is.
pub(crate) fn read(parameter: &str, path: &Path) -> Result<String> {
    read_up_to(MAX_BYTES, parameter, path)
}

/// Reads a text file of at most so many bytes.
pub(crate) fn read_up_to(most: usize, parameter: &str, path: &Path) -> Result<String> {
    let file = File::open(path).map_err(|source| read_error(parameter, path, source))?;
    read_from(file, most, parameter, path, "texts in UTF-8")
}

/// Reads a text of at most so many bytes, without the byte order mark with which some editors begin texts. Errors call it `path`; one about
/// bytes that are no text says what is `allowed`.
pub(crate) fn read_from(
    from: impl Read,
    most: usize,
    parameter: &str,
    path: &Path,
    allowed: &str,
) -> Result<String> {
    let mut bytes = Vec::new();
    let read = from.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|source| read_error(parameter, path, source))?;
    if bytes.len() > most {
        return Err(Error::parameter(parameter, path.display(), format!("texts of at most {most} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| Error::parameter(parameter, path.display(), allowed))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// A path that does not lead to a text file, in the words for a wrong parameter. Any other failure is an error of the system.
pub(crate) fn read_error(parameter: &str, path: &Path, source: io::Error) -> Error {
    match source.kind() {
        ErrorKind::NotFound if path.is_symlink() => Error::DanglingLink(path.to_owned()),
        ErrorKind::NotFound => Error::Missing(path.to_owned()),
        // Windows says of a folder that it may not be read.
        _ if path.is_dir() => Error::file(parameter, path, "files; this is a folder"),
        _ => Error::Io { doing: format!("read {}", path.display()), source },
    }
}
