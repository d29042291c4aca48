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
