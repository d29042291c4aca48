//! A file that the system writes to the disk while more of it is computed. Otherwise the disk would be idle until the end, and the program would
//! wait for it then.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Bytes after which the system is asked to write back.
const STEP: usize = 1 << 25;

/// A file, and a thread that syncs it.
pub(crate) struct WriteBack<'a> {
    file: &'a mut File,
    /// Bytes written since the last request to the thread.
    pending: usize,
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl<'a> WriteBack<'a> {
    pub(crate) fn new(file: &'a mut File) -> io::Result<Self> {
        let (ask, asked) = sync_channel(1);
        let handle = file.try_clone()?;
        let sync = move || asked.iter().try_for_each(|()| handle.sync_data());
        let thread = thread::Builder::new().spawn(sync)?;
        Ok(WriteBack { file, pending: 0, ask: Some(ask), thread: Some(thread) })
    }

    /// Waits for the thread, because an error of writing back surfaces only there.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.ask = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(io::Error::other("the thread that syncs the file ended")),
            None => Ok(()),
        }
    }
}

impl Write for WriteBack<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.pending += count;
        if self.pending >= STEP {
            self.pending = 0;
            // Sending fails while the thread is busy. It also fails after an error, which `finish` returns.
            let _ = self.ask.as_ref().map(|ask| ask.try_send(()));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for WriteBack<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
