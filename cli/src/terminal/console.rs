//! Text on standard output and standard error, without the panics of `println!` on closed pipes.

use std::io::{self, Write};

use perlane_recipes::printable;

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

/// Writes a line to standard error. It has names of files in it, so control characters are escaped.
pub(crate) fn note(line: &str) {
    note_lines(&text::line(line));
}

/// Writes lines to standard error. A failure is ignored, because there is no other place to report it.
pub(crate) fn note_lines(lines: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(lines));
}

/// Writes an error to standard error. What is wrong with a text may take several lines, as the text is shown; its name takes none.
pub(crate) fn error(error: &Error) {
    match error {
        Error::Parse { place, message } | Error::Broken { place, message } => {
            note_lines(&format!("perlane: {}: {message}", text::line(place)));
        }
        other => note(&format!("perlane: {other}")),
    }
}
