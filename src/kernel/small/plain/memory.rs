//! What a thread keeps for its next small grid.

use alloc::boxed::Box;

use super::lines::Lines;
use super::plan::Plan;
use crate::kernel::small::shapes::Plans;

/// Plans, and the lines of the last grid's octaves.
pub(in crate::kernel) struct Memory {
    pub(super) plans: Plans<Plan>,
    pub(super) lines: Lines,
}

impl Memory {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    pub(super) fn new() -> Box<Memory> {
        Box::new(Memory { plans: Plans::NONE, lines: Lines::NONE })
    }
}
