//! Eight lanes as a plain array: no instruction set, no `unsafe`. The meaning of each operation in scalar code, for
//! sanitizers and for testing the others; compilers may still vectorise it.

use super::{Job, Lanes};

/// Needs nothing of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Array;

#[inline(always)]
fn map<A: Copy, B: Copy, R: Copy + Default>(a: [A; 8], b: [B; 8], f: impl Fn(A, B) -> R) -> [R; 8] {
    let mut out = [R::default(); 8];
    for i in 0..8 {
        out[i] = f(a[i], b[i]);
    }
    out
}

impl Lanes for Array {
    arrays_of!(8);

    const ROWS: usize = 2;
    const CELL_ROWS: usize = 2;
    const PERMUTES: bool = false;
    type F = [f32; 8];
    type U = [u32; 8];
    type M = [bool; 8];

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[inline(never)]
        fn enter<J: Job>(l: Array, job: J) -> J::Output {
            job.run(l)
        }
        enter(self, job)
    }

    #[inline(always)]
    fn above(self, a: Self::U, b: Self::U) -> Self::M {
        map(a, b, |a, b| a as i32 > b as i32)
    }
    #[inline(always)]
    fn select(self, m: Self::M, yes: Self::F, no: Self::F) -> Self::F {
        let mut out = no;
        for i in 0..8 {
            out[i] = if m[i] { yes[i] } else { no[i] };
        }
        out
    }

    #[inline(always)]
    fn splat(self, v: f32) -> Self::F {
        [v; 8]
    }
    #[inline(always)]
    fn load(self, v: &[f32; 8]) -> Self::F {
        *v
    }
    #[inline(always)]
    fn store(self, v: Self::F, to: &mut [f32; 8]) {
        *to = v;
    }
    #[inline(always)]
    fn add(self, a: Self::F, b: Self::F) -> Self::F {
        map(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn sub(self, a: Self::F, b: Self::F) -> Self::F {
        map(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn mul(self, a: Self::F, b: Self::F) -> Self::F {
        map(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        map(a, a, |a, _| a.abs())
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> Self::U {
        [v; 8]
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> Self::U {
        *v
    }
    #[inline(always)]
    fn store_u(self, v: Self::U, to: &mut [u32; 8]) {
        *to = v;
    }
    #[inline(always)]
    fn add_u(self, a: Self::U, b: Self::U) -> Self::U {
        map(a, b, u32::wrapping_add)
    }
    #[inline(always)]
    fn mul_u(self, a: Self::U, b: Self::U) -> Self::U {
        map(a, b, u32::wrapping_mul)
    }
    #[inline(always)]
    fn xor(self, a: Self::U, b: Self::U) -> Self::U {
        map(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn and(self, a: Self::U, b: Self::U) -> Self::U {
        map(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: Self::U) -> Self::U {
        map(a, a, |a, _| a >> BITS)
    }
    #[inline(always)]
    fn to_f32(self, a: Self::U) -> Self::F {
        map(a, a, |a, _| a as f32)
    }

    #[inline(always)]
    fn next(self, a: Self::F, b: Self::F) -> Self::F {
        [a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0]]
    }
    #[inline(always)]
    fn permute(self, v: Self::F, index: Self::U) -> Self::F {
        map(index, index, |i, _| v[i as usize & 7])
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: Self::U) -> Self::F {
        map(index, index, |i, _| table[i as usize & 15])
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: Self::U) -> Self::F {
        map(index, index, |i, _| table[i as usize & 255])
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: Self::U) -> Self::U {
        map(index, index, |i, _| table[i as usize & 255])
    }
}
