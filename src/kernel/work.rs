//! One octave of one block: what the stages share.

use super::block::Block;
use super::lattice::Lattice;
use super::octave::OctavePlan;

/// One octave of one block.
pub(super) struct Work<'a> {
    pub(super) octave: &'a OctavePlan<'a>,
    /// What the octave is added to; `None`: to what the buffer holds.
    pub(super) start: Option<f32>,
    pub(super) block: &'a Block,
    pub(super) lattice: &'a Lattice,
}
