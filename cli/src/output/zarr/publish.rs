//! Publishes complete chunk files, on threads that wait for the disk while others compute.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::Serialize;

use crate::error::{Error, Result, is_full};
use crate::output::atomic_file::AtomicFile;

/// Threads that wait for the disk. Disks process several requests at a time.
const THREADS: usize = 4;

/// How many chunk files a run has written.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub(crate) struct FillReport {
    pub(crate) written: u64,
    /// Files that already existed.
    pub(crate) present: u64,
    /// Bytes of the written files.
    pub(crate) file_bytes: u64,
}

impl FillReport {
    /// Adds the counts of another array.
    pub(crate) fn add(&mut self, other: Self) {
        self.written += other.written;
        self.present += other.present;
        self.file_bytes += other.file_bytes;
    }
}

/// A file that has all its bytes, but no name yet.
pub(crate) struct CompleteFile {
    pub(crate) file: AtomicFile,
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

/// Takes complete files.
pub(crate) struct Publisher<'a> {
    queue: SyncSender<CompleteFile>,
    outcome: &'a Mutex<Outcome>,
}

#[derive(Default)]
struct Outcome {
    report: FillReport,
    /// The first error that `publish` has not yet returned.
    error: Option<Error>,
}

/// Runs `work`, which hands files to a publisher, and waits until all of them are published.
pub(crate) fn publish_all(
    array: &Path,
    work: impl FnOnce(&Publisher<'_>) -> Result<()>,
) -> Result<FillReport> {
    let outcome = Mutex::default();
    let (queue, files) = sync_channel(THREADS);
    let files = Mutex::new(files);
    thread::scope(|scope| {
        // This is dropped after `work`, which ends the loops of the threads.
        let publisher = Publisher { queue, outcome: &outcome };
        for _ in 0..THREADS {
            let thread = || publish_from_queue(array, &files, &outcome);
            let started = thread::Builder::new().spawn_scoped(scope, thread);
            started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        }
        work(&publisher)
    })?;
    let Outcome { report, error } = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(report), Err)
}

impl Publisher<'_> {
    /// Hands over a file. An error may concern an earlier file.
    pub(crate) fn publish(&self, file: CompleteFile) -> Result<()> {
        // Sending cannot fail: the threads receive until the queue is dropped.
        let _ = self.queue.send(file);
        self.outcome().error.take().map_or(Ok(()), Err)
    }

    /// Counts a file that already existed.
    pub(crate) fn skip(&self) {
        self.outcome().report.present += 1;
    }

    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn publish_from_queue(array: &Path, files: &Mutex<Receiver<CompleteFile>>, outcome: &Mutex<Outcome>) {
    // The lock on the queue is held while waiting for a file, but not while publishing it.
    let next = || files.lock().ok().and_then(|files| files.recv().ok());
    while let Some(CompleteFile { file, path, bytes }) = next() {
        let published = file.publish(&path, false);
        let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
        match published {
            Ok(()) => {
                outcome.report.written += 1;
                outcome.report.file_bytes += bytes;
            }
            // Another worker has written the same file in the meantime.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => outcome.report.present += 1,
            Err(source) => {
                outcome.error.get_or_insert(write_error(array, &path, source));
            }
        }
    }
}

/// The error of writing a chunk file. A full disk is full for the whole array, so that the error names the array then.
pub(crate) fn write_error(array: &Path, path: &Path, source: io::Error) -> Error {
    let what = if is_full(&source) { array } else { path };
    Error::Io { doing: format!("write {}", what.display()), source }
}
