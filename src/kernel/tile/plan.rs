//! How tiles of one noise and shape are filled. A thread keeps the plans that it made last: a plan takes longer than a small tile's samples.

use crate::grid::Axis;
use crate::kernel::across::at_once;
use crate::kernel::across_y::CornerSizes;
use crate::kernel::block::{Cut, Most};
use crate::kernel::coefficients::cells::{GROUP, Plane};
use crate::kernel::lattice::{WORTH_ROWS, few_cells};
use crate::kernel::scratch::MOST_CELLS_AT_ONCE;
use crate::kernel::transposed;
use crate::simd::Backend;
use crate::tables::axis::{STEADY, most_cells, steady_rate};
use crate::tables::octave::Octave;
use crate::tables::octaves::{Id, Octaves};

use super::places::MOST;

/// The most samples along x, y, z. Larger tiles gain by tables of y and z that are kept from one tile to the next.
const MOST_SAMPLES: [usize; 3] = [MOST, MOST, GROUP];

/// All that a plan depends on: a tile but for where it starts. Axes are x, y, z.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    noise: Id,
    backend: Backend,
    pub(super) dims: usize,
    pub(super) lens: [usize; 3],
    /// The bits of origins and spacings.
    origins: [u64; 3],
    spacings: [u64; 3],
}

impl Shape {
    /// The shape of a grid; `None` where it cannot be that of a tile.
    fn of(noise: Id, axes: &[Axis<'_>], backend: Backend) -> Option<Self> {
        let dims = axes.len();
        let mut shape = Shape { noise, backend, dims, lens: [1; 3], origins: [0; 3], spacings: [0; 3] };
        for (a, axis) in axes.iter().rev().enumerate().take(3) {
            let Axis::Even { origin, spacing, len, .. } = *axis else { return None };
            shape.lens[a] = len;
            (shape.origins[a], shape.spacings[a]) = (origin.to_bits(), spacing.to_bits());
        }
        Some(shape)
    }

    /// Whether a grid has this shape. (One number after the other: the caller has just stored them so, and a wide load of several would wait for
    /// all of these stores.)
    #[inline]
    fn is_of(&self, noise: Id, axes: &[Axis<'_>], backend: Backend) -> bool {
        let of_axis = |(a, axis): (usize, &Axis<'_>)| match *axis {
            Axis::Even { origin, spacing, len, .. } => {
                self.lens[a] == len
                    && self.origins[a] == origin.to_bits()
                    && self.spacings[a] == spacing.to_bits()
            }
            Axis::Listed(_) => false,
        };
        self.noise == noise
            && self.backend == backend
            && self.dims == axes.len()
            && axes.iter().rev().enumerate().take(3).all(of_axis)
    }

    /// How far from 0 a tile may start along an axis, so that all octaves accept its samples, also those that it leaves; negative if it may start
    /// nowhere.
    fn accepted(&self, octaves: &Octaves, a: usize) -> i64 {
        let (origin, spacing) = self.even(a);
        // Half of it, as coordinates are rounded.
        let world = octaves.surely_accepted(a) / 2.0 - origin.abs();
        ((world / spacing) as i64).saturating_sub(MOST as i64).max(-1)
    }

    /// A plane along z, but for where it lies.
    #[inline]
    pub(super) fn plane(&self, n: usize) -> Plane {
        let [x, rows, _] = self.lens;
        Plane { out: n * rows * x, ..Plane::NONE }
    }

    /// The cells of an octave from one sample of an axis to the next one.
    pub(super) fn rate(&self, octave: &Octave, a: usize) -> f64 {
        octave.scales[a].parts().1 * self.even(a).1
    }

    /// World coordinate of sample 0 of an axis, and how far it is from one sample to the next.
    pub(super) fn even(&self, a: usize) -> (f64, f64) {
        (f64::from_bits(self.origins[a]), f64::from_bits(self.spacings[a]))
    }
}

/// How the tiles of a shape are filled.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The instructions of most octaves, and of those whose vectors would span too many cells.
    pub(super) backend: Backend,
    narrower: Backend,
    /// How many octaves, from the first on, are filled as a tile's.
    pub(super) octaves: usize,
    /// Whether rows are in lanes up to their samples: `kernel::transposed`.
    is_transposed: bool,
    /// How far from 0 a tile may start along x, y, z.
    farthest: [i64; 3],
}

impl Plan {
    /// `None` where grids of that shape must be filled otherwise.
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
        let farthest = core::array::from_fn(|a| if a < dims { shape.accepted(octaves, a) } else { 0 });
        let plan = Plan { backend, narrower, octaves: 0, is_transposed: false, farthest };
        let transposed = plan.transposed(octaves, shape);
        let plan =
            transposed.unwrap_or_else(|| plan.with(octaves, |octave| plan.farthest(octave, shape, false)));
        (plan.octaves > 0).then_some(plan)
    }

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
        let plan = self.with(octaves, |octave| self.farthest(octave, shape, true));
        let plan = Plan { is_transposed: true, ..plan };
        let gain_of = |octave: &Octave| {
            let rate = shape.rate(octave, 0) as f32;
            // Cells of whole vectors have no vector in two of them, if tiles start at one of these cells.
            let whole = (1.0 / rate) % lanes as f32 == 0.0;
            let mixed = if whole { 0.0 } else { (rate * (lanes - 1) as f32).clamp(0.0, 1.0) };
            transposed::gain_of(self.backend.vectors(), dims, width, rate, mixed)
        };
        let gain: f32 = octaves.octaves[..plan.octaves].iter().map(gain_of).sum();
        (gain > transposed::cost_of_copy(lanes, width)).then_some(plan)
    }

    /// How far from 0 tiles may start along x, y, z for an octave to be filled as a tile's; `None` where it must be filled otherwise. Its samples
    /// are then placed as those of steady axes, at numbers that are exact.
    fn farthest(&self, octave: &Octave, shape: &Shape, is_transposed: bool) -> Option<[i64; 3]> {
        // Less the samples of a tile, and those that fill up its last vector.
        const CELLS: f64 = STEADY - 2.0 * MOST as f64;
        const EXACT: i64 = 1 << 51;
        let Shape { dims, lens, .. } = *shape;
        let (mut rates, mut cells, mut farthest) = ([0.0; 3], [1; 3], [EXACT; 3]);
        for a in 0..dims {
            let ((origin, spacing), (offset, frequency)) = (shape.even(a), octave.scales[a].parts());
            let axis = Axis::Even { origin, spacing, start: 0, len: lens[a] };
            rates[a] = steady_rate(&axis, offset, frequency)?;
            cells[a] = most_cells(rates[a], lens[a] - 1) as usize + 2;
            // Casts end at the greatest integer.
            farthest[a] = ((CELLS / rates[a]) as i64).min(EXACT);
        }
        let (groups, planes) = (lens[1].div_ceil(GROUP), lens[2]);
        // A tile that is not transposed has all its cells in the first-level cache. A transposed one reads each once, and may take half of the memory.
        let fits = match is_transposed {
            true => (cells[0] - 1) * groups * planes <= MOST_CELLS_AT_ONCE / 2,
            false => at_once(cells[0] - 1, groups, planes) == (planes, groups),
        };
        let fits = fits && CornerSizes::new(dims, cells).fit();
        let suits = match is_transposed {
            true => transposed::has_few_lines(self.backend, most_cells(rates[1], self.backend.lanes() - 1)),
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

/// The plans that a thread made last.
pub(super) struct Plans {
    /// `None`: grids of that shape are filled otherwise.
    plans: [Option<(Shape, Option<Plan>)>; Plans::COUNT],
    /// Which of them the last tile was filled by, and where it started along x, y, z.
    last: Option<usize>,
    starts: [i64; 3],
}

/// A tile's plan.
#[derive(Clone, Copy)]
pub(super) struct Planned<'a> {
    pub(super) shape: &'a Shape,
    pub(super) plan: &'a Plan,
    /// Along x, y, z: where it starts, and whether the last tile had the same samples there.
    pub(super) starts: &'a [i64; 3],
    pub(super) same: [bool; 3],
}

impl Plans {
    /// Programs sample a few noises in turns.
    const COUNT: usize = 4;

    pub(super) const NONE: Plans = Plans { plans: [const { None }; Self::COUNT], last: None, starts: [0; 3] };

    /// The plan of a tile that will be filled, with rows in lanes up to their samples or not; `None` where it must be filled otherwise.
    #[inline(always)]
    pub(super) fn of(
        &mut self,
        octaves: &Octaves,
        axes: &[Axis<'_>],
        backend: Backend,
        is_transposed: bool,
    ) -> Option<Planned<'_>> {
        let noise = octaves.id?;
        let at = noise.spread(Self::COUNT);
        let Plans { plans, last, starts } = self;
        let entry = &mut plans[at];
        if !entry.as_ref().is_some_and(|(shape, _)| shape.is_of(noise, axes, backend)) {
            *last = None;
            renew(entry, octaves, Shape::of(noise, axes, backend)?);
        }
        let (shape, Some(plan)) = entry.as_ref()? else { return None };
        if plan.is_transposed != is_transposed {
            return None;
        }
        let is_last = *last == Some(at);
        // What is kept is of no tile, if this one is refused below. (If filling it panics, the thread's memory is gone.)
        *last = None;
        let mut same = [is_last; 3];
        for (a, axis) in axes.iter().rev().enumerate().take(3) {
            let Axis::Even { start, .. } = *axis else { return None };
            if !(-plan.farthest[a]..=plan.farthest[a]).contains(&start) {
                return None;
            }
            same[a] &= starts[a] == start;
            starts[a] = start;
        }
        *last = Some(at);
        Some(Planned { shape, plan, starts, same })
    }
}

#[cold]
fn renew(entry: &mut Option<(Shape, Option<Plan>)>, octaves: &Octaves, shape: Shape) {
    *entry = Some((shape, Plan::new(octaves, &shape)));
}

/// Whether axes are so short that a grid may be a tile.
#[inline]
pub(super) fn are_short(axes: &[Axis<'_>]) -> bool {
    axes.iter().rev().zip(&MOST_SAMPLES).all(|(axis, most)| (1..=*most).contains(&axis.len()))
}
