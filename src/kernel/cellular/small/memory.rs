//! What a thread keeps of small grids.

use alloc::boxed::Box;

use super::line::Line;
use super::plan::Plan;
use crate::kernel::cellular::segments::Group;
use crate::kernel::cellular::tile_size::ROWS;
use crate::kernel::small::shapes::{MOST, Plans};

/// What a thread keeps for its next small grid.
pub(in crate::kernel::cellular) struct Memory {
    pub(super) plans: Plans<Plan>,
    pub(super) x: Line,
    pub(super) y: Line,
    /// The tiles along y.
    pub(super) groups: [Group; MOST / ROWS],
}

impl Memory {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    pub(in crate::kernel::cellular) fn new() -> Box<Memory> {
        let groups = [Group::FLAT; MOST / ROWS];
        Box::new(Memory { plans: Plans::NONE, x: Line::NONE, y: Line::NONE, groups })
    }
}
