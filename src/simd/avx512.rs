//! Sixteen lanes of AVX-512 F.

use core::arch::x86_64::*;

use super::lanes::{COUNTED, Job, Lanes};
use super::masks::COUNTS;

// The entry function enables AVX2 and AVX-512 F. For compilers the latter implies fused operations and conversions from half floats (F16C), neither of which
// a kernel has. `cpufeatures` does not know F16C, which every processor with AVX-512 F has.
cpufeatures::new!(detect, "avx2", "fma", "avx512f");

/// Proof that the machine has AVX-512 F, and AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Avx512(());

/// An intrinsic that works on registers only.
macro_rules! avx {
    ($op:ident $(::<$n:tt>)? ($($v:expr),*)) => {
        // SAFETY: used only in methods of the token, which proves AVX-512 F.
        unsafe { $op $(::<$n>)? ($($v),*) }
    };
}

impl Avx512 {
    /// The token, if the machine has the instructions.
    pub(crate) fn new() -> Option<Self> {
        detect::get().then_some(Avx512(()))
    }

    /// The first eight elements, as four pairs.
    #[inline(always)]
    fn eight(self, s: &[f32]) -> __m256d {
        let eight = &s[..8];
        // SAFETY: the token proves AVX-512 F, and with it AVX; the slice holds 8 lanes.
        unsafe { _mm256_loadu_pd(eight.as_ptr().cast()) }
    }

    /// Eight lanes of [`Lanes::place`]: each cell is the low half of its 64 bits.
    #[inline(always)]
    fn place_eight(self, world: &[f64; 8], offset: f64, frequency: f64, base: f64) -> (__m512i, __m256) {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        // SAFETY: the token proves AVX-512 F; the array holds 8 lanes.
        let world = unsafe { _mm512_loadu_pd(world.as_ptr()) };
        let (offset, frequency) = (avx!(_mm512_set1_pd(offset)), avx!(_mm512_set1_pd(frequency)));
        let sum = avx!(_mm512_add_pd(world, offset));
        let x = avx!(_mm512_mul_pd(sum, frequency));
        // A sum between 2^52 and 2^53 that is rounded down is the greatest whole number that is not above it. The difference is exact; a floor of 0 becomes
        // -0, so that the fraction of -0 is 0.
        let counted = avx!(_mm512_set1_pd(COUNTED - base));
        let cell = avx!(_mm512_add_round_pd::<DOWN>(x, counted));
        let floor = avx!(_mm512_sub_round_pd::<DOWN>(cell, counted));
        let fraction = avx!(_mm512_sub_pd(x, floor));
        (avx!(_mm512_castpd_si512(cell)), avx!(_mm512_cvtpd_ps(fraction)))
    }
}

#[inline(always)]
fn four(v: &[f32; 4]) -> __m128 {
    // SAFETY: SSE is part of x86-64; the array holds 4 lanes.
    unsafe { _mm_loadu_ps(v.as_ptr()) }
}

impl Lanes for Avx512 {
    arrays_of!(16);
    stores_past_caches!(_mm512_stream_ps);

    const ROWS: usize = 4;
    const CELL_ROWS: usize = 4;
    const REGISTER: usize = 64;
    const PERMUTES: bool = true;
    type F = __m512;
    type U = __m512i;
    type M = __mmask16;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,avx512f")]
        #[inline(never)]
        fn enter<J: Job>(l: Avx512, job: J) -> J::Output {
            job.run(l)
        }
        // SAFETY: the token proves AVX2 and AVX-512 F, and FMA and F16C, which compilers take the latter to imply.
        unsafe { enter(self, job) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_div_ps(a, b))
    }
    #[inline(always)]
    fn sqrt(self, a: __m512) -> __m512 {
        avx!(_mm512_sqrt_ps(a))
    }
    #[inline(always)]
    fn below(self, a: __m512, b: __m512) -> __mmask16 {
        avx!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b))
    }
    #[inline(always)]
    fn any(self, m: __mmask16) -> bool {
        m != 0
    }
    #[inline(always)]
    fn lesser(self, a: __m512, b: __m512) -> __m512 {
        // This instruction is defined as exactly this comparison, for all numbers.
        avx!(_mm512_min_ps(a, b))
    }
    #[inline(always)]
    fn greater(self, a: __m512, b: __m512) -> __m512 {
        // So is this one.
        avx!(_mm512_max_ps(a, b))
    }
    #[inline(always)]
    fn lesser_positive(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_castsi512_ps(_mm512_min_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b))))
    }
    #[inline(always)]
    fn greater_positive(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_castsi512_ps(_mm512_max_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b))))
    }

    #[inline(always)]
    fn above(self, a: __m512i, b: __m512i) -> __mmask16 {
        avx!(_mm512_cmpgt_epi32_mask(a, b))
    }
    #[inline(always)]
    fn select(self, m: __mmask16, yes: __m512, no: __m512) -> __m512 {
        avx!(_mm512_mask_blend_ps(m, no, yes))
    }

    #[inline(always)]
    fn compress(self, m: __mmask16, v: __m512) -> (__m512, usize) {
        // The entry function does not enable the instruction that counts bits.
        let count = COUNTS[usize::from(m & 255)] + COUNTS[usize::from(m >> 8)];
        (avx!(_mm512_maskz_compress_ps(m, v)), usize::from(count))
    }

    #[inline(always)]
    fn splat(self, v: f32) -> __m512 {
        avx!(_mm512_set1_ps(v))
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
    fn load_halves(self, s: &[f32], low: usize, high: usize) -> __m512 {
        let low = avx!(_mm512_castpd256_pd512(self.eight(&s[low..low + 8])));
        avx!(_mm512_castpd_ps(_mm512_insertf64x4::<1>(low, self.eight(&s[high..high + 8]))))
    }
    #[inline(always)]
    fn halves(self, low: f32, high: f32) -> __m512 {
        avx!(_mm512_mask_blend_ps(0xFF00, self.splat(low), self.splat(high)))
    }
    #[inline(always)]
    fn concat(self, [a, b, c, d]: [&[f32; 4]; 4]) -> __m512 {
        let first = avx!(_mm512_castps128_ps512(four(a)));
        let ab = avx!(_mm512_insertf32x4::<1>(first, four(b)));
        let abc = avx!(_mm512_insertf32x4::<2>(ab, four(c)));
        avx!(_mm512_insertf32x4::<3>(abc, four(d)))
    }
    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_add_ps(a, b))
    }
    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_sub_ps(a, b))
    }
    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_mul_ps(a, b))
    }
    #[inline(always)]
    fn abs(self, a: __m512) -> __m512 {
        avx!(_mm512_abs_ps(a))
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> __m512i {
        avx!(_mm512_set1_epi32(v as i32))
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 16]) -> __m512i {
        // SAFETY: the token proves AVX-512 F; the array holds 16 lanes.
        unsafe { _mm512_loadu_si512(v.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_u(self, v: __m512i, to: &mut [u32; 16]) {
        // SAFETY: the token proves AVX-512 F; the array holds 16 lanes.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn first_lane(self, a: __m512i) -> u32 {
        avx!(_mm512_cvtsi512_si32(a)) as u32
    }
    #[inline(always)]
    fn add_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx!(_mm512_add_epi32(a, b))
    }
    #[inline(always)]
    fn mul_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx!(_mm512_mullo_epi32(a, b))
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        avx!(_mm512_xor_si512(a, b))
    }
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        avx!(_mm512_and_si512(a, b))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: __m512i) -> __m512i {
        let count = self.splat_u(BITS as u32);
        avx!(_mm512_srlv_epi32(a, count))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: __m512i) -> __m512i {
        let count = self.splat_u(BITS as u32);
        avx!(_mm512_sllv_epi32(a, count))
    }
    #[inline(always)]
    fn rotate16(self, a: __m512i) -> __m512i {
        avx!(_mm512_rol_epi32::<16>(a))
    }
    #[inline(always)]
    fn to_f32(self, a: __m512i) -> __m512 {
        avx!(_mm512_cvtepi32_ps(a))
    }

    #[inline(always)]
    fn place(self, world: &[f64; 16], offset: f64, frequency: f64, base: f64) -> (__m512i, __m512) {
        let halves = world.as_chunks::<8>().0;
        let low = self.place_eight(&halves[0], offset, frequency, base);
        let high = self.place_eight(&halves[1], offset, frequency, base);
        let even = avx!(_mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30));
        let cells = avx!(_mm512_permutex2var_epi32(low.0, even, high.0));
        let (low, high) = (avx!(_mm256_castps_pd(low.1)), avx!(_mm256_castps_pd(high.1)));
        let fractions = avx!(_mm512_castpd256_pd512(low));
        let fractions = avx!(_mm512_insertf64x4::<1>(fractions, high));
        (cells, avx!(_mm512_castpd_ps(fractions)))
    }
    #[inline(always)]
    fn split(self, a: __m512) -> (__m512i, __m512) {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let floor = avx!(_mm512_roundscale_ps::<DOWN>(a));
        (avx!(_mm512_cvttps_epi32(floor)), avx!(_mm512_sub_ps(a, floor)))
    }
    #[inline(always)]
    fn next(self, a: __m512, b: __m512) -> __m512 {
        let (a, b) = (avx!(_mm512_castps_si512(a)), avx!(_mm512_castps_si512(b)));
        let shifted = avx!(_mm512_alignr_epi32::<1>(b, a));
        avx!(_mm512_castsi512_ps(shifted))
    }
    #[inline(always)]
    fn interleave_low(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_unpacklo_ps(a, b))
    }
    #[inline(always)]
    fn interleave_high(self, a: __m512, b: __m512) -> __m512 {
        avx!(_mm512_unpackhi_ps(a, b))
    }
    #[inline(always)]
    fn permute(self, v: __m512, index: __m512i) -> __m512 {
        avx!(_mm512_permutexvar_ps(index, v))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: __m512i) -> __m512 {
        self.permute(self.load(table), index) // the instruction uses bits 0 to 3 of an index
    }
    #[inline(always)]
    fn pick16_of(self, [table, _]: [__m512; 2], index: __m512i) -> __m512 {
        self.permute(table, index)
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
    #[inline(always)]
    fn gather(self, table: &[u32], index: __m512i) -> __m512i {
        assert!(!table.is_empty() && table.len() <= 1 << 30, "a table that gathers may look at");
        let index = avx!(_mm512_min_epu32(index, self.splat_u(table.len() as u32 - 1)));
        // SAFETY: the token proves AVX-512 F; the indices are below the table's length, and below 2^31, because the instruction takes them as
        // signed.
        unsafe { _mm512_i32gather_epi32::<4>(index, table.as_ptr().cast()) }
    }
}
