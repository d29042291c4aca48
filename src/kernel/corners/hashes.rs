//! The lattice hashes of `hash.rs`, over lanes.

use crate::hash::{M1, M2};
use crate::simd::Lanes;

/// One step of `hash::row_state`: `mix(r ^ code) + k1`.
#[inline(always)]
pub(in crate::kernel) fn link<L: Lanes>(l: L, r: L::U, code: L::U, k1: u32) -> L::U {
    let mut h = l.mul_u(xor_shifted(l, l.xor(r, code)), l.splat_u(M1));
    h = l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2));
    l.add_u(l.xor(h, l.shr::<15>(h)), l.splat_u(k1))
}

/// `v ^ (v >> 16)`.
#[inline(always)]
pub(in crate::kernel) fn xor_shifted<L: Lanes>(l: L, v: L::U) -> L::U {
    l.xor(v, l.shr::<16>(v))
}

/// The terms of a row's state that [`corner`] needs.
#[inline(always)]
pub(in crate::kernel) fn row<L: Lanes>(l: L, r: L::U) -> (L::U, L::U) {
    (xor_shifted(l, r), l.rotate16(r))
}

/// `hash::corner` for vectors of columns, rows or both, given what [`row`] returns for rows, and columns' codes after [`xor_shifted`]. (Shifts and
/// exclusive-ors commute, so that each row and each column is shifted once, and not each corner.)
#[inline(always)]
pub(in crate::kernel) fn corner<L: Lanes>(l: L, (r, q): (L::U, L::U), column: L::U) -> L::U {
    let h = l.add_u(l.mul_u(l.xor(r, column), l.splat_u(M1)), q);
    l.mul_u(l.xor(h, l.shr::<15>(h)), l.splat_u(M2))
}

/// `hash::table_index`: `(h * len) >> 32`, without a 64-bit product, as `len` is at most 256.
#[inline(always)]
pub(in crate::kernel) fn table_index<L: Lanes>(l: L, h: L::U, len: u32) -> L::U {
    if len == 16 {
        return l.shr::<28>(h);
    }
    let len = l.splat_u(len);
    let low = l.shr::<16>(l.mul_u(l.and(h, l.splat_u(0xFFFF)), len));
    l.shr::<16>(l.add_u(l.mul_u(l.shr::<16>(h), len), low))
}

/// The values of corners or cells, given their hashes: from -1 on, and less than 1.
#[inline(always)]
pub(in crate::kernel) fn unit_value<L: Lanes>(l: L, h: L::U) -> L::F {
    l.sub(l.mul(l.to_f32(l.shr::<8>(h)), l.splat(1.0 / 8_388_608.0)), l.splat(1.0))
}

/// A lattice hash over lanes.
pub(super) trait LatticeHash<L: Lanes>: Copy {
    /// What the corners at the same lines along w, z, y share.
    type State;
    /// From the codes of lines along w, z, y.
    fn state(self, l: L, codes: [L::U; 3]) -> Self::State;
    /// The hashes at a vector of columns.
    fn corners(self, l: L, state: &Self::State, columns: L::U) -> L::U;
}

/// `hash::row_state` and `hash::corner`.
#[derive(Clone, Copy)]
pub(super) struct Mix {
    pub(super) keys: (u32, u32),
    pub(super) dims: usize,
}

impl<L: Lanes> LatticeHash<L> for Mix {
    type State = (L::U, L::U);

    #[inline(always)]
    fn state(self, l: L, codes: [L::U; 3]) -> (L::U, L::U) {
        let mut r = l.splat_u(self.keys.0);
        // In one dimension y is 0, and so is its code.
        for a in 4 - self.dims.max(2)..3 {
            r = link(l, r, codes[a], self.keys.1);
        }
        row(l, r)
    }

    #[inline(always)]
    fn corners(self, l: L, state: &(L::U, L::U), columns: L::U) -> L::U {
        corner(l, *state, xor_shifted(l, columns))
    }
}

/// `hash::permute`, whose last link is a place in the table. Column codes are the first link of the chain already.
#[derive(Clone, Copy)]
pub(super) struct Chain<'a> {
    pub(super) links: &'a [u32; 256],
    pub(super) dims: usize,
}

impl<L: Lanes> LatticeHash<L> for Chain<'_> {
    type State = [L::U; 3];

    #[inline(always)]
    fn state(self, _: L, [w, z, y]: [L::U; 3]) -> [L::U; 3] {
        [y, z, w]
    }

    #[inline(always)]
    fn corners(self, l: L, codes: &[L::U; 3], columns: L::U) -> L::U {
        let mut h = columns;
        for code in &codes[..self.dims - 1] {
            h = l.pick256_u(self.links, l.add_u(h, *code));
        }
        h
    }
}
