//! Eight lanes of NEON, as two registers of four.

use core::arch::aarch64::*;

use super::lanes::{Job, Lanes};

/// This file is compiled only for targets that have NEON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Neon;

/// Two registers of floats.
#[derive(Clone, Copy)]
pub(crate) struct Floats(float32x4_t, float32x4_t);

/// Two registers of words.
#[derive(Clone, Copy)]
pub(crate) struct Words(uint32x4_t, uint32x4_t);

/// An intrinsic that works on registers only.
macro_rules! neon {
    ($op:ident $(::<$n:tt>)? ($($v:expr),*)) => {
        // SAFETY: this file is compiled only where NEON is part of the target.
        unsafe { $op $(::<$n>)? ($($v),*) }
    };
}

/// The same for both registers of a pair.
macro_rules! both {
    ($pair:ident, $op:ident $(::<$n:tt>)? ($a:expr $(, $b:expr)?)) => {
        $pair(neon!($op $(::<$n>)? ($a.0 $(, $b.0)?)), neon!($op $(::<$n>)? ($a.1 $(, $b.1)?)))
    };
}

#[inline(always)]
fn four(v: &[f32; 4]) -> float32x4_t {
    // SAFETY: NEON is part of the target; the array holds 4 lanes.
    unsafe { vld1q_f32(v.as_ptr()) }
}

#[inline(always)]
fn four_words(v: &[u32; 4]) -> uint32x4_t {
    // SAFETY: NEON is part of the target; the array holds 4 lanes.
    unsafe { vld1q_u32(v.as_ptr()) }
}

#[inline(always)]
fn store_four(v: float32x4_t, to: &mut [f32; 4]) {
    // SAFETY: NEON is part of the target; the array holds 4 lanes.
    unsafe { vst1q_f32(to.as_mut_ptr(), v) }
}

#[inline(always)]
fn store_four_words(v: uint32x4_t, to: &mut [u32; 4]) {
    // SAFETY: NEON is part of the target; the array holds 4 lanes.
    unsafe { vst1q_u32(to.as_mut_ptr(), v) }
}

#[inline(always)]
fn as_bytes(v: float32x4_t) -> uint8x16_t {
    neon!(vreinterpretq_u8_f32(v))
}

/// Where the four bytes of lane `i` of a table are, given the lanes' indices.
#[inline(always)]
fn bytes_at(index: uint32x4_t) -> uint8x16_t {
    let (fours, offsets) = (neon!(vdupq_n_u32(0x0404_0404)), neon!(vdupq_n_u32(0x0302_0100)));
    let first = neon!(vmulq_u32(index, fours));
    let each = neon!(vaddq_u32(first, offsets));
    neon!(vreinterpretq_u8_u32(each))
}

/// The lanes' indices into a table of 256 entries.
#[inline(always)]
fn indices(index: Words) -> [usize; 8] {
    let Words(a, b) = both!(Words, vandq_u32(index, Neon.splat_u(255)));
    [
        neon!(vgetq_lane_u32::<0>(a)) as usize,
        neon!(vgetq_lane_u32::<1>(a)) as usize,
        neon!(vgetq_lane_u32::<2>(a)) as usize,
        neon!(vgetq_lane_u32::<3>(a)) as usize,
        neon!(vgetq_lane_u32::<0>(b)) as usize,
        neon!(vgetq_lane_u32::<1>(b)) as usize,
        neon!(vgetq_lane_u32::<2>(b)) as usize,
        neon!(vgetq_lane_u32::<3>(b)) as usize,
    ]
}

impl Lanes for Neon {
    arrays_of!(8);

    const ROWS: usize = 4;
    const CELL_ROWS: usize = 4;
    const PERMUTES: bool = true;
    type F = Floats;
    type U = Words;
    type M = Words;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        #[inline(never)]
        fn enter<J: Job>(l: Neon, job: J) -> J::Output {
            job.run(l)
        }
        enter(self, job)
    }

    #[inline(always)]
    fn div(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, vdivq_f32(a, b))
    }
    #[inline(always)]
    fn sqrt(self, a: Floats) -> Floats {
        both!(Floats, vsqrtq_f32(a))
    }
    #[inline(always)]
    fn below(self, a: Floats, b: Floats) -> Words {
        both!(Words, vcltq_f32(a, b))
    }
    #[inline(always)]
    fn any(self, m: Words) -> bool {
        let either = neon!(vorrq_u32(m.0, m.1));
        neon!(vmaxvq_u32(either)) != 0
    }

    #[inline(always)]
    fn above(self, a: Words, b: Words) -> Words {
        let signed = |v: uint32x4_t| neon!(vreinterpretq_s32_u32(v));
        let (low, high) = ((signed(a.0), signed(b.0)), (signed(a.1), signed(b.1)));
        Words(neon!(vcgtq_s32(low.0, low.1)), neon!(vcgtq_s32(high.0, high.1)))
    }
    #[inline(always)]
    fn select(self, m: Words, yes: Floats, no: Floats) -> Floats {
        Floats(neon!(vbslq_f32(m.0, yes.0, no.0)), neon!(vbslq_f32(m.1, yes.1, no.1)))
    }

    #[inline(always)]
    fn splat(self, v: f32) -> Floats {
        let v = neon!(vdupq_n_f32(v));
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
        both!(Floats, vaddq_f32(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, vsubq_f32(a, b))
    }
    #[inline(always)]
    fn mul(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, vmulq_f32(a, b))
    }
    #[inline(always)]
    fn abs(self, a: Floats) -> Floats {
        both!(Floats, vabsq_f32(a))
    }

    #[inline(always)]
    fn splat_u(self, v: u32) -> Words {
        let v = neon!(vdupq_n_u32(v));
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
        both!(Words, vaddq_u32(a, b))
    }
    #[inline(always)]
    fn mul_u(self, a: Words, b: Words) -> Words {
        both!(Words, vmulq_u32(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Words, b: Words) -> Words {
        both!(Words, veorq_u32(a, b))
    }
    #[inline(always)]
    fn and(self, a: Words, b: Words) -> Words {
        both!(Words, vandq_u32(a, b))
    }
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: Words) -> Words {
        both!(Words, vshrq_n_u32::<BITS>(a))
    }
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: Words) -> Words {
        both!(Words, vshlq_n_u32::<BITS>(a))
    }
    #[inline(always)]
    fn to_f32(self, a: Words) -> Floats {
        both!(Floats, vcvtq_f32_u32(a))
    }

    #[inline(always)]
    fn split(self, a: Floats) -> (Words, Floats) {
        let floor = both!(Floats, vrndmq_f32(a));
        let whole = |v: float32x4_t| {
            let v = neon!(vcvtq_s32_f32(v));
            neon!(vreinterpretq_u32_s32(v))
        };
        (Words(whole(floor.0), whole(floor.1)), self.sub(a, floor))
    }
    #[inline(always)]
    fn next(self, a: Floats, b: Floats) -> Floats {
        Floats(neon!(vextq_f32::<1>(a.0, a.1)), neon!(vextq_f32::<1>(a.1, b.0)))
    }
    #[inline(always)]
    fn interleave_low(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, vzip1q_f32(a, b))
    }
    #[inline(always)]
    fn interleave_high(self, a: Floats, b: Floats) -> Floats {
        both!(Floats, vzip2q_f32(a, b))
    }
    #[inline(always)]
    fn permute(self, v: Floats, index: Words) -> Floats {
        let table = uint8x16x2_t(as_bytes(v.0), as_bytes(v.1));
        let low = neon!(vqtbl2q_u8(table, bytes_at(index.0)));
        let high = neon!(vqtbl2q_u8(table, bytes_at(index.1)));
        Floats(neon!(vreinterpretq_f32_u8(low)), neon!(vreinterpretq_f32_u8(high)))
    }
    #[inline(always)]
    fn pick16(self, table: &[f32; 16], index: Words) -> Floats {
        let halves = Self::floats(table);
        self.pick16_of([self.load(&halves[0]), self.load(&halves[1])], index)
    }
    #[inline(always)]
    fn pick16_of(self, [low, high]: [Floats; 2], index: Words) -> Floats {
        let index = self.and(index, self.splat_u(15));
        let table = uint8x16x4_t(as_bytes(low.0), as_bytes(low.1), as_bytes(high.0), as_bytes(high.1));
        let low = neon!(vqtbl4q_u8(table, bytes_at(index.0)));
        let high = neon!(vqtbl4q_u8(table, bytes_at(index.1)));
        Floats(neon!(vreinterpretq_f32_u8(low)), neon!(vreinterpretq_f32_u8(high)))
    }
    #[inline(always)]
    fn pick256(self, table: &[f32; 256], index: Words) -> Floats {
        self.load(&indices(index).map(|i| table[i & 255]))
    }
    #[inline(always)]
    fn pick256_u(self, table: &[u32; 256], index: Words) -> Words {
        self.load_u(&indices(index).map(|i| table[i & 255]))
    }
}
