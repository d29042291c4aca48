//! Coefficients of 16 rows at a time, one row in each lane: those of the value, then those of its derivatives along y, z, w.

use super::planes::OfPlanes;
use crate::kernel::coefficients::across::{LaneAxis, LaneVector, Visit};
use crate::kernel::coefficients::cells::{Cell, GROUP, Plane, VectorRows};
use crate::kernel::coefficients::corner_table::CornerTable;
use crate::kernel::coefficients::{Around, Corners, between};
use crate::kernel::corners::sources::Components;
use crate::kernel::derivatives::coefficients::{OfColumn, Row, lines};
use crate::noise::Kind;
use crate::simd::{Job, Lanes};
use crate::tables::fades::{slope, slope_lanes};
use crate::tables::octave::Octave;

/// Computes the coefficients of groups of rows, for values and their derivatives along y, z, w, in `D` dimensions, 2 to 4.
pub(super) struct Coefficients<'a, const D: usize> {
    pub(super) octave: &'a Octave,
    pub(super) components: Components,
    /// Corners, with the lines of the lane axis next to each other, as `coefficients::across` stores them.
    pub(super) corners: &'a [f32],
    pub(super) around: [usize; 8],
    pub(super) steps: (usize, usize),
    /// The axis in lanes: 0, 1, 2 for y, z, w.
    pub(super) axis: usize,
    pub(super) lanes: LaneAxis<'a>,
    pub(super) planes: &'a [Plane],
    /// Cells of a group: one less than there are lattice columns.
    pub(super) each: usize,
    /// The cells of each plane's groups, one after the other; then the same for the next quantity.
    pub(super) to: &'a mut [Cell],
}

impl<const D: usize> Job for Coefficients<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Coefficients { octave, components, corners, around, steps, axis, lanes, planes, each, to } = self;
        let groups = lanes.rows.div_ceil(GROUP);
        let quantity = planes.len() * groups * each;
        // With y in lanes, planes between the same two lines along z share most of the work. Programs that must be small have one way only.
        let shares =
            L::PERMUTES && !cfg!(perlane_small) && D == 3 && axis == 0 && octave.kind == Kind::Perlin;
        let mut done = 0;
        while done < planes.len() {
            let alike = |plane: &&Plane| plane.at == planes[done].at;
            let count = if shares { planes[done..].iter().take_while(alike).count() } else { 1 };
            let planes = &planes[done..done + count];
            let plane = &planes[0];
            let table = CornerTable::new(&corners[plane.at..], &around, steps, each + 1, D);
            for row in (0..lanes.rows).step_by(L::N) {
                let (group, n) = (row / GROUP, row % GROUP / L::N);
                let vector = LaneVector { lanes, row, n, axis };
                let mut around = Around::splat(l, plane.t, plane.u);
                let (t, u) = vector.fractions(l);
                around.set(l, axis, t, u);
                let mut fade_slopes = [l.splat(0.0); 3];
                for a in 0..D - 1 {
                    fade_slopes[a] = l.splat(slope(octave.fade, plane.t[a]));
                }
                fade_slopes[axis] = slope_lanes(l, octave.fade, t);
                let to = &mut to[(done * groups + group) * each..];
                let row = Row { around, fade_slopes };
                if shares {
                    let step = groups * each;
                    let mut of = OfPlanes { octave, row, planes, step, each, quantity, to };
                    vector.visit(l, table, &mut of);
                } else {
                    let mut of = OfRows::<L, D> { components, row: &row, each, quantity, to };
                    vector.visit(l, table, &mut of);
                }
            }
            done += count;
        }
    }
}

/// The coefficients of a vector of rows.
struct OfRows<'a, L: Lanes, const D: usize> {
    components: Components,
    row: &'a Row<L>,
    each: usize,
    /// Cells from those of one quantity to those of the next.
    quantity: usize,
    to: &'a mut [Cell],
}

impl<L: Lanes, const D: usize> Visit<L> for OfRows<'_, L, D> {
    #[inline(always)]
    fn visit(&mut self, l: L, corners: impl Corners<L>, rows: VectorRows) {
        let mut left = [(l.splat(0.0), l.splat(0.0)); D];
        for k in 0..=self.each {
            let column = Column { corners: &corners, components: self.components, k };
            let right = lines::<L, D>(l, self.row, &column);
            if k > 0 {
                for d in 0..D {
                    let cell = &mut self.to[d * self.quantity + k - 1];
                    for (to, v) in cell.iter_mut().zip(between(l, left[d], right[d])) {
                        rows.store(l, v, to);
                    }
                }
            }
            left = right;
        }
    }
}

/// The corners of a lattice column, with their components.
struct Column<'a, C> {
    corners: &'a C,
    components: Components,
    k: usize,
}

impl<L: Lanes, C: Corners<L>> OfColumn<L> for Column<'_, C> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, c: usize) -> L::F {
        match self.components.slots[c] {
            Some(slot) => self.corners.component(l, b, self.k, slot),
            None => l.splat(0.0),
        }
    }
}
