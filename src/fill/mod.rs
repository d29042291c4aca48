//! From noises and axes to a filled buffer.

#[cfg(feature = "rayon")]
mod bands;
mod grids;
mod parallel;
mod points;
mod prepared;
mod sampler;
mod sampling;
mod source;

pub use prepared::Prepared;
pub use sampler::Sampler;
pub use sampling::Sample;
