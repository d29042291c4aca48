//! What goes wrong while a file is decoded: its damage, or the system's error.

use std::io::{self, ErrorKind};

/// What a file's damage is called; an error that is the system's stays one.
pub(crate) fn decoding_difference(e: io::Error) -> io::Result<String> {
    match e.raw_os_error() {
        Some(_) => Err(e),
        None if e.kind() == ErrorKind::UnexpectedEof => Ok("it ends too early".to_owned()),
        None => Ok(format!("it cannot be decoded: {e}")),
    }
}
