//! Eight lanes of AVX2.

use core::arch::x86_64::*;

use super::lanes::{COUNTED, Job, Lanes};
use super::masks::{COUNTS, POSITIONS};

cpufeatures::new!(detect, "avx2");

/// Proof that the machine has AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Avx2(());

/// An intrinsic that works on registers only.
macro_rules! avx {
    ($op:ident $(::<$n:tt>)? ($($v:expr),*)) => {
        // SAFETY: used only in methods of the token, which proves AVX2.
        unsafe { $op $(::<$n>)? ($($v),*) }
    };
}

impl Avx2 {
    /// The token, if the machine has the instructions.
    pub(crate) fn new() -> Option<Self> {
        detect::get().then_some(Avx2(()))
    }

    /// Four lanes of [`Lanes::place`]: each cell is the low half of its 64 bits.
    #[inline(always)]
    fn place_four(self, world: &[f64; 4], offset: f64, frequency: f64, base: f64) -> (__m256, __m128) {
        // SAFETY: the token proves AVX2; the array holds 4 lanes.
        let world = unsafe { _mm256_loadu_pd(world.as_ptr()) };
        let (offset, frequency) = (avx!(_mm256_set1_pd(offset)), avx!(_mm256_set1_pd(frequency)));
        let sum = avx!(_mm256_add_pd(world, offset));
        let x = avx!(_mm256_mul_pd(sum, frequency));
        let cell = avx!(_mm256_floor_pd(x));
        let fraction = avx!(_mm256_sub_pd(x, cell));
        let base = avx!(_mm256_set1_pd(COUNTED - base));
        let cell = avx!(_mm256_add_pd(cell, base));
        (avx!(_mm256_castpd_ps(cell)), avx!(_mm256_cvtpd_ps(fraction)))
    }
}

impl Lanes for Avx2 {
    arrays_of!(8);
    stores_past_caches!(_mm256_stream_ps);

    const ROWS: usize = 4;
    const CELL_ROWS: usize = 2;
    const REGISTER: usize = 32;
    const PERMUTES: bool = true;
    const OPPOSITES: bool = true;
    const FEW_VALUES: bool = true;
    type F = __m256;
    type U = __m256i;
    type M = __m256;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2")]
        #[inline(never)]
        fn enter<J: Job>(l: Avx2, job: J) -> J::Output {
            job.run(l)
        }
        // SAFETY: the token proves AVX2.
        unsafe { enter(self, job) }
    }

    #[inline(always)]
    fn div(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_div_ps(a, b))
    }
    #[inline(always)]
    fn sqrt(self, a: __m256) -> __m256 {
        avx!(_mm256_sqrt_ps(a))
    }
    #[inline(always)]
    fn below(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b))
    }
    #[inline(always)]
    fn any(self, m: __m256) -> bool {
        avx!(_mm256_movemask_ps(m)) != 0
    }
    #[inline(always)]
    #[expect(
        clippy::disallowed_methods,
        reason = "the instruction is defined as this comparison, for all numbers"
    )]
    fn lesser(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_min_ps(a, b))
    }
    #[inline(always)]
    #[expect(
        clippy::disallowed_methods,
        reason = "the instruction is defined as this comparison, for all numbers"
    )]
    fn greater(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_max_ps(a, b))
    }
    #[inline(always)]
    fn lesser_positive(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b))))
    }
    #[inline(always)]
    fn greater_positive(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b))))
    }

    #[inline(always)]
    fn above(self, a: __m256i, b: __m256i) -> __m256 {
        let above = avx!(_mm256_cmpgt_epi32(a, b));
        avx!(_mm256_castsi256_ps(above))
    }
    #[inline(always)]
    fn select(self, m: __m256, yes: __m256, no: __m256) -> __m256 {
        avx!(_mm256_blendv_ps(no, yes, m))
    }

    #[inline(always)]
    fn compress(self, m: __m256, v: __m256) -> (__m256, usize) {
        let m = (avx!(_mm256_movemask_ps(m)) & 255) as usize;
        let bytes = avx!(_mm_cvtsi64_si128(POSITIONS[m] as i64));
        let index = avx!(_mm256_cvtepu8_epi32(bytes));
        (avx!(_mm256_permutevar8x32_ps(v, index)), usize::from(COUNTS[m]))
    }

    #[inline(always)]
    fn splat(self, v: f32) -> __m256 {
        avx!(_mm256_set1_ps(v))
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
    fn concat(self, [a, b, ..]: [&[f32; 4]; 4]) -> __m256 {
        // SAFETY: the token proves AVX2; the arrays hold 4 lanes each.
        unsafe { _mm256_loadu2_m128(b.as_ptr(), a.as_ptr()) }
    }
    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_add_ps(a, b))
    }
    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_sub_ps(a, b))
    }
    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_mul_ps(a, b))
    }
    #[inline(always)]
    fn abs(self, a: __m256) -> __m256 {
        let sign = self.splat(-0.0);
        avx!(_mm256_andnot_ps(sign, a))
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> __m256i {
        avx!(_mm256_set1_epi32(v as i32))
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> __m256i {
        // SAFETY: the token proves AVX2; the array holds 8 lanes.
        unsafe { _mm256_loadu_si256(v.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_u(self, v: __m256i, to: &mut [u32; 8]) {
        // SAFETY: the token proves AVX2; the array holds 8 lanes.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn first_lane(self, a: __m256i) -> u32 {
        avx!(_mm256_cvtsi256_si32(a)) as u32
    }
    #[inline(always)]
    fn add_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx!(_mm256_add_epi32(a, b))
    }
    #[inline(always)]
    fn mul_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx!(_mm256_mullo_epi32(a, b))
    }
    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        avx!(_mm256_xor_si256(a, b))
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        avx!(_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: __m256i) -> __m256i {
        avx!(_mm256_srli_epi32::<BITS>(a))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: __m256i) -> __m256i {
        avx!(_mm256_slli_epi32::<BITS>(a))
    }
    #[inline(always)]
    fn to_f32(self, a: __m256i) -> __m256 {
        avx!(_mm256_cvtepi32_ps(a))
    }

    #[inline(always)]
    fn place(self, world: &[f64; 8], offset: f64, frequency: f64, base: f64) -> (__m256i, __m256) {
        let halves = world.as_chunks::<4>().0;
        let low = self.place_four(&halves[0], offset, frequency, base);
        let high = self.place_four(&halves[1], offset, frequency, base);
        let cells = avx!(_mm256_shuffle_ps::<0b10_00_10_00>(low.0, high.0));
        let cells = avx!(_mm256_castps_si256(cells));
        let cells = avx!(_mm256_permute4x64_epi64::<0b11_01_10_00>(cells));
        (cells, avx!(_mm256_set_m128(high.1, low.1)))
    }
    #[inline(always)]
    fn split(self, a: __m256) -> (__m256i, __m256) {
        let floor = avx!(_mm256_floor_ps(a));
        (avx!(_mm256_cvttps_epi32(floor)), avx!(_mm256_sub_ps(a, floor)))
    }
    #[inline(always)]
    fn next(self, a: __m256, b: __m256) -> __m256 {
        // The high half of a and the low half of b; then each half is shifted by a lane.
        let middle = avx!(_mm256_permute2f128_ps::<0x21>(a, b));
        let (middle, a) = (avx!(_mm256_castps_si256(middle)), avx!(_mm256_castps_si256(a)));
        let shifted = avx!(_mm256_alignr_epi8::<4>(middle, a));
        avx!(_mm256_castsi256_ps(shifted))
    }
    #[inline(always)]
    fn interleave_low(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_unpacklo_ps(a, b))
    }
    #[inline(always)]
    fn interleave_high(self, a: __m256, b: __m256) -> __m256 {
        avx!(_mm256_unpackhi_ps(a, b))
    }
    #[inline(always)]
    fn permute(self, v: __m256, index: __m256i) -> __m256 {
        avx!(_mm256_permutevar8x32_ps(v, index))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: __m256i) -> __m256 {
        let halves = Self::floats(table);
        self.pick16_of([self.load(&halves[0]), self.load(&halves[1])], index)
    }
    #[inline(always)]
    fn pick16_of(self, [low, high]: [__m256; 2], index: __m256i) -> __m256 {
        // `permute` uses bits 0, 1 and 2 of an index; bit 3 chooses the half.
        let (low, high) = (self.permute(low, index), self.permute(high, index));
        let bit3 = avx!(_mm256_slli_epi32::<28>(index));
        let bit3 = avx!(_mm256_castsi256_ps(bit3));
        avx!(_mm256_blendv_ps(low, high, bit3))
    }
    #[inline(always)]
    fn pick_opposite(self, table: &[f32; 16], index: __m256i) -> __m256 {
        let first = self.load(&Self::floats(table)[0]);
        self.pick_opposite_of([first; 2], index)
    }
    #[inline(always)]
    fn pick_opposite_of(self, [first, _]: [__m256; 2], index: __m256i) -> __m256 {
        let bit3 = avx!(_mm256_slli_epi32::<28>(index));
        let sign = self.and(bit3, self.splat_u(1 << 31));
        let sign = avx!(_mm256_castsi256_ps(sign));
        avx!(_mm256_xor_ps(self.permute(first, index), sign))
    }
    #[inline(always)]
    fn pick_byte(self, table: &[u8; 16], index: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2; the table holds 16 bytes.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        let table = avx!(_mm256_broadcastsi128_si256(table));
        // A byte of an index with bit 7 would choose 0.
        let index = self.and(index, self.splat_u(15));
        avx!(_mm256_shuffle_epi8(table, index))
    }
    #[inline(always)]
    fn pick4(self, table: &[f32; 4], index: __m256i) -> __m256 {
        // SAFETY: the token proves AVX2; the table holds 4 floats.
        let table = unsafe { _mm_loadu_ps(table.as_ptr()) };
        let table = avx!(_mm256_set_m128(table, table));
        avx!(_mm256_permutevar_ps(table, index))
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
    #[inline(always)]
    fn gather(self, table: &[u32], index: __m256i) -> __m256i {
        assert!(!table.is_empty() && table.len() <= 1 << 30, "a table that gathers may look at");
        let index = avx!(_mm256_min_epu32(index, self.splat_u(table.len() as u32 - 1)));
        // SAFETY: the token proves AVX2; the indices are below the table's length, and below 2^31, because the instruction takes them as signed.
        unsafe { _mm256_i32gather_epi32::<4>(table.as_ptr().cast(), index) }
    }
}
