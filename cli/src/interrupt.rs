//! Ctrl-C and the signals that ask a program to end.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on signals set a flag, which [`check`] reads: there is a temporary file to remove.
pub(crate) fn defer() -> Result<()> {
    handle(|| INTERRUPTED.store(true, Ordering::Relaxed))
}

/// From now on signals end the program at once, even where it waits for a slow reader of standard output.
pub(crate) fn exit_at_once() -> Result<()> {
    handle(|| std::process::exit(i32::from(Error::Interrupted.exit_code())))
}

/// `Err` after a signal.
pub(crate) fn check() -> Result<()> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
}

fn handle(handler: impl FnMut() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(handler)
        .map_err(|e| Error::Io { doing: "prepare for Ctrl-C".to_owned(), source: std::io::Error::other(e) })
}
