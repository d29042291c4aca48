//! Ctrl-C, and the signals that ask a program to end.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::error::{After, Error, Result};

/// The signal that has come, or 0.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From now on, signals set a flag that [`check`] reads, so that temporary files are removed before the program ends.
pub(crate) fn defer() -> Result<()> {
    set_flag(signals())
}

/// The same for a program that draws on a terminal. The terminal's hangup counts, wherever standard error goes.
#[cfg(unix)]
pub(crate) fn defer_while_drawing() -> Result<()> {
    set_flag([SIGINT, SIGTERM, signal_hook::consts::SIGHUP].into_iter())
}

fn set_flag(signals: impl Iterator<Item = i32>) -> Result<()> {
    let came = SIGNAL.get_or_init(Arc::default);
    for signal in signals {
        flag::register_usize(signal, came.clone(), signal as usize).map_err(failed)?;
    }
    Ok(())
}

/// From now on, signals end the program at once, even while it waits for a slow reader of standard output.
pub(crate) fn exit_at_once() -> Result<()> {
    for signal in signals() {
        end_at(signal, Arc::new(AtomicBool::new(true))).map_err(failed)?;
    }
    Ok(())
}

#[cfg(unix)]
fn end_at(signal: i32, always: Arc<AtomicBool>) -> io::Result<signal_hook::SigId> {
    flag::register_conditional_default(signal, always)
}

/// Elsewhere no program can see which signal ended another one.
#[cfg(not(unix))]
fn end_at(signal: i32, always: Arc<AtomicBool>) -> io::Result<signal_hook::SigId> {
    flag::register_conditional_shutdown(signal, crate::error::signal_code(signal), always)
}

/// Ends the program by a signal that it has deferred, now that all is removed that was not complete. A shell ends its script only if Ctrl-C has
/// ended the program itself: an exit code says that the program has dealt with it.
#[cfg(unix)]
pub(crate) fn end_by(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Elsewhere the exit code is all that there is.
#[cfg(not(unix))]
pub(crate) fn end_by(_signal: i32) {}

/// Fails after a signal.
pub(crate) fn check() -> Result<()> {
    match SIGNAL.get().map_or(0, |came| came.load(Ordering::Relaxed)) {
        0 => Ok(()),
        signal => Err(Error::Interrupted { signal: signal as i32, after: After::NoOutput }),
    }
}

/// The signals that end a program, but for those that it was started to ignore: hangups under nohup, Ctrl-C in the background of a script.
fn signals() -> impl Iterator<Item = i32> {
    #[cfg(unix)]
    let all = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
    #[cfg(not(unix))]
    let all = [SIGINT, SIGTERM];
    let ignored = ignored();
    all.into_iter().filter(move |signal| (ignored >> (signal - 1)) & 1 == 0)
}

/// The signals that this process ignores, as the system states them: signal 1 is the lowest bit.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Other systems do not say it in a file. There, a program whose standard error is no terminal is taken for one that ignores hangups.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn ignored() -> u64 {
    #[cfg(unix)]
    if !io::IsTerminal::is_terminal(&io::stderr()) {
        return 1 << (signal_hook::consts::SIGHUP - 1);
    }
    0
}

fn failed(source: io::Error) -> Error {
    Error::Io { doing: "prepare for Ctrl-C".to_owned(), source }
}
