//! The hash and the source of an octave's corners, chosen once for all of them.

use super::hashes::{Chain, LatticeHash, Mix};
use super::sources::{AnyOfFew, AnyOfMany, ByHash, Source, Values};
use crate::simd::Lanes;
use crate::tables::corners::{Corners, FewVectors};
use crate::tables::octave::Octave;

/// What a job does with the components of corners, whatever hash and source they come from.
pub(super) trait Fill<L: Lanes> {
    /// Hashes all corners, and stores the components that the source has for them.
    fn fill(self, l: L, hash: impl LatticeHash<L>, source: impl Source);
}

/// Runs `fill` with the hash and the source of an octave: the choice is made once, and not for each corner.
#[inline(always)]
pub(super) fn fill_from<L: Lanes>(l: L, octave: &Octave, dims: usize, fill: impl Fill<L>) {
    match &octave.corners {
        Corners::MixFew { keys, vectors: FewVectors { len, table, .. } } => {
            fill.fill(l, Mix { keys: *keys, dims }, ByHash { source: AnyOfFew(table), len: *len });
        }
        Corners::MixMany { keys, len, table } => {
            fill.fill(l, Mix { keys: *keys, dims }, ByHash { source: AnyOfMany(table), len: *len });
        }
        Corners::MixValue { keys, amplitude } => fill.fill(l, Mix { keys: *keys, dims }, Values(*amplitude)),
        Corners::Permutation { links, table } => fill.fill(l, Chain { links, dims }, AnyOfMany(table)),
    }
}
