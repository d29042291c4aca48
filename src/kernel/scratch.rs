//! Working memory: what kernels compute on the way to samples. Kept for the thread's next call, as it is larger than a small grid.

use alloc::boxed::Box;

use super::block::{MOST_ROWS, SAMPLES};
use super::budgets::{CORNERS, MOST_PIECES, MOST_PLANES, ROWS};
use super::cellular;
use super::coefficients::cells::{Cell, Plane};
use super::coefficients::row::{Coefficients, STRIDE};
use super::derivatives::memory::Memory as OfDerivatives;
use super::points::chunk::Chunk;
use super::points::world::World;
use super::runs::Runs;
use super::samples::across::Piece;
use super::samples::transposed::Spans;
use super::samples::walk::MOST_CELLS_AT_ONCE;
use super::shaping;
use super::tile::memory::Memory as OfTiles;
use super::warp;
use super::zeroed::Zeroed;

/// Working memory for one thread. What it held before does not matter, except in what `tile` and small grids of cellular noise keep: plans, and lines
/// along axes. These state what they are for, and are made anew for anything else.
pub(crate) struct Scratch {
    pub(super) tables: Tables,
    /// Samples of a block that are copied when it is finished.
    pub(super) staging: Zeroed,
    pub(super) shaping: shaping::Memory,
    pub(super) tile: Option<Box<OfTiles>>,
}

/// What is shared by rows.
#[repr(align(64))] // whole vectors in it do not cross cache lines
pub(super) struct Tables {
    /// The coefficients of some groups of rows across.
    pub(super) cells: Zeroed,
    /// For each of the rows along that are done at once.
    pub(super) coefficients: [Coefficients; ROWS],
    pub(super) corners: Zeroed,
    pub(super) planes: [Plane; MOST_PLANES],
    pub(super) pieces: [Piece; MOST_PIECES],
    pub(super) runs: Runs,
    pub(super) spans: Spans,
    pub(super) points: Option<Box<OfPoints>>,
    pub(super) cellular: Option<Box<cellular::Scratch>>,
    pub(super) derivatives: Option<Box<OfDerivatives>>,
    pub(super) warp: Option<Box<warp::Scratch>>,
}

/// For points and warped samples. A thread that has none of them has none of this.
pub(crate) struct OfPoints {
    pub(super) chunk: Chunk,
    pub(super) world: World,
}

impl OfPoints {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<OfPoints> {
        Box::new(OfPoints { chunk: Chunk::EMPTY, world: World::EMPTY })
    }

    /// A thread's working memory, made when it is first needed.
    pub(super) fn of(kept: &mut Option<Box<OfPoints>>) -> &mut OfPoints {
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
