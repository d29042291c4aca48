//! Eight lanes of WebAssembly's simd128, as two vectors of four.

use core::arch::wasm32::*;

use super::lanes::{Job, Lanes};

/// This file is compiled only in builds with simd128.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Simd128;

/// Two vectors, of floats or of words.
#[derive(Clone, Copy)]
pub(crate) struct Pair(v128, v128);

/// Does the same with both vectors.
macro_rules! both {
    ($op:ident($a:expr $(, $b:expr)?)) => {
        Pair($op($a.0 $(, $b.0)?), $op($a.1 $(, $b.1)?))
    };
}

/// Where the four bytes of lane `i` of a table are, given the lanes' indices.
#[inline(always)]
fn bytes(index: v128) -> v128 {
    i32x4_add(i32x4_mul(index, u32x4_splat(0x0404_0404)), u32x4_splat(0x0302_0100))
}

/// Looks up bytes in a table of `PARTS` vectors. A swizzle gives 0 for positions beyond its vector, so that exactly one part gives a byte.
#[inline(always)]
fn look_up<const PARTS: usize>(table: [v128; PARTS], index: v128) -> v128 {
    let mut at = bytes(index);
    let mut found = i8x16_swizzle(table[0], at);
    for i in 1..PARTS {
        at = i8x16_sub(at, u8x16_splat(16));
        found = v128_or(found, i8x16_swizzle(table[i], at));
    }
    found
}

#[inline(always)]
fn four(v: &[f32]) -> v128 {
    f32x4(v[0], v[1], v[2], v[3])
}

impl Simd128 {
    /// The lanes' indices into a table of 256 entries.
    #[inline(always)]
    fn indices(self, index: Pair) -> [usize; 8] {
        let Pair(low, high) = self.and(index, self.splat_u(255));
        [
            u32x4_extract_lane::<0>(low) as usize,
            u32x4_extract_lane::<1>(low) as usize,
            u32x4_extract_lane::<2>(low) as usize,
            u32x4_extract_lane::<3>(low) as usize,
            u32x4_extract_lane::<0>(high) as usize,
            u32x4_extract_lane::<1>(high) as usize,
            u32x4_extract_lane::<2>(high) as usize,
            u32x4_extract_lane::<3>(high) as usize,
        ]
    }
}

impl Lanes for Simd128 {
    arrays_of!(8);

    const ROWS: usize = 2;
    const CELL_ROWS: usize = 2;
    const PERMUTES: bool = true;
    type F = Pair;
    type U = Pair;
    type M = Pair;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[inline(never)]
        fn enter<J: Job>(l: Simd128, job: J) -> J::Output {
            job.run(l)
        }
        enter(self, job)
    }

    #[inline(always)]
    fn div(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_div(a, b))
    }
    #[inline(always)]
    fn sqrt(self, a: Pair) -> Pair {
        both!(f32x4_sqrt(a))
    }
    #[inline(always)]
    fn below(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_lt(a, b))
    }
    #[inline(always)]
    fn any(self, m: Pair) -> bool {
        v128_any_true(v128_or(m.0, m.1))
    }
    #[inline(always)]
    fn lesser(self, a: Pair, b: Pair) -> Pair {
        // Defined as `if a < b { a } else { b }`, with the second argument as `a` and the first as `b`.
        both!(f32x4_pmin(b, a))
    }
    #[inline(always)]
    fn greater(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_pmax(b, a))
    }

    #[inline(always)]
    fn above(self, a: Pair, b: Pair) -> Pair {
        both!(i32x4_gt(a, b))
    }
    #[inline(always)]
    fn select(self, m: Pair, yes: Pair, no: Pair) -> Pair {
        Pair(v128_bitselect(yes.0, no.0, m.0), v128_bitselect(yes.1, no.1, m.1))
    }

    #[inline(always)]
    fn splat(self, v: f32) -> Pair {
        Pair(f32x4_splat(v), f32x4_splat(v))
    }
    #[inline(always)]
    fn load(self, v: &[f32; 8]) -> Pair {
        Pair(four(&v[..4]), four(&v[4..]))
    }
    #[inline(always)]
    fn store(self, v: Pair, to: &mut [f32; 8]) {
        let to: *mut v128 = to.as_mut_ptr().cast();
        // SAFETY: the array holds 8 lanes; stores need no alignment.
        unsafe { v128_store(to, v.0) }
        // SAFETY: the array holds 8 lanes, of which these are the last 4.
        unsafe { v128_store(to.wrapping_add(1), v.1) }
    }
    #[inline(always)]
    fn concat(self, [a, b, ..]: [&[f32; 4]; 4]) -> Pair {
        Pair(four(a), four(b))
    }
    #[inline(always)]
    fn add(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_add(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_sub(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Pair, b: Pair) -> Pair {
        both!(f32x4_mul(a, b))
    }
    #[inline(always)]
    fn abs(self, a: Pair) -> Pair {
        both!(f32x4_abs(a))
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> Pair {
        Pair(u32x4_splat(v), u32x4_splat(v))
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> Pair {
        Pair(u32x4(v[0], v[1], v[2], v[3]), u32x4(v[4], v[5], v[6], v[7]))
    }
    #[inline(always)]
    fn store_u(self, v: Pair, to: &mut [u32; 8]) {
        let to: *mut v128 = to.as_mut_ptr().cast();
        // SAFETY: the array holds 8 lanes; stores need no alignment.
        unsafe { v128_store(to, v.0) }
        // SAFETY: the array holds 8 lanes, of which these are the last 4.
        unsafe { v128_store(to.wrapping_add(1), v.1) }
    }
    #[inline(always)]
    fn add_u(self, a: Pair, b: Pair) -> Pair {
        both!(u32x4_add(a, b))
    }
    #[inline(always)]
    fn mul_u(self, a: Pair, b: Pair) -> Pair {
        both!(u32x4_mul(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Pair, b: Pair) -> Pair {
        both!(v128_xor(a, b))
    }
    #[inline(always)]
    fn and(self, a: Pair, b: Pair) -> Pair {
        both!(v128_and(a, b))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: Pair) -> Pair {
        Pair(u32x4_shr(a.0, BITS as u32), u32x4_shr(a.1, BITS as u32))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: Pair) -> Pair {
        Pair(u32x4_shl(a.0, BITS as u32), u32x4_shl(a.1, BITS as u32))
    }
    #[inline(always)]
    fn to_f32(self, a: Pair) -> Pair {
        both!(f32x4_convert_u32x4(a))
    }

    #[inline(always)]
    fn split(self, a: Pair) -> (Pair, Pair) {
        let floor = both!(f32x4_floor(a));
        (both!(i32x4_trunc_sat_f32x4(floor)), self.sub(a, floor))
    }
    #[inline(always)]
    fn next(self, a: Pair, b: Pair) -> Pair {
        Pair(i32x4_shuffle::<1, 2, 3, 4>(a.0, a.1), i32x4_shuffle::<1, 2, 3, 4>(a.1, b.0))
    }
    #[inline(always)]
    fn interleave_low(self, a: Pair, b: Pair) -> Pair {
        Pair(i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0), i32x4_shuffle::<0, 4, 1, 5>(a.1, b.1))
    }
    #[inline(always)]
    fn interleave_high(self, a: Pair, b: Pair) -> Pair {
        Pair(i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0), i32x4_shuffle::<2, 6, 3, 7>(a.1, b.1))
    }
    #[inline(always)]
    fn permute(self, v: Pair, index: Pair) -> Pair {
        let table = [v.0, v.1];
        Pair(look_up(table, index.0), look_up(table, index.1))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: Pair) -> Pair {
        let halves = Self::floats(table);
        self.pick16_of([self.load(&halves[0]), self.load(&halves[1])], index)
    }
    #[inline(always)]
    fn pick16_of(self, [low, high]: [Pair; 2], index: Pair) -> Pair {
        let index = self.and(index, self.splat_u(15));
        let table = [low.0, low.1, high.0, high.1];
        Pair(look_up(table, index.0), look_up(table, index.1))
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: Pair) -> Pair {
        self.load(&self.indices(index).map(|i| table[i & 255]))
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: Pair) -> Pair {
        self.load_u(&self.indices(index).map(|i| table[i & 255]))
    }
}
