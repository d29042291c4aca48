//! One octave of one block: what its stages share.

use super::block::Block;
use super::lattice::{Lattice, RowPart};
use crate::tables::plan::OctavePlan;

/// One octave of one block.
pub(super) struct Work<'a> {
    pub(super) octave: &'a OctavePlan<'a>,
    /// What the octave is added to; if there is nothing, to what the buffer holds.
    pub(super) start: Option<f32>,
    pub(super) block: &'a Block,
    pub(super) part: &'a RowPart<'a>,
    pub(super) lattice: &'a Lattice,
}

impl Work<'_> {
    /// The first of the two lines around a row along w, z, y.
    pub(super) fn first_lines(&self, wzy: [usize; 3]) -> [usize; 3] {
        let mut lines = self.lattice.lines.each_ref().map(|lines| lines.start);
        for a in 4 - self.octave.dims..3 {
            lines[a] = self.octave.outer[a].line[wzy[a]] as usize;
        }
        lines
    }

    /// Where the corners around a row start that is in these lines: bits 0, 1, 2 of the index are y, z, w.
    pub(super) fn corners_around(&self, [w, z, y]: [usize; 3]) -> [usize; 8] {
        let mut at = [0; 8];
        for (b, at) in at.iter_mut().enumerate().take(1 << (self.octave.dims - 1)) {
            *at = self.lattice.corners_at([w + (b >> 2 & 1), z + (b >> 1 & 1), y + (b & 1)]);
        }
        at
    }

    /// Fractions and fades of a row along y, z, w.
    pub(super) fn fractions(&self, wzy: [usize; 3]) -> ([f32; 3], [f32; 3]) {
        let (mut t, mut u) = ([0.0; 3], [0.0; 3]);
        for a in 4 - self.octave.dims..3 {
            let fractions = &self.octave.outer[a].fractions;
            (t[2 - a], u[2 - a]) = (fractions.t()[wzy[a]], fractions.u()[wzy[a]]);
        }
        (t, u)
    }
}
