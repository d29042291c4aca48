//! Tables of a grid's axes: made for one fill, or once for many.

use alloc::vec::Vec;
use core::ops::Range;

use crate::grid::Axis;
use crate::simd::Backend;
use crate::tables::octaves::Octaves;
use crate::tables::places::Worlds;
use crate::tables::plan::{LineAxis, RowAxis};

/// The most samples along the slowest and along the fastest axis that one plan has tables for: these are done in parts. The axes
/// between them have tables for all their samples.
pub(crate) const PANEL: usize = 1 << 15;

/// The most bytes of tables that are kept.
const MOST: usize = 64 << 20;

/// Bytes of tables for a sample of an axis and an octave, at most.
pub(crate) const EACH: usize = 20;

/// Bytes of tables, and of what they are made from, for a sample of an axis and an octave, at most.
pub(crate) const MAKING: usize = 40;

/// Tables of whole axes, as far as there is room for them. Empty: there are none.
#[derive(Default)]
pub(crate) struct Kept {
    /// The first panels of a row, with a table for each octave.
    pub(crate) rows: Vec<Vec<RowAxis>>,
    /// Axes w, z, y, with a table for each octave, or with none.
    pub(crate) lines: [Vec<LineAxis>; 3],
}

impl Kept {
    /// For axes that `plan::check_axes` accepts.
    pub(crate) fn new(octaves: &Octaves, axes: &[Axis<'_>], backend: Backend) -> Self {
        let mut kept = Kept::default();
        // A row has tables that all fills share. In one dimension, fills have parts of the row, and none shares anything.
        let Some((row, [_, ..])) = axes.split_last() else { return kept };
        if axes.iter().any(|axis| axis.len() == 0) {
            return kept;
        }
        let mut room = MOST / EACH / octaves.octaves.len().max(1);
        let mut fits = |samples: usize| {
            let left = room.checked_sub(samples);
            room = left.unwrap_or(room);
            left.is_some()
        };
        let whole = panels(0..row.len()).take_while(|columns| fits(columns.len()));
        kept.rows = whole.map(|columns| rows(octaves, &row.slice(columns), backend)).collect();
        for a in (0..3).rev() {
            // The slowest axis of a tall grid would take the room of all others.
            if let Some(axis) = outer(axes, a).filter(|axis| axis.len() <= PANEL && fits(axis.len())) {
                kept.lines[a] = lines(octaves, a, axis, backend);
            }
        }
        kept
    }
}

/// Cuts a row where its panels meet.
pub(crate) fn panels(columns: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let Range { start, end } = columns;
    let cuts = (start / PANEL * PANEL..end).step_by(PANEL);
    cuts.map(move |first| start.max(first)..end.min(first.saturating_add(PANEL)))
}

/// The axis w, z or y, if it is there.
pub(crate) fn outer<'a, 'b>(axes: &'a [Axis<'b>], a: usize) -> Option<&'a Axis<'b>> {
    (axes.len() + a).checked_sub(4).and_then(|i| axes.get(i))
}

/// Tables of the x axis, which has samples, for each octave.
pub(crate) fn rows(octaves: &Octaves, axis: &Axis<'_>, backend: Backend) -> Vec<RowAxis> {
    let worlds = Worlds::new(axis);
    octaves.octaves.iter().map(|octave| RowAxis::new(octave, &worlds, backend)).collect()
}

/// Tables of the axis w, z or y, which has samples, for each octave.
pub(crate) fn lines(octaves: &Octaves, a: usize, axis: &Axis<'_>, backend: Backend) -> Vec<LineAxis> {
    let worlds = Worlds::new(axis);
    octaves.octaves.iter().map(|octave| LineAxis::new(octave, 3 - a, &worlds, backend)).collect()
}
