//! Recipes as text: noises and a window in any format that serde knows. Unknown keys are errors, missing ones have the
//! defaults of `Noise::default()`, and what is read is checked.
//!
//! The types that users see do not derive `Serialize`: what a file looks like does not change when they do.

mod convert;
mod elements;
mod serialize;
mod value;
mod wire;

pub use value::{Recipe, Samples};
