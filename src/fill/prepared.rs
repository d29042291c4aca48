//! `Prepared`: a grid whose tables are made once, and which is then filled part by part.

use alloc::format;
use core::fmt;
use core::ops::Range;

#[cfg(feature = "rayon")]
use super::bands::LEAST_SAMPLES;
use super::buffers::check_length;
use super::parallel::Threads;
use super::part::Part;
use super::rows::placed;
#[cfg(feature = "rayon")]
use super::source::MOST_TABLES;
use super::source::{Made, Source, most_inner};
use crate::error::{Error, Result, axes};
use crate::grid::{AXES, Axis, MOST_BYTES};
use crate::noise::Noise;
use crate::quantity::Derived;
use crate::simd::Backend;
use crate::tables::cache::{AxisTables, MAKING_BYTES, PANEL, TABLE_BYTES};
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;
use crate::window::{Axes, Window};

/// A noise on a grid that is filled part by part, for grids larger than memory.
///
/// Every fill of a grid makes tables of its axes first. For bands of few long rows, that takes longer than computing the samples. Here the
/// tables are made once, by [`Noise::prepare`] or [`Layers::prepare`](crate::Layers::prepare), and shared by all parts. So parts may be
/// small enough for a cache: about 2^20 samples are a good size. For tiles anywhere in an endless world, a [`Sampler`](crate::Sampler) is
/// the better choice.
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
/// It holds at most 64 MiB of tables: up to 20 bytes for each column and octave, and for each sample and octave of every other axis that is
/// not longer than 32768 ([`table_bytes`](Self::table_bytes)). Tables of further columns (with one octave, of those beyond about 3.3
/// million) are made by each fill that needs them ([`fill_bytes`](Self::fill_bytes)), and so are those that grids of one dimension need.
#[doc(alias = "chunk")]
#[doc(alias = "streaming")]
pub struct Prepared {
    window: Window,
    axes: Axes,
    backend: Backend,
    octaves: Octaves,
    derived: Option<Derived>,
    kept: AxisTables,
}

impl Prepared {
    /// For a window that is valid.
    pub(crate) fn new(
        noises: &[Noise],
        derived: Option<Derived>,
        backend: Backend,
        window: Window,
    ) -> Result<Self> {
        let sets = derived.map_or(1, |derived| derived.sets(window.dims()));
        let octaves = Octaves::of_sets(noises, sets, window.dims())?;
        let axes = window.axes();
        check_axes(&octaves, &axes)?;
        let kept = AxisTables::new(&octaves, &axes, backend);
        Ok(Prepared { window, axes, backend, octaves, derived, kept })
    }

    /// The grid that was prepared.
    #[must_use]
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// The backend whose instructions are used.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The number of planes of each part, which follow one another: 1, unless the grid was prepared by
    /// [`Field::prepare`](crate::Field::prepare).
    #[must_use]
    pub fn planes(&self) -> usize {
        self.derived.map_or(1, |derived| derived.planes(self.window.dims()))
    }

    /// Fills a buffer with the samples at these indices of each axis, slowest first, on this thread. The indices count from the
    /// grid's start, and `out` has exactly the part's samples, in C order.
    ///
    /// # Errors
    /// A part with another number of axes, a range that is not within its axis, a part of more samples than a buffer can hold, or a buffer of
    /// another length. `out` is then unchanged.
    pub fn fill(&self, part: impl AsRef<[Range<usize>]>, out: &mut [f32]) -> Result<()> {
        self.fill_part(part.as_ref(), out, Threads::One)
    }

    /// [`fill`](Self::fill) on the current rayon thread pool, whose threads share the part. One thread fills a part of fewer than 32,768 samples: let each
    /// thread `fill` such parts of its own instead.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    #[cfg(feature = "rayon")]
    pub fn par_fill(&self, part: impl AsRef<[Range<usize>]>, out: &mut [f32]) -> Result<()> {
        self.fill_part(part.as_ref(), out, Threads::Pool)
    }

    /// Fills rows that are `stride` elements apart, on this thread: a part of a larger image, or rows that are padded. The part's row `n`, in C order,
    /// goes to `out[n * stride..]`; the rows of each plane follow those of the plane before it. Elements between rows keep what they have.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill), but for the buffer's length; a stride that is less than the samples of a row, or a buffer that ends before the last
    /// row does. `out` is then unchanged.
    pub fn fill_rows(&self, part: impl AsRef<[Range<usize>]>, out: &mut [f32], stride: usize) -> Result<()> {
        self.fill_part_rows(part.as_ref(), (out, stride), Threads::One)
    }

    /// [`fill_rows`](Self::fill_rows) on the current rayon thread pool.
    ///
    /// # Errors
    /// As for [`fill_rows`](Self::fill_rows).
    #[cfg(feature = "rayon")]
    pub fn par_fill_rows(
        &self,
        part: impl AsRef<[Range<usize>]>,
        out: &mut [f32],
        stride: usize,
    ) -> Result<()> {
        self.fill_part_rows(part.as_ref(), (out, stride), Threads::Pool)
    }

    /// The number of octaves that this holds: those of all noises and of what warps them. Curls in three dimensions hold those of three noises
    /// for each.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(1).frequency(0.01).fbm(6).warp_by(20.0).warp_octaves(3);
    /// assert_eq!(noise.prepare(&Grid::new([64, 64]))?.octave_count(), 6 + 2 * 3);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[must_use]
    pub fn octave_count(&self) -> usize {
        self.octaves.count()
    }

    /// The most bytes of tables that this holds: 20 for each octave and each sample of an axis that has tables. Octaves of lattice noise take 12 of them.
    /// Besides, each axis may take some hundred bytes for each octave.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let prepared = Noise::perlin(1).frequency(0.01).fbm(6).prepare(&Grid::new([10_000, 20_000]))?;
    /// assert_eq!(prepared.table_bytes(), 30_000 * 6 * 20);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        let columns = self.kept.rows.len().saturating_mul(PANEL).min(self.row().len());
        let lines = self.lines().filter(|(_, kept)| *kept).map(|(axis, _)| axis.len());
        (columns + lines.sum::<usize>()) * self.octaves.count() * TABLE_BYTES
    }

    /// The bytes of tables that a [`fill`](Self::fill) of this part makes and drops again, at most: 0 where all tables are held, and where a single row or column
    /// needs none. Besides, each thread keeps up to 3 MiB of working memory.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill), except those of the buffer.
    pub fn fill_bytes(&self, part: impl AsRef<[Range<usize>]>) -> Result<usize> {
        let part = part.as_ref();
        self.check_part(part)?;
        if part.iter().any(Range::is_empty) {
            return Ok(0);
        }
        if self.source(Threads::One).needs_no_tables(&Part::new(part.iter().cloned())) {
            return Ok(0);
        }
        let columns = &part[part.len() - 1];
        let kept = columns.end <= self.kept.rows.len() * PANEL;
        let mut samples = if kept { 0 } else { columns.len().min(PANEL) };
        let slowest = part.iter().position(|range| range.len() > 1);
        for (a, ((_, kept), range)) in self.lines().zip(part).enumerate() {
            // The first axis that is longer than 1 is filled a panel at a time, and so are long ones after it.
            let is_cut = Some(a) == slowest || range.len() > most_inner(&self.octaves);
            let len = if is_cut { range.len().min(PANEL) } else { range.len() };
            samples = samples.saturating_add(if kept { 0 } else { len });
        }
        Ok(samples.saturating_mul(self.octaves.count() * MAKING_BYTES))
    }

    /// The same for a [`par_fill`](Self::par_fill) on a pool of so many threads, each of which may make tables of its own.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let prepared = Noise::perlin(1).prepare(&Grid::new([1 << 20, 64]))?;
    /// let part = [0..1 << 16, 0..64];
    /// assert!(prepared.par_fill_bytes(&part, 4)? >= prepared.fill_bytes(&part)?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`fill`](Self::fill), except those of the buffer.
    #[cfg(feature = "rayon")]
    pub fn par_fill_bytes(&self, part: impl AsRef<[Range<usize>]>, threads: usize) -> Result<usize> {
        let part = part.as_ref();
        let of_one = self.fill_bytes(part)?;
        let samples = part.iter().map(Range::len).fold(1, usize::saturating_mul);
        let many =
            if self.octave_count() <= MOST_TABLES { threads.min(1 + samples / LEAST_SAMPLES) } else { 1 };
        Ok(of_one.saturating_mul(many.max(1)))
    }

    fn row(&self) -> &Axis<'static> {
        &self.axes[self.axes.len() - 1]
    }

    /// The axes other than x, slowest first, and whether their tables are kept.
    fn lines(&self) -> impl Iterator<Item = (&Axis<'static>, bool)> {
        let axes = &self.axes[..self.axes.len() - 1];
        axes.iter().zip(&self.kept.lines[3 - axes.len()..]).map(|(axis, kept)| (axis, !kept.is_empty()))
    }

    fn fill_part(&self, part: &[Range<usize>], out: &mut [f32], threads: Threads) -> Result<()> {
        let (indices, samples) = self.indices(part)?;
        check_length(out, samples)?;
        self.source(threads).fill(&indices, out);
        Ok(())
    }

    fn fill_part_rows(
        &self,
        part: &[Range<usize>],
        rows: (&mut [f32], usize),
        threads: Threads,
    ) -> Result<()> {
        let (indices, _) = self.indices(part)?;
        let (indices, out) = placed(indices, self.planes(), rows)?;
        self.source(threads).fill(&indices, out);
        Ok(())
    }

    /// A part that is one of this grid, and the number of its samples in all planes.
    fn indices(&self, part: &[Range<usize>]) -> Result<(Part, usize)> {
        self.check_part(part)?;
        let indices = Part::new(part.iter().cloned());
        let samples = indices.samples().saturating_mul(self.planes());
        // That is not how many samples such a part has, but the greatest number.
        if samples == usize::MAX {
            let allowed = format!("parts of at most {MOST_BYTES} in all planes");
            return Err(Error::parameter("part", format!("{part:?}"), allowed));
        }
        Ok((indices, samples))
    }

    fn source(&self, threads: Threads) -> Source<'_> {
        let Prepared { axes, backend, octaves, derived, kept, .. } = self;
        Source { octaves, made: derived.as_ref().map(Made::of), axes, kept, backend: *backend, threads }
    }

    fn check_part(&self, part: &[Range<usize>]) -> Result<()> {
        if part.len() != self.axes.len() {
            let value = format!("of {}", axes(part.len()));
            return Err(Error::parameter("part", value, axes(self.axes.len())));
        }
        let names = AXES[..part.len()].iter().rev();
        for ((range, axis), name) in part.iter().zip(&*self.axes).zip(names) {
            if range.start > range.end || range.end > axis.len() {
                let allowed = format!("start..end with start <= end <= {}", axis.len());
                return Err(Error::parameter(format!("part.{name}"), format!("{range:?}"), allowed));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prepared { window, backend, .. } = self;
        f.debug_struct("Prepared").field("window", window).field("backend", backend).finish_non_exhaustive()
    }
}
