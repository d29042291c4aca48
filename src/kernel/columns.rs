//! Lattice columns as rows of samples see them: the line through a column's corners, lerped along y, then z, then w.

use super::corners::Lattice;
use crate::simd::Lanes;
use crate::tables::plan::OctavePlan;

/// Where samples lie along the axes other than x: a row of them alike in all lanes, or a row in each lane.
pub(super) struct Around<L: Lanes> {
    /// The first lines along w, z, y.
    lines: [usize; 3],
    /// Fractions along y, z, w, from the first line and from the second.
    t: [[L::F; 2]; 3],
    u: [L::F; 3],
}

impl<L: Lanes> Around<L> {
    /// The row at `wzy`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn row<const D: usize>(
        l: L,
        octave: &OctavePlan<'_>,
        lattice: &Lattice,
        wzy: [usize; 3],
    ) -> Self {
        let lines = [lattice.lines[0].start, lattice.lines[1].start, lattice.lines[2].start];
        let mut around = Around { lines, t: [[l.splat(0.0); 2]; 3], u: [l.splat(0.0); 3] };
        for a in 4 - D..3 {
            let (axis, k) = (&octave.outer[a], wzy[a]);
            around.lines[a] = axis.line[k] as usize;
            let (t, u) = (axis.fractions.t()[k], axis.fractions.u()[k]);
            around.t[2 - a] = [l.splat(t), l.splat(t - 1.0)];
            around.u[2 - a] = l.splat(u);
        }
        around
    }

    /// As many rows as lanes from `wzy` on along y, in the lines of the first.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn rows<const D: usize>(
        l: L,
        octave: &OctavePlan<'_>,
        lattice: &Lattice,
        wzy: [usize; 3],
    ) -> Self {
        let mut around = Self::row::<D>(l, octave, lattice, wzy);
        let (fractions, y) = (&octave.outer[2].fractions, wzy[2]);
        let t = l.load_at(fractions.t(), y);
        around.t[0] = [t, l.sub(t, l.splat(1.0))];
        around.u[0] = l.load_at(fractions.u(), y);
        around
    }
}

/// Lattice columns: the lines through their corners.
pub(super) trait Columns<L: Lanes> {
    /// Slope and offset of column or columns `k`.
    fn line(&self, k: usize) -> (L::F, L::F);
}

/// Corners of the lattice rows around some samples, of `C` components each.
pub(super) trait Corners<L: Lanes, const C: usize> {
    /// A component at column or columns `k` of a row; bits 0, 1, 2 of its number are y, z, w.
    fn component(&self, l: L, row: usize, k: usize, component: usize) -> L::F;
}

/// The vectors of the corners of up to eight lattice rows.
type Vectors<'a, L, const C: usize> = [&'a [[<L as Lanes>::Floats; C]]; 8];

/// The first `count` vectors of corners of the lattice rows around some samples, of the left side of columns or the right one.
#[cfg_attr(not(unoptimized), inline(always))]
fn rows_around<'a, L: Lanes, const D: usize, const C: usize>(
    count: usize,
    lattice: &Lattice,
    around: &Around<L>,
    corners: &'a [f32],
    side: usize,
) -> Vectors<'a, L, C> {
    let mut rows = [const { nothing() }; 8];
    let [w, z, y] = around.lines;
    for b in 0..1 << (D - 1) {
        let row = lattice.row([w + (b >> 2 & 1), z + (b >> 1 & 1), y + (b & 1)]);
        let from = row + side * lattice.floats_of_side();
        rows[b] = &L::floats(&corners[from..]).as_chunks().0[..count];
    }
    rows
}

const fn nothing<'a, T>() -> &'a [T] {
    &[]
}

/// A vector of columns at a time.
pub(super) struct Abreast<'a, L: Lanes, const C: usize>(Vectors<'a, L, C>);

impl<'a, L: Lanes, const C: usize> Abreast<'a, L, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new<const D: usize>(
        lattice: &Lattice,
        around: &Around<L>,
        corners: &'a [f32],
        side: usize,
    ) -> Self {
        let count = lattice.columns.len().div_ceil(L::N);
        Abreast(rows_around::<L, D, C>(count, lattice, around, corners, side))
    }
}

impl<L: Lanes, const C: usize> Corners<L, C> for Abreast<'_, L, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(&self, l: L, row: usize, k: usize, component: usize) -> L::F {
        l.load(&self.0[row][k][component])
    }
}

/// One column at a time, alike in all lanes.
pub(super) struct Single<'a, L: Lanes, const C: usize>(Vectors<'a, L, C>);

impl<'a, L: Lanes, const C: usize> Single<'a, L, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new<const D: usize>(lattice: &Lattice, around: &Around<L>, corners: &'a [f32]) -> Self {
        Single(Abreast::new::<D>(lattice, around, corners, 0).0)
    }
}

impl<L: Lanes, const C: usize> Corners<L, C> for Single<'_, L, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn component(&self, l: L, row: usize, k: usize, component: usize) -> L::F {
        l.splat(self.0[row][k / L::N][component].as_ref()[k % L::N])
    }
}

/// Perlin noise: the corners' lines.
pub(super) struct Slopes<'a, L: Lanes, S, const D: usize> {
    pub(super) l: L,
    pub(super) around: &'a Around<L>,
    /// Slope first, then the other components.
    pub(super) corners: S,
}

impl<L: Lanes, S: Corners<L, D>, const D: usize> Columns<L> for Slopes<'_, L, S, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(&self, k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            s[b] = self.corners.component(l, b, k, 0);
            for a in 0..D - 1 {
                let term = l.mul(self.corners.component(l, b, k, a + 1), self.around.t[a][b >> a & 1]);
                o[b] = if a == 0 { term } else { l.add(o[b], term) };
            }
        }
        reduce::<L, D>(l, &mut s, self.around.u);
        reduce::<L, D>(l, &mut o, self.around.u);
        (s[0], o[0])
    }
}

/// Value noise: the corners' values, without a slope.
pub(super) struct Values<'a, L: Lanes, S, const D: usize> {
    pub(super) l: L,
    pub(super) around: &'a Around<L>,
    pub(super) corners: S,
}

impl<L: Lanes, S: Corners<L, 1>, const D: usize> Columns<L> for Values<'_, L, S, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(&self, k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            o[b] = self.corners.component(l, b, k, 0);
        }
        reduce::<L, D>(l, &mut o, self.around.u);
        (l.splat(0.0), o[0])
    }
}

/// Lerps what was found at the corners along y, then z, then w, into the first.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn reduce<L: Lanes, const D: usize>(l: L, v: &mut [L::F; 8], u: [L::F; 3]) {
    for a in 0..D - 1 {
        for b in 0..1 << (D - 2 - a) {
            v[b] = l.add(v[2 * b], l.mul(u[a], l.sub(v[2 * b + 1], v[2 * b])));
        }
    }
}
