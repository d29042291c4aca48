//! Parts of a grid, and what they are filled from: octaves, axes, tables.

use alloc::vec::Vec;
use core::ops::Range;

use super::parallel::{self, Threads};
use crate::grid::Axis;
use crate::kernel::{self, Band};
use crate::simd::{Backend, WIDEST};
use crate::tables::cache::{self, Kept, PANEL};
use crate::tables::octaves::Octaves;
use crate::tables::plan::{LineAxis, Plan};

/// Samples of a buffer that would push each other out of most caches: 32 MiB.
const PAST_CACHES: usize = 1 << 23;

/// Indices of a grid's samples.
#[derive(Clone)]
pub(crate) struct Part {
    /// Along w, z, y: 0..1 where there is no such axis.
    outer: [Range<usize>; 3],
    /// Along x.
    columns: Range<usize>,
}

impl Part {
    /// From the indices along each axis, slowest first.
    pub(crate) fn new(ranges: impl DoubleEndedIterator<Item = Range<usize>>) -> Self {
        let mut fastest_first = ranges.rev();
        let mut next = || fastest_first.next().unwrap_or(0..1);
        let (columns, y, z, w) = (next(), next(), next(), next());
        Part { outer: [w, z, y], columns }
    }

    /// The number of samples of a part of a grid.
    pub(crate) fn samples(&self) -> usize {
        let lens = [self.outer[0].len(), self.outer[1].len(), self.outer[2].len(), self.columns.len()];
        // A product may overflow on its way to 0.
        if lens.contains(&0) { 0 } else { lens.iter().product() }
    }
}

/// What buffers are filled with, and how: octaves on axes that [`plan::check_axes`] accepts, and the tables that were made of them
/// before.
pub(crate) struct Source<'a> {
    pub(crate) octaves: &'a Octaves,
    pub(crate) axes: &'a [Axis<'a>],
    pub(crate) kept: &'a Kept,
    pub(crate) backend: Backend,
    pub(crate) threads: Threads,
}

impl Source<'_> {
    /// Fills a buffer of exactly the part's samples.
    pub(crate) fn fill(&self, part: &Part, out: &mut [f32]) {
        if out.is_empty() {
            return;
        }
        if self.octaves.octaves.is_empty() {
            out.fill(self.octaves.bias);
            return;
        }
        let slowest = (4 - self.axes.len()).min(2);
        let indices = part.outer[slowest].clone();
        let slice = out.len() / indices.len();
        let mut part = part.clone();
        for (first, out) in indices.step_by(PANEL).zip(out.chunks_mut(PANEL.saturating_mul(slice))) {
            part.outer[slowest] = first..first + out.len() / slice;
            self.fill_panels(&part, out);
        }
    }

    /// Fills `out` panel by panel along its rows.
    fn fill_panels(&self, part: &Part, out: &mut [f32]) {
        let (made, outer) = self.lines(part);
        let lines = [0, 1, 2].map(|a| if made[a].is_empty() { &self.kept.lines[a] } else { &made[a] });
        let row = &self.axes[self.axes.len() - 1];
        let past_caches = out.len() >= PAST_CACHES;
        for columns in cache::panels(part.columns.clone()) {
            let (made, first);
            let (panel, first_of_panel) = (columns.start / PANEL, columns.start / PANEL * PANEL);
            // Vectors are those of the table.
            let rows = match self.kept.rows.get(panel).filter(|_| columns.start.is_multiple_of(WIDEST)) {
                Some(rows) => {
                    first = columns.start - first_of_panel;
                    rows
                }
                None => {
                    first = 0;
                    made = cache::rows(self.octaves, &row.slice(columns.clone()), self.backend);
                    &made
                }
            };
            let plan = Plan::new(self.octaves, self.axes.len(), rows, lines.map(Vec::as_slice));
            let band = Band {
                outer: outer.clone(),
                columns: first..first + columns.len(),
                out: &mut out[columns.start - part.columns.start..],
                stride: part.columns.len(),
                past_caches,
            };
            parallel::run(band, self.threads, |mut band, scratch| {
                kernel::fill(self.backend, &plan, &mut band, scratch);
            });
        }
    }

    /// The tables of axes w, z, y that are not kept, made for a part, and where the part is in the tables of all.
    fn lines(&self, part: &Part) -> ([Vec<LineAxis>; 3], [Range<usize>; 3]) {
        let mut outer = part.outer.clone();
        let made = [0, 1, 2].map(|a| match cache::outer(self.axes, a) {
            Some(axis) if self.kept.lines[a].is_empty() => {
                outer[a] = 0..part.outer[a].len();
                cache::lines(self.octaves, a, &axis.slice(part.outer[a].clone()), self.backend)
            }
            _ => Vec::new(),
        });
        (made, outer)
    }
}
