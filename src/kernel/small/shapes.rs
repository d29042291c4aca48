//! Shapes of small grids, and the plans that a thread made last: a plan takes longer than the samples of a small grid.

use crate::grid::Axis;
use crate::kernel::coefficients::cells::{GROUP, Plane};
use crate::simd::Backend;
use crate::tables::axis::{STEADY, most_cells, steady_rate};
use crate::tables::octave::Octave;
use crate::tables::octaves::{Id, Octaves};
use crate::tables::place::Even;

/// The most samples of an axis: whole vectors.
pub(in crate::kernel) const MOST: usize = 64;

/// The most samples along x, y, z. Larger grids gain by tables of y and z that are kept from one grid to the next.
pub(in crate::kernel) const MOST_SAMPLES: [usize; 3] = [MOST, MOST, GROUP];

/// Whether axes are so short that a grid may be small.
#[inline]
pub(crate) fn are_short(axes: &[Axis<'_>]) -> bool {
    axes.iter().rev().zip(&MOST_SAMPLES).all(|(axis, most)| (1..=*most).contains(&axis.len()))
}

/// All that a plan depends on: a grid but for where it starts. Axes are x, y, z.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Shape {
    noise: Id,
    pub(in crate::kernel) backend: Backend,
    pub(in crate::kernel) dims: usize,
    pub(in crate::kernel) lens: [usize; 3],
    /// The bits of origins and spacings.
    origins: [u64; 3],
    spacings: [u64; 3],
}

impl Shape {
    /// The shape of a grid; `None` where it has no plan.
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

    /// How far from 0 a grid may start along x, y, z, so that all octaves accept its samples, also octaves that are left; negative if it may
    /// start nowhere.
    pub(in crate::kernel) fn accepted(&self, octaves: &Octaves) -> [i64; 3] {
        core::array::from_fn(|a| {
            if a >= self.dims {
                return 0;
            }
            let (origin, spacing) = self.even(a);
            // Half of it, as coordinates are rounded.
            let world = octaves.surely_accepted(a) / 2.0 - origin.abs();
            ((world / spacing) as i64).saturating_sub(MOST as i64).max(-1)
        })
    }

    /// How an octave lies along the axes; `None` if one of them is not steady. The octave's scales have no period.
    pub(in crate::kernel) fn steady(&self, octave: &Octave) -> Option<Steady> {
        // Less the samples of a grid, and those that fill up its last vector.
        const CELLS: f64 = STEADY - 2.0 * MOST as f64;
        const EXACT: i64 = 1 << 51;
        let mut steady = Steady { rates: [0.0; 3], lines: [1; 3], farthest: [EXACT; 3] };
        for a in 0..self.dims {
            let ((origin, spacing), (offset, frequency)) = (self.even(a), octave.scales[a].parts());
            let axis = Axis::Even { origin, spacing, start: 0, len: self.lens[a] };
            let rate = steady_rate(&axis, offset, frequency)?;
            steady.rates[a] = rate;
            steady.lines[a] = most_cells(rate, self.lens[a] - 1) as usize + 2;
            // Casts end at the greatest integer.
            steady.farthest[a] = ((CELLS / rate) as i64).min(EXACT);
        }
        Some(steady)
    }

    /// A plane along z, but for where it lies.
    #[inline]
    pub(in crate::kernel) fn plane(&self, n: usize) -> Plane {
        let [x, rows, _] = self.lens;
        Plane { out: n * rows * x, ..Plane::NONE }
    }

    /// The cells of an octave from one sample of an axis to the next one.
    pub(in crate::kernel) fn rate(&self, octave: &Octave, a: usize) -> f64 {
        octave.scales[a].parts().1 * self.even(a).1
    }

    /// An axis of a grid that starts there along x, y, z.
    #[inline(always)]
    pub(in crate::kernel) fn axis(&self, a: usize, starts: &[i64; 3]) -> Even {
        let (origin, spacing) = self.even(a);
        Even { origin, spacing, start: starts[a] as f64 }
    }

    /// World coordinate of sample 0 of an axis, and how far it is from one sample to the next.
    fn even(&self, a: usize) -> (f64, f64) {
        (f64::from_bits(self.origins[a]), f64::from_bits(self.spacings[a]))
    }
}

/// How an octave lies along the axes x, y, z of a shape.
pub(in crate::kernel) struct Steady {
    /// Cells from one sample to the next one.
    pub(in crate::kernel) rates: [f64; 3],
    /// The most lattice lines around the samples of a grid.
    pub(in crate::kernel) lines: [usize; 3],
    /// How far from 0 a grid may start, so that its samples are placed as those of steady axes, at numbers that are exact.
    pub(in crate::kernel) farthest: [i64; 3],
}

/// The plans that a thread made last: one for each of a few noises.
pub(in crate::kernel) struct Plans<P> {
    /// `None`: grids of that shape are filled otherwise.
    plans: [Option<(Shape, Option<P>)>; COUNT],
    /// The one to be replaced next: the oldest.
    oldest: usize,
    /// Which of them the last grid was filled by, and where it started along x, y, z.
    last: Option<usize>,
    starts: [i64; 3],
}

/// The plan of a grid.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Planned<'a, P> {
    pub(in crate::kernel) shape: &'a Shape,
    pub(in crate::kernel) plan: &'a P,
    /// Along x, y, z: where it starts, and whether the last grid had the same samples there.
    pub(in crate::kernel) starts: &'a [i64; 3],
    pub(in crate::kernel) same: [bool; 3],
}

/// How grids of a shape are filled.
pub(in crate::kernel) trait OfShape: Copy {
    /// `None` where grids of that shape must be filled otherwise.
    fn new(octaves: &Octaves, shape: &Shape) -> Option<Self>;

    /// How far from 0 a grid may start along x, y, z.
    fn farthest(&self) -> [i64; 3];
}

/// Programs sample a few noises in turns.
const COUNT: usize = 4;

impl<P: OfShape> Plans<P> {
    pub(in crate::kernel) const NONE: Self =
        Plans { plans: [const { None }; COUNT], oldest: 0, last: None, starts: [0; 3] };

    /// The plan of a grid that will be filled, if it suits; `None` where the grid must be filled otherwise.
    #[inline(always)]
    pub(in crate::kernel) fn of(
        &mut self,
        octaves: &Octaves,
        axes: &[Axis<'_>],
        backend: Backend,
        suits: impl Fn(&P) -> bool,
    ) -> Option<Planned<'_, P>> {
        let noise = octaves.id?;
        let Plans { plans, oldest, last, starts } = self;
        let is_there =
            |entry: &Option<(Shape, _)>| entry.as_ref().is_some_and(|(shape, _)| shape.noise == noise);
        let at = last.filter(|at| is_there(&plans[*at])).or_else(|| plans.iter().position(is_there));
        let at = at.unwrap_or(*oldest);
        let entry = &mut plans[at];
        if !entry.as_ref().is_some_and(|(shape, _)| shape.is_of(noise, axes, backend)) {
            *last = None;
            let shape = Shape::of(noise, axes, backend)?;
            if !is_there(entry) {
                *oldest = (at + 1) % COUNT;
            }
            renew(entry, octaves, shape);
        }
        let (shape, Some(plan)) = entry.as_ref()? else { return None };
        if !suits(plan) {
            return None;
        }
        let (farthest, is_last) = (plan.farthest(), *last == Some(at));
        // What is kept is of no grid, if this one is refused below. (If filling it panics, the thread's memory is gone.)
        *last = None;
        let mut same = [is_last; 3];
        for (a, axis) in axes.iter().rev().enumerate().take(3) {
            let Axis::Even { start, .. } = *axis else { return None };
            if !(-farthest[a]..=farthest[a]).contains(&start) {
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
fn renew<P: OfShape>(entry: &mut Option<(Shape, Option<P>)>, octaves: &Octaves, shape: Shape) {
    *entry = Some((shape, P::new(octaves, &shape)));
}

#[cfg(test)]
#[cfg(feature = "std")]
mod tests {
    use super::*;
    use crate::noise::Noise;
    use std::cell::Cell;

    std::thread_local! {
        static MADE: Cell<usize> = const { Cell::new(0) };
    }

    /// A plan that counts how many are made.
    #[derive(Clone, Copy)]
    struct Counted;

    impl OfShape for Counted {
        fn new(_: &Octaves, _: &Shape) -> Option<Self> {
            MADE.set(MADE.get() + 1);
            Some(Counted)
        }

        fn farthest(&self) -> [i64; 3] {
            [1 << 30; 3]
        }
    }

    /// Warps have lists of octaves of their own, between those of noises.
    #[test]
    fn a_few_noises_in_turns_keep_their_plans() {
        let noise = Noise::perlin(1).frequency(0.1);
        let noises = [noise.clone(), noise.clone().warp_by(1.0), noise.clone().seed(2), noise.seed(3)];
        let octaves = noises.map(|noise| Octaves::new(&[noise], 2).unwrap());
        let axis = |len| Axis::Even { origin: 0.0, spacing: 1.0, start: 5, len };
        let (backend, mut plans) = (Backend::detect(), Plans::<Counted>::NONE);
        for turn in 0..3 {
            for octaves in &octaves {
                let planned = plans.of(octaves, &[axis(9), axis(7)], backend, |_| true).unwrap();
                assert_eq!((planned.same, planned.shape.lens), ([false; 3], [7, 9, 1]), "turn {turn}");
            }
            assert_eq!(MADE.get(), 4, "turn {turn}");
        }
        // The same samples once more; another shape; a fifth noise, for which the oldest one goes.
        assert_eq!(
            plans.of(&octaves[3], &[axis(9), axis(7)], backend, |_| true).unwrap().same,
            [true, true, true]
        );
        assert_eq!(plans.of(&octaves[3], &[axis(8), axis(7)], backend, |_| true).unwrap().same, [false; 3]);
        assert_eq!(MADE.get(), 5);
        let fifth = Octaves::new(&[Noise::perlin(9)], 2).unwrap();
        for octaves in [&fifth, &octaves[1], &octaves[2], &octaves[3]] {
            assert!(plans.of(octaves, &[axis(9), axis(7)], backend, |_| true).is_some());
        }
        assert_eq!(MADE.get(), 7, "the fifth one, and the shape of before");
        assert!(plans.of(&octaves[0], &[axis(9), axis(7)], backend, |_| true).is_some());
        assert_eq!(MADE.get(), 8);
    }
}
