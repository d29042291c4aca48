//! Thread pools that survive a fork.
//!
//! A forked process (workers of `multiprocessing` and of PyTorch's `DataLoader`) has none of its parent's threads: work given to
//! a pool made before the fork would wait for ever. So pools are kept with the process that made them.

use std::collections::HashMap;
use std::mem;
use std::num::NonZeroUsize;
use std::process;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;

use perlane::Result;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::{number, shown};
use crate::error::value_error;

/// Grids of fewer samples than two bands are not worth a second thread.
const ONE_THREAD: usize = 1 << 15;

/// A process's pools, by their number of threads.
struct Pools {
    process: u32,
    pools: HashMap<usize, Arc<ThreadPool>>,
}

/// Asking the system takes longer than a small grid.
static CORES: OnceLock<usize> = OnceLock::new();

static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// Where work runs.
pub(crate) enum Threads {
    /// The caller's.
    One,
    Pool(Arc<ThreadPool>),
}

impl Threads {
    /// What the argument `threads` says: a number, or all cores.
    pub(crate) fn new(threads: Option<&Bound<'_, PyAny>>, samples: usize) -> PyResult<Self> {
        let count = match threads {
            None => *CORES.get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get)),
            Some(value) => match number::<i64>("threads", value)? {
                count @ 1..=1024 => count as usize,
                _ => return Err(value_error("threads", shown(value), "None (all cores), or 1 to 1024")),
            },
        };
        if count == 1 || samples < ONE_THREAD {
            return Ok(Threads::One);
        }
        pool(count).map(Threads::Pool)
    }

    /// Fills a buffer on this thread, or on the pool's.
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

/// This process's pool of that many threads. To be called with the interpreter attached: then no other thread of Python's
/// can fork while the lock is held.
fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut kept = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if kept.as_ref().is_some_and(|kept| kept.process != process) {
        // The parent's pools are left as they are: to end their threads, which are not here, would wait for them.
        mem::forget(kept.take());
    }
    let pools = &mut kept.get_or_insert_with(|| Pools { process, pools: HashMap::new() }).pools;
    if let Some(pool) = pools.get(&threads) {
        return Ok(pool.clone());
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("perlane-{i}")).build();
    let pool = Arc::new(
        built.map_err(|e| value_error("threads", threads, format!("as many as the system gives ({e})")))?,
    );
    pools.insert(threads, pool.clone());
    Ok(pool)
}
