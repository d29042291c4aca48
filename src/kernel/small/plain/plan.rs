//! How small grids of one noise and shape are filled.

use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::layout::block::{Cut, Most};
use crate::kernel::layout::budgets::at_once;
use crate::kernel::layout::corner_sizes::CornerSizes;
use crate::kernel::layout::lattice::{WORTH_ROWS, few_cells};
use crate::kernel::samples::walk::MOST_CELLS_AT_ONCE;
use crate::kernel::schedules::transposed::gains::{InRow, Machine};
use crate::kernel::schedules::transposed::results::Results;
use crate::kernel::schedules::transposed::worth;
use crate::kernel::small::shapes::{OfShape, Shape, Steady};
use crate::simd::Backend;
use crate::tables::axis::most_cells;
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;

/// How grids of one noise and shape are filled.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The instructions of most octaves, and of those whose vectors would span too many cells.
    pub(super) backend: Backend,
    narrower: Backend,
    /// How many octaves, from the first on, are filled without tables.
    pub(super) octaves: usize,
    /// Whether rows are in lanes up to their samples: `kernel::schedules::transposed`.
    pub(super) is_transposed: bool,
    /// How far from 0 a grid may start along x, y, z.
    farthest: [i64; 3],
}

impl OfShape for Plan {
    fn new(octaves: &Octaves, shape: &Shape) -> Option<Self> {
        let Shape { dims, lens: [x, y, z], backend, .. } = *shape;
        let has_rows = Cut::is_one(Most::BESIDE, dims, &[0..1, 0..z, 0..y], x) && y >= WORTH_ROWS && z <= y;
        // Otherwise rows of one vector are in lanes all the way.
        let is_wide = x > 8 || octaves.octaves.len() == 1 || (y < GROUP && z > 1);
        let fits = |backend: Backend| {
            x >= backend.lanes() && (!octaves.is_summed || x.is_multiple_of(backend.lanes()))
        };
        let narrower = backend.narrower().unwrap_or(backend);
        if !has_rows || !is_wide || !fits(narrower) {
            return None;
        }
        let backend = if fits(backend) { backend } else { narrower };
        let farthest = shape.accepted(octaves);
        let plan = Plan { backend, narrower, octaves: 0, is_transposed: false, farthest };
        let transposed = plan.transposed(octaves, shape);
        let plan =
            transposed.unwrap_or_else(|| plan.with(octaves, |octave| plan.farthest_of(octave, shape, false)));
        (plan.octaves > 0).then_some(plan)
    }

    fn farthest(&self) -> [i64; 3] {
        self.farthest
    }
}

impl Plan {
    /// The plan with those octaves, from the first on, for which there is a farthest start.
    fn with(&self, octaves: &Octaves, farthest_of: impl Fn(&Octave) -> Option<[i64; 3]>) -> Self {
        let mut plan = *self;
        for farthest in octaves.octaves.iter().map_while(farthest_of) {
            for a in 0..3 {
                plan.farthest[a] = plan.farthest[a].min(farthest[a]);
            }
            plan.octaves += 1;
        }
        plan
    }

    /// The plan with rows in lanes up to their samples, where that takes less time.
    fn transposed(&self, octaves: &Octaves, shape: &Shape) -> Option<Self> {
        let (Shape { dims, lens: [width, rows, _], .. }, lanes) = (*shape, self.backend.lanes());
        if rows < lanes {
            return None;
        }
        let plan = self.with(octaves, |octave| self.farthest_of(octave, shape, true));
        let plan = Plan { is_transposed: true, ..plan };
        let machine = Machine::of(self.backend);
        let gain_of = |octave: &Octave| {
            let rate = shape.rate(octave, 0) as f32;
            // If grids begin with a cell, so do all vectors where a cell is a whole number of vectors, or a vector of cells.
            let (of_vector, of_cell) = (rate * lanes as f32, 1.0 / rate);
            let begins = of_vector % 1.0 == 0.0 || of_cell % lanes as f32 == 0.0;
            let inside = if begins {
                if of_vector > 1.0 { of_vector - 1.0 } else { 0.0 }
            } else {
                rate * (lanes - 1) as f32
            };
            let is_along = !Self::has_few_cells(self.backend, rate.into(), shape);
            machine.gain_of(Results::Values, InRow { dims, width, rate, inside, is_along })
        };
        let gain: f32 = octaves.octaves[..plan.octaves].iter().map(gain_of).sum();
        (gain > machine.cost_of_copy(Results::Values, dims, width)).then_some(plan)
    }

    /// How far from 0 grids may start along x, y, z for an octave to be filled without tables; `None` where it must be filled otherwise. Its samples are
    /// then placed as those of steady axes, at numbers that are exact.
    fn farthest_of(&self, octave: &Octave, shape: &Shape, is_transposed: bool) -> Option<[i64; 3]> {
        let Shape { dims, lens, .. } = *shape;
        let Steady { rates, lines, farthest } = shape.steady(octave)?;
        let (groups, planes) = (lens[1].div_ceil(GROUP), lens[2]);
        // A grid that is not transposed has all its cells in the first-level cache. A transposed one reads each once, and may take half of the memory.
        let fits = match is_transposed {
            true => (lines[0] - 1) * groups * planes <= MOST_CELLS_AT_ONCE / 2,
            false => at_once(lines[0] - 1, groups, planes) == (planes, groups),
        };
        let fits = fits && CornerSizes::new(dims, lines).fit();
        let suits = match is_transposed {
            true => worth::has_few_lines(self.backend, most_cells(rates[1], self.backend.lanes() - 1)),
            false => Self::has_few_cells(self.narrower, rates[0], shape),
        };
        (fits && suits).then_some(farthest)
    }

    /// The instructions of an octave whose samples are so many cells apart along x.
    #[inline]
    pub(super) fn suited(&self, rate: f64, shape: &Shape) -> Backend {
        if Self::has_few_cells(self.backend, rate, shape) { self.backend } else { self.narrower }
    }

    /// Whether vectors of a row at that rate span few enough cells.
    #[inline]
    fn has_few_cells(backend: Backend, rate: f64, shape: &Shape) -> bool {
        most_cells(rate, backend.lanes() - 1) <= few_cells(shape.dims, shape.lens[0], backend.lanes())
    }
}
