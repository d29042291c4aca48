//! Threads that compute, beside the thread that talks to browsers.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many pieces of work run at once; each uses all cores.
const AT_ONCE: usize = 2;

/// How many pieces of work may wait. A page has one request under way at a time, or two while one is being aborted.
const WAITING: usize = 64;

pub(crate) struct Work {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// Why work was not done.
#[derive(Debug)]
pub(crate) enum NotDone {
    /// Too much work is already waiting.
    Busy,
    /// The work ended without a result.
    Failed,
}

impl Work {
    pub(crate) fn new() -> Self {
        Work { running: Arc::new(Semaphore::new(AT_ONCE)), waiting: Arc::new(Semaphore::new(WAITING)) }
    }

    /// Runs a piece of work on a thread of its own. A caller that stops waiting for its turn leaves nothing behind.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let _place = self.waiting.try_acquire().map_err(|_| NotDone::Busy)?;
        let turn = self.running.clone().acquire_owned().await.map_err(|_| NotDone::Failed)?;
        let done = spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| NotDone::Failed)
    }
}
