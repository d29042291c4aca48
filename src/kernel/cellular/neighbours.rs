//! Samples that share nothing with others: the points in all cells around each sample, a vector of samples at a time.

use super::candidates::point;
use super::finish::Finish;
use super::metric::{Chosen, Magnitudes, Metric, Squares};
use super::set::MOST_SPARSE;
use crate::kernel::corners::hashes::{corner, link, row, unit_value, xor_shifted};
use crate::noise::{Distance, Returns};
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::cellular::{Cellular, MOST_RADIUS};
use crate::tables::octave::{Folded, Octave};

/// The most samples that are computed together.
pub(super) const CHUNK: usize = MOST_SPARSE;

/// Elements of an array for them. This constant bounds loops: compilers would fully unroll a loop whose bound is eight vectors or less.
pub(super) const ROW: usize = CHUNK + WIDEST;

/// Where some samples lie along x, y, z, and the octave's values there.
#[repr(align(64))]
pub(super) struct Chunk {
    /// Fractions.
    pub(super) t: [[f32; ROW]; 3],
    /// Codes of the lattice lines around the samples' own lines, from [`MOST_RADIUS`] before to as many after.
    pub(super) codes: [[[u32; ROW]; 2 * MOST_RADIUS + 1]; 3],
    /// The octave.
    pub(super) n: [f32; ROW],
}

impl Chunk {
    pub(super) const EMPTY: Chunk =
        Chunk { t: [[0.0; ROW]; 3], codes: [[[0; ROW]; 2 * MOST_RADIUS + 1]; 3], n: [0.0; ROW] };

    /// Sets the codes of sample `i` along axis `a`, counted from x.
    pub(super) fn set_codes(&mut self, a: usize, i: usize, radius: usize, octave: &Octave, cell: i64) {
        for k in MOST_RADIUS - radius..=MOST_RADIUS + radius {
            let neighbour = cell + k as i64 - MOST_RADIUS as i64;
            self.codes[a][k][i] = octave.line_code(octave.scales[a].reduce(neighbour));
        }
    }

    /// Places the first samples at the same cell and fraction along axis `a`.
    pub(super) fn set_row(
        &mut self,
        a: usize,
        len: usize,
        radius: usize,
        octave: &Octave,
        (cell, t): (i64, f32),
    ) {
        self.set_codes(a, 0, radius, octave, cell);
        self.t[a][..len].fill(t);
        for codes in &mut self.codes[a][MOST_RADIUS - radius..=MOST_RADIUS + radius] {
            let code = codes[0];
            codes[..len].fill(code);
        }
    }
}

/// Computes the octave for `vectors` vectors of samples that have been placed.
pub(super) struct Nearest<'a> {
    pub(super) cellular: &'a Cellular,
    /// How the octave is folded, if it is.
    pub(super) fold: Option<Folded>,
    pub(super) vectors: usize,
    pub(super) chunk: &'a mut Chunk,
}

impl Job for Nearest<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        match self.cellular.distance {
            distance if cfg!(perlane_small) => self.measured(l, Chosen(distance)),
            Distance::Euclidean | Distance::Squared => self.measured(l, Squares),
            other => self.measured(l, Magnitudes { greatest: other == Distance::Chebyshev }),
        }
    }
}

/// The two least distances, and the value of the nearest point's cell.
#[derive(Clone, Copy)]
struct Found<L: Lanes> {
    first: L::F,
    second: L::F,
    value: L::F,
}

impl Nearest<'_> {
    #[inline(always)]
    fn measured<L: Lanes, M: Metric>(self, l: L, metric: M) {
        let Nearest { cellular, fold, vectors, chunk } = self;
        let finish = Finish::new(l, cellular, fold);
        for v in 0..vectors.min(ROW / L::N) {
            let mut radius = 1;
            let found = loop {
                let found = nearest(l, metric, cellular, chunk, v, radius);
                if radius >= cellular.radius || !may_be_farther(l, metric, cellular, chunk, v, &found) {
                    break found;
                }
                radius = cellular.radius;
            };
            let rooted = |d: L::F| if finish.root { l.sqrt(d) } else { d };
            let result = match cellular.returns {
                Returns::F1 => rooted(found.first),
                Returns::F2 => rooted(found.second),
                Returns::Difference => l.sub(rooted(found.second), rooted(found.first)),
                Returns::Value => found.value,
            };
            l.store(finish.octave(result), &mut L::floats_mut(&mut chunk.n)[v]);
        }
    }
}

/// The nearest points in the cells up to `radius` away.
#[inline(always)]
fn nearest<L: Lanes, M: Metric>(
    l: L,
    metric: M,
    cellular: &Cellular,
    chunk: &Chunk,
    v: usize,
    radius: usize,
) -> Found<L> {
    let infinite = l.splat(f32::INFINITY);
    let mut found = Found::<L> { first: infinite, second: infinite, value: l.splat(0.0) };
    let mut t = [l.splat(0.0); 3];
    for a in 0..3 {
        t[a] = l.load(&L::floats(&chunk.t[a])[v]);
    }
    let code = |a: usize, k: usize| l.load_u(&L::words(&chunk.codes[a][k])[v]);
    let around = MOST_RADIUS - radius..=(MOST_RADIUS + radius).min(2 * MOST_RADIUS);
    let three = cellular.dims == 3;
    let planes = if three { around.clone() } else { MOST_RADIUS..=MOST_RADIUS };
    let mut columns = [l.splat_u(0); 2 * MOST_RADIUS + 1];
    for kx in around.clone() {
        columns[kx] = xor_shifted(l, code(0, kx));
    }
    let away = |k: usize| l.splat(k as f32 - MOST_RADIUS as f32);
    for kz in planes {
        let seeds = l.splat_u(cellular.keys.0);
        let plane = if three { link(l, seeds, code(2, kz), cellular.keys.1) } else { seeds };
        for ky in around.clone() {
            let r = link(l, plane, code(1, ky), cellular.keys.1);
            let of_row = row(l, r);
            for kx in around.clone() {
                let h = corner(l, of_row, columns[kx]);
                let [x, y, z] = point(l, cellular, h);
                let x = metric.part(l, l.sub(l.add(away(kx), x), t[0]));
                let y = metric.part(l, l.sub(l.add(away(ky), y), t[1]));
                let others = if three {
                    metric.join(l, y, metric.part(l, l.sub(l.add(away(kz), z), t[2])))
                } else {
                    y
                };
                found = found.with(l, metric.join(l, x, others), unit_value(l, h));
            }
        }
    }
    found
}

impl<L: Lanes> Found<L> {
    #[inline(always)]
    fn with(self, l: L, distance: L::F, value: L::F) -> Self {
        let nearer = l.below(distance, self.first);
        Found {
            first: l.lesser_positive(distance, self.first),
            second: l.lesser_positive(l.greater_positive(distance, self.first), self.second),
            value: l.select(nearer, value, self.value),
        }
    }
}

/// Whether, in some lane, a point beyond the neighbouring cells may be nearer than what was found: such points are at least 1 + t or 2 - t away
/// along an axis, plus the margin that points keep from their cell's border. The bound is a little less, so that neither rounding nor equal
/// distances matter.
#[inline(always)]
fn may_be_farther<L: Lanes>(
    l: L,
    metric: impl Metric,
    cellular: &Cellular,
    chunk: &Chunk,
    v: usize,
    found: &Found<L>,
) -> bool {
    let mut greatest = l.splat(0.5);
    for a in 0..cellular.dims.min(3) {
        let t = l.load(&L::floats(&chunk.t[a])[v]);
        greatest = l.greater(greatest, l.greater(t, l.sub(l.splat(1.0), t)));
    }
    let bound = metric.part(l, l.sub(l.splat(2.0 + cellular.least - 1.0 / 1024.0), greatest));
    let wanted = if cellular.points() == 1 { found.first } else { found.second };
    l.any(l.below(bound, wanted))
}
