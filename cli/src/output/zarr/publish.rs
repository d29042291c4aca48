//! Giving complete files their names, on threads that wait for the disk while others compute.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::error::{Error, Result};
use crate::output::Fresh;
use crate::output::zarr::fill::Filled;

/// Threads that wait: disks do several things at a time.
const THREADS: usize = 4;

/// A file that has all its bytes.
pub(super) struct Pending {
    pub(super) file: Fresh,
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

/// Where complete files go.
pub(super) struct Placing<'a> {
    queue: SyncSender<Pending>,
    outcome: &'a Mutex<Outcome>,
}

#[derive(Default)]
struct Outcome {
    filled: Filled,
    /// The first, until somebody takes it.
    error: Option<Error>,
}

/// Runs `work`, which hands over files; what became of them.
pub(super) fn placing(array: &Path, work: impl FnOnce(&Placing<'_>) -> Result<()>) -> Result<Filled> {
    let outcome = Mutex::default();
    let (queue, files) = sync_channel(THREADS);
    let files = Mutex::new(files);
    thread::scope(|scope| {
        // Gone after `work`, and the threads' loops end.
        let placing = Placing { queue, outcome: &outcome };
        for _ in 0..THREADS {
            let started = thread::Builder::new().spawn_scoped(scope, || place_all(array, &files, &outcome));
            started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        }
        work(&placing)
    })?;
    let Outcome { filled, error } = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(filled), Err)
}

impl Placing<'_> {
    /// Hands over a file; an error is one of an earlier file.
    pub(super) fn place(&self, pending: Pending) -> Result<()> {
        // The threads take whatever comes until the queue is gone.
        let _ = self.queue.send(pending);
        self.outcome().error.take().map_or(Ok(()), Err)
    }

    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a file that was there.
    pub(super) fn skip(&self) {
        self.outcome().filled.present += 1;
    }
}

fn place_all(array: &Path, files: &Mutex<Receiver<Pending>>, outcome: &Mutex<Outcome>) {
    // The lock is held while waiting for a file, not while placing it.
    let next = || files.lock().ok().and_then(|files| files.recv().ok());
    while let Some(Pending { file, path, bytes }) = next() {
        let placed = file.place(&path, false);
        let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
        match placed {
            Ok(()) => {
                outcome.filled.written += 1;
                outcome.filled.bytes += bytes;
            }
            // Another worker was faster, with the same.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => outcome.filled.present += 1,
            Err(source) => {
                outcome.error.get_or_insert(failed(array, &path, source));
            }
        }
    }
}

/// An error of writing a file. A disk is full for all files, not for this one.
pub(super) fn failed(array: &Path, path: &Path, source: io::Error) -> Error {
    let full = matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    let what = if full { array } else { path };
    Error::Io { doing: format!("write {}", what.display()), source }
}
