//! Vectors of lanes: the trait that kernels are written over, and one small file per instruction set.
//!
//! A type that implements [`Lanes`] is a token: it can be had only where the machine has the instructions, so that every
//! operation may use them. Operations are `#[inline(always)]` and carry no `target_feature` themselves; they become
//! vector instructions by being inlined into an entry function, [`Lanes::vectorize`], that enables the features.
//! A [`Job`] is what such an entry runs: one stage of a computation, small enough to compile quickly, with a symbol of its own.
//!
//! Rows of a buffer that a kernel writes, whose bounds are checked once, are here too, as that takes unsafe code.
//!
//! Every operation says exactly what each lane becomes, in terms of scalar arithmetic. There is no fused operation, no
//! estimate, no minimum or maximum, and nothing goes across lanes but [`Lanes::next`], [`Lanes::concat`], [`Lanes::compress`], [`Lanes::permute`] and the table look-ups.

#[macro_use]
mod lanes;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod backend;
#[cfg(target_arch = "x86_64")]
mod masks;
#[cfg(has_neon)]
pub(crate) mod neon;
pub(crate) mod past_caches;
#[cfg(has_portable)]
pub(crate) mod portable;
mod rows;
#[cfg(has_simd128)]
pub(crate) mod simd128;
#[cfg(test)]
mod tests;

pub use backend::Backend;
pub(crate) use lanes::{COUNTED, Job, Lanes, WIDEST};
pub(crate) use rows::Rows;
