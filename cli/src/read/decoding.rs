//! Errors in decoding a file: the file is damaged, or the system fails.

use std::io::{self, ErrorKind};

/// Describes a file's damage. An error of the system remains an error.
pub(crate) fn decoding_difference(e: io::Error) -> io::Result<String> {
    match e.raw_os_error() {
        Some(_) => Err(e),
        None if e.kind() == ErrorKind::UnexpectedEof => Ok("it ends too early".to_owned()),
        None => Ok(format!("it cannot be decoded: {e}")),
    }
}
