//! `Prepared`: a grid whose tables are made once, to be filled part by part.

use core::fmt;
use core::ops::Range;

use crate::error::{Error, Result};
use crate::fill::{Part, Source, Threads, check_length};
use crate::grid::{AXES, Grid};
use crate::noise::Noise;
use crate::simd::backend::Backend;
use crate::tables::cache::Kept;
use crate::tables::octaves::Octaves;
use crate::tables::plan;

/// A noise on a grid that is filled part by part, as it may be larger than memory.
///
/// Each fill of a [`Grid`] makes tables of its axes first, and bands of few long rows, or small tiles, spend more on these than on their
/// samples. Here the tables are made once, by [`Noise::prepare`] or [`Layers::prepare`](crate::Layers::prepare), and shared by all
/// parts whose first column is a multiple of 16. So bands can be as small as caches are: about 2^20 samples are a good size.
///
/// ```
/// use perlane::{Grid, Noise};
/// let noise = Noise::perlin(42).frequency(1.0 / 128.0).fbm(6);
/// let prepared = noise.prepare(&Grid::new([1 << 20, 4096]))?; // 16 GiB of samples
/// let mut band = vec![0.0; 256 * 4096];
/// for first in (0..1024).step_by(256) {
///     prepared.fill([first..first + 256, 0..4096], &mut band)?;
///     // write it somewhere
/// }
/// # let mut want = band.clone();
/// # noise.fill(&Grid::new([256, 4096]).start([768, 0]), &mut want)?;
/// # assert_eq!(band, want);
/// # Ok::<(), perlane::Error>(())
/// ```
///
/// It holds at most 64 MiB of tables: up to 20 bytes a column and octave, and as much a sample and octave of each other axis that
/// is not longer than 32768. Columns that find no room, from the third million on in one octave, and parts that start at other columns
/// have tables that are made for the call; so has a grid of one dimension.
pub struct Prepared<const D: usize> {
    grid: Grid<D>,
    backend: Backend,
    octaves: Octaves,
    kept: Kept,
}

impl<const D: usize> Prepared<D> {
    pub(crate) fn new(noises: &[Noise], backend: Backend, grid: &Grid<D>) -> Result<Self> {
        const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
        grid.validate()?;
        let octaves = Octaves::new(noises, D)?;
        plan::check_axes(&octaves, &grid.axes())?;
        let kept = Kept::new(&octaves, &grid.axes(), backend);
        Ok(Prepared { grid: *grid, backend, octaves, kept })
    }

    /// Fills a buffer with the samples at these indices of each axis, slowest first, on this thread. The indices count from the
    /// grid's start, and `out` has exactly the part's samples, in C order.
    ///
    /// # Errors
    /// A range that is not within its axis, or a buffer of another length. `out` is then as it was.
    pub fn fill(&self, part: [Range<usize>; D], out: &mut [f32]) -> Result<()> {
        self.fill_part(&part, out, Threads::One)
    }

    /// [`fill`](Self::fill) on the current rayon thread pool. Threads share out rows, and a thread needs a few dozen to be fast:
    /// where a part has fewer, rather let each thread `fill` a part of its own.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    pub fn par_fill(&self, part: [Range<usize>; D], out: &mut [f32]) -> Result<()> {
        self.fill_part(&part, out, Threads::Pool)
    }

    fn fill_part(&self, part: &[Range<usize>; D], out: &mut [f32], threads: Threads) -> Result<()> {
        for (a, range) in part.iter().enumerate() {
            if range.start > range.end || range.end > self.grid.shape[a] {
                let name = alloc::format!("part.{}", AXES[D - 1 - a]);
                let allowed = alloc::format!("start..end with start <= end <= {}", self.grid.shape[a]);
                return Err(Error::parameter(name, alloc::format!("{range:?}"), allowed));
            }
        }
        let part = Part::new(part.iter().cloned());
        check_length(out, part.samples())?;
        let axes = self.grid.axes();
        let (octaves, kept, backend) = (&self.octaves, &self.kept, self.backend);
        Source { octaves, axes: &axes, kept, backend, threads }.fill(&part, out);
        Ok(())
    }
}

impl<const D: usize> fmt::Debug for Prepared<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prepared { grid, backend, .. } = self;
        f.debug_struct("Prepared").field("grid", grid).field("backend", backend).finish_non_exhaustive()
    }
}
