//! What to sample: noises as plain values, and what is known of their samples before any is computed.

mod bounds;
mod choices;
mod gradients;
mod layers;
mod names;
mod operators;
mod output;
mod parameters;
mod period;
mod permutation;
mod same;
mod sets;
mod shaping;
mod spelling;
mod suprema;
mod terms;
mod validate;
mod warp;

pub(crate) use bounds::check_sum;
pub use choices::{Distance, Fade, Fractal, Hash, Kind, Returns};
pub use gradients::{CustomGradients, Gradients};
pub(crate) use layers::{bounds, terms, validate};
#[cfg(feature = "serde")]
pub(crate) use layers::{check_layers, check_octaves};
pub use output::Output;
pub use parameters::{Layers, Noise, Warp};
pub(crate) use period::cells_in_period;
pub use permutation::Permutation;
pub(crate) use same::are_same;
pub(crate) use shaping::Shape;
pub(crate) use terms::{Shaped, Terms};
pub(crate) use warp::Displacement;
