//! Samples of Perlin noise whose cells are narrower than they are apart, from hashes to samples at once: no two rows and no two columns share
//! a corner, so that nothing need be stored on the way.

use core::ops::Range;

use super::RowTable;
use crate::hash::link;
use crate::kernel::coefficients::{Around, Columns, Corners, Perlin, between, sample};
use crate::kernel::fold::Fold;
use crate::kernel::hashes::{corner, row, table_index, xor_shifted};
use crate::kernel::runs::Run;
use crate::kernel::sources::{Source, WithSource, choose};
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::corners::FewVectors;

/// Writes or adds an octave of up to 16 gradients to rows along y, in `D` dimensions, 2 or 3.
pub(crate) struct Own<'a, const D: usize> {
    /// The state of lattice rows without y, at each of the two lines along z, and the key that a step adds.
    pub(crate) planes: [u32; 2],
    pub(crate) key: u32,
    pub(crate) vectors: &'a FewVectors,
    /// What the octave is added to; if there is nothing, to what the rows hold.
    pub(crate) start: Option<f32>,
    /// `k` and `c` of an octave that is folded.
    pub(crate) fold: Option<(f32, f32)>,
    /// The codes of each sample's first column and of its second.
    pub(crate) columns: [&'a [u32]; 2],
    pub(crate) row: RowTable<'a>,
    /// Where vectors stand.
    pub(crate) runs: &'a [Run],
    /// Where the rows lie along y: their first lines, the lines' codes, fractions and fades.
    pub(crate) first: &'a [u32],
    pub(crate) codes: &'a [u32],
    pub(crate) t: &'a [f32],
    pub(crate) u: &'a [f32],
    /// Where all of them lie along z: fraction and fade. Of two dimensions, they do not count.
    pub(crate) z: (f32, f32),
    /// Elements from a row to the next one.
    pub(crate) stride: usize,
    pub(crate) out: &'a mut [f32],
}

impl<const D: usize> Job for Own<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        choose::<L, _, D>(l, self.vectors, self);
    }
}

impl<const D: usize> WithSource for Own<'_, D> {
    const KNOWS_16: bool = true;

    #[inline(always)]
    fn with<L: Lanes>(self, l: L, source: impl Source, len: u32) {
        self.add(l, source, len);
    }
}

/// The most columns that are done together.
const AT_ONCE: usize = 256;

/// A word for each of some columns.
type Words = [u32; AT_ONCE];

impl<const D: usize> Own<'_, D> {
    #[inline(always)]
    fn add<L: Lanes>(mut self, l: L, source: impl Source, len: u32) {
        let mut codes = [[0; AT_ONCE]; 2];
        let mut hashes = [[0; AT_ONCE]; 8];
        for run in self.runs {
            let (first, end) = (run.column as usize, run.column as usize + run.vectors as usize * L::N);
            for from in (first..end).step_by(AT_ONCE) {
                let columns = from..end.min(from + AT_ONCE);
                self.set_codes(l, &columns, &mut codes);
                for n in 0..self.first.len() {
                    let states = self.states(l, n);
                    if Self::hashes_first::<L>() {
                        set_hashes::<L, D>(l, states, &codes, columns.len() / L::N, &mut hashes);
                    }
                    let corners = OfRow::<L, D> { states, codes: &codes, hashes: &hashes, len };
                    self.add_samples(l, n, &columns, corners, source);
                }
            }
        }
    }

    /// Whether a row's hashes are made before its samples, in a loop of their own. Processors look some hundred vector operations ahead, which are
    /// all of a sample's: the samples of one loop wait for each other, and those of two short ones do not. Where rows' corners fill the many
    /// registers of the widest vectors, or components are looked up lane by lane, one loop is faster.
    const fn hashes_first<L: Lanes>() -> bool {
        L::PERMUTES && (D == 2 || L::N < WIDEST)
    }

    /// Shifts the codes of some columns, as all rows need them.
    #[inline(always)]
    fn set_codes<L: Lanes>(&self, l: L, columns: &Range<usize>, to: &mut [Words; 2]) {
        for k in 0..2 {
            let codes = L::words(&self.columns[k][columns.clone()]);
            for (codes, to) in codes.iter().zip(L::words_mut(&mut to[k])) {
                l.store_u(xor_shifted(l, l.load_u(codes)), to);
            }
        }
    }

    /// The states of the lattice rows around row `n`.
    #[inline(always)]
    fn states<L: Lanes>(&self, l: L, n: usize) -> [(L::U, L::U); 4] {
        let line = self.first[n] as usize;
        let y = [self.codes[line], self.codes[line + 1]];
        let mut states = [(l.splat_u(0), l.splat_u(0)); 4];
        for b in 0..1 << (D - 1) {
            states[b] = row(l, l.splat_u(link(self.planes[b >> 1], y[b & 1], self.key)));
        }
        states
    }

    /// Adds the samples of some columns of row `n`.
    #[inline(always)]
    fn add_samples<L: Lanes>(
        &mut self,
        l: L,
        n: usize,
        columns: &Range<usize>,
        corners: OfRow<'_, L, D>,
        source: impl Source,
    ) {
        let (t_z, u_z) = self.z;
        let around = &Around::splat(l, [self.t[n], t_z, 0.0], [self.u[n], u_z, 0.0]);
        let (fold, starts, start) =
            (Fold::new(l, self.fold), self.start.is_some(), self.start.unwrap_or(0.0));
        let out = L::floats_mut(&mut self.out[n * self.stride..][columns.clone()]);
        let count = out.len();
        let t = &L::floats(&self.row.t[columns.clone()])[..count];
        let u = &L::floats(&self.row.u[columns.clone()])[..count];
        let mut v = 0;
        while v < count {
            // Two of the widest vectors, as there are registers for them.
            let two = D == 2 && L::N == WIDEST && v + 1 < count;
            let mut samples = [l.splat(0.0); 2];
            for i in 0..2 {
                if i == 0 || two {
                    let corners = Found { at: corners.places(l, v + i), source };
                    let columns = Perlin::<L, _, D, false> { around, corners };
                    let line = between(l, columns.line(l, 0), columns.line(l, 1));
                    samples[i] = fold.of(l, sample(l, line, l.load(&t[v + i]), l.load(&u[v + i])));
                }
            }
            for i in 0..2 {
                if i == 0 || two {
                    let to = &mut out[v + i];
                    let held = if starts { l.splat(start) } else { l.load(to) };
                    l.store(l.add(held, samples[i]), to);
                }
            }
            v += 1 + usize::from(two);
        }
    }
}

/// Makes the hashes of the corners around vectors of columns.
#[inline(always)]
fn set_hashes<L: Lanes, const D: usize>(
    l: L,
    states: [(L::U, L::U); 4],
    codes: &[Words; 2],
    count: usize,
    to: &mut [Words; 8],
) {
    let codes = codes.each_ref().map(|codes| &L::words(codes)[..count]);
    let to = to.each_mut().map(|to| &mut L::words_mut(to)[..count]);
    for v in 0..count {
        for k in 0..2 {
            let codes = l.load_u(&codes[k][v]);
            for b in 0..1 << (D - 1) {
                l.store_u(corner(l, states[b], codes), &mut to[2 * b + k][v]);
            }
        }
    }
}

/// The corners around a row.
struct OfRow<'a, L: Lanes, const D: usize> {
    /// The states of the lattice rows around it.
    states: [(L::U, L::U); 4],
    /// The shifted codes of columns.
    codes: &'a [Words; 2],
    /// Hashes of corners, where they are there already: bit 0 of an index is the column, bits 1 and 2 are y and z.
    hashes: &'a [Words; 8],
    /// How many gradients there are.
    len: u32,
}

impl<L: Lanes, const D: usize> OfRow<'_, L, D> {
    /// The places in the table of the corners around vector `v`, by column and corner.
    #[inline(always)]
    fn places(&self, l: L, v: usize) -> [[L::U; 4]; 2] {
        let mut at = [[l.splat_u(0); 4]; 2];
        for k in 0..2 {
            for b in 0..1 << (D - 1) {
                let hash = if Own::<D>::hashes_first::<L>() {
                    l.load_u(&L::words(&self.hashes[2 * b + k])[v])
                } else {
                    corner(l, self.states[b], l.load_u(&L::words(&self.codes[k])[v]))
                };
                at[k][b] = table_index(l, hash, self.len);
            }
        }
        at
    }
}

/// The corners around a vector of samples: by column and corner, their places in the table.
struct Found<L: Lanes, S> {
    at: [[L::U; 4]; 2],
    source: S,
}

impl<L: Lanes, S: Source> Corners<L> for Found<L, S> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        self.source.component(l, self.at[k][b], c)
    }
}
