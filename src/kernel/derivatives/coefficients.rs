//! Coefficients of a few rows: those of the value, then those of its derivatives along y, z, w.
//!
//! All kinds share one arithmetic here, with zeros for what a kind lacks, and one loop serves both sides of columns. Otherwise the code for four
//! dimensions would be several times as long.

use crate::kernel::coefficients::cells::Plane;
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::kernel::coefficients::{Around, between, lerp, rolled};
use crate::kernel::corners::sources::Components;
use crate::simd::{Job, Lanes};
use crate::tables::fades::slope;
use crate::tables::octave::Octave;

/// Computes the coefficients of a few rows of samples in `D` dimensions.
pub(super) struct WithDerivatives<'a, const D: usize> {
    pub(super) octave: &'a Octave,
    pub(super) corners: &'a [f32],
    /// How far the lattice rows around samples are from the first of them: bits 0, 1, 2 of the index are y, z, w.
    pub(super) around: [usize; 8],
    pub(super) components: Components,
    /// Floats from the left side of columns to their right side, where samples have columns of their own.
    pub(super) right: Option<usize>,
    /// The number of columns.
    pub(super) columns: usize,
    pub(super) rows: &'a [Plane],
    /// For each row, the coefficients of the value, then those of the derivatives.
    pub(super) to: &'a mut [Coefficients],
}

impl<const D: usize> Job for WithDerivatives<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let WithDerivatives { octave, corners, around, components, right, columns, rows, to } = self;
        let sides = Sides { octave, corners, around, components, right, count: columns.div_ceil(L::N) };
        for (row, to) in rows.iter().zip(to.chunks_exact_mut(D)) {
            sides.set_row::<L, D>(l, row, to);
        }
    }
}

/// The corners of rows: one lattice column after the other, or the columns on either side of each sample.
#[derive(Clone, Copy)]
struct Sides<'a> {
    octave: &'a Octave,
    corners: &'a [f32],
    around: [usize; 8],
    components: Components,
    right: Option<usize>,
    /// The number of vectors of columns.
    count: usize,
}

impl Sides<'_> {
    /// Computes the coefficients of a row. Differences to the next column are taken in registers: reading back what was just written, at another
    /// alignment, would stall.
    #[inline(always)]
    fn set_row<L: Lanes, const D: usize>(self, l: L, at: &Plane, to: &mut [Coefficients]) {
        let Sides { octave, corners, around, components, right, count } = self;
        let mut row = Row { around: Around::splat(l, at.t, at.u), fade_slopes: [l.splat(0.0); 3] };
        for a in 0..D - 1 {
            row.fade_slopes[a] = l.splat(slope(octave.fade, at.t[a]));
        }
        let own = right.is_some();
        let (sides, right, step) = (usize::from(own), right.unwrap_or(0), components.count * L::N);
        let mut rows: [&[f32]; 8] = [&[]; 8];
        for b in 0..1 << (D - 1) {
            rows[b] = &corners[at.at + around[b]..][..right + count * step];
        }
        let mut corners = InRows::new(rows, components, L::N);
        let mut before = [(l.splat(0.0), l.splat(0.0)); D];
        let mut k = 0;
        // `lines` is called in one place only, because its code is long. Where columns are shared, the last vector is followed by itself.
        for n in 0..(count << sides) + usize::from(!own) {
            let mut here = before;
            if n < count << sides {
                let side = n & sides;
                corners.from = (n >> sides) * step + side * right;
                here = lines::<L, D>(l, &row, &corners);
            }
            if if own { n & 1 == 1 } else { n > 0 } {
                let mut right = here;
                if !own {
                    for d in 0..D {
                        right[d] = (l.next(before[d].0, here[d].0), l.next(before[d].1, here[d].1));
                    }
                }
                for d in 0..D {
                    let between = between(l, before[d], right[d]);
                    for (to, v) in to[d].as_chunks_mut::<STRIDE>().0.iter_mut().zip(between) {
                        l.store(v, &mut L::floats_mut(to)[k]);
                    }
                }
                k += 1;
            }
            before = here;
        }
    }
}

/// Where samples lie along y, z, w, in the terms that coefficients need.
pub(super) struct Row<L: Lanes> {
    pub(super) around: Around<L>,
    /// The derivatives of the fades.
    pub(super) fade_slopes: [L::F; 3],
}

/// The components at the corners of a column, or of a vector of columns.
pub(super) trait OfColumn<L: Lanes> {
    /// Component `c` at the corner whose bits 0, 1, 2 are y, z, w. The components are the slope along x, the constant or value, and the slopes along
    /// y, z, w.
    fn component(&self, l: L, b: usize, c: usize) -> L::F;
}

/// Components in the rows of a block's lattice.
struct InRows<'a> {
    /// The lattice rows around a row of samples: bits 0, 1, 2 of the index are y, z, w. All are equally long, so that one bounds check serves for
    /// all.
    rows: [&'a [f32]; 8],
    /// Whether there are slopes, and the position of the constant or value.
    slopes: bool,
    constant: Option<usize>,
    /// Where the vector of columns starts.
    from: usize,
}

impl<'a> InRows<'a> {
    fn new(rows: [&'a [f32]; 8], components: Components, lanes: usize) -> Self {
        let [slope, constant, ..] = components.slots;
        InRows { rows, slopes: slope.is_some(), constant: constant.map(|slot| slot * lanes), from: 0 }
    }
}

impl<L: Lanes> OfColumn<L> for InRows<'_> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, c: usize) -> L::F {
        match (c, self.constant) {
            (1, Some(constant)) => l.load_at(self.rows[b], self.from + constant),
            (1, None) => l.splat(0.0),
            // Slopes along x, y, z, w are stored one after the other.
            _ if self.slopes => l.load_at(self.rows[b], self.from + c.saturating_sub(1) * L::N),
            _ => l.splat(0.0),
        }
    }
}

/// Slope and offset of a column for the value, then for the derivatives along y, z, w.
#[inline(always)]
pub(super) fn lines<L: Lanes, const D: usize>(
    l: L,
    row: &Row<L>,
    corners: &impl OfColumn<L>,
) -> [(L::F, L::F); D] {
    let zeros = [l.splat(0.0); 8];
    let mut ends = Corners { slopes: zeros, offsets: zeros, components: [zeros; 3] };
    for b in 0..1 << (D - 1) {
        ends.slopes[b] = corners.component(l, b, 0);
        ends.offsets[b] = corners.component(l, b, 1);
        for a in 0..D - 1 {
            let component = corners.component(l, b, a + 2);
            ends.offsets[b] = l.add(ends.offsets[b], l.mul(component, row.around.t[a][b >> a & 1]));
            ends.components[a][b] = component;
        }
    }
    let zero = l.splat(0.0);
    let mut lines = [(zero, zero); D];
    for d in 0..rolled::<D>(D) {
        let along = if d == 0 { D } else { d - 1 };
        lines[d] = ends.line::<D>(l, row, along);
    }
    lines
}

/// The corners of a column, relative to the samples: bits 0, 1, 2 of an index are y, z, w.
#[derive(Clone, Copy)]
struct Corners<L: Lanes> {
    /// Slopes along x.
    slopes: [L::F; 8],
    offsets: [L::F; 8],
    /// Slopes along y, z, w.
    components: [[L::F; 8]; 3],
}

impl<L: Lanes> Corners<L> {
    /// The line for the derivative along y, z or w, which are 0, 1, 2; for `D - 1` and above, the line for the value.
    #[inline(always)]
    fn line<const D: usize>(mut self, l: L, row: &Row<L>, along: usize) -> (L::F, L::F) {
        for a in 0..D - 1 {
            let (u, slope) = (row.around.u[a], row.fade_slopes[a]);
            for b in 0..1 << (D - 2 - a) {
                let (near, far) = (2 * b, 2 * b + 1);
                let ([s_0, s_1], [o_0, o_1]) =
                    ([self.slopes[near], self.slopes[far]], [self.offsets[near], self.offsets[far]]);
                if a == along {
                    let components = &self.components[a];
                    let inner = lerp(l, u, components[near], components[far]);
                    self.slopes[b] = l.mul(slope, l.sub(s_1, s_0));
                    self.offsets[b] = l.add(inner, l.mul(slope, l.sub(o_1, o_0)));
                } else {
                    self.slopes[b] = lerp(l, u, s_0, s_1);
                    self.offsets[b] = lerp(l, u, o_0, o_1);
                }
                if a < along && along < D - 1 {
                    let components = &mut self.components[along];
                    components[b] = lerp(l, u, components[near], components[far]);
                }
            }
        }
        (self.slopes[0], self.offsets[0])
    }
}
