//! One octave of one block: what its stages share.

use super::block::Block;
use super::lattice::Lattice;
use super::octave::OctavePlan;

/// One octave of one block.
pub(super) struct Work<'a> {
    pub(super) octave: &'a OctavePlan<'a>,
    /// What the octave is added to; if there is nothing, to what the buffer holds.
    pub(super) start: Option<f32>,
    pub(super) block: &'a Block,
    pub(super) lattice: &'a Lattice,
}

impl Work<'_> {
    /// The first of the two lines around a row along w, z, y.
    pub(super) fn first_lines(&self, wzy: [usize; 3]) -> [usize; 3] {
        let mut lines = self.lattice.lines.each_ref().map(|lines| lines.start);
        for a in 4 - self.octave.dims..3 {
            lines[a] = self.octave.outer[a].first()[wzy[a]] as usize;
        }
        lines
    }

    /// Where the corners around a row start that is in these lines: bits 0, 1, 2 of the index are y, z, w.
    pub(super) fn corners_around(&self, lines: [usize; 3]) -> [usize; 8] {
        let first = self.lattice.corners_at(lines);
        let beyond = self.lattice.around();
        let used = 1 << (self.octave.dims - 1);
        core::array::from_fn(|b| if b < used { first + beyond[b] } else { 0 })
    }

    /// Fractions and fades of a row along y, z, w.
    pub(super) fn fractions(&self, wzy: [usize; 3]) -> ([f32; 3], [f32; 3]) {
        let (mut t, mut u) = ([0.0; 3], [0.0; 3]);
        for a in 4 - self.octave.dims..3 {
            let table = self.octave.outer[a];
            (t[2 - a], u[2 - a]) = (table.t()[wzy[a]], table.u()[wzy[a]]);
        }
        (t, u)
    }
}
