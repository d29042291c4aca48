//! Eight lanes of SSE2, as two registers of four: what all x86-64 processors have.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::lanes::{COUNTED, Job, Lanes};

/// This file is compiled only for targets that have SSE2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Sse2;

/// Two registers of floats.
#[derive(Clone, Copy)]
pub(crate) struct Floats(__m128, __m128);

/// Two registers of words.
#[derive(Clone, Copy)]
pub(crate) struct Words(__m128i, __m128i);

/// An intrinsic that works on registers only.
macro_rules! sse {
    ($op:ident $(::<$n:tt>)? ($($v:expr),*)) => {
        // SAFETY: this file is compiled only where SSE2 is part of the target.
        unsafe { $op $(::<$n>)? ($($v),*) }
    };
}

/// The same for both registers of a pair.
macro_rules! both {
    ($pair:ident, $op:ident $(::<$n:tt>)? ($a:expr $(, $b:expr)?)) => {
        $pair(sse!($op $(::<$n>)? ($a.0 $(, $b.0)?)), sse!($op $(::<$n>)? ($a.1 $(, $b.1)?)))
    };
}

#[inline(always)]
fn four(v: &[f32; 4]) -> __m128 {
    // SAFETY: SSE2 is part of the target; the array holds 4 lanes.
    unsafe { _mm_loadu_ps(v.as_ptr()) }
}

#[inline(always)]
fn four_words(v: &[u32; 4]) -> __m128i {
    // SAFETY: SSE2 is part of the target; the array holds 4 lanes.
    unsafe { _mm_loadu_si128(v.as_ptr().cast()) }
}

#[inline(always)]
fn store_four(v: __m128, to: &mut [f32; 4]) {
    // SAFETY: SSE2 is part of the target; the array holds 4 lanes.
    unsafe { _mm_storeu_ps(to.as_mut_ptr(), v) }
}

#[inline(always)]
fn store_four_words(v: __m128i, to: &mut [u32; 4]) {
    // SAFETY: SSE2 is part of the target; the array holds 4 lanes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) }
}

#[inline(always)]
fn as_words(v: Floats) -> Words {
    both!(Words, _mm_castps_si128(v))
}

#[inline(always)]
fn as_floats(v: Words) -> Floats {
    both!(Floats, _mm_castsi128_ps(v))
}

/// The low 32 bits of the products of four lanes. The instruction multiplies lanes 0 and 2 only: lanes 1 and 3 are moved there for a second one.
#[inline(always)]
fn multiply(a: __m128i, b: __m128i) -> __m128i {
    let even = sse!(_mm_mul_epu32(a, b));
    let (a, b) = (sse!(_mm_shuffle_epi32::<0b11_11_01_01>(a)), sse!(_mm_shuffle_epi32::<0b11_11_01_01>(b)));
    let odd = sse!(_mm_mul_epu32(a, b));
    let (even, odd) = (sse!(_mm_shuffle_epi32::<0b10_00>(even)), sse!(_mm_shuffle_epi32::<0b10_00>(odd)));
    sse!(_mm_unpacklo_epi32(even, odd))
}

/// Lane `i`: lane `i + 1` of `a`; for the last lane: lane 0 of `b`.
#[inline(always)]
fn next(a: __m128, b: __m128) -> __m128 {
    let moved = sse!(_mm_move_ss(a, b));
    sse!(_mm_shuffle_ps::<0b00_11_10_01>(moved, moved))
}

/// The entries of a table at these indices, modulo its length, which is a power of two.
#[inline(always)]
fn look_up<T: Copy, const LEN: usize>(table: &[T; LEN], index: Words) -> [T; 8] {
    const { assert!(LEN.is_power_of_two()) };
    let mut at = [0; 8];
    Sse2.store_u(index, &mut at);
    let entry = |lane: u32| table[lane as usize % LEN];
    let [a, b, c, d, e, f, g, h] = at;
    [entry(a), entry(b), entry(c), entry(d), entry(e), entry(f), entry(g), entry(h)]
}

impl Sse2 {
    /// Two lanes of [`Lanes::place`]: each cell is the low half of its 64 bits, and the fractions are the low two lanes.
    #[inline(always)]
    fn place_two(self, world: &[f64], offset: f64, frequency: f64, base: f64) -> (__m128, __m128) {
        let world = sse!(_mm_set_pd(world[1], world[0]));
        let (offset, frequency) = (sse!(_mm_set1_pd(offset)), sse!(_mm_set1_pd(frequency)));
        let sum = sse!(_mm_add_pd(world, offset));
        let x = sse!(_mm_mul_pd(sum, frequency));
        // The nearest whole number; where it is above x, the cell is one less. (SSE2 has no instruction for floors.)
        let counted = sse!(_mm_set1_pd(COUNTED));
        let nearest = sse!(_mm_add_pd(x, counted));
        let nearest = sse!(_mm_sub_pd(nearest, counted));
        let above = sse!(_mm_cmpgt_pd(nearest, x));
        let above = sse!(_mm_and_pd(above, _mm_set1_pd(1.0)));
        let cell = sse!(_mm_sub_pd(nearest, above));
        let fraction = sse!(_mm_sub_pd(x, cell));
        let base = sse!(_mm_set1_pd(COUNTED - base));
        let cell = sse!(_mm_add_pd(cell, base));
        (sse!(_mm_castpd_ps(cell)), sse!(_mm_cvtpd_ps(fraction)))
    }

    /// Four lanes of [`Lanes::place`].
    #[inline(always)]
    fn place_four(self, world: &[f64], offset: f64, frequency: f64, base: f64) -> (__m128i, __m128) {
        let low = self.place_two(&world[..2], offset, frequency, base);
        let high = self.place_two(&world[2..], offset, frequency, base);
        let cells = sse!(_mm_shuffle_ps::<0b10_00_10_00>(low.0, high.0));
        let fractions = sse!(_mm_movelh_ps(low.1, high.1));
        // A coordinate of -0 has the cell +0, and so the fraction -0. Adding +0 makes that +0.
        (sse!(_mm_castps_si128(cells)), sse!(_mm_add_ps(fractions, _mm_setzero_ps())))
    }
}

impl Lanes for Sse2 {
    arrays_of!(8);

    const ROWS: usize = 2;
    const CELL_ROWS: usize = 2;
    const PERMUTES: bool = false;
    type F = Floats;
    type U = Words;
    type M = Floats;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[inline(never)]
        fn enter<J: Job>(l: Sse2, job: J) -> J::Output {
            job.run(l)
        }
        enter(self, job)
    }

    #[inline(always)]
    fn div(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_div_ps(a, b))
    }
    #[inline(always)]
    fn sqrt(self, a: Floats) -> Floats {
        both!(Floats, _mm_sqrt_ps(a))
    }
    #[inline(always)]
    fn below(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_cmplt_ps(a, b))
    }
    #[inline(always)]
    fn any(self, m: Floats) -> bool {
        sse!(_mm_movemask_ps(_mm_or_ps(m.0, m.1))) != 0
    }
    #[inline(always)]
    #[expect(
        clippy::disallowed_methods,
        reason = "the instruction is defined as this comparison, for all numbers"
    )]
    fn lesser(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_min_ps(a, b))
    }
    #[inline(always)]
    #[expect(
        clippy::disallowed_methods,
        reason = "the instruction is defined as this comparison, for all numbers"
    )]
    fn greater(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_max_ps(a, b))
    }

    #[inline(always)]
    fn above(self, a: Words, b: Words) -> Floats {
        as_floats(both!(Words, _mm_cmpgt_epi32(a, b)))
    }
    #[inline(always)]
    fn select(self, m: Floats, yes: Floats, no: Floats) -> Floats {
        let (yes, no) = (both!(Floats, _mm_and_ps(m, yes)), both!(Floats, _mm_andnot_ps(m, no)));
        both!(Floats, _mm_or_ps(yes, no))
    }

    #[inline(always)]
    fn splat(self, v: f32) -> Floats {
        let v = sse!(_mm_set1_ps(v));
        Floats(v, v)
    }
    #[inline(always)]
    fn load(self, v: &[f32; 8]) -> Floats {
        let halves = v.as_chunks().0;
        Floats(four(&halves[0]), four(&halves[1]))
    }
    #[inline(always)]
    fn store(self, v: Floats, to: &mut [f32; 8]) {
        let halves = to.as_chunks_mut().0;
        store_four(v.0, &mut halves[0]);
        store_four(v.1, &mut halves[1]);
    }
    #[inline(always)]
    fn concat(self, [a, b, ..]: [&[f32; 4]; 4]) -> Floats {
        Floats(four(a), four(b))
    }
    #[inline(always)]
    fn add(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_add_ps(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_sub_ps(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_mul_ps(a, b))
    }
    #[inline(always)]
    fn abs(self, a: Floats) -> Floats {
        both!(Floats, _mm_andnot_ps(self.splat(-0.0), a))
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> Words {
        let v = sse!(_mm_set1_epi32(v as i32));
        Words(v, v)
    }
    #[inline(always)]
    fn load_u(self, v: &[u32; 8]) -> Words {
        let halves = v.as_chunks().0;
        Words(four_words(&halves[0]), four_words(&halves[1]))
    }
    #[inline(always)]
    fn store_u(self, v: Words, to: &mut [u32; 8]) {
        let halves = to.as_chunks_mut().0;
        store_four_words(v.0, &mut halves[0]);
        store_four_words(v.1, &mut halves[1]);
    }
    #[inline(always)]
    fn add_u(self, a: Words, b: Words) -> Words {
        both!(Words, _mm_add_epi32(a, b))
    }
    #[inline(always)]
    fn mul_u(self, a: Words, b: Words) -> Words {
        Words(multiply(a.0, b.0), multiply(a.1, b.1))
    }
    #[inline(always)]
    fn xor(self, a: Words, b: Words) -> Words {
        both!(Words, _mm_xor_si128(a, b))
    }
    #[inline(always)]
    fn and(self, a: Words, b: Words) -> Words {
        both!(Words, _mm_and_si128(a, b))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: Words) -> Words {
        both!(Words, _mm_srli_epi32::<BITS>(a))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: Words) -> Words {
        both!(Words, _mm_slli_epi32::<BITS>(a))
    }
    #[inline(always)]
    fn rotate16(self, a: Words) -> Words {
        let low = both!(Words, _mm_shufflelo_epi16::<0b10_11_00_01>(a));
        both!(Words, _mm_shufflehi_epi16::<0b10_11_00_01>(low))
    }
    #[inline(always)]
    fn to_f32(self, a: Words) -> Floats {
        both!(Floats, _mm_cvtepi32_ps(a))
    }

    #[inline(always)]
    fn place(self, world: &[f64; 8], offset: f64, frequency: f64, base: f64) -> (Words, Floats) {
        let low = self.place_four(&world[..4], offset, frequency, base);
        let high = self.place_four(&world[4..], offset, frequency, base);
        (Words(low.0, high.0), Floats(low.1, high.1))
    }
    #[inline(always)]
    fn split(self, a: Floats) -> (Words, Floats) {
        let truncated = both!(Words, _mm_cvttps_epi32(a));
        let above = as_words(self.below(a, self.to_f32(truncated)));
        // A lane that is true is -1.
        let floor = self.add_u(truncated, above);
        (floor, self.sub(a, self.to_f32(floor)))
    }
    #[inline(always)]
    fn next(self, a: Floats, b: Floats) -> Floats {
        Floats(next(a.0, a.1), next(a.1, b.0))
    }
    #[inline(always)]
    fn interleave_low(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_unpacklo_ps(a, b))
    }
    #[inline(always)]
    fn interleave_high(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, _mm_unpackhi_ps(a, b))
    }
    #[inline(always)]
    fn permute(self, v: Floats, index: Words) -> Floats {
        let mut table = [0.0; 8];
        self.store(v, &mut table);
        self.load(&look_up(&table, index))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: Words) -> Floats {
        self.load(&look_up(table, index))
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: Words) -> Floats {
        self.load(&look_up(table, index))
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: Words) -> Words {
        self.load_u(&look_up(table, index))
    }
}
