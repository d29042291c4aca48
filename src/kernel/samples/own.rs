//! Samples of Perlin noise whose cells are narrower than they are apart, from hashes to samples at once: no two rows and no two columns share
//! a corner, so that nothing need be stored on the way.

use super::RowTable;
use crate::hash::link;
use crate::kernel::coefficients::{Around, Columns, Corners, Perlin, between, sample};
use crate::kernel::fold::Fold;
use crate::kernel::hashes::{corner, row, table_index, xor_shifted};
use crate::kernel::runs::Run;
use crate::kernel::sources::{Few, Opposite, Source};
use crate::simd::{Job, Lanes};

/// Writes or adds an octave of up to 16 gradients to rows along y, in `D` dimensions, 2 or 3.
pub(crate) struct Own<'a, const D: usize> {
    /// The state of lattice rows without y, at each of the two lines along z, and the key that a step adds.
    pub(crate) planes: [u32; 2],
    pub(crate) key: u32,
    /// Components of the gradients, how many gradients there are, and whether the table's halves are opposite.
    pub(crate) table: [&'a [f32; 16]; D],
    pub(crate) len: u32,
    pub(crate) opposite: bool,
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
        let table = self.table;
        match self.len {
            _ if L::OPPOSITES && self.opposite => self.add(l, Opposite(table), 16),
            16 if L::PERMUTES && !L::OPPOSITES => self.add(l, Few(table), 16),
            len => self.add(l, Few(table), len),
        }
    }
}

impl<const D: usize> Own<'_, D> {
    #[inline(always)]
    fn add<L: Lanes>(self, l: L, source: impl Source, len: u32) {
        let (t_z, u_z) = self.z;
        let fold = Fold::new(l, self.fold);
        let (starts, start) = (self.start.is_some(), l.splat(self.start.unwrap_or(0.0)));
        for (n, first) in self.first.iter().enumerate() {
            let y = [self.codes[*first as usize], self.codes[*first as usize + 1]];
            let around = Around::splat(l, [self.t[n], t_z, 0.0], [self.u[n], u_z, 0.0]);
            let mut states = [(l.splat_u(0), l.splat_u(0)); 4];
            for b in 0..1 << (D - 1) {
                let r = link(self.planes[b >> 1], y[b & 1], self.key);
                states[b] = row(l, l.splat_u(r));
            }
            let out = &mut self.out[n * self.stride..];
            for run in self.runs {
                for v in 0..run.vectors as usize {
                    let column = run.column as usize + v * L::N;
                    let mut at = [[l.splat_u(0); 4]; 2];
                    for k in 0..2 {
                        let codes = xor_shifted(l, l.load_u_at(self.columns[k], column));
                        for b in 0..1 << (D - 1) {
                            at[k][b] = table_index(l, corner(l, states[b], codes), len);
                        }
                    }
                    let perlin = Perlin::<L, _, D, false> { around: &around, corners: Found { at, source } };
                    let (t, u) = (l.load_at(self.row.t, column), l.load_at(self.row.u, column));
                    let coefficients = between(l, perlin.line(l, 0), perlin.line(l, 1));
                    let n = fold.of(l, sample(l, coefficients, t, u));
                    let to = &mut L::floats_mut(&mut out[column..column + L::N])[0];
                    let held = if starts { start } else { l.load(to) };
                    l.store(l.add(held, n), to);
                }
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
