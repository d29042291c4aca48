//! Values and derivatives of a row, from its coefficients.

use crate::kernel::coefficients::row::Coefficients;
use crate::kernel::coefficients::{near_and_change, sample};
use crate::kernel::layout::runs::Run;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::along::{Source, Straight, Window, line_of_cell};
use crate::kernel::samples::fold::Fold;
use crate::noise::Fade;
use crate::simd::{Job, Lanes};
use crate::tables::fades::slope_lanes;
use crate::tables::octave::Folded;

/// What all passes over a row share.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub(super) row: RowTable<'a>,
    /// Where vectors lie.
    pub(super) runs: &'a [Run],
    /// Whether samples have columns of their own.
    pub(super) own: bool,
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
}

/// Computes the derivatives of fades, given fractions.
pub(super) struct FadeSlopes<'a> {
    pub(super) fade: Fade,
    pub(super) t: &'a [f32],
    /// Whole vectors of results.
    pub(super) to: &'a mut [f32],
}

impl Job for FadeSlopes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        for (t, to) in L::floats(self.t).iter().zip(L::floats_mut(self.to)) {
            l.store(slope_lanes(l, self.fade, l.load(t)), to);
        }
    }
}

/// A sample, and its derivative along x by world units; a world unit is `factor` lattice units.
#[inline(always)]
pub(super) fn value_and_x<L: Lanes>(
    l: L,
    line: [L::F; 4],
    (t, u, fade_slope): (L::F, L::F, L::F),
    factor: L::F,
) -> (L::F, L::F) {
    let [s, _, ds, _] = line;
    let (near, change) = near_and_change(l, line, t);
    let along = l.add(l.add(s, l.mul(u, ds)), l.mul(fade_slope, change));
    (l.add(near, l.mul(u, change)), l.mul(along, factor))
}

/// Adds an octave to a few rows of values and derivatives.
pub(super) struct Samples<'a, 'b> {
    pub(super) shape: Shape<'a>,
    /// For each row, the coefficients of the value, then those of the derivatives along y, z, w.
    pub(super) coefficients: &'a [Coefficients],
    /// Lattice units in a world unit, along x, y, z, w.
    pub(super) factors: [f32; 4],
    pub(super) fade_slopes: &'a [f32],
    /// The factors of a row's derivatives, where octaves are folded.
    pub(super) folded: &'a mut [f32],
    /// The value, then the derivatives by w, z, y, x, for the axes that exist.
    pub(super) planes: &'a mut [&'b mut [f32]],
    /// Where the first row starts in each of them, and elements from a row to the next.
    pub(super) first: usize,
    pub(super) step: usize,
}

impl Job for Samples<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Samples { shape, coefficients, factors, fade_slopes, folded, planes, mut first, step } = self;
        let fold = Fold::new(l, shape.fold);
        let Some((value, derivatives)) = planes.split_first_mut() else { return };
        let Some((x, others)) = derivatives.split_last_mut() else { return };
        for coefficients in coefficients.chunks_exact(1 + others.len()) {
            for run in shape.runs {
                let (column, len) = (run.column as usize, run.vectors as usize * L::N);
                let (columns, at) = (column..column + len, first + column..first + column + len);
                let folded = L::floats_mut(&mut folded[columns.clone()]);
                let vectors = ValueVectors::<L> {
                    fold,
                    factor: l.splat(factors[0]),
                    fade_slopes: L::floats(&fade_slopes[columns]),
                    factors: &mut *folded,
                    value: L::floats_mut(&mut value[at.clone()]),
                    x: L::floats_mut(&mut x[at.clone()]),
                };
                each_vector(l, shape, run, &coefficients[0], vectors);
                // The planes of y, z, w are stored last to first.
                for (a, to) in others.iter_mut().rev().enumerate() {
                    let vectors = OuterVectors::<L> {
                        factor: l.splat(factors[a + 1]),
                        factors: shape.fold.is_some().then_some(&*folded),
                        to: L::floats_mut(&mut to[at.clone()]),
                    };
                    each_vector(l, shape, run, &coefficients[a + 1], vectors);
                }
            }
            first += step;
        }
    }
}

/// What happens to the vectors of a run.
trait Vectors<L: Lanes> {
    /// Adds vector `j`. Its near end is `S t + O`, and its change is `DS t + DO`.
    fn add(&mut self, l: L, j: usize, line: [L::F; 4], t: L::F, u: L::F);
}

/// Brings the coefficients of each vector of a run to their lanes.
#[inline(always)]
fn each_vector<L: Lanes>(
    l: L,
    shape: Shape<'_>,
    run: &Run,
    coefficients: &Coefficients,
    mut vectors: impl Vectors<L>,
) {
    let (column, count) = (run.column as usize, run.vectors as usize);
    let (t, u) = (&L::floats(&shape.row.t[column..])[..count], &L::floats(&shape.row.u[column..])[..count]);
    if shape.own {
        each_of(l, Straight { first: column }, coefficients, t, u, &mut vectors);
    } else if run.span == 0 {
        let line = line_of_cell(l, coefficients, run.cell as usize);
        for j in 0..count {
            vectors.add(l, j, line, l.load(&t[j]), l.load(&u[j]));
        }
    } else {
        let first = &L::words(&shape.row.first[column..])[..count];
        each_of(l, Window::<L> { first, skipped: shape.row.first[0] }, coefficients, t, u, &mut vectors);
    }
}

#[inline(always)]
fn each_of<L: Lanes>(
    l: L,
    source: impl Source<L>,
    coefficients: &Coefficients,
    t: &[L::Floats],
    u: &[L::Floats],
    vectors: &mut impl Vectors<L>,
) {
    for j in 0..t.len() {
        let line = source.line(l, coefficients, source.at(l, j));
        vectors.add(l, j, line, l.load(&t[j]), l.load(&u[j]));
    }
}

struct ValueVectors<'a, L: Lanes> {
    fold: Fold<L>,
    factor: L::F,
    fade_slopes: &'a [L::Floats],
    factors: &'a mut [L::Floats],
    value: &'a mut [L::Floats],
    x: &'a mut [L::Floats],
}

impl<L: Lanes> Vectors<L> for ValueVectors<'_, L> {
    #[inline(always)]
    fn add(&mut self, l: L, j: usize, line: [L::F; 4], t: L::F, u: L::F) {
        let fade_slope = l.load(&self.fade_slopes[j]);
        let (mut n, mut x) = value_and_x(l, line, (t, u, fade_slope), self.factor);
        if self.fold.folds {
            let factor = self.fold.slope(l, n);
            l.store(factor, &mut self.factors[j]);
            n = self.fold.of(l, n);
            x = l.mul(factor, x);
        }
        let (value, to) = (&mut self.value[j], &mut self.x[j]);
        l.store(l.add(l.load(value), n), value);
        l.store(l.add(l.load(to), x), to);
    }
}

struct OuterVectors<'a, L: Lanes> {
    factor: L::F,
    factors: Option<&'a [L::Floats]>,
    to: &'a mut [L::Floats],
}

impl<L: Lanes> Vectors<L> for OuterVectors<'_, L> {
    #[inline(always)]
    fn add(&mut self, l: L, j: usize, line: [L::F; 4], t: L::F, u: L::F) {
        let mut d = l.mul(sample(l, line, t, u), self.factor);
        if let Some(factors) = self.factors {
            d = l.mul(l.load(&factors[j]), d);
        }
        let to = &mut self.to[j];
        l.store(l.add(l.load(to), d), to);
    }
}
