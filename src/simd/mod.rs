//! Vectors of lanes: the trait from which kernels are written, and one small file for each instruction set.
//!
//! A type that implements [`Lanes`] is a token: it exists only where the machine has the instructions, so that every operation may use them.
//! Operations are `#[inline(always)]` and have no `target_feature` of their own. They become vector instructions when they are inlined into an entry
//! function, [`Lanes::vectorize`], that enables the features. Such an entry runs a [`Job`]: one stage of a computation, small enough to compile
//! quickly, with a symbol of its own.
//!
//! `rows`, `one_by_one`, `prefetch` and `past_caches` are here too, because they take unsafe code: rows of a buffer that a kernel writes, whose bounds are
//! checked once, look-ups that compilers leave as they are, prefetching, and stores past the caches. `processor` is here because `cpuid` is unsafe on older
//! compilers.
//!
//! Every operation defines exactly what each lane becomes, in terms of scalar arithmetic. There is no fused operation, no estimate, and no minimum
//! or maximum except as a comparison and a choice. Only [`Lanes::next`], [`Lanes::concat`], [`Lanes::interleave_low`],
//! [`Lanes::interleave_high`], [`Lanes::compress`], [`Lanes::permute`] and the table look-ups move numbers across lanes.

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("perlane needs SSE2 on x86: older instructions do not round each operation once");

#[macro_use]
mod lanes;
#[cfg(has_avx2)]
pub(crate) mod avx2;
#[cfg(has_avx512)]
pub(crate) mod avx512;
pub(crate) mod backend;
pub(crate) mod design;
#[cfg(has_avx2)]
mod masks;
#[cfg(has_neon)]
pub(crate) mod neon;
mod one_by_one;
pub(crate) mod past_caches;
mod prefetch;
#[cfg(has_avx2)]
mod processor;
mod rows;
#[cfg(has_simd128)]
pub(crate) mod simd128;
#[cfg(has_sse2)]
pub(crate) mod sse2;
#[cfg(test)]
mod tests;
#[cfg(has_wide)]
pub(crate) mod wide;

pub use backend::Backend;
pub(crate) use design::Design;
pub(crate) use lanes::{COUNTED, Job, LINE, LINE_SAMPLES, Lanes, NUMBERS, WIDEST};
pub(crate) use one_by_one::{WordTable, look_up};
pub(crate) use prefetch::prefetch;
pub(crate) use rows::Rows;
