//! Reads text files.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::error::{Error, Result};

/// Upper bound on the bytes of a text file. It protects memory from files of other kinds.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a text file. Errors name the parameter whose value the path is.
pub(crate) fn read(parameter: &str, path: &Path) -> Result<String> {
    let file = File::open(path).map_err(|source| read_error(parameter, path, source))?;
    read_from(file, parameter, path)
}

/// Reads a text. Errors call it `path`.
pub(crate) fn read_from(from: impl Read, parameter: &str, path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = from.take(MAX_BYTES + 1).read_to_string(&mut text);
    let bytes = read.map_err(|source| read_error(parameter, path, source))?;
    if bytes as u64 > MAX_BYTES {
        return Err(Error::parameter(
            parameter,
            path.display(),
            format!("texts of at most {MAX_BYTES} bytes"),
        ));
    }
    Ok(text)
}

/// A path that does not lead to a text file is a wrong argument. Any other failure is an error of the system.
pub(crate) fn read_error(parameter: &str, path: &Path, source: io::Error) -> Error {
    let wrong = |allowed: &str| Error::parameter(parameter, path.display(), allowed);
    match source.kind() {
        ErrorKind::NotFound => wrong("files that exist"),
        ErrorKind::IsADirectory => wrong("files; this is a folder"),
        ErrorKind::InvalidData => wrong("texts in UTF-8"),
        _ => Error::Io { doing: format!("read {}", path.display()), source },
    }
}
