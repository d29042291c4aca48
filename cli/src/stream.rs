//! Generation by bands: memory does not grow with the window.
//!
//! A thread generates a band while the caller writes the one before. Bands are windows of their own, with the samples that
//! the whole window has there.

use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use perlane::{Backend, Error as LibraryError, Layers, Window};
use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::interrupt;
use crate::output;
use crate::resolve::Job;

/// Samples of a band: large against the cost of starting one, small against memory.
const BAND: usize = 1 << 21;

/// Rows share the tables of their axis, which each band computes anew: bands of wide windows are larger.
const LEAST_ROWS: usize = 128;

/// As large as these may get.
const LARGEST_BAND: usize = 1 << 23;

/// One band in the generator, one in the writer.
const BUFFERS: usize = 2;

/// Fills a buffer with the samples of a window, on the current thread pool.
pub(crate) fn fill(
    layers: &Layers,
    backend: Backend,
    window: &Window,
    out: &mut [f32],
) -> Result<(), LibraryError> {
    match window.dims() {
        1 => layers.par_fill_with(backend, &window.to_grid::<1>()?, out),
        2 => layers.par_fill_with(backend, &window.to_grid::<2>()?, out),
        3 => layers.par_fill_with(backend, &window.to_grid::<3>()?, out),
        _ => layers.par_fill_with(backend, &window.to_grid::<4>()?, out),
    }
}

/// Refuses now what would be refused at some band.
pub(crate) fn check(layers: &Layers, window: &Window) -> Result<()> {
    Ok(match window.dims() {
        1 => layers.check(&window.to_grid::<1>()?),
        2 => layers.check(&window.to_grid::<2>()?),
        3 => layers.check(&window.to_grid::<3>()?),
        _ => layers.check(&window.to_grid::<4>()?),
    }?)
}

/// How a window is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cut {
    /// The axis that is cut into pieces of `step`; axes slower than it are cut into single slabs.
    axis: usize,
    step: usize,
    /// Samples of the largest band.
    samples: usize,
}

impl Cut {
    fn new(window: &Window) -> Self {
        let band = window.size[0].saturating_mul(LEAST_ROWS).clamp(BAND, LARGEST_BAND);
        if window.size.contains(&0) {
            return Cut { axis: 0, step: 1, samples: 0 };
        }
        let (mut axis, mut slab) = (0, 1);
        while axis + 1 < window.dims() && window.size[axis].saturating_mul(slab) <= band {
            slab *= window.size[axis];
            axis += 1;
        }
        let step = (band / slab).clamp(1, window.size[axis]);
        Cut { axis, step, samples: step * slab }
    }
}

/// A window's bands, in the order of its samples.
fn bands(window: Window) -> impl Iterator<Item = Window> {
    let Cut { axis, step, .. } = Cut::new(&window);
    let pieces = window.size[axis].div_ceil(step);
    let slabs = || window.size[axis + 1..window.dims()].iter().product::<usize>();
    let count = if window.size.contains(&0) { 0 } else { pieces * slabs() };
    (0..count).map(move |n| {
        let mut band = window;
        let first = n % pieces * step;
        band.start[axis] += first as i64;
        band.size[axis] = step.min(window.size[axis] - first);
        let mut rest = n / pieces;
        for a in axis + 1..window.dims() {
            band.start[a] += (rest % window.size[a]) as i64;
            band.size[a] = 1;
            rest /= window.size[a];
        }
        band
    })
}

/// About how much memory generating takes.
pub(crate) fn memory(job: &Job) -> usize {
    let octaves: usize = job.recipe.layers.as_slice().iter().map(|noise| noise.octaves as usize).sum();
    let tables = bands(job.window).next().map_or(0, |band| {
        // At most 40 bytes for a sample of an axis. The library does the slowest and the fastest axis in parts of 32768 samples.
        let ends = [0, band.dims() - 1];
        let len = |a: usize| if ends.contains(&a) { band.size[a].min(1 << 15) } else { band.size[a] };
        (0..band.dims()).map(|a| len(a) * octaves * 40).sum()
    });
    let band = Cut::new(&job.window).samples;
    BUFFERS * band * size_of::<f32>() + tables + output::memory(job, band) + (1 << 20)
}

/// The receiving end of a generator.
pub(crate) struct Bands<'a> {
    full: Receiver<Result<Vec<f32>>>,
    empty: Sender<Vec<f32>>,
    pool: &'a ThreadPool,
}

impl<'a> Bands<'a> {
    /// The threads that generate.
    pub(crate) fn pool(&self) -> &'a ThreadPool {
        self.pool
    }

    /// Calls `take` with one band after the other.
    pub(crate) fn for_each(self, mut take: impl FnMut(&[f32]) -> Result<()>) -> Result<()> {
        for band in &self.full {
            let band = band?;
            interrupt::check()?;
            take(&band)?;
            // The generator is gone after the last band.
            let _ = self.empty.send(band);
        }
        Ok(())
    }
}

/// So many threads.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| Error::io("start threads", e))
}

/// Generates a job's bands for `consume`, on a thread pool of its own.
pub(crate) fn generate<T>(job: &Job, consume: impl FnOnce(Bands<'_>) -> Result<T>) -> Result<T> {
    let pool = &pool(job.threads)?;
    let (empty, empties) = channel();
    for _ in 0..BUFFERS {
        let _ = empty.send(buffer(Cut::new(&job.window).samples)?);
    }
    let (filled, full) = sync_channel(BUFFERS);
    thread::scope(|scope| {
        let generator = move || {
            for band in bands(job.window) {
                // The consumer is gone after an error of its own.
                let Ok(mut out) = empties.recv() else { return };
                let result = fill_band(job, pool, &band, &mut out);
                if filled.send(result.map(|()| out)).is_err() {
                    return;
                }
            }
        };
        let started = thread::Builder::new().spawn_scoped(scope, generator);
        started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        consume(Bands { full, empty, pool })
    })
}

fn fill_band(job: &Job, pool: &ThreadPool, band: &Window, out: &mut Vec<f32>) -> Result<()> {
    out.resize(band.samples()?, 0.0);
    Ok(pool.install(|| fill(&job.recipe.layers, job.backend, band, out))?)
}

/// A buffer, or an error where there is no memory for it.
pub(crate) fn buffer(samples: usize) -> Result<Vec<f32>> {
    let mut buffer = Vec::new();
    let reserved = buffer.try_reserve_exact(samples);
    reserved.map_err(|_| Error::Memory { bytes: samples * size_of::<f32>() })?;
    Ok(buffer)
}

/// The shape of the array of these samples, slowest axis first.
pub(crate) fn shape(window: &Window) -> Vec<usize> {
    window.size[..window.dims()].iter().rev().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bands follow each other without gaps, and none is larger than the buffers.
    #[test]
    fn bands_cover_their_window_in_order() {
        for size in [
            vec![5_000_000],
            vec![3, 3_000_000],
            vec![3_000_000, 3],
            vec![20_000_000, 2],
            vec![100_000, 200],
            vec![1000, 999, 7],
            vec![5, 2000, 3000],
            vec![2000, 3000, 2, 3],
            vec![3_000_000, 2, 1, 2],
            vec![0, 5],
            vec![1, 1, 1, 1],
        ] {
            let mut window = Window::new(&size).unwrap();
            window.start = [-7, 11, 1 << 40, -3];
            let limit = Cut::new(&window).samples;
            assert!(limit <= LARGEST_BAND, "{size:?}: {limit}");
            let mut next = 0;
            for band in bands(window) {
                let (mut flat, mut stride) = (0, 1);
                for a in 0..window.dims() {
                    flat += (band.start[a] - window.start[a]) as usize * stride;
                    stride *= window.size[a];
                }
                assert_eq!(flat, next, "{size:?}: {band:?}");
                assert!(band.samples().unwrap() <= limit, "{size:?}: {band:?}");
                // A slab is whole along all axes faster than the one it is cut along.
                let cut = (0..window.dims()).find(|&a| band.size[a] != window.size[a]).unwrap_or(0);
                assert!(band.size[cut + 1..window.dims()].iter().all(|&len| len == 1), "{size:?}: {band:?}");
                next += band.samples().unwrap();
            }
            assert_eq!(next, window.samples().unwrap(), "{size:?}");
        }
    }
}
