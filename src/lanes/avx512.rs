//! Sixteen lanes of AVX-512 F.

use core::arch::x86_64::*;

use super::Lanes;

// The entry function enables both.
cpufeatures::new!(detect, "avx2", "avx512f");

/// Proof that the machine has AVX-512 F, and AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The token, where the machine has the instructions.
    pub(crate) fn new() -> Option<Self> {
        detect::get().then_some(Avx512(()))
    }
}

impl Lanes for Avx512 {
    arrays_of!(16);

    const ROWS: usize = 4;
    type F = __m512;
    type U = __m512i;

    #[inline(always)]
    fn splat(self, v: f32) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_set1_ps(v) }
    }
    #[inline(always)]
    fn load(self, v: &[f32; 16]) -> __m512 {
        // SAFETY: the token proves AVX-512 F; the array holds 16 lanes.
        unsafe { _mm512_loadu_ps(v.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, v: __m512, to: &mut [f32; 16]) {
        // SAFETY: the token proves AVX-512 F; the array holds 16 lanes.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), v) }
    }
    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_add_ps(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_sub_ps(a, b) }
    }
    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_mul_ps(a, b) }
    }
    #[inline(always)]
    fn abs(self, a: __m512) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_abs_ps(a) }
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_set1_epi32(v as i32) }
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 16]) -> __m512i {
        // SAFETY: the token proves AVX-512 F; the array holds 16 lanes.
        unsafe { _mm512_loadu_si512(v.as_ptr().cast()) }
    }
    #[inline(always)]
    fn add_u(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    fn mul_u(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_mullo_epi32(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: __m512i) -> __m512i {
        let count = self.splat_u(BITS as u32);
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_srlv_epi32(a, count) }
    }
    #[inline(always)]
    fn to_f32(self, a: __m512i) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_cvtepi32_ps(a) }
    }

    #[inline(always)]
    fn permute(self, v: __m512, index: __m512i) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_permutexvar_ps(index, v) }
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: __m512i) -> __m512 {
        self.permute(self.load(table), index) // which looks at bits 0 to 3 of an index
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: __m512i) -> __m512 {
        let index = self.and(index, self.splat_u(255));
        // SAFETY: the token proves AVX-512 F; the indices are below 256, the length of the table.
        unsafe { _mm512_i32gather_ps::<4>(index, table.as_ptr()) }
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: __m512i) -> __m512i {
        let index = self.and(index, self.splat_u(255));
        // SAFETY: the token proves AVX-512 F; the indices are below 256, the length of the table.
        unsafe { _mm512_i32gather_epi32::<4>(index, table.as_ptr().cast()) }
    }
}
