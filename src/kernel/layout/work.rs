//! One octave of one block: what the stages share.

use super::block::Block;
use super::lattice::Lattice;
use super::plan::OctavePlan;

/// One octave of one block.
pub(in crate::kernel) struct Work<'a> {
    pub(in crate::kernel) octave: &'a OctavePlan<'a>,
    /// What the octave is added to; `None`: to what the buffer holds.
    pub(in crate::kernel) start: Option<f32>,
    pub(in crate::kernel) block: &'a Block,
    pub(in crate::kernel) lattice: &'a Lattice,
}
