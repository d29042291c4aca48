//! Bulk Perlin noise for data pipelines.
//!
//! One sample has one value, bit for bit, on every instruction set, thread count, tile and machine; and grids come out
//! close to the speed of memory.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// The README's example runs.
#[cfg(all(doctest, feature = "rayon"))]
#[doc = include_str!("../README.md")]
struct Readme;

extern crate alloc;

mod error;
mod fill;
mod grid;
pub mod hash;
mod kernel;
mod noise;
mod per_axis;
#[cfg(feature = "serde")]
mod recipe;
pub mod reference;
#[allow(unsafe_code, reason = "intrinsics, used by those who hold the tokens")]
mod simd;
mod tables;
mod window;

pub use error::{Error, Result};
pub use fill::{Prepared, Sample};
pub use grid::Grid;
pub use noise::{CustomGradients, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Permutation};
pub use per_axis::PerAxis;
#[cfg(feature = "serde")]
pub use recipe::{Recipe, Samples};
pub use simd::Backend;
pub use window::{AnyGrid, Window};
