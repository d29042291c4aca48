//! Thread pools that survive a fork.
//!
//! A forked process (a worker of `multiprocessing` or of PyTorch's `DataLoader`) has none of its parent's threads. Work for a pool that was made
//! before the fork would wait for ever. So pools are kept together with the process that made them. They are kept without a lock: if another thread
//! held a lock at the time of the fork, it would stay locked in the new process.

use std::mem;
use std::num::NonZeroUsize;
use std::process;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

use arc_swap::ArcSwapOption;
use perlane::Result;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::number_within;
use crate::error::runtime_error;

/// Grids with fewer samples than two bands are not worth a second thread.
const ONE_THREAD: usize = 1 << 15;

/// The pools of a process, by their number of threads. This is replaced, never changed.
#[derive(Clone)]
struct Pools {
    process: u32,
    /// At most two: one with a thread for each core, and the one that was made last with another number of threads. The threads of all pools
    /// that were ever asked for would fill the system.
    pools: Vec<(usize, Arc<ThreadPool>)>,
}

impl Pools {
    fn get(&self, threads: usize) -> Option<Arc<ThreadPool>> {
        self.pools.iter().find(|(count, _)| *count == threads).map(|(_, pool)| pool.clone())
    }

    /// Adds a pool in the place of the one that is least likely to be needed. That one's threads end when the last call that uses it ends.
    fn add(&mut self, threads: usize, pool: Arc<ThreadPool>) {
        let cores = cores();
        self.pools.retain(|(count, _)| (*count == cores) != (threads == cores));
        self.pools.push((threads, pool));
    }
}

/// The number of cores. It is kept, because asking the system takes longer than a small grid.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get))
}

static POOLS: ArcSwapOption<Pools> = ArcSwapOption::const_empty();

/// Where work runs.
pub(crate) enum Threads {
    /// The caller's thread.
    One,
    Pool(Arc<ThreadPool>),
}

impl Threads {
    /// The threads for the argument `threads`: a number, or `None` for all cores.
    pub(crate) fn new(threads: Option<&Bound<'_, PyAny>>, samples: usize) -> PyResult<Self> {
        let count = match threads {
            None => cores(),
            Some(value) => {
                number_within("threads", value, 1..=1024, "None (all cores), or 1 to 1024")? as usize
            }
        };
        if count == 1 || samples < ONE_THREAD {
            return Ok(Threads::One);
        }
        pool(count).map(Threads::Pool)
    }

    /// Fills a buffer, on this thread or on the pool's threads.
    pub(crate) fn run(
        &self,
        out: &mut [f32],
        alone: impl FnOnce(&mut [f32]) -> Result<()>,
        together: impl FnOnce(&mut [f32]) -> Result<()> + Send,
    ) -> Result<()> {
        match self {
            Threads::One => alone(out),
            Threads::Pool(pool) => pool.install(|| together(out)),
        }
    }
}

/// This process's pool with this many threads.
fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let process = process::id();
    let kept = |pools: &Option<Arc<Pools>>| {
        let pools = pools.as_ref().filter(|pools| pools.process == process)?;
        pools.get(threads)
    };
    if let Some(pool) = kept(&POOLS.load()) {
        return Ok(pool);
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("perlane-{i}")).build();
    let built = Arc::new(
        built.map_err(|e| runtime_error("threads", threads, format!("as many as the system gives ({e})")))?,
    );
    let before = POOLS.rcu(|pools| {
        if kept(pools).is_some() {
            return pools.clone(); // another thread was faster; the pool that was built here is dropped
        }
        let mut next = match pools {
            Some(pools) if pools.process == process => (**pools).clone(),
            _ => Pools { process, pools: Vec::new() },
        };
        next.add(threads, built.clone());
        Some(Arc::new(next))
    });
    let theirs = kept(&before);
    if before.as_ref().is_some_and(|pools| pools.process != process) {
        // The parent's pools are not dropped: this would wait for their threads, which do not exist in this process.
        mem::forget(before);
    }
    Ok(theirs.unwrap_or(built))
}
