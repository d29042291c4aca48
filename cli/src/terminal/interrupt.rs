//! Ctrl-C and the signals that ask a program to end.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::error::{Error, Result};

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on signals set a flag, which [`check`] reads: there is a temporary file to remove.
pub(crate) fn defer() -> Result<()> {
    let interrupted = INTERRUPTED.get_or_init(Arc::default);
    for signal in signals() {
        flag::register(signal, interrupted.clone()).map_err(failed)?;
    }
    Ok(())
}

/// From now on signals end the program at once, even where it waits for a slow reader of standard output.
pub(crate) fn exit_at_once() -> Result<()> {
    let code = i32::from(Error::Interrupted.exit_code());
    for signal in signals() {
        flag::register_conditional_shutdown(signal, code, Arc::new(AtomicBool::new(true))).map_err(failed)?;
    }
    Ok(())
}

/// `Err` after a signal.
pub(crate) fn check() -> Result<()> {
    let interrupted = INTERRUPTED.get().is_some_and(|flag| flag.load(Ordering::Relaxed));
    if interrupted { Err(Error::Interrupted) } else { Ok(()) }
}

/// A terminal's end is one of them only for programs that still write to one: others may be under nohup, and must go on.
fn signals() -> impl Iterator<Item = i32> {
    #[cfg(unix)]
    let hangup = io::IsTerminal::is_terminal(&io::stderr()).then_some(signal_hook::consts::SIGHUP);
    #[cfg(not(unix))]
    let hangup = None;
    [SIGINT, SIGTERM].into_iter().chain(hangup)
}

fn failed(source: io::Error) -> Error {
    Error::Io { doing: "prepare for Ctrl-C".to_owned(), source }
}
