//! Generates slab by slab: a thread generates the next slab while the caller writes the one before.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::sampling::planes::fill_slab;
use crate::sampling::resources::{buffer, thread_pool};
use crate::sampling::slabs::{self, Cut};
use crate::spec::GenerateSpec;
use crate::terminal::interrupt;

/// One slab is being generated while another one is written.
pub(crate) const BUFFERS: usize = 2;

/// The order of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// The array's order: plane after plane.
    Array,
    /// Slab after slab of the grid, each with all its planes.
    Together,
}

impl Order {
    /// Samples of the largest slab.
    pub(crate) fn max_samples(self, spec: &GenerateSpec) -> usize {
        match self {
            Order::Array => Cut::new(&spec.array_shape(), 1).max_samples,
            Order::Together => Cut::new(&spec.window.shape(), spec.planes()).max_samples * spec.planes(),
        }
    }
}

/// The slabs of an array, in some order, as they come from the generating thread.
pub(crate) struct Slabs<'a> {
    full: Receiver<Result<Vec<f32>>>,
    empty: Sender<Vec<f32>>,
    pool: &'a ThreadPool,
}

impl<'a> Slabs<'a> {
    /// The threads that generate. They can also convert and compress.
    pub(crate) fn pool(&self) -> &'a ThreadPool {
        self.pool
    }

    /// Calls `take` with the samples of each slab in turn.
    pub(crate) fn for_each(self, mut take: impl FnMut(&[f32]) -> Result<()>) -> Result<()> {
        for slab in &self.full {
            let slab = slab?;
            interrupt::check()?;
            take(&slab)?;
            // This fails after the last slab, when the generator has ended. Then nobody needs the buffer.
            let _ = self.empty.send(slab);
        }
        Ok(())
    }
}

/// Generates a spec's slabs for `consume`, on a thread pool of its own.
pub(crate) fn generate<T>(
    spec: &GenerateSpec,
    order: Order,
    consume: impl FnOnce(Slabs<'_>) -> Result<T>,
) -> Result<T> {
    let pool = &thread_pool(spec.threads)?;
    let (empty, empties) = channel();
    for _ in 0..BUFFERS {
        let _ = empty.send(buffer(order.max_samples(spec))?);
    }
    let (filled, full) = sync_channel(BUFFERS);
    thread::scope(|scope| {
        let generator = move || generate_all(spec, order, pool, &empties, &filled);
        let started = thread::Builder::new().spawn_scoped(scope, generator);
        started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        consume(Slabs { full, empty, pool })
    })
}

/// Fills empty buffers with slabs, until the last slab or the first error. If the consumer has gone, it has failed itself, and nobody waits for more
/// slabs.
fn generate_all(
    spec: &GenerateSpec,
    order: Order,
    pool: &ThreadPool,
    empties: &Receiver<Vec<f32>>,
    filled: &SyncSender<Result<Vec<f32>>>,
) {
    let prepared = match spec.sampled().prepare_with(spec.backend, &spec.window) {
        Ok(prepared) => prepared,
        Err(e) => {
            let _ = filled.send(Err(e.into()));
            return;
        }
    };
    let planes = prepared.planes();
    let shape = if order == Order::Array { spec.array_shape() } else { spec.window.shape() };
    let mut all = Vec::new();
    let each = if order == Order::Array { 1 } else { planes };
    for slab in slabs::slabs(shape, each) {
        let Ok(mut out) = empties.recv() else { return };
        out.resize(slabs::count(&slab) * each, 0.0);
        let result = pool.install(|| match order {
            Order::Array => fill_slab(&prepared, &slab, &mut out, &mut all),
            Order::Together => prepared.par_fill(&slab, &mut out),
        });
        if filled.send(result.map(|()| out).map_err(Error::from)).is_err() {
            return;
        }
    }
}
