//! Samples of a single column. Each vector makes its coefficients from what stands at the lattice lines that cross the column, broadcast or permuted.

use super::series::{At, Source};
use crate::kernel::coefficients::row::STRIDE;
use crate::kernel::coefficients::{between, lerp, never_negative_zero};
use crate::simd::Lanes;

/// What stands at the lattice lines that cross a grid's column, for one of the two lattice columns beside it: an array each.
pub(in crate::kernel) type Lines = [[f32; STRIDE]; 6];
/// The slope: the component along x, in three dimensions lerped along y.
pub(in crate::kernel) const SLOPE: usize = 0;
/// How much larger it is at the next line.
pub(in crate::kernel) const CHANGE: usize = 1;
/// The component along the grid's column; in three dimensions, an array for each of the two lattice rows along y.
pub(in crate::kernel) const GRADIENT: usize = 2;
/// In three dimensions: the part of the offset that comes from y, an array for each of these rows.
pub(in crate::kernel) const OFFSET: usize = 4;

/// The lines around a column in `D` dimensions, 2 or 3, and where it lies between them.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct OfColumn<'a, const D: usize> {
    /// Of the two lattice columns beside it.
    pub(in crate::kernel) lines: [&'a Lines; 2],
    /// Fraction and fade along x.
    pub(in crate::kernel) x: (f32, f32),
    /// The fade along y, if that is not the axis of the column.
    pub(in crate::kernel) y: f32,
}

impl<const D: usize> Source for OfColumn<'_, D> {
    const PERMUTES: bool = true;

    #[inline(always)]
    fn find<L: Lanes>(&self, l: L, at: At<L>, is_one: bool, t: L::F, u: L::F) -> [L::F; 4] {
        let between = Between {
            first: at.first(),
            lane: at.lane(l),
            t: [t, l.sub(t, l.splat(1.0))],
            u,
            y: l.splat(self.y),
        };
        if is_one {
            between.lines::<D, true>(l, self.lines)
        } else {
            between.lines::<D, false>(l, self.lines)
        }
    }

    #[inline(always)]
    fn line<L: Lanes>(
        &self,
        l: L,
        [s_0, o_0, s_1, o_1]: [L::F; 4],
        _: L::F,
        _: L::F,
    ) -> ([L::F; 4], L::F, L::F) {
        let [s, o, ds, d_o] = between(l, (s_0, o_0), (s_1, o_1));
        ([s, never_negative_zero(l, o), ds, d_o], l.splat(self.x.0), l.splat(self.x.1))
    }
}

/// Where the lanes lie between lines.
struct Between<L: Lanes> {
    first: usize,
    lane: L::U,
    /// Fractions from the nearer and the farther line, and the fade.
    t: [L::F; 2],
    u: L::F,
    /// The fade along y.
    y: L::F,
}

impl<L: Lanes> Between<L> {
    /// Slopes and offsets of the lines through the corners at the two lattice columns. `ONE` says that all lanes have the first one's cell.
    #[inline(always)]
    fn lines<const D: usize, const ONE: bool>(&self, l: L, [left, right]: [&Lines; 2]) -> [L::F; 4] {
        let ((s_0, o_0), (s_1, o_1)) = (self.line::<D, ONE>(l, left), self.line::<D, ONE>(l, right));
        [s_0, o_0, s_1, o_1]
    }

    /// Slope and offset of the line through the corners at a lattice column. The order of operations is that of `Perlin`.
    #[inline(always)]
    fn line<const D: usize, const ONE: bool>(&self, l: L, lines: &Lines) -> (L::F, L::F) {
        let slope = l.add(
            self.pick::<ONE>(l, &lines[SLOPE], 0),
            l.mul(self.u, self.pick::<ONE>(l, &lines[CHANGE], 0)),
        );
        let mut offsets = self.t;
        for n in 0..2 {
            offsets[n] = self.offset::<D, ONE>(l, lines, 0, n);
            if const { D == 3 } {
                offsets[n] = lerp(l, self.y, offsets[n], self.offset::<D, ONE>(l, lines, 1, n));
            }
        }
        (slope, lerp(l, self.u, offsets[0], offsets[1]))
    }

    /// The offset at a row along y and at the nearer or farther line along the column.
    #[inline(always)]
    fn offset<const D: usize, const ONE: bool>(&self, l: L, lines: &Lines, row: usize, n: usize) -> L::F {
        let along = l.mul(self.pick::<ONE>(l, &lines[GRADIENT + row], n), self.t[n]);
        if const { D == 3 } { l.add(self.pick::<ONE>(l, &lines[OFFSET + row], n), along) } else { along }
    }

    /// What stands at each lane's nearer line, or `next` lines after it.
    #[inline(always)]
    fn pick<const ONE: bool>(&self, l: L, line: &[f32; STRIDE], next: usize) -> L::F {
        if ONE {
            return l.splat(line[self.first + next]);
        }
        l.permute(l.load_at(line, self.first + next), self.lane)
    }
}
