//! From noises and axes to a filled buffer.

#[cfg(feature = "rayon")]
mod bands;
mod grids;
mod parallel;
mod points;
mod prepared;
mod sampling;
mod source;

pub use prepared::Prepared;
pub use sampling::Sample;
