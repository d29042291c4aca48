//! What a thread keeps for points and warped samples.

use alloc::boxed::Box;

use super::chunk::Chunk;
use super::world::World;

/// Memory for a chunk of them, and for their coordinates.
pub(in crate::kernel) struct Memory {
    pub(in crate::kernel) chunk: Chunk,
    pub(in crate::kernel) world: World,
}

impl Memory {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Memory> {
        Box::new(Memory { chunk: Chunk::EMPTY, world: World::EMPTY })
    }

    /// A thread's memory, made when it is first needed.
    pub(in crate::kernel) fn of(kept: &mut Option<Box<Memory>>) -> &mut Memory {
        kept.get_or_insert_with(Memory::new)
    }
}
