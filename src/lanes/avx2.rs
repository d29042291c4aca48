//! Eight lanes of AVX2.

use core::arch::x86_64::*;

use super::Lanes;

cpufeatures::new!(detect, "avx2");

/// Proof that the machine has AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, where the machine has the instructions.
    pub(crate) fn new() -> Option<Self> {
        detect::get().then_some(Avx2(()))
    }
}

impl Lanes for Avx2 {
    arrays_of!(8);

    const ROWS: usize = 2;
    type F = __m256;
    type U = __m256i;

    #[inline(always)]
    fn splat(self, v: f32) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_set1_ps(v) }
    }
    #[inline(always)]
    fn load(self, v: &[f32; 8]) -> __m256 {
        // SAFETY: the token proves AVX2; the array holds 8 lanes.
        unsafe { _mm256_loadu_ps(v.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, v: __m256, to: &mut [f32; 8]) {
        // SAFETY: the token proves AVX2; the array holds 8 lanes.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), v) }
    }
    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_add_ps(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_sub_ps(a, b) }
    }
    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_mul_ps(a, b) }
    }
    #[inline(always)]
    fn abs(self, a: __m256) -> __m256 {
        let sign = self.splat(-0.0);
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_andnot_ps(sign, a) }
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_set1_epi32(v as i32) }
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> __m256i {
        // SAFETY: the token proves AVX2; the array holds 8 lanes.
        unsafe { _mm256_loadu_si256(v.as_ptr().cast()) }
    }
    #[inline(always)]
    fn add_u(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    fn mul_u(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_mullo_epi32(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_srli_epi32::<BITS>(a) }
    }
    #[inline(always)]
    fn to_f32(self, a: __m256i) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_cvtepi32_ps(a) }
    }

    #[inline(always)]
    fn permute(self, v: __m256, index: __m256i) -> __m256 {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_permutevar8x32_ps(v, index) }
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: __m256i) -> __m256 {
        let halves = Self::floats(table);
        // `permute` looks at bits 0, 1 and 2 of an index; bit 3 chooses the half.
        let low = self.permute(self.load(&halves[0]), index);
        let high = self.permute(self.load(&halves[1]), index);
        // SAFETY: the token proves AVX2.
        let bit3 = unsafe { _mm256_slli_epi32::<28>(index) };
        // SAFETY: the token proves AVX2.
        let bit3 = unsafe { _mm256_castsi256_ps(bit3) };
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_blendv_ps(low, high, bit3) }
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: __m256i) -> __m256 {
        let index = self.and(index, self.splat_u(255));
        // SAFETY: the token proves AVX2; the indices are below 256, the length of the table.
        unsafe { _mm256_i32gather_ps::<4>(table.as_ptr(), index) }
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: __m256i) -> __m256i {
        let index = self.and(index, self.splat_u(255));
        // SAFETY: the token proves AVX2; the indices are below 256, the length of the table.
        unsafe { _mm256_i32gather_epi32::<4>(table.as_ptr().cast(), index) }
    }
}
