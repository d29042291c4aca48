//! Samples of Perlin noise that are more than a cell apart, from hashes to samples at once: no two rows and no two columns share
//! a corner, so that no corners or coefficients are kept for other samples.

use core::ops::Range;

use super::fold::{Fold, Onto};
use super::{RowTable, within};
use crate::hash::link;
use crate::kernel::coefficients::{Around, Columns, Corners, Perlin, between, sample};
use crate::kernel::corners::hashes::{corner, row, table_index, xor_shifted};
use crate::kernel::corners::sources::{Source, WithSource, choose};
use crate::kernel::layout::runs::Run;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::corners::FewVectors;

/// Writes or adds an octave of up to 16 gradients to rows along y, in `D` dimensions, 2 or 3.
pub(crate) struct Own<'a, const D: usize> {
    /// The hash states before y is added, at each of the two lines along z, and the key of each step of the hash.
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
    /// Where all of them lie along z: fraction and fade. In two dimensions, they do not count.
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
    fn with<L: Lanes, const USUAL: bool>(mut self, l: L, source: impl Source, len: u32) {
        // For short rows, one loop is faster.
        if const { USUAL && Self::hashes_first::<L>() } && self.runs.iter().any(|run| run.vectors > 4) {
            let mut memory = Memory::EMPTY;
            self.add_runs(l, Some(&mut memory), source, len);
        } else {
            self.add_runs(l, None, source, len);
        }
    }
}

/// The most columns that are done together.
const AT_ONCE: usize = 256;

/// A word for each of some columns.
type Words = [u32; AT_ONCE];

impl<const D: usize> Own<'_, D> {
    /// Whether a row's hashes may be made before its samples, in a loop of their own. Processors look some hundred vector operations ahead, and a
    /// sample takes as many: in one loop, a sample waits for the one before, and in two short loops, it does not. Where rows' corners fill the many
    /// registers of the widest vectors, or components are looked up lane by lane, one loop is faster.
    const fn hashes_first<L: Lanes>() -> bool {
        L::PERMUTES && (D == 2 || L::N < WIDEST)
    }

    /// Adds all runs. If there is memory for the hashes of a row, these are made before its samples.
    #[inline(always)]
    fn add_runs<L: Lanes>(&mut self, l: L, mut memory: Option<&mut Memory>, source: impl Source, len: u32) {
        for run in self.runs {
            let (first, end) = (run.column as usize, run.column as usize + run.vectors as usize * L::N);
            for from in (first..end).step_by(AT_ONCE) {
                let columns = from..end.min(from + AT_ONCE);
                let codes = self.columns.each_ref().map(|codes| &codes[columns.clone()]);
                if let Some(memory) = memory.as_deref_mut() {
                    memory.set_codes(l, codes);
                }
                for n in 0..self.first.len() {
                    let states = self.states(l, n);
                    if let Some(Memory { codes, hashes }) = memory.as_deref_mut() {
                        set_hashes::<L, D>(l, states, codes, columns.len() / L::N, hashes);
                        self.add_samples(l, n, &columns, &*hashes, (source, len));
                    } else {
                        self.add_samples(l, n, &columns, &Hashed { states, codes }, (source, len));
                    }
                }
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
    fn add_samples<L: Lanes, H: Hashes<L>>(
        &mut self,
        l: L,
        n: usize,
        columns: &Range<usize>,
        hashes: &H,
        (source, len): (impl Source, u32),
    ) {
        let (t_z, u_z) = self.z;
        let around = &Around::splat(l, [self.t[n], t_z, 0.0], [self.u[n], u_z, 0.0]);
        let (fold, onto) = (Fold::new(l, self.fold), Onto::new(l, self.start));
        let out = L::floats_mut(&mut self.out[n * self.stride..][columns.clone()]);
        let count = out.len();
        let t = &L::floats(&self.row.t[columns.clone()])[..count];
        let u = &L::floats(&self.row.u[columns.clone()])[..count];
        let mut v = 0;
        while v < count {
            // Two of the widest vectors, as there are registers for them.
            let two = H::STORED && D == 2 && L::N == WIDEST && v + 1 < count;
            let mut samples = [l.splat(0.0); 2];
            for i in 0..2 {
                if i == 0 || two {
                    let mut at = [[l.splat_u(0); 4]; 2];
                    for k in 0..2 {
                        for b in 0..1 << (D - 1) {
                            at[k][b] = table_index(l, hashes.of(l, 2 * b + k, v + i), len);
                        }
                    }
                    let corners = Found { at, source };
                    let columns = Perlin::<L, _, D, false> { around, corners };
                    let line = between(l, columns.line(l, 0), columns.line(l, 1));
                    samples[i] = fold.of(l, sample(l, line, l.load(&t[v + i]), l.load(&u[v + i])));
                }
            }
            for i in 0..2 {
                if i == 0 || two {
                    onto.add(l, samples[i], &mut out[v + i]);
                }
            }
            v += 1 + usize::from(two);
        }
    }
}

/// The hashes of the corners around a row.
trait Hashes<L: Lanes> {
    /// Whether they are there already.
    const STORED: bool;
    /// Those of corner `i` around vector `v`: bit 0 of `i` is the column, bits 1 and 2 are y and z.
    fn of(&self, l: L, i: usize, v: usize) -> L::U;
}

impl<L: Lanes> Hashes<L> for [Words; 8] {
    const STORED: bool = true;

    #[inline(always)]
    fn of(&self, l: L, i: usize, v: usize) -> L::U {
        l.load_u(&L::words(&self[i])[v])
    }
}

/// Hashes that are made when they are asked for.
struct Hashed<'a, L: Lanes> {
    /// The states of the lattice rows around the row.
    states: [(L::U, L::U); 4],
    /// The codes of columns.
    codes: [&'a [u32]; 2],
}

impl<L: Lanes> Hashes<L> for Hashed<'_, L> {
    const STORED: bool = false;

    #[inline(always)]
    fn of(&self, l: L, i: usize, v: usize) -> L::U {
        let codes = l.load_u(&L::words(self.codes[i & 1])[v]);
        corner(l, self.states[i >> 1], xor_shifted(l, codes))
    }
}

/// What is made before the samples of a row.
struct Memory {
    /// The codes of columns, shifted as all rows need them.
    codes: [Words; 2],
    hashes: [Words; 8],
}

impl Memory {
    const EMPTY: Memory = Memory { codes: [[0; AT_ONCE]; 2], hashes: [[0; AT_ONCE]; 8] };

    #[inline(always)]
    fn set_codes<L: Lanes>(&mut self, l: L, codes: [&[u32]; 2]) {
        for k in 0..2 {
            for (codes, to) in L::words(codes[k]).iter().zip(L::words_mut(&mut self.codes[k])) {
                l.store_u(xor_shifted(l, l.load_u(codes)), to);
            }
        }
    }
}

/// Stores the hashes of the corners around `count` vectors of a row.
#[inline(always)]
fn set_hashes<L: Lanes, const D: usize>(
    l: L,
    states: [(L::U, L::U); 4],
    codes: &[Words; 2],
    count: usize,
    to: &mut [Words; 8],
) {
    for v in 0..within(count, AT_ONCE / L::N) {
        for k in 0..2 {
            let codes = l.load_u(&L::words(&codes[k])[v]);
            for b in 0..1 << (D - 1) {
                l.store_u(corner(l, states[b], codes), &mut L::words_mut(&mut to[2 * b + k])[v]);
            }
        }
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
