//! A file whose numbers are on their way to the disk while more are computed: else the disk would idle until the end, and then
//! be waited for.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Bytes after which the system is told to begin.
const STEP: usize = 1 << 25;

/// A file, and a thread that waits for the disk.
pub(crate) struct Writeback<'a> {
    file: &'a mut File,
    /// Bytes since the thread was last told.
    behind: usize,
    ask: Option<SyncSender<()>>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl<'a> Writeback<'a> {
    pub(crate) fn new(file: &'a mut File) -> io::Result<Self> {
        let (ask, asked) = sync_channel(1);
        let handle = file.try_clone()?;
        let sync = move || asked.iter().try_for_each(|()| handle.sync_data());
        let thread = thread::Builder::new().spawn(sync)?;
        Ok(Writeback { file, behind: 0, ask: Some(ask), thread: Some(thread) })
    }

    /// Waits for the thread: an error that the disk told it is told to nobody else.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.ask = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(io::Error::other("the thread that waits for the disk ended")),
            None => Ok(()),
        }
    }
}

impl Write for Writeback<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.behind += count;
        if self.behind >= STEP {
            self.behind = 0;
            // It is still busy where there is no room, or has ended with an error, which `finish` gets.
            let _ = self.ask.as_ref().map(|ask| ask.try_send(()));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Writeback<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
