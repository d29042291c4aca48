//! The components at lattice corners: those of a gradient, or a value.

use super::hashes::unit_value;
use crate::noise::Kind;
use crate::simd::{Lanes, WIDEST};
use crate::tables::corners::Table;
use crate::tables::octave::Octave;

/// Where the components of a corner are stored: its slope along x, its constant or value, and its slopes along y, z, w.
#[derive(Clone, Copy)]
pub(super) struct Components {
    /// The number of components that a corner has.
    pub(super) count: usize,
    /// The position of each component; `None`: it is 0.
    pub(super) slots: [Option<usize>; 5],
}

impl Components {
    /// The components of an octave's corners in `dims` dimensions.
    pub(super) fn of(octave: &Octave, dims: usize) -> Self {
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
pub(super) static ZEROS: [f32; WIDEST] = [0.0; WIDEST];

/// Looks up components of the corners in a vector. The source is chosen once, and not for each corner.
pub(super) trait Source: Copy {
    /// Component `c` of corners, given their places in the table or their hashes.
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F;
}

/// A table of 16 gradients, whose second half has the negated gradients of the first half.
#[derive(Clone, Copy)]
pub(super) struct Opposite<'a, const D: usize>(pub(super) [&'a [f32; 16]; D]);

impl<const D: usize> Source for Opposite<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick_opposite(self.0[c], at)
    }
}

/// A table of up to 16 entries.
#[derive(Clone, Copy)]
pub(super) struct Few<'a, const D: usize>(pub(super) [&'a [f32; 16]; D]);

impl<const D: usize> Source for Few<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick16(self.0[c], at)
    }
}

/// A table of up to 256 entries.
#[derive(Clone, Copy)]
pub(super) struct Many<'a, const D: usize>(pub(super) [&'a [f32; 256]; D]);

impl<const D: usize> Source for Many<'_, D> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick256(self.0[c], at)
    }
}

/// A table of up to 256 entries, with a number of components that is known only at run time.
#[derive(Clone, Copy)]
pub(super) struct Entries<'a>(pub(super) &'a Table);

impl Source for Entries<'_> {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, at: L::U, c: usize) -> L::F {
        l.pick256(&self.0[c], at)
    }
}

/// Values of this amplitude, computed from hashes.
#[derive(Clone, Copy)]
pub(super) struct Values(pub(super) f32);

impl Source for Values {
    #[inline(always)]
    fn component<L: Lanes>(self, l: L, h: L::U, _: usize) -> L::F {
        unit_value(l, h, self.0)
    }
}

/// The first `D` components of a table, so that kernels need not check their number.
pub(super) fn components<const D: usize>(table: &Table) -> [&[f32; 256]; D] {
    let mut components = [&table[0]; D];
    for c in 1..D {
        components[c] = &table[c];
    }
    components
}

/// The first `D` components of a table of up to 16 entries.
pub(super) fn first<const D: usize>(table: &[[f32; 16]; 4]) -> [&[f32; 16]; D] {
    let mut components = [&table[0]; D];
    for c in 1..D {
        components[c] = &table[c];
    }
    components
}
