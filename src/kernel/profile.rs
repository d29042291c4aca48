//! The coefficients of a sample row: for each lattice column, the line through its corners as seen from that row, then what
//! a cell between two columns needs: `S`, `O`, `DS`, `DO` of `bits.md` section 4.

use super::corners::Lattice;
use super::{Coefficients, STRIDE};
use crate::lanes::Lanes;
use crate::noise::Kind;
use crate::plan::{Layout, OctavePlan};

/// Where a row of samples lies along the axes other than x.
struct Line {
    /// Its first lines along w, z, y.
    lines: [usize; 3],
    /// Fraction and fade along y, z, w.
    t: [f32; 3],
    u: [f32; 3],
}

impl Line {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new<const D: usize>(octave: &OctavePlan<'_>, lattice: &Lattice, wzy: [usize; 3]) -> Self {
        let first = [lattice.lines[0].start, lattice.lines[1].start, lattice.lines[2].start];
        let mut line = Line { lines: first, t: [0.0; 3], u: [0.0; 3] };
        for a in 4 - D..3 {
            let (axis, k) = (&octave.outer[a], wzy[a]);
            line.lines[a] = axis.line[k] as usize;
            line.t[2 - a] = axis.t[k];
            line.u[2 - a] = axis.u[k];
        }
        line
    }
}

/// Writes the four coefficients of each column of the tile for the row of samples at `wzy`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn coefficients<L: Lanes, const D: usize>(
    l: L,
    octave: &OctavePlan<'_>,
    lattice: &Lattice,
    wzy: [usize; 3],
    corners: &[f32],
    to: &mut Coefficients,
) {
    let line = Line::new::<D>(octave, lattice, wzy);
    let few = matches!(octave.row.layout, Layout::Shared { few: true, .. });
    let to = To { l, count: lattice.columns.len().div_ceil(L::N), few, to };
    let place = (lattice, &line, corners, 0);
    match (octave.octave.kind, lattice.two_sides) {
        (Kind::Cell, _) => cells(l, rows_around::<L, 1, 1>(to.count, place)[0], to),
        (Kind::Value, false) => lines(l, Values::<L, D>::new(l, to.count, place), to),
        (Kind::Value, true) => {
            let left = Values::<L, D>::new(l, to.count, place);
            lines_of_two(l, left, Values::<L, D>::new(l, to.count, (lattice, &line, corners, 1)), to);
        }
        (Kind::Perlin, false) => lines(l, Slopes::<L, D>::new(l, to.count, place), to),
        (Kind::Perlin, true) => {
            let left = Slopes::<L, D>::new(l, to.count, place);
            lines_of_two(l, left, Slopes::<L, D>::new(l, to.count, (lattice, &line, corners, 1)), to);
        }
    }
}

/// Where coefficients go.
struct To<'a, L> {
    l: L,
    /// Vectors of columns.
    count: usize,
    /// Whether the four of a column stand together.
    few: bool,
    to: &'a mut Coefficients,
}

impl<L: Lanes> To<'_, L> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(&mut self, k: usize, coefficients: [L::F; 4]) {
        let l = self.l;
        if self.few {
            let coefficients = l.interleave(coefficients);
            for i in 0..4 {
                l.store(coefficients[i], &mut L::floats_mut(&mut self.to[(4 * k + i) * L::N..])[0]);
            }
        } else {
            for i in 0..4 {
                l.store(coefficients[i], &mut L::floats_mut(&mut self.to[i * STRIDE + k * L::N..])[0]);
            }
        }
    }
}

/// Cell noise: the corner's value is the offset of a line that nothing is faded to.
#[cfg_attr(not(unoptimized), inline(always))]
fn cells<L: Lanes>(l: L, corners: &[[L::Floats; 1]], mut to: To<'_, L>) {
    let zero = l.splat(0.0);
    for k in 0..to.count {
        to.store(k, [zero, l.load(&corners[k][0]), zero, zero]);
    }
}

/// From the lines through the columns to coefficients.
///
/// Differences to the next column are taken in registers: to read back what was just written at another alignment would wait for it.
#[cfg_attr(not(unoptimized), inline(always))]
fn lines<L: Lanes>(l: L, columns: impl Columns<L>, mut to: To<'_, L>) {
    let mut here = columns.line(0);
    for k in 0..to.count {
        let after = if k + 1 < to.count { columns.line(k + 1) } else { here };
        let right = (l.next(here.0, after.0), l.next(here.1, after.1));
        to.store(k, between(l, here, right));
        here = after;
    }
}

/// The same for samples that have columns of their own.
#[cfg_attr(not(unoptimized), inline(always))]
fn lines_of_two<L: Lanes>(l: L, left: impl Columns<L>, right: impl Columns<L>, mut to: To<'_, L>) {
    for k in 0..to.count {
        to.store(k, between(l, left.line(k), right.line(k)));
    }
}

/// `S`, `O`, `DS`, `DO` between two columns.
#[cfg_attr(not(unoptimized), inline(always))]
fn between<L: Lanes>(l: L, left: (L::F, L::F), right: (L::F, L::F)) -> [L::F; 4] {
    let ((s_0, o_0), (s_1, o_1)) = (left, right);
    [s_0, o_0, l.sub(s_1, s_0), l.sub(l.sub(o_1, s_1), o_0)]
}

/// A row of samples in its lattice: what is around it, and which side's columns.
type Place<'a> = (&'a Lattice, &'a Line, &'a [f32], usize);

/// The first `count` vectors of corners, `C` components each, of the lattice rows around a row of samples; bits 0, 1, 2 of the index are
/// y, z, w.
#[cfg_attr(not(unoptimized), inline(always))]
fn rows_around<'a, L: Lanes, const D: usize, const C: usize>(
    count: usize,
    (lattice, line, corners, side): Place<'a>,
) -> [&'a [[L::Floats; C]]; 8] {
    let mut rows = [const { nothing() }; 8];
    let [w, z, y] = line.lines;
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

/// Lattice columns as a row of samples sees them: the lines through their corners.
trait Columns<L: Lanes> {
    /// Slope and offset of a vector of columns.
    fn line(&self, k: usize) -> (L::F, L::F);
}

/// Perlin noise: the corners' lines, lerped along y, then z, then w.
struct Slopes<'a, L: Lanes, const D: usize> {
    l: L,
    /// Slope first, then the other components.
    corners: [&'a [[L::Floats; D]]; 8],
    t: [[L::F; 2]; 3],
    u: [L::F; 3],
}

impl<'a, L: Lanes, const D: usize> Slopes<'a, L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(l: L, count: usize, place: Place<'a>) -> Self {
        let line = place.1;
        let mut t = [[l.splat(0.0); 2]; 3];
        for a in 0..D - 1 {
            t[a] = [l.splat(line.t[a]), l.splat(line.t[a] - 1.0)];
        }
        Slopes { l, corners: rows_around::<L, D, D>(count, place), t, u: fades::<L, D>(l, line) }
    }
}

impl<L: Lanes, const D: usize> Columns<L> for Slopes<'_, L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(&self, k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            let corner = &self.corners[b][k];
            s[b] = l.load(&corner[0]);
            for a in 0..D - 1 {
                let term = l.mul(l.load(&corner[a + 1]), self.t[a][b >> a & 1]);
                o[b] = if a == 0 { term } else { l.add(o[b], term) };
            }
        }
        reduce::<L, D>(l, &mut s, self.u);
        reduce::<L, D>(l, &mut o, self.u);
        (s[0], o[0])
    }
}

/// Value noise: the corners' values, lerped alike, without a slope.
struct Values<'a, L: Lanes, const D: usize> {
    l: L,
    corners: [&'a [[L::Floats; 1]]; 8],
    u: [L::F; 3],
}

impl<'a, L: Lanes, const D: usize> Values<'a, L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(l: L, count: usize, place: Place<'a>) -> Self {
        Values { l, corners: rows_around::<L, D, 1>(count, place), u: fades::<L, D>(l, place.1) }
    }
}

impl<L: Lanes, const D: usize> Columns<L> for Values<'_, L, D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(&self, k: usize) -> (L::F, L::F) {
        let l = self.l;
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            o[b] = l.load(&self.corners[b][k][0]);
        }
        reduce::<L, D>(l, &mut o, self.u);
        (l.splat(0.0), o[0])
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn fades<L: Lanes, const D: usize>(l: L, line: &Line) -> [L::F; 3] {
    let mut u = [l.splat(0.0); 3];
    for a in 0..D - 1 {
        u[a] = l.splat(line.u[a]);
    }
    u
}

/// Lerps the corners' values along y, then z, then w, into the first.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn reduce<L: Lanes, const D: usize>(l: L, v: &mut [L::F; 8], u: [L::F; 3]) {
    for a in 0..D - 1 {
        for b in 0..1 << (D - 2 - a) {
            v[b] = l.add(v[2 * b], l.mul(u[a], l.sub(v[2 * b + 1], v[2 * b])));
        }
    }
}
