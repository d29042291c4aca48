//! Proof that a build of perlane computes the samples that it should, here and now: golden digests of recorded recipes, and random
//! cases compared with the normative reference, bit for bit, on any backend.
//!
//! `perlane verify`, the tests of every target and the fuzz targets use these parts.
//!
//! ```
//! use perlane::Backend;
//! use perlane_proof::{Case, compare, golden, digest};
//!
//! // A random case, the same one on every machine: whole, in tiles, by samplers, by axes, as points and one by one.
//! let case = Case::numbered(7, 1);
//! let want = case.reference()?;
//! for backend in Backend::available() {
//!     assert_eq!(compare(&case, backend, &want)?, None);
//! }
//!
//! // A recorded recipe and the digest that its samples have had since they were recorded.
//! let recorded = &golden::recorded()?[0];
//! let samples = recorded.case()?.fill(Backend::detect())?;
//! assert_eq!(Some(digest(&samples)), recorded.digest());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::must_use_candidate)]

mod after;
mod case;
mod changes;
mod compare;
mod difference;
mod dims;
#[cfg(feature = "fuzz")]
pub mod fuzzed;
pub mod golden;
mod large;
mod parts;
mod random;
mod rounded;
mod rows;
mod samplers;
#[cfg(feature = "rayon")]
mod shared;

pub use case::Case;
pub use compare::compare;
pub use difference::Difference;
pub use large::{compare_large, large, slabs};
#[cfg(feature = "rayon")]
pub use shared::{compare_shared, shared};

/// The BLAKE3 digest of samples as little-endian `f32`, in hexadecimal digits.
#[must_use]
pub fn digest(samples: &[f32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for chunk in samples.chunks(256) {
        let bytes: Vec<u8> = chunk.iter().flat_map(|v| v.to_le_bytes()).collect();
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().to_string()
}
