//! Coefficients of samples: for each lattice column the line through its corners as seen from a row of samples, then what a cell
//! between two columns needs: `S`, `O`, `DS`, `DO` of `bits.md` section 4.

pub(super) mod across;
pub(super) mod along;
pub(super) mod cells;
pub(super) mod corner_table;
mod planes;
pub(super) mod row;

use core::hint::black_box;

use crate::simd::Lanes;

/// Where samples lie along y, z, w: in these lanes, or alike in all of them.
pub(super) struct Around<L: Lanes> {
    /// Fractions from the first line and from the second.
    pub(super) t: [[L::F; 2]; 3],
    /// Fades.
    pub(super) u: [L::F; 3],
}

impl<L: Lanes> Around<L> {
    /// Alike in all lanes. Of `D` dimensions, the first `D - 1` fractions and fades count.
    #[inline(always)]
    pub(super) fn splat(l: L, t: [f32; 3], u: [f32; 3]) -> Self {
        let zero = l.splat(0.0);
        let mut around = Around { t: [[zero; 2]; 3], u: [zero; 3] };
        for a in 0..3 {
            around.t[a] = [l.splat(t[a]), l.splat(t[a] - 1.0)];
            around.u[a] = l.splat(u[a]);
        }
        around
    }

    /// Puts fractions and fades of an axis into lanes.
    #[inline(always)]
    pub(super) fn set(&mut self, l: L, axis: usize, t: L::F, u: L::F) {
        self.t[axis] = [t, l.sub(t, l.splat(1.0))];
        self.u[axis] = u;
    }
}

/// What stands at the corners around some samples. (Not a closure: closures are not always inlined into the instruction set's entry.)
pub(super) trait Corners<L: Lanes> {
    /// Component `c` at a corner of column or columns `k`; bits 0, 1, 2 of `b` are y, z, w.
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F;

    /// What a corner in `D` dimensions adds to the offset of its column: its constant, if it has one (`V`), and its slopes along y, z, w times the
    /// fractions along them.
    #[inline(always)]
    fn offset<const D: usize, const V: bool>(&self, l: L, b: usize, k: usize, around: &Around<L>) -> L::F {
        offset_of_components::<L, _, D, V>(l, self, b, k, around)
    }
}

/// [`Corners::offset`], from the components.
#[inline(always)]
pub(super) fn offset_of_components<L: Lanes, C: Corners<L> + ?Sized, const D: usize, const V: bool>(
    l: L,
    corners: &C,
    b: usize,
    k: usize,
    around: &Around<L>,
) -> L::F {
    let mut o = if V { corners.component(l, b, k, D) } else { l.splat(0.0) };
    for a in 0..D - 1 {
        let term = l.mul(corners.component(l, b, k, a + 1), around.t[a][b >> a & 1]);
        o = if a == 0 && !V { term } else { l.add(o, term) };
    }
    o
}

/// Lattice columns: the lines through their corners.
pub(super) trait Columns<L: Lanes> {
    /// Slope and offset of column or columns `k`.
    fn line(&self, l: L, k: usize) -> (L::F, L::F);
}

/// Perlin noise in `D` dimensions. `V`: a constant follows each vector.
pub(super) struct Perlin<'a, L: Lanes, C, const D: usize, const V: bool> {
    pub(super) around: &'a Around<L>,
    pub(super) corners: C,
}

impl<L: Lanes, C: Corners<L>, const D: usize, const V: bool> Columns<L> for Perlin<'_, L, C, D, V> {
    #[inline(always)]
    fn line(&self, l: L, k: usize) -> (L::F, L::F) {
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            s[b] = self.corners.component(l, b, k, 0);
            o[b] = self.corners.offset::<D, V>(l, b, k, self.around);
        }
        reduce::<L, D>(l, &mut s, self.around.u);
        reduce::<L, D>(l, &mut o, self.around.u);
        (s[0], o[0])
    }
}

/// Value noise in `D` dimensions: lines without slope.
pub(super) struct Value<'a, L: Lanes, C, const D: usize> {
    pub(super) around: &'a Around<L>,
    pub(super) corners: C,
}

impl<L: Lanes, C: Corners<L>, const D: usize> Columns<L> for Value<'_, L, C, D> {
    #[inline(always)]
    fn line(&self, l: L, k: usize) -> (L::F, L::F) {
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            o[b] = self.corners.component(l, b, k, 0);
        }
        reduce::<L, D>(l, &mut o, self.around.u);
        (l.splat(0.0), o[0])
    }
}

/// `n`, as compilers must not know it in four dimensions: they would write the code of a loop out `n` times, and that of a column through 8
/// corners is long.
#[inline(always)]
pub(super) fn rolled<const D: usize>(n: usize) -> usize {
    if D == 4 { black_box(n) } else { n }
}

/// `a + u (b - a)`.
#[inline(always)]
pub(super) fn lerp<L: Lanes>(l: L, u: L::F, a: L::F, b: L::F) -> L::F {
    l.add(a, l.mul(u, l.sub(b, a)))
}

/// Lerps what was found at the corners along y, then z, then w, into the first.
#[inline(always)]
pub(super) fn reduce<L: Lanes, const D: usize>(l: L, v: &mut [L::F; 8], u: [L::F; 3]) {
    for a in 0..D - 1 {
        for b in 0..1 << (D - 2 - a) {
            v[b] = lerp(l, u[a], v[2 * b], v[2 * b + 1]);
        }
    }
}

/// `S t + O` and `DS t + DO`: what a sample is at the left column, and how far it is to what it is at the right one.
#[inline(always)]
pub(super) fn near_and_change<L: Lanes>(l: L, [s, o, ds, d_o]: [L::F; 4], t: L::F) -> (L::F, L::F) {
    (l.add(l.mul(s, t), o), l.add(l.mul(ds, t), d_o))
}

/// `(S t + O) + u (DS t + DO)`.
#[inline(always)]
pub(super) fn sample<L: Lanes>(l: L, line: [L::F; 4], t: L::F, u: L::F) -> L::F {
    let (near, change) = near_and_change(l, line, t);
    l.add(near, l.mul(u, change))
}

/// An offset as it is stored: never -0, so that no sample made with it is -0. The sign of a zero reaches no sample otherwise.
#[inline(always)]
pub(super) fn never_negative_zero<L: Lanes>(l: L, offset: L::F) -> L::F {
    l.add(offset, l.splat(0.0))
}

/// `S`, `O`, `DS`, `DO` between two columns.
#[inline(always)]
pub(super) fn between<L: Lanes>(l: L, left: (L::F, L::F), right: (L::F, L::F)) -> [L::F; 4] {
    let ((s_0, o_0), (s_1, o_1)) = (left, right);
    [s_0, o_0, l.sub(s_1, s_0), l.sub(l.sub(o_1, s_1), o_0)]
}
