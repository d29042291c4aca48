//! Generation by bands: memory does not grow with the window.
//!
//! A thread generates a band while the caller writes the one before. Bands are parts of one prepared grid, and share its tables.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use perlane::{Backend, Error as LibraryError, Layers, Window};
use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::output;
use crate::resolve::Job;
use crate::terminal::interrupt;

/// Samples of a band: large against the cost of starting one, small against memory.
const BAND: usize = 1 << 21;

/// Threads share a band's rows, and a thread's rows share corners of the lattice: bands of wide windows are larger.
const LEAST_ROWS: usize = 128;

/// As large as these may get.
const LARGEST_BAND: usize = 1 << 23;

/// Samples along the slowest and along the fastest axis that the library has tables for at a time.
const PANEL: usize = 1 << 15;

/// The most bytes of tables that it keeps.
const KEPT: usize = 64 << 20;

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

/// A band: the indices of its samples along x, y, z, w.
type Band = [Range<usize>; 4];

/// A window's bands, in the order of its samples.
fn bands(window: Window) -> impl Iterator<Item = Band> {
    let Cut { axis, step, .. } = Cut::new(&window);
    let pieces = window.size[axis].div_ceil(step);
    let slabs = || window.size[axis + 1..window.dims()].iter().product::<usize>();
    let count = if window.size.contains(&0) { 0 } else { pieces * slabs() };
    (0..count).map(move |n| {
        let mut band = window.size.map(|len| 0..len);
        let first = n % pieces * step;
        band[axis] = first..window.size[axis].min(first + step);
        let mut rest = n / pieces;
        for a in axis + 1..window.dims() {
            band[a] = rest % window.size[a]..rest % window.size[a] + 1;
            rest /= window.size[a];
        }
        band
    })
}

/// The number of samples of a band.
fn samples(band: &Band) -> usize {
    band.iter().map(Range::len).product()
}

/// About how much memory generating takes.
pub(crate) fn memory(job: &Job) -> usize {
    let octaves: usize = job.recipe.layers.as_slice().iter().map(|noise| noise.octaves as usize).sum();
    let (dims, size) = (job.window.dims(), job.window.size);
    // At most 20 bytes for a sample of an axis, of no axis but x that is longer than a panel.
    let kept = (0..dims).filter(|a| dims > 1 && (*a == 0 || size[*a] <= PANEL));
    let kept = kept.fold(0, |bytes: usize, a| bytes.saturating_add(size[a].saturating_mul(octaves * 20)));
    let made = bands(job.window).next().map_or(0, |band| {
        // At most 40 bytes for a sample of an axis.
        let ends = [0, dims - 1];
        let len = |a: usize| if ends.contains(&a) { band[a].len().min(PANEL) } else { band[a].len() };
        (0..dims).map(|a| len(a) * octaves * 40).sum()
    });
    let band = Cut::new(&job.window).samples;
    BUFFERS * band * size_of::<f32>() + kept.min(KEPT) + made + output::memory(job, band) + (1 << 20)
}

/// Fills a buffer with a band, on the current thread pool.
type Filler = Box<dyn Fn(&Band, &mut [f32]) -> Result<(), LibraryError> + Sync>;

/// What fills the bands of a job's window.
fn prepare(job: &Job) -> Result<Filler, LibraryError> {
    match job.window.dims() {
        1 => prepare_in::<1>(job),
        2 => prepare_in::<2>(job),
        3 => prepare_in::<3>(job),
        _ => prepare_in::<4>(job),
    }
}

fn prepare_in<const D: usize>(job: &Job) -> Result<Filler, LibraryError> {
    let prepared = job.recipe.layers.prepare_with(job.backend, &job.window.to_grid::<D>()?)?;
    let array_order = |band: &Band| std::array::from_fn(|a| band[D - 1 - a].clone());
    Ok(Box::new(move |band, out| prepared.par_fill(array_order(band), out)))
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
            let filler = match prepare(job) {
                Ok(filler) => filler,
                Err(e) => {
                    // The consumer is gone after an error of its own: here, and below.
                    let _ = filled.send(Err(e.into()));
                    return;
                }
            };
            for band in bands(job.window) {
                let Ok(mut out) = empties.recv() else { return };
                out.resize(samples(&band), 0.0);
                let result = pool.install(|| filler(&band, &mut out));
                if filled.send(result.map(|()| out).map_err(Error::from)).is_err() {
                    return;
                }
            }
        };
        let started = thread::Builder::new().spawn_scoped(scope, generator);
        started.map_err(|source| Error::Io { doing: "start a thread".to_owned(), source })?;
        consume(Bands { full, empty, pool })
    })
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
            let window = Window::new(&size).unwrap();
            let limit = Cut::new(&window).samples;
            assert!(limit <= LARGEST_BAND, "{size:?}: {limit}");
            let mut next = 0;
            for band in bands(window) {
                let (mut flat, mut stride) = (0, 1);
                for a in 0..window.dims() {
                    flat += band[a].start * stride;
                    stride *= window.size[a];
                }
                assert_eq!(flat, next, "{size:?}: {band:?}");
                assert!(samples(&band) <= limit, "{size:?}: {band:?}");
                // A slab is whole along all axes faster than the one it is cut along.
                let cut = (0..window.dims()).find(|&a| band[a].len() != window.size[a]).unwrap_or(0);
                assert!(band[cut + 1..].iter().all(|range| range.len() == 1), "{size:?}: {band:?}");
                next += samples(&band);
            }
            assert_eq!(next, window.samples().unwrap(), "{size:?}");
        }
    }
}
