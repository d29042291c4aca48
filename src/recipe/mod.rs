//! Recipes as text: noises and a window in any format of serde that keeps keys. Unknown keys are errors, missing ones have the
//! defaults of `Noise::default()`, and what is read is checked.
//!
//! The types that users see do not derive `Serialize`: the look of a file does not change when these types do.

mod convert;
mod elements;
mod format;
mod keyed;
mod named;
mod serialize;
mod value;
mod wire;

pub use value::{Recipe, Samples};
