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

#[allow(unsafe_code, reason = "entry functions of instruction sets, called by those who hold their tokens")]
mod backend;
#[cfg(feature = "rayon")]
mod bands;
mod error;
mod fill;
mod grid;
pub mod hash;
mod kept;
mod kernel;
#[allow(unsafe_code, reason = "intrinsics, used by those who hold the tokens")]
mod lanes;
mod layers;
mod noise;
mod octaves;
mod parallel;
mod places;
mod plan;
mod prepared;
#[cfg(feature = "serde")]
mod recipe;
pub mod reference;
mod sample;
mod tables;
#[cfg(feature = "serde")]
mod window;

pub use backend::Backend;
pub use error::{Error, Result};
pub use grid::Grid;
pub use layers::Layers;
pub use noise::{Fade, Fractal, Hash, Kind, Noise};
pub use prepared::Prepared;
#[cfg(feature = "serde")]
pub use recipe::{Recipe, Samples};
pub use tables::{CustomGradients, Gradients, Permutation};
#[cfg(feature = "serde")]
pub use window::Window;
