//! Working memory: what kernels compute on the way to samples. Kept for the thread's next call, as it is larger than a small grid.
//!
//! [`Scratch`] is all of it, and knows the memory of every folder. Functions that `src/fill` calls take it, and hand to schedules and stages the part that
//! these need: none of them knows `Scratch`, as `cli/tests/modules.rs` checks.

pub(super) mod stages;
pub(super) mod zeroed;

use alloc::boxed::Box;

use super::cellular;
use super::derivatives::memory::Memory as OfDerivatives;
use super::layout::block::PADDED_SAMPLES;
use super::points::memory::Memory as OfPoints;
use super::points::world::World;
use super::shaping;
use super::small::plain::memory::Memory as OfSmall;
use super::warp;
use stages::StageMemory;
use zeroed::Zeroed;

/// Working memory for one thread. What it held before does not matter, except in what small grids keep: plans, and lines along axes. These state what
/// they are for, and are made anew for anything else.
pub(crate) struct Scratch {
    pub(super) stages: StageMemory,
    pub(super) pointwise: Pointwise,
    pub(super) shaping: shaping::Memory,
    /// Samples of a block that are copied when it is finished.
    pub(super) staging: Zeroed,
    pub(super) derivatives: Option<Box<OfDerivatives>>,
    pub(super) small: Option<Box<OfSmall>>,
}

/// For octaves that are made point by point. A thread that has none of them has none of this.
pub(super) struct Pointwise {
    pub(super) points: Option<Box<OfPoints>>,
    pub(super) cellular: Option<Box<cellular::Memory>>,
    pub(super) warp: Option<Box<warp::Memory>>,
}

impl Scratch {
    #[cold]
    #[inline(never)] // whoever inlines this has all of it on its stack
    fn new() -> Box<Self> {
        Box::new(Scratch {
            stages: StageMemory::new(),
            pointwise: Pointwise { points: None, cellular: None, warp: None },
            shaping: shaping::Memory::new(),
            staging: Zeroed::new(PADDED_SAMPLES),
            derivatives: None,
            small: None,
        })
    }

    /// Where coordinates of points go.
    pub(crate) fn world(&mut self) -> &mut World {
        &mut OfPoints::of(&mut self.pointwise.points).world
    }
}

crate::kept::kept_for_thread!(Scratch, Scratch::new);
