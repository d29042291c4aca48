//! The components at lattice corners: those of a gradient, or a value.

use super::hashes::{table_index, unit_value};
use crate::noise::Kind;
use crate::simd::{Lanes, WIDEST};
use crate::tables::corners::{FewValues, FewVectors, Table};
use crate::tables::octave::Octave;

/// Where the components of a corner are stored: its slope along x, its constant or value, and its slopes along y, z, w.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Components {
    /// The number of components that a corner has.
    pub(in crate::kernel) count: usize,
    /// The position of each component; `None`: it is 0.
    pub(in crate::kernel) slots: [Option<usize>; 5],
}

impl Components {
    /// The components of an octave's corners in `dims` dimensions.
    pub(in crate::kernel) fn of(octave: &Octave, dims: usize) -> Self {
        let count = octave.components();
        if octave.kind != Kind::Perlin {
            return Components { count, slots: [None, Some(0), None, None, None] };
        }
        let mut slots = [Some(0), octave.has_constants(dims).then_some(dims), None, None, None];
        for a in 1..dims {
            slots[1 + a] = Some(a);
        }
        Components { count, slots }
    }
}

/// A component that does not exist.
pub(in crate::kernel) static ZEROS: [f32; WIDEST] = [0.0; WIDEST];

/// Looks up components of the corners in a vector. The source is chosen once, and not for each corner.
pub(in crate::kernel) trait Source: Copy {
    /// Component `c` of corners, given their places in the table or their hashes.
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F;
}

/// A table of up to 16 entries.
pub(in crate::kernel) trait FewEntries: Source {
    /// Component `c` of all entries.
    fn entries(&self, c: usize) -> &[f32; 16];
    /// Looks up, for each corner, one of 16 numbers, each of which was computed from an entry. They are in the first vector or, with eight lanes, in two.
    #[inline(always)]
    fn pick<L: Lanes>(self, l: L, numbers: [L::F; 2], at: L::U) -> L::F {
        l.pick16_of(numbers, at)
    }
}

/// A table of 16 gradients, whose second half has the negated gradients of the first half.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Opposite<'a, const D: usize>(pub(in crate::kernel) [&'a [f32; 16]; D]);

impl<const D: usize> Source for Opposite<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick_opposite(self.0[c], at)
    }
}

impl<const D: usize> FewEntries for Opposite<'_, D> {
    #[inline(always)]
    fn entries(&self, c: usize) -> &[f32; 16] {
        self.0[c]
    }
    /// The number must change its sign where the gradient does.
    #[inline(always)]
    fn pick<L: Lanes>(self, l: L, numbers: [L::F; 2], at: L::U) -> L::F {
        l.pick_opposite_of(numbers, at)
    }
}

/// A table of up to 16 entries.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Few<'a, const D: usize>(pub(in crate::kernel) [&'a [f32; 16]; D]);

impl<const D: usize> Source for Few<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick16(self.0[c], at)
    }
}

impl<const D: usize> FewEntries for Few<'_, D> {
    #[inline(always)]
    fn entries(&self, c: usize) -> &[f32; 16] {
        self.0[c]
    }
}

/// A table of 16 entries of three components, each of which has up to four values.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct OfFewValues<'a> {
    pub(in crate::kernel) values: &'a FewValues,
    /// The vectors themselves. Zeros may have other signs than in `values`.
    pub(in crate::kernel) table: [&'a [f32; 16]; 3],
}

impl Source for OfFewValues<'_> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        let code = l.pick_byte(&self.values.codes, at);
        let code = match c {
            0 => code,
            1 => l.shr::<2>(code),
            _ => l.shr::<4>(code),
        };
        l.pick4(&self.values.values[c], code)
    }
}

impl FewEntries for OfFewValues<'_> {
    #[inline(always)]
    fn entries(&self, c: usize) -> &[f32; 16] {
        self.table[c]
    }
}

/// A table of up to 256 entries.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Many<'a, const D: usize>(pub(in crate::kernel) [&'a [f32; 256]; D]);

impl<const D: usize> Source for Many<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick256(self.0[c], at)
    }
}

/// A table of up to 16 entries, with a number of components that is known only at run time.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct AnyOfFew<'a>(pub(in crate::kernel) &'a [[f32; 16]; 4]);

impl Source for AnyOfFew<'_> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick16(&self.0[c], at)
    }
}

/// A table of up to 256 entries, with a number of components that is known only at run time.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct AnyOfMany<'a>(pub(in crate::kernel) &'a Table);

impl Source for AnyOfMany<'_> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick256(&self.0[c], at)
    }
}

/// A table of `len` entries, given hashes in place of places.
#[derive(Clone, Copy)]
pub(super) struct ByHash<S> {
    pub(super) source: S,
    pub(super) len: u32,
}

impl<S: Source> Source for ByHash<S> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, h: L::U, c: usize) -> L::F {
        self.source.component(l, table_index(l, h, self.len), c)
    }
}

/// Values of this amplitude, computed from hashes.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Values(pub(in crate::kernel) f32);

impl Source for Values {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, h: L::U, _: usize) -> L::F {
        l.mul(unit_value(l, h), l.splat(self.0))
    }
}

/// The first `D` components of a table, so that kernels need not check their number.
pub(in crate::kernel) fn components<const D: usize>(table: &Table) -> [&[f32; 256]; D] {
    let mut components = [&table[0]; D];
    for c in 1..D {
        components[c] = &table[c];
    }
    components
}

/// The first `D` components of a table of up to 16 entries.
pub(in crate::kernel) fn first<const D: usize>(table: &[[f32; 16]; 4]) -> [&[f32; 16]; D] {
    let mut components = [&table[0]; D];
    for c in 1..D {
        components[c] = &table[c];
    }
    components
}

/// What is done with the source that suits up to 16 vectors.
pub(in crate::kernel) trait WithSource {
    /// Whether it is worth code of its own to know that there are 16 vectors.
    const KNOWS_16: bool = false;
    /// Does it, where there are `len` vectors. `USUAL`: default gradients have this source on this instruction set.
    fn with<L: Lanes, const USUAL: bool>(self, l: L, source: impl FewEntries, len: u32);
}

/// Does something with the source that is fastest for these vectors of `D` components.
#[inline(always)]
pub(in crate::kernel) fn choose<L: Lanes, W: WithSource, const D: usize>(
    l: L,
    vectors: &FewVectors,
    what: W,
) {
    let table = first::<D>(&vectors.table);
    match (vectors.len, &vectors.values) {
        (16, _) if const { L::OPPOSITES && D < 3 } && vectors.opposite => {
            what.with::<L, true>(l, Opposite(table), 16)
        }
        (16, Some(values)) if const { L::FEW_VALUES && D > 2 } => {
            what.with::<L, true>(l, OfFewValues { values, table: first::<3>(&vectors.table) }, 16)
        }
        (16, _) if const { W::KNOWS_16 && L::PERMUTES && !L::OPPOSITES } => {
            what.with::<L, true>(l, Few(table), 16)
        }
        (len, _) => what.with::<L, false>(l, Few(table), len),
    }
}
