//! Bulk Perlin noise for data pipelines: heightmaps, textures, masks and test data in 1 to 4 dimensions.
//!
//! A sample has the same bits on every instruction set, thread count, tile and machine. A grid, a part of it and each of its points sampled
//! alone agree, so tiles join without seams and results can be reproduced.
//!
//! ```
//! use perlane::{Gradients, Grid, Noise};
//!
//! let noise = Noise::perlin(42).cell_size(80.0).ridged_multi(4).range(0.0, 255.0);
//! let noise = noise.gradients(Gradients::ValueGradient); // no ridges along lattice lines
//! let heights: Vec<f32> = noise.generate(&Grid::new([120, 360]))?; // 120 rows of 360 samples
//! let pixels: Vec<u8> = heights.iter().map(|height| *height as u8).collect();
//! # assert_eq!(pixels.len(), 120 * 360);
//! # Ok::<(), perlane::Error>(())
//! ```
#![doc = include_str!("../docs/front-page.md")]
//!
//! # Where to go
//!
//! - What to sample: [`Noise`] has the parameters; [`Layers`] is a weighted sum of noises. Both are plain values.
//! - Where: [`Grid`] is a window on an infinite sampling lattice, so that a tile is a grid with another [`start`](Grid::start); [`Window`]
//!   is a grid whose number of dimensions is known at run time only.
//! - Samples: [`generate`](Noise::generate) allocates a buffer and uses all cores, [`fill`](Noise::fill) fills your buffer, and
//!   `par_fill` (feature `rayon`) fills it on a rayon pool. [`fill_rows`](Noise::fill_rows) fills a part of a larger image.
//!   [`fill_points`](Noise::fill_points) takes [`Points`], [`fill_axes`](Noise::fill_axes) takes the coordinates along each axis, and
//!   [`sample`](Noise::sample) takes one point.
//! - Tiles, chunks and single points, many times: [`sampler`](Noise::sampler) checks a noise once, and a [`Sampler`] allocates nothing for
//!   tiles of a shape that its thread has seen.
//! - Derivatives, normals, slopes, shades, flows: [`field`](Noise::field) asks for a [`Quantity`], and [`FieldSampler`] is its sampler.
//! - Grids larger than memory: [`prepare`](Noise::prepare) makes the tables once, and [`Prepared`] fills part after part.
//! - Code that takes a noise or layers: the trait [`Sample`]; grids or windows: [`AnyGrid`].
//! - Parameters as TOML or JSON: `Recipe`, with the feature `serde`.
//! - Instruction sets: [`Backend`] lists those that this machine has. The fastest is the default, and all give the same bits.
//!
//! # Conventions
//!
//! Arrays are in array order, slowest axis first: a shape is `[y, x]` or `[z, y, x]`, as in NumPy and ndarray. Coordinates are world units
//! in `f64` (those of points may be `f32`), and samples are `f32`. Parameters are checked when a noise is sampled: an [`Error`] names
//! the parameter, its value and what is allowed. Nothing panics on its arguments.
//!
//! # Debug builds
//!
//! Without optimisation, kernels are more than a hundred times slower. These two lines in a program's `Cargo.toml` keep them fast in its debug
//! builds:
//!
//! ```toml
//! [profile.dev.package.perlane]
//! opt-level = 3
//! ```
//!
//! # Stacks
//!
//! A fill works on the heap and on its thread's stack. In optimised builds for x86-64, it takes up to 136 KiB of the stack, and up to 232 KiB for
//! cellular noise, with every backend; a single sample takes about a tenth of that. 256 KiB are enough, and a test holds fills to it. Without optimisation,
//! fills take up to 448 KiB. Rust's threads have 2 MiB; those that other languages start may have less, such as 128 KiB where the C library is musl,
//! and a thread that runs out of its stack ends the process.
//!
//! # Cargo features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `std` (default) | the standard library; without it, on bare metal too, the crate needs only `alloc`, atomic pointers and the feature `libm`, and each fill allocates the memory that it works in |
//! | `rayon` (default) | `par_fill` and similar methods; `generate` uses all cores |
//! | `libm` | floors and square roots without the standard library |
//! | `serde` | `Recipe`; `Serialize` and `Deserialize` for `Noise`, `Layers`, `Window`, `FieldParameters`, `Samples`, and for `Kind`, `Fade`, `Fractal`, `Distance`, `Returns`, `Quantity` as names, in formats that store the names of keys, such as TOML and JSON; formats without them, such as postcard, can be written, but not read |
//! | `ndarray` | `generate_array` |
//!
//! Two variables in the environment of a build leave kernels out: `PERLANE_WITHOUT=avx512` those for AVX-512, which are a third of all on x86-64, and
//! `PERLANE_SMALL=1` those whose work others do in somewhat more time. With the latter, recipes are written without being checked, and recipes
//! with layers cannot be read in formats that write whether there is a value, such as RON. Structures that flatten a noise then read the
//! default noise.
//!
//! # Design
//!
//! Parameters and axes become tables. This is done in `f64`, once for each axis and octave, and not for each sample. Kernels then turn the
//! tables into rows of `f32`. They are written once, over a trait of vector operations that each instruction set's backend implements.
//! Along a row, each of the two lattice columns around a sample gives a straight line, and the sample fades from one line to the other. So
//! a sample costs seven operations an octave, in two dimensions as in four. The order of all operations is specified (`docs/bits.md` in the
//! repository), and no operation is fused or estimated. [`mod@reference`] is the specification as scalar code; tests compare every backend
//! with it.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::must_use_candidate)]

/// The README's examples run.
#[cfg(all(doctest, feature = "rayon"))]
#[doc = include_str!("../README.md")]
struct Readme;

extern crate alloc;

// Noises and samplers share their tables by `Arc`.
#[cfg(not(target_has_atomic = "ptr"))]
compile_error!("perlane needs atomic pointers, which this target does not have");

mod error;
mod exact;
mod fill;
mod grid;
pub mod hash;
mod kept;
mod kernel;
mod noise;
mod per_axis;
mod points;
mod quantity;
#[cfg(feature = "serde")]
mod recipe;
pub mod reference;
mod scattered;
#[allow(unsafe_code, reason = "intrinsics, used by those who hold the tokens")]
mod simd;
mod tables;
mod window;

pub use error::{Error, Result};
pub use fill::{Field, FieldSampler, Prepared, Sample, Sampler};
pub use grid::Grid;
/// The crate whose arrays `generate_array` returns.
#[cfg(feature = "ndarray")]
pub use ndarray;
pub use noise::{
    CustomGradients, Distance, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Output, Permutation,
    Returns, Warp,
};
pub use per_axis::PerAxis;
pub use points::Points;
pub use quantity::{FieldParameters, Quantity};
#[cfg(feature = "serde")]
pub use recipe::{Recipe, Samples};
pub use simd::Backend;
pub use window::{AnyGrid, Window};
