//! Tables of a grid's axes. They are made once for many fills, or for one fill, in memory that the thread keeps for its next fill of the
//! same axis.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::grid::Axis;
use crate::simd::Backend;
use crate::tables::axis::{AxisTable, Coordinates, tabulate};
use crate::tables::octaves::{Id, Octaves};

/// The most samples along the slowest axis that is longer than 1, and along the fastest one, for which one pass makes tables. Longer axes are filled in parts,
/// so that the tables stay in the first-level and second-level caches. The axes between them have tables for all their samples.
pub(crate) const PANEL: usize = 1 << 13;

/// The most samples of an axis w, z or y whose tables are kept.
const MOST_LINES: usize = 1 << 15;

/// The most bytes of tables that are kept.
const MOST_BYTES: usize = 64 << 20;

/// The most bytes of tables for a sample of an axis and an octave.
pub(crate) const TABLE_BYTES: usize = 20;

/// The most bytes of tables, and of what they are made from, for a sample of an axis and an octave.
pub(crate) const MAKING_BYTES: usize = 40;

/// Tables of whole axes, as far as there is room for them.
#[derive(Default)]
pub(crate) struct AxisTables {
    /// The first panels of a row, with a table for each octave.
    pub(crate) rows: Vec<Vec<AxisTable>>,
    /// The axes w, z, y, with a table for each octave; empty for an axis without tables.
    pub(crate) lines: [Vec<AxisTable>; 3],
}

/// No tables.
pub(crate) static NONE: AxisTables =
    AxisTables { rows: Vec::new(), lines: [Vec::new(), Vec::new(), Vec::new()] };

impl AxisTables {
    /// For axes that `check::check_axes` accepts.
    pub(crate) fn new(octaves: &Octaves, axes: &[Axis<'_>], backend: Backend) -> Self {
        let mut tables = AxisTables::default();
        // All fills share the tables of a row. In one dimension, each fill has its own part of the row, so there is nothing to share.
        let Some((row, [_, ..])) = axes.split_last() else { return tables };
        if axes.iter().any(|axis| axis.len() == 0) {
            return tables;
        }
        let mut room = MOST_BYTES / TABLE_BYTES / octaves.count().max(1);
        let mut fits = |samples: usize| {
            let left = room.checked_sub(samples);
            room = left.unwrap_or(room);
            left.is_some()
        };
        let mut coordinates = Coordinates::default();
        let mut made = |a: usize, axis: &Axis<'_>| {
            let mut tables = Vec::new();
            tabulate(&mut tables, (octaves, 0), a, axis, &mut coordinates, backend);
            tables
        };
        for columns in panels(0..row.len()).take_while(|columns| fits(columns.len())) {
            tables.rows.push(made(0, &row.slice(columns)));
        }
        for a in (0..3).rev() {
            // A longer axis gets no tables: the slowest one of a tall grid would take the room of all others.
            if let Some(axis) = outer(axes, a).filter(|axis| axis.len() <= MOST_LINES && fits(axis.len())) {
                tables.lines[a] = made(3 - a, axis);
            }
        }
        tables
    }
}

/// Cuts a row where its panels meet.
pub(crate) fn panels(columns: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let Range { start, end } = columns;
    let cuts = (start / PANEL * PANEL..end).step_by(PANEL);
    cuts.map(move |first| start.max(first)..end.min(first.saturating_add(PANEL)))
}

/// Axis w, z or y (`a` is 0, 1 or 2), if it exists.
pub(crate) fn outer<'a, 'b>(axes: &'a [Axis<'b>], a: usize) -> Option<&'a Axis<'b>> {
    (axes.len() + a).checked_sub(4).and_then(|i| axes.get(i))
}

/// Memory for the tables of one fill, kept for the thread's next one, because to allocate it takes longer than to fill a small grid.
#[derive(Default)]
pub(crate) struct Making {
    pub(crate) row: LastTables,
    pub(crate) lines: [LastTables; 3],
    pub(crate) coordinates: Coordinates,
}

/// The tables of one axis, and what they were made from. A chunk of a world often has two of three axes in common with the chunk before it.
#[derive(Default)]
pub(crate) struct LastTables {
    pub(crate) tables: Vec<AxisTable>,
    of: Option<Origin>,
}

/// What tables are made from.
#[derive(PartialEq)]
struct Origin {
    octaves: Id,
    /// The first octave that has a table.
    first: usize,
    /// Origin, spacing and start, bit for bit, and length of the axis.
    axis: (u64, u64, i64, usize),
    backend: Backend,
}

impl Origin {
    /// For the tables of an even axis. `None` for other axes, or if the octaves have no number to recognise them by.
    fn of((octaves, first): (&Octaves, usize), axis: &Axis<'_>, backend: Backend) -> Option<Self> {
        let Axis::Even { origin, spacing, start, len } = *axis else { return None };
        Some(Origin {
            octaves: octaves.id?,
            first,
            axis: (origin.to_bits(), spacing.to_bits(), start, len),
            backend,
        })
    }
}

impl LastTables {
    /// Makes the tables of axis `a` (0 is x), for all octaves from the given one on, unless they are there already.
    pub(crate) fn update(
        &mut self,
        octaves: (&Octaves, usize),
        a: usize,
        axis: &Axis<'_>,
        coordinates: &mut Coordinates,
        backend: Backend,
    ) {
        let of = Origin::of(octaves, axis, backend);
        if of.is_some() && of == self.of {
            return;
        }
        tabulate(&mut self.tables, octaves, a, axis, coordinates, backend);
        self.of = of;
    }
}

/// The most bytes of tables and coordinates that a thread keeps.
const KEPT_BYTES: usize = 384 << 10;

impl Making {
    /// Frees what is more than a thread should keep.
    pub(crate) fn shrink(&mut self) {
        let tables = self.row.tables.iter().chain(self.lines.iter().flat_map(|made| &made.tables));
        if tables.map(AxisTable::bytes).sum::<usize>() + self.coordinates.bytes() > KEPT_BYTES {
            *self = Making::default();
        }
    }
}

crate::kept::kept_for_thread!(Making, Box::default);
