//! Text on standard output and standard error, without the panics of `println!` on closed pipes.

use std::io::{self, Write};

use crate::error::{Error, Result};
use crate::text;

/// Writes to standard output.
pub(crate) fn write(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|source| match source.kind() {
        io::ErrorKind::BrokenPipe => Error::ClosedPipe,
        _ => Error::Io { doing: "write to standard output".to_owned(), source },
    })
}

/// Writes a line, or lines, to standard error. They have names of files and texts of recipes in them, so control characters are escaped. A failure is ignored, because there is no other place to report it.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", text::printable(line));
}
