//! What parts of a grid are filled from: octaves, axes, tables.

use core::ops::Range;

use super::parallel::{self, Threads};
use super::part::Part;
use super::planes::PlaneBuffers;
use crate::grid::Axis;
use crate::kernel::series::Series;
use crate::kernel::small::Left;
use crate::kernel::{self, Band, More, Plan, Scratch};
use crate::quantity::Derived;
use crate::simd::Backend;
use crate::tables::axis::{AxisTable, Coordinates};
use crate::tables::cache::{self, AxisTables, Making, PANEL};
use crate::tables::octaves::Octaves;

/// Buffers of this many samples, 32 MiB, do not fit into most caches.
const PAST_CACHES: usize = 1 << 23;

/// The same where computing samples takes longer than writing them past the caches, so that the writes cost no time. Buffers of this many, 16 MiB, do not
/// fit into the part of a cache that a thread has for itself.
const PAST_CACHES_BESIDE: usize = 1 << 22;

/// The most samples of a grid that is filled uncut.
const UNCUT: usize = 1 << 18;

/// From this many samples on, counted over all axes and octaves, a grid is cut: its tables are much work, which threads may share.
const SHARED_TABLES: usize = 4096;

/// The most samples of all octaves along an axis between the slowest and the fastest one for which tables are made at once.
const MOST_INNER: usize = 1 << 20;

/// The most octaves for which each thread makes tables of its own: some 5 MiB of them.
#[cfg(feature = "rayon")]
pub(super) const MOST_TABLES: usize = 32;

/// The fewest rows that are copied past caches. Where there are fewer, most of the time goes to tables, and such copies make it longer.
const ROWS_PAST_CACHES: usize = 8;

/// The fewest columns beside gaps that are.
const COLUMNS_PAST_CACHES: usize = 1024;

/// What is made of samples, and the kernel that makes it. The kernel is a function pointer, so that programs that only sample values do not
/// contain it.
#[derive(Clone, Copy)]
pub(crate) struct Made<'a> {
    derived: &'a Derived,
    fill: fn(Backend, &Plan<'_>, &Derived, &mut Band<'_>, &mut Scratch),
}

impl<'a> Made<'a> {
    pub(crate) fn of(derived: &'a Derived) -> Self {
        Made { derived, fill: kernel::derivatives::fill }
    }
}

/// What buffers are filled with, and how: octaves on axes that [`check_axes`](crate::tables::check::check_axes) accepts, and the tables that
/// were made of them before.
pub(crate) struct Source<'a> {
    pub(crate) octaves: &'a Octaves,
    /// What is made of samples; `None` for their values.
    pub(crate) made: Option<Made<'a>>,
    pub(crate) axes: &'a [Axis<'a>],
    pub(crate) kept: &'a AxisTables,
    pub(crate) backend: Backend,
    pub(crate) threads: Threads,
}

impl Source<'_> {
    /// Fills a buffer that has exactly the [elements](Part::elements) of the part's planes.
    pub(crate) fn fill(&self, part: &Part, out: &mut [f32]) {
        if out.is_empty() {
            return;
        }
        match self.made {
            None if self.octaves.octaves.is_empty() => {
                out.chunks_mut(part.stride).for_each(|row| row[..part.width()].fill(self.octaves.bias));
            }
            None => self.fill_planes(part, PlaneBuffers::one(out)),
            Some(made) => {
                let planes = made.derived.planes(self.axes.len());
                self.fill_planes(part, PlaneBuffers::of(out, planes, part.rows() * part.stride));
            }
        }
    }

    /// Whether [`fill_uncut`](Self::fill_uncut) can fill a grid of this many samples.
    pub(crate) fn is_uncut(octaves: &Octaves, axes: &[Axis<'_>], samples: usize) -> bool {
        !cfg!(perlane_small)
            && (1..=UNCUT).contains(&samples)
            && !octaves.octaves.is_empty()
            && !has_large_tables(lens(axes), octaves)
    }

    /// Fills a buffer with the values of a whole grid whose axes are all short, on this thread. The grid is not cut, and only the thread
    /// keeps tables.
    pub(crate) fn fill_uncut(&self, part: &Part, out: &mut [f32]) {
        match self.series(part) {
            Some(series) => self.fill_series(&series, out),
            None => {
                let out = (out, part.stride);
                Self::with_uncut((self.octaves, 0), self.axes, out, self.backend, kernel::fill);
            }
        }
    }

    /// Adds what a small grid has left: the octaves from `first` on. The buffer holds those before.
    pub(crate) fn add_left(left: Left, octaves: &Octaves, axes: &[Axis<'_>], out: &mut [f32]) {
        let (Left { first, backend }, stride) = (left, axes.last().map_or(0, Axis::len));
        Self::with_uncut((octaves, first), axes, (out, stride), backend, |backend, plan, band, scratch| {
            kernel::add_octaves(backend, plan, first, band, scratch);
        });
    }

    /// Calls `fill` with a whole grid whose axes are all short, and with tables for all octaves from one on.
    fn with_uncut(
        (octaves, first): (&Octaves, usize),
        axes: &[Axis<'_>],
        (out, stride): (&mut [f32], usize),
        backend: Backend,
        fill: impl FnOnce(Backend, &Plan<'_>, &mut Band<'_>, &mut Scratch),
    ) {
        let Some((x, others)) = axes.split_last() else { return };
        Making::with(|making| {
            let Making { row, lines, coordinates } = &mut *making;
            row.update((octaves, first), 0, x, coordinates, backend);
            let mut outer = [0..1, 0..1, 0..1];
            let mut tables: [&[AxisTable]; 3] = [&[]; 3];
            for (a, (axis, made)) in others.iter().zip(&mut lines[3 - others.len()..]).enumerate() {
                let a = 3 - others.len() + a;
                made.update((octaves, first), 3 - a, axis, coordinates, backend);
                outer[a].end = axis.len();
                tables[a] = &made.tables;
            }
            let plan = Plan { dims: axes.len(), octaves, row: &row.tables, outer: tables };
            let mut band =
                Band { outer, columns: 0..x.len(), out, stride, more: More::default(), past_caches: false };
            Scratch::with(|scratch| fill(backend, &plan, &mut band, scratch));
            making.shrink();
        });
    }

    /// Whether a buffer for a part is better written past the caches.
    fn is_past_caches(&self, part: &Part) -> bool {
        let samples = part.samples();
        let takes_longer = self.made.is_none() && (self.octaves.is_summed || self.octaves.has_pointwise);
        let large = if takes_longer { PAST_CACHES_BESIDE } else { PAST_CACHES };
        // Beside a gap, the parts of lines at both ends of a row take longer than whole lines.
        let has_whole_lines = part.has_no_gaps() || part.width() >= COLUMNS_PAST_CACHES;
        samples >= large && part.rows() >= ROWS_PAST_CACHES && has_whole_lines
    }

    /// Fills planes: on the pool in pieces, where panels are too small for all threads.
    fn fill_planes(&self, part: &Part, out: PlaneBuffers<'_>) {
        let out = PlaneBuffers { past_caches: self.is_past_caches(part), ..without_gap(part, out) };
        match self.threads {
            #[cfg(feature = "rayon")]
            Threads::Pool if self.octaves.count() <= MOST_TABLES => {
                self.fill_pieces(part, out, rayon_core::current_num_threads());
            }
            _ => self.fill_piece(part, out),
        }
    }

    /// The same in pieces for so many threads of the pool.
    #[cfg(feature = "rayon")]
    fn fill_pieces(&self, part: &Part, out: PlaneBuffers<'_>, threads: usize) {
        let (axis, extent) = part.extent();
        let Some(indices) = extent.indices_of_piece(threads) else { return self.fill_piece(part, out) };
        let (one, step) = (Source { threads: Threads::One, ..*self }, part.step(axis));
        parallel::run_pieces(out, indices * step, |first, planes| {
            let first = first / step;
            // The buffer ends with its last sample, and not with a gap.
            let piece = part.piece(axis, first..first + planes.samples().div_ceil(step));
            let planes = without_gap(&piece, planes);
            match indices {
                // A row, of which there are at most as many as threads.
                1 => one.fill_pieces(&piece, planes, threads.div_ceil(extent.indices)),
                _ => one.fill_piece(&piece, planes),
            }
        });
    }

    fn fill_piece(&self, part: &Part, out: PlaneBuffers<'_>) {
        if let Some(series) = self.series(part) {
            return self.fill_series(&series, out.first);
        }
        Making::with(|making| {
            self.fill_slices(part, out, making);
            making.shrink();
        });
    }

    /// Whether a part is filled without tables.
    pub(crate) fn needs_no_tables(&self, part: &Part) -> bool {
        self.series(part).is_some()
    }

    /// How a part is filled without tables: as a single row or column. `None` for all other parts and for derived quantities; for short rows in several
    /// dimensions, as the thread keeps the tables of the other axes for the next row; and where a prepared grid holds the tables.
    fn series(&self, part: &Part) -> Option<Series<'_>> {
        // `Series::of` refuses everything in programs that must be small. Asked here too, nothing of this function is left in them.
        if cfg!(perlane_small) {
            return None;
        }
        let dims = self.axes.len();
        let a = only_axis(dims, |a| part.range(a).len())?;
        let keeps_tables = match a {
            0 => dims > 1 && (part.columns.len() <= PANEL || !self.kept.rows.is_empty()),
            _ => !self.kept.lines[3 - a].is_empty(),
        };
        // The samples of a column follow each other in memory, as those of a row do.
        if self.made.is_some() || keeps_tables || !part.has_no_gaps() {
            return None;
        }
        let first = |a: usize| self.axes[dims - 1 - a].world(part.range(a).start);
        let axis = self.axes[dims - 1 - a].slice(part.range(a).clone());
        Series::of(self.octaves, (0..dims).rev().map(first), (a, &axis), self.backend)
    }

    fn fill_series(&self, series: &Series<'_>, out: &mut [f32]) {
        let (outer, columns, stride) = ([0..1, 0..1, 0..1], 0..out.len(), out.len());
        let band = Band { outer, columns, out, stride, more: More::default(), past_caches: false };
        parallel::run(band, self.threads, |band, scratch| series.fill(band.columns.start, band.out, scratch));
    }

    /// Fills planes some indices of the slowest axis at a time, so that few of them have tables at a time.
    fn fill_slices(&self, part: &Part, mut out: PlaneBuffers<'_>, making: &mut Making) {
        let slowest = part.slowest().unwrap_or(2);
        let indices = part.outer[slowest].clone();
        let step = part.step(slowest);
        let mut part = part.clone();
        let most_inner = most_inner(self.octaves);
        let has_long = part.outer[slowest + 1..].iter().any(|range| range.len() > most_inner);
        let each = if has_long { 1 } else { PANEL };
        for first in indices.clone().step_by(each) {
            let last = indices.end.min(first + each);
            let (panels, rest) = out.split_at((last - first) * step);
            out = rest;
            part.outer[slowest] = first..last;
            if has_long {
                self.fill_slices(&part, panels, making);
            } else {
                self.fill_panels(&part, panels, making);
            }
        }
    }

    /// Fills `out` panel by panel along its rows.
    fn fill_panels(&self, part: &Part, mut out: PlaneBuffers<'_>, making: &mut Making) {
        let Making { row: made_row, lines: made_lines, coordinates } = making;
        let outer = self.make_lines(part, made_lines, coordinates);
        let lines = [0, 1, 2].map(|a| self.tables_of_lines(a, &made_lines[a].tables));
        let row = &self.axes[self.axes.len() - 1];
        for columns in cache::panels(part.columns.clone()) {
            let (panel, first_of_panel) = (columns.start / PANEL, columns.start / PANEL * PANEL);
            let (row, first) = match self.kept.rows.get(panel) {
                Some(kept) => (kept.as_slice(), columns.start - first_of_panel),
                None => {
                    let axis = row.slice(columns.clone());
                    made_row.update((self.octaves, 0), 0, &axis, coordinates, self.backend);
                    (made_row.tables.as_slice(), 0)
                }
            };
            let plan = Plan { dims: self.axes.len(), octaves: self.octaves, row, outer: lines };
            let PlaneBuffers { first: out, more, past_caches } = out.from(columns.start - part.columns.start);
            let band = Band {
                outer: outer.clone(),
                columns: first..first + columns.len(),
                out,
                stride: part.stride,
                more,
                past_caches,
            };
            parallel::run(band, self.threads, |mut band, scratch| match self.made {
                None => kernel::fill(self.backend, &plan, &mut band, scratch),
                Some(Made { derived, fill }) => fill(self.backend, &plan, derived, &mut band, scratch),
            });
        }
    }

    /// Makes the tables of the axes w, z, y that are not kept, for a part. Returns the part's indices in the tables of all three axes.
    fn make_lines(
        &self,
        part: &Part,
        made: &mut [cache::LastTables; 3],
        coordinates: &mut Coordinates,
    ) -> [Range<usize>; 3] {
        let mut outer = part.outer.clone();
        for a in 0..3 {
            if let Some(axis) = cache::outer(self.axes, a).filter(|_| self.kept.lines[a].is_empty()) {
                outer[a] = 0..part.outer[a].len();
                let axis = axis.slice(part.outer[a].clone());
                made[a].update((self.octaves, 0), 3 - a, &axis, coordinates, self.backend);
            }
        }
        outer
    }

    /// The tables of axis w, z or y for each octave; empty for an axis that does not exist.
    fn tables_of_lines<'a>(&'a self, a: usize, made: &'a [AxisTable]) -> &'a [AxisTable] {
        match cache::outer(self.axes, a) {
            None => &[],
            Some(_) if self.kept.lines[a].is_empty() => made,
            Some(_) => &self.kept.lines[a],
        }
    }
}

/// The most samples along an axis between the slowest and the fastest one for which tables are made at once, for these octaves.
pub(crate) fn most_inner(octaves: &Octaves) -> usize {
    (MOST_INNER / octaves.count().max(1)).max(PANEL)
}

/// The only axis that may be longer than 1, if it is x (0) or the slowest one; x where none is longer. `None` for all other grids, also for a single column
/// along an axis in between, for which `Series` has no code.
fn only_axis(dims: usize, len: impl Fn(usize) -> usize) -> Option<usize> {
    match dims - 1 {
        last if (1..=last).all(|a| len(a) == 1) => Some(0),
        last if (0..last).all(|a| len(a) == 1) => Some(last),
        _ => None,
    }
}

/// Whether tables of so many samples, counted over all axes, are so much work that threads may share it.
fn has_large_tables(samples: usize, octaves: &Octaves) -> bool {
    samples.saturating_mul(octaves.count()) >= SHARED_TABLES
}

/// The planes up to a part's last sample, without the gap after it: work is cut as if there were nothing but samples.
fn without_gap<'a>(part: &Part, planes: PlaneBuffers<'a>) -> PlaneBuffers<'a> {
    // A part whose elements no number can say has no buffer.
    planes.split_at(part.elements(1).unwrap_or(usize::MAX)).0
}

/// Samples along all axes.
fn lens(axes: &[Axis<'_>]) -> usize {
    axes.iter().map(Axis::len).sum()
}
