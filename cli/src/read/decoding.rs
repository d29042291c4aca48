//! Errors in decoding a file: the file is damaged, or the system fails.

use std::io::{self, ErrorKind};

const TOO_EARLY: &str = "it ends too early";

/// The error of a decoder, with words of this program for a file that ends too early. Its kind stays.
pub(crate) fn in_words(e: io::Error) -> io::Error {
    match (e.raw_os_error(), e.kind()) {
        (None, ErrorKind::UnexpectedEof) => io::Error::new(ErrorKind::UnexpectedEof, TOO_EARLY),
        _ => e,
    }
}

/// Describes a file's damage. An error of the system remains an error, and so does what this program does not read: it says nothing of the numbers.
pub(crate) fn decoding_difference(e: io::Error) -> io::Result<String> {
    match e.raw_os_error() {
        Some(_) => Err(e),
        None if e.kind() == ErrorKind::Unsupported => Err(e),
        None if e.kind() == ErrorKind::UnexpectedEof => Ok(TOO_EARLY.to_owned()),
        None => Ok(format!("it cannot be decoded: {e}")),
    }
}
