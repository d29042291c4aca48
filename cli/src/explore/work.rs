//! Threads that compute, beside the thread that talks to browsers.

use std::sync::{Arc, Weak};

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

/// Whether somebody still waits for a piece of work, and so holds what this refers to.
pub(crate) struct Wanted(Weak<()>);

impl Wanted {
    pub(crate) fn is_so(&self) -> bool {
        self.0.strong_count() > 0
    }
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

    /// The same for work that takes long, and ends early when the caller no longer waits: when a browser has left, this future is dropped.
    pub(crate) async fn run_while_wanted<T: Send + 'static>(
        &self,
        work: impl FnOnce(Wanted) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let waits = Arc::new(());
        let wanted = Wanted(Arc::downgrade(&waits));
        self.run(move || work(wanted)).await
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Mutex, mpsc};
    use std::task::Poll;
    use std::thread;
    use std::time::Duration;

    use tokio::runtime;
    use tokio::time::timeout;

    use super::*;

    /// Work goes on while somebody waits, and is told when the future that waits for it is dropped.
    #[test]
    fn work_is_left_when_nobody_waits() {
        let (left, leaves) = mpsc::channel();
        let running = Work::new();
        let work = running.run_while_wanted(move |wanted| {
            while wanted.is_so() {
                thread::sleep(Duration::from_millis(1));
            }
            left.send(()).unwrap();
        });
        let runtime = runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let ended = runtime.block_on(async { timeout(Duration::from_millis(50), work).await.is_ok() });
        assert!(!ended);
        leaves.recv_timeout(Duration::from_secs(60)).unwrap();
    }

    /// Two pieces of work run at once, some wait for their turn, and more are refused at once.
    #[test]
    fn more_work_than_may_wait_is_refused() {
        let work = Work::new();
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let piece = || {
            let (gate, now, most) = (gate.clone(), now.clone(), most.clone());
            Box::pin(work.run(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // This waits until nothing can be sent any more.
                let _ = gate.lock().unwrap().recv();
                now.fetch_sub(1, Ordering::SeqCst);
            }))
        };
        runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let mut pieces: Vec<_> = (0..WAITING).map(|_| piece()).collect();
            for piece in &mut pieces {
                let is_pending = poll_fn(|context| Poll::Ready(piece.as_mut().poll(context).is_pending()));
                assert!(is_pending.await);
            }
            assert!(matches!(piece().await, Err(NotDone::Busy)));
            drop(go);
            for piece in pieces {
                piece.await.unwrap();
            }
            piece().await.unwrap();
        });
        assert!(most.load(Ordering::SeqCst) <= AT_ONCE);
    }
}
