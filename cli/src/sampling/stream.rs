//! Generating slab by slab: a thread generates the next slab while the caller writes the one before.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::sampling::resources::{buffer, thread_pool};
use crate::sampling::slabs::{self, Cut};
use crate::spec::GenerateSpec;
use crate::terminal::interrupt;

/// One slab is being generated, another one written.
pub(crate) const BUFFERS: usize = 2;

/// The slabs of a window, in array order, on their way from the generating thread.
pub(crate) struct Slabs<'a> {
    full: Receiver<Result<Vec<f32>>>,
    empty: Sender<Vec<f32>>,
    pool: &'a ThreadPool,
}

impl<'a> Slabs<'a> {
    /// The threads that generate; they can also convert and compress.
    pub(crate) fn pool(&self) -> &'a ThreadPool {
        self.pool
    }

    /// Calls `take` with the samples of one slab after the other.
    pub(crate) fn for_each(self, mut take: impl FnMut(&[f32]) -> Result<()>) -> Result<()> {
        for slab in &self.full {
            let slab = slab?;
            interrupt::check()?;
            take(&slab)?;
            // Fails after the last slab, when the generator has ended; then nobody needs the buffer.
            let _ = self.empty.send(slab);
        }
        Ok(())
    }
}

/// Generates a spec's slabs for `consume`, on a thread pool of its own.
pub(crate) fn generate<T>(spec: &GenerateSpec, consume: impl FnOnce(Slabs<'_>) -> Result<T>) -> Result<T> {
    let pool = &thread_pool(spec.threads)?;
    let (empty, empties) = channel();
    for _ in 0..BUFFERS {
        let _ = empty.send(buffer(Cut::new(&spec.window).max_samples)?);
    }
    let (filled, full) = sync_channel(BUFFERS);
    thread::scope(|scope| {
        let generator = move || generate_all(spec, pool, &empties, &filled);
        let started = thread::Builder::new().spawn_scoped(scope, generator);
        started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        consume(Slabs { full, empty, pool })
    })
}

/// Fills empty buffers with slabs, up to the last slab or the first error. A consumer that is gone has failed itself: nobody
/// waits for more slabs then.
fn generate_all(
    spec: &GenerateSpec,
    pool: &ThreadPool,
    empties: &Receiver<Vec<f32>>,
    filled: &SyncSender<Result<Vec<f32>>>,
) {
    let prepared = match spec.layers.prepare_with(spec.backend, &spec.window) {
        Ok(prepared) => prepared,
        Err(e) => {
            let _ = filled.send(Err(e.into()));
            return;
        }
    };
    for slab in slabs::slabs(&spec.window) {
        let Ok(mut out) = empties.recv() else { return };
        out.resize(slabs::count(&slab), 0.0);
        let result = pool.install(|| prepared.par_fill(&slab, &mut out));
        if filled.send(result.map(|()| out).map_err(Error::from)).is_err() {
            return;
        }
    }
}
