//! A vector of samples, from where its corners are in the table of gradients.

use crate::kernel::coefficients::{
    Around, Columns as _, Corners, Perlin, between, offset_of_components, sample,
};
use crate::kernel::corners::sources::FewEntries;
use crate::kernel::samples::fold::{Fold, Onto};
use crate::simd::{Lanes, WIDEST};
use crate::tables::octave::Folded;

/// By column and corner, where the corners around a vector are in the source's table.
pub(super) type Indices<L> = [[<L as Lanes>::U; 4]; 2];

/// What the samples of a row have in common.
pub(super) struct OfRow<L: Lanes, S, const D: usize> {
    around: Around<L>,
    source: S,
    /// By corner along y and z, the offset that each of the source's entries gives there, if lanes permute. All samples of a row are at the same place along
    /// y and z.
    offsets: [[L::F; 2]; 4],
    fold: Fold<L>,
    pub(super) onto: Onto<L>,
}

impl<L: Lanes, S: FewEntries, const D: usize> OfRow<L, S, D> {
    #[inline(always)]
    pub(super) fn new(
        l: L,
        around: Around<L>,
        source: S,
        (fold, start): (Option<Folded>, Option<f32>),
    ) -> Self {
        let mut offsets = [[l.splat(0.0); 2]; 4];
        if const { L::PERMUTES } {
            for b in 0..1 << (D - 1) {
                offsets[b][0] = AsCorners { source, first: 0 }.offset::<D, false>(l, b, 0, &around);
                if const { L::N < WIDEST } {
                    offsets[b][1] = AsCorners { source, first: 8 }.offset::<D, false>(l, b, 0, &around);
                }
            }
        }
        OfRow { around, source, offsets, fold: Fold::new(l, fold), onto: Onto::new(l, start) }
    }

    /// A vector of samples, folded if the octave is.
    #[inline(always)]
    pub(super) fn at(&self, l: L, at: &Indices<L>, t: L::F, u: L::F) -> L::F {
        let corners = Found { at, source: self.source, offsets: &self.offsets };
        let columns = Perlin::<L, _, D, false> { around: &self.around, corners };
        let line = between(l, columns.line(l, 0), columns.line(l, 1));
        self.fold.of(l, sample(l, line, t, u))
    }
}

/// Entries of a source from `first` on, one in each lane, as if each were a corner.
struct AsCorners<S> {
    source: S,
    first: usize,
}

impl<L: Lanes, S: FewEntries> Corners<L> for AsCorners<S> {
    #[inline(always)]
    fn component(&self, l: L, _b: usize, _k: usize, c: usize) -> L::F {
        l.load_at(self.source.entries(c), self.first)
    }
}

/// The corners around a vector of samples.
struct Found<'a, L: Lanes, S> {
    at: &'a Indices<L>,
    source: S,
    offsets: &'a [[L::F; 2]; 4],
}

impl<L: Lanes, S: FewEntries> Corners<L> for Found<'_, L, S> {
    #[inline(always)]
    fn component(&self, l: L, b: usize, k: usize, c: usize) -> L::F {
        self.source.component(l, self.at[k][b], c)
    }

    #[inline(always)]
    fn offset<const D: usize, const V: bool>(&self, l: L, b: usize, k: usize, around: &Around<L>) -> L::F {
        if const { L::PERMUTES } {
            self.source.pick(l, self.offsets[b], self.at[k][b])
        } else {
            offset_of_components::<L, _, D, V>(l, self, b, k, around)
        }
    }
}
