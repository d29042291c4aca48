//! Working memory: what kernels compute on the way to samples. Kept for the thread's next call, as it is larger than a small grid.

pub(super) mod zeroed;

use alloc::boxed::Box;

use super::cellular;
use super::coefficients::cells::{Cell, Plane};
use super::coefficients::row::{Coefficients, STRIDE};
use super::derivatives::memory::Memory as OfDerivatives;
use super::layout::block::{MOST_ROWS, SAMPLES};
use super::layout::budgets::{CORNERS, MOST_PIECES, MOST_PLANES, ROWS};
use super::layout::runs::Runs;
use super::points::chunk::Chunk;
use super::points::world::World;
use super::samples::across::Piece;
use super::samples::transposed::Spans;
use super::samples::walk::MOST_CELLS_AT_ONCE;
use super::shaping;
use super::small::plain::memory::Memory as OfTiles;
use super::warp;
use zeroed::Zeroed;

/// Working memory for one thread. What it held before does not matter, except in what `tile` and small grids of cellular noise keep: plans, and lines
/// along axes. These state what they are for, and are made anew for anything else.
pub(crate) struct Scratch {
    pub(in crate::kernel) tables: Tables,
    /// Samples of a block that are copied when it is finished.
    pub(in crate::kernel) staging: Zeroed,
    pub(in crate::kernel) shaping: shaping::Memory,
    pub(in crate::kernel) tile: Option<Box<OfTiles>>,
}

/// What is shared by rows.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(in crate::kernel) struct Tables {
    /// The coefficients of some groups of rows across.
    pub(in crate::kernel) cells: Zeroed,
    /// For each of the rows along that are done at once.
    pub(in crate::kernel) coefficients: [Coefficients; ROWS],
    pub(in crate::kernel) corners: Zeroed,
    pub(in crate::kernel) planes: [Plane; MOST_PLANES],
    pub(in crate::kernel) pieces: [Piece; MOST_PIECES],
    pub(in crate::kernel) runs: Runs,
    pub(in crate::kernel) spans: Spans,
    pub(in crate::kernel) points: Option<Box<OfPoints>>,
    pub(in crate::kernel) cellular: Option<Box<cellular::Scratch>>,
    pub(in crate::kernel) derivatives: Option<Box<OfDerivatives>>,
    pub(in crate::kernel) warp: Option<Box<warp::Scratch>>,
}

/// For points and warped samples. A thread that has none of them has none of this.
pub(crate) struct OfPoints {
    pub(in crate::kernel) chunk: Chunk,
    pub(in crate::kernel) world: World,
}

impl OfPoints {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<OfPoints> {
        Box::new(OfPoints { chunk: Chunk::EMPTY, world: World::EMPTY })
    }

    /// A thread's working memory, made when it is first needed.
    pub(in crate::kernel) fn of(kept: &mut Option<Box<OfPoints>>) -> &mut OfPoints {
        kept.get_or_insert_with(OfPoints::new)
    }
}

impl Scratch {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Self> {
        let tables = Tables {
            corners: Zeroed::new(CORNERS),
            coefficients: [[0.0; 4 * STRIDE]; ROWS],
            cells: Zeroed::new(MOST_CELLS_AT_ONCE * size_of::<Cell>() / size_of::<f32>()),
            planes: [Plane::NONE; MOST_PLANES],
            pieces: [Piece::NONE; MOST_PIECES],
            runs: Runs::NONE,
            spans: Spans::NONE,
            points: None,
            cellular: None,
            derivatives: None,
            warp: None,
        };
        let staging = Zeroed::new(SAMPLES + MOST_ROWS * 16);
        Box::new(Scratch { tables, staging, shaping: shaping::Memory::new(), tile: None })
    }

    /// Where coordinates of points go.
    pub(crate) fn world(&mut self) -> &mut World {
        &mut OfPoints::of(&mut self.tables.points).world
    }
}

crate::kept::kept_for_thread!(Scratch, Scratch::new);
