//! What a thread keeps for cellular noise.

use alloc::boxed::Box;

use super::candidates::Table;
use super::neighbours::Chunk;
use super::segments::Segments;
use super::small::memory;
use super::tiles::TileMemory;

/// Working memory.
pub(in crate::kernel) struct Memory {
    /// Along x, y, z.
    pub(super) segments: [Segments; 3],
    /// The points around a box.
    pub(super) table: Table,
    pub(super) near: Box<TileMemory>,
    pub(super) small: Option<Box<memory::Memory>>,
    pub(super) chunk: Chunk,
}

impl Memory {
    /// A thread that samples no cellular noise has no working memory.
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Memory> {
        Box::new(Memory {
            segments: [Segments::EMPTY; 3],
            table: Table::new(),
            near: TileMemory::new(),
            small: None,
            chunk: Chunk::EMPTY,
        })
    }

    /// A thread's working memory, made when it is first needed.
    pub(in crate::kernel) fn of(kept: &mut Option<Box<Memory>>) -> &mut Memory {
        kept.get_or_insert_with(Memory::new)
    }
}
