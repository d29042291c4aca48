//! Eight lanes of the crate `wide`, for targets without SSE2, NEON and simd128. It has mostly ordinary instructions there. In builds with
//! `--cfg perlane_wide`, which test these lanes on other machines, it has those of the target.

use wide::{f32x8, i32x8, u32x8};

use super::lanes::{Job, Lanes};
use crate::exact;

/// This needs nothing beyond the target features of the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Wide;

impl Lanes for Wide {
    arrays_of!(8);

    const ROWS: usize = 2;
    const CELL_ROWS: usize = 2;
    const PERMUTES: bool = false;
    type F = f32x8;
    type U = u32x8;
    type M = f32x8;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[inline(never)]
        fn enter<J: Job>(l: Wide, job: J) -> J::Output {
            job.run(l)
        }
        enter(self, job)
    }

    #[inline(always)]
    fn div(self, a: f32x8, b: f32x8) -> f32x8 {
        a / b
    }
    #[inline(always)]
    fn sqrt(self, a: f32x8) -> f32x8 {
        // Where `wide` has no instruction for square roots, it approximates them.
        if cfg!(any(target_feature = "simd128", all(target_arch = "aarch64", target_feature = "neon"))) {
            return a.sqrt();
        }
        f32x8::new(a.to_array().map(exact::sqrtf))
    }
    #[inline(always)]
    fn below(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_lt(b)
    }
    #[inline(always)]
    fn any(self, m: f32x8) -> bool {
        m.any()
    }

    #[inline(always)]
    fn above(self, a: u32x8, b: u32x8) -> f32x8 {
        let (a, b): (i32x8, i32x8) = (bytemuck::cast(a), bytemuck::cast(b));
        bytemuck::cast(a.simd_gt(b))
    }
    #[inline(always)]
    fn select(self, m: f32x8, yes: f32x8, no: f32x8) -> f32x8 {
        m.bitselect(yes, no)
    }

    #[inline(always)]
    fn splat(self, v: f32) -> f32x8 {
        f32x8::splat(v)
    }
    #[inline(always)]
    fn load(self, v: &[f32; 8]) -> f32x8 {
        f32x8::new(*v)
    }
    #[inline(always)]
    fn store(self, v: f32x8, to: &mut [f32; 8]) {
        *to = v.to_array();
    }
    #[inline(always)]
    fn add(self, a: f32x8, b: f32x8) -> f32x8 {
        a + b
    }
    #[inline(always)]
    fn sub(self, a: f32x8, b: f32x8) -> f32x8 {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: f32x8, b: f32x8) -> f32x8 {
        a * b
    }
    #[inline(always)]
    fn abs(self, a: f32x8) -> f32x8 {
        a.abs()
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> u32x8 {
        u32x8::splat(v)
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> u32x8 {
        u32x8::new(*v)
    }
    #[inline(always)]
    fn store_u(self, v: u32x8, to: &mut [u32; 8]) {
        *to = v.to_array();
    }
    #[inline(always)]
    fn add_u(self, a: u32x8, b: u32x8) -> u32x8 {
        a + b
    }
    #[inline(always)]
    fn mul_u(self, a: u32x8, b: u32x8) -> u32x8 {
        a * b
    }
    #[inline(always)]
    fn xor(self, a: u32x8, b: u32x8) -> u32x8 {
        a ^ b
    }
    #[inline(always)]
    fn and(self, a: u32x8, b: u32x8) -> u32x8 {
        a & b
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: u32x8) -> u32x8 {
        a >> BITS as u32
    }
    #[inline(always)]
    fn to_f32(self, a: u32x8) -> f32x8 {
        f32x8::from_i32x8(i32x8::new(a.to_array().map(|lane| lane as i32)))
    }

    #[inline(always)]
    fn next(self, a: f32x8, b: f32x8) -> f32x8 {
        let [_, v1, v2, v3, v4, v5, v6, v7] = a.to_array();
        f32x8::new([v1, v2, v3, v4, v5, v6, v7, b.to_array()[0]])
    }
    #[inline(always)]
    fn interleave_low(self, a: f32x8, b: f32x8) -> f32x8 {
        let ([a0, a1, .., a4, a5, _, _], [b0, b1, .., b4, b5, _, _]) = (a.to_array(), b.to_array());
        f32x8::new([a0, b0, a1, b1, a4, b4, a5, b5])
    }
    #[inline(always)]
    fn interleave_high(self, a: f32x8, b: f32x8) -> f32x8 {
        let ([_, _, a2, a3, .., a6, a7], [_, _, b2, b3, .., b6, b7]) = (a.to_array(), b.to_array());
        f32x8::new([a2, b2, a3, b3, a6, b6, a7, b7])
    }
    #[inline(always)]
    fn permute(self, v: f32x8, index: u32x8) -> f32x8 {
        let v = v.to_array();
        f32x8::new(index.to_array().map(|i| v[i as usize & 7]))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: u32x8) -> f32x8 {
        f32x8::new(index.to_array().map(|i| table[i as usize & 15]))
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: u32x8) -> f32x8 {
        f32x8::new(index.to_array().map(|i| table[i as usize & 255]))
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: u32x8) -> u32x8 {
        u32x8::new(index.to_array().map(|i| table[i as usize & 255]))
    }
}
