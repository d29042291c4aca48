//! The coefficients of a sample row: for each lattice column, the line through its corners as seen from that row, then what
//! a cell between two columns needs: `S`, `O`, `DS`, `DO` of `bits.md` section 4.

use super::STRIDE;
use super::corners::Lattice;
use crate::lanes::Lanes;
use crate::noise::Kind;
use crate::plan::OctavePlan;

/// Where a row of samples lies along the axes other than x.
pub(super) struct Line {
    /// Its first lines along w, z, y.
    lines: [usize; 3],
    /// Fraction and fade along y, z, w.
    t: [f32; 3],
    u: [f32; 3],
}

impl Line {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(octave: &OctavePlan<'_>, wzy: [usize; 3]) -> Self {
        let mut line = Line { lines: [0; 3], t: [0.0; 3], u: [0.0; 3] };
        for a in 0..3 {
            let (axis, k) = (&octave.outer[a], wzy[a]);
            line.lines[a] = axis.line[k] as usize;
            line.t[2 - a] = axis.t[k];
            line.u[2 - a] = axis.u[k];
        }
        line
    }
}

/// Writes the four coefficients of each column of the tile to the first four arrays of `to`; the rest is used in between.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn coefficients<L: Lanes, const D: usize>(
    l: L,
    kind: Kind,
    lattice: &Lattice,
    line: &Line,
    corners: &[f32],
    to: &mut [[f32; STRIDE]],
) {
    let [s0, o0, ds, d_o, s1, o1, ..] = to else { return };
    if kind == Kind::Cell {
        cells(l, lattice, line, corners, s0, o0, ds, d_o);
        return;
    }
    let count = lattice.columns.len();
    columns::<L, D>(l, kind, lattice, line, corners, 0, s0, o0);
    if lattice.two_sides {
        let side = lattice.stride * lattice.components;
        columns::<L, D>(l, kind, lattice, line, corners, side, s1, o1);
        differences(l, count, 0, [s0, o0], [s1, o1], ds, d_o);
    } else {
        differences(l, count, 1, [s0, o0], [s0, o0], ds, d_o);
    }
}

/// Cell noise: the corner's value is the offset of a line that nothing is faded to.
#[cfg_attr(not(unoptimized), inline(always))]
#[expect(clippy::too_many_arguments, reason = "the four coefficients are four arrays")]
fn cells<L: Lanes>(
    l: L,
    lattice: &Lattice,
    line: &Line,
    corners: &[f32],
    s0: &mut [f32],
    o0: &mut [f32],
    ds: &mut [f32],
    d_o: &mut [f32],
) {
    let from = lattice.row(line.lines);
    let mut at = 0;
    while at < lattice.columns.len() {
        l.store(l.load_at(corners, from + at), &mut L::floats_mut(&mut o0[at..])[0]);
        for zero in [&mut *s0, &mut *ds, &mut *d_o] {
            l.store(l.splat(0.0), &mut L::floats_mut(&mut zero[at..])[0]);
        }
        at += L::N;
    }
}

/// Slope and offset of the columns of one side: those of their corners, lerped along y, then z, then w.
#[cfg_attr(not(unoptimized), inline(always))]
#[expect(clippy::too_many_arguments, reason = "one call, spelled out")]
fn columns<L: Lanes, const D: usize>(
    l: L,
    kind: Kind,
    lattice: &Lattice,
    line: &Line,
    corners: &[f32],
    side: usize,
    slopes: &mut [f32],
    offsets: &mut [f32],
) {
    let mut rows = [0; 8];
    for (b, row) in rows.iter_mut().enumerate().take(1 << (D - 1)) {
        let [w, z, y] = line.lines;
        *row = lattice.row([w + (b >> 2 & 1), z + (b >> 1 & 1), y + (b & 1)]) + side;
    }
    if kind == Kind::Value {
        value_columns::<L, D>(l, lattice.columns.len(), line, corners, rows, slopes, offsets);
    } else {
        perlin_columns::<L, D>(l, lattice, line, corners, rows, slopes, offsets);
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn perlin_columns<L: Lanes, const D: usize>(
    l: L,
    lattice: &Lattice,
    line: &Line,
    corners: &[f32],
    rows: [usize; 8],
    slopes: &mut [f32],
    offsets: &mut [f32],
) {
    let mut t = [[l.splat(0.0); 2]; 3];
    for a in 0..D - 1 {
        t[a] = [l.splat(line.t[a]), l.splat(line.t[a] - 1.0)];
    }
    let u = fades::<L, D>(l, line);
    let mut at = 0;
    while at < lattice.columns.len() {
        let mut s = [l.splat(0.0); 8];
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            s[b] = l.load_at(corners, rows[b] + at);
            for a in 0..D - 1 {
                let g = l.load_at(corners, rows[b] + (a + 1) * lattice.stride + at);
                let term = l.mul(g, t[a][b >> a & 1]);
                o[b] = if a == 0 { term } else { l.add(o[b], term) };
            }
        }
        reduce::<L, D>(l, &mut s, u);
        reduce::<L, D>(l, &mut o, u);
        l.store(s[0], &mut L::floats_mut(&mut slopes[at..])[0]);
        l.store(o[0], &mut L::floats_mut(&mut offsets[at..])[0]);
        at += L::N;
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn value_columns<L: Lanes, const D: usize>(
    l: L,
    count: usize,
    line: &Line,
    corners: &[f32],
    rows: [usize; 8],
    slopes: &mut [f32],
    offsets: &mut [f32],
) {
    let u = fades::<L, D>(l, line);
    let mut at = 0;
    while at < count {
        let mut o = [l.splat(0.0); 8];
        for b in 0..1 << (D - 1) {
            o[b] = l.load_at(corners, rows[b] + at);
        }
        reduce::<L, D>(l, &mut o, u);
        l.store(l.splat(0.0), &mut L::floats_mut(&mut slopes[at..])[0]);
        l.store(o[0], &mut L::floats_mut(&mut offsets[at..])[0]);
        at += L::N;
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

/// `DS` and `DO` from each column to the one `next` further.
#[cfg_attr(not(unoptimized), inline(always))]
fn differences<L: Lanes>(
    l: L,
    count: usize,
    next: usize,
    [s0, o0]: [&[f32]; 2],
    [s1, o1]: [&[f32]; 2],
    ds: &mut [f32],
    d_o: &mut [f32],
) {
    let mut at = 0;
    while at < count {
        let (s_0, o_0) = (l.load_at(s0, at), l.load_at(o0, at));
        let (s_1, o_1) = (l.load_at(s1, at + next), l.load_at(o1, at + next));
        l.store(l.sub(s_1, s_0), &mut L::floats_mut(&mut ds[at..])[0]);
        l.store(l.sub(l.sub(o_1, s_1), o_0), &mut L::floats_mut(&mut d_o[at..])[0]);
        at += L::N;
    }
}
