//! From noises and axes to a filled buffer.

#[cfg(feature = "rayon")]
mod bands;
mod buffers;
mod field;
mod grids;
mod parallel;
mod planes;
mod points;
mod prepared;
mod recent;
mod sampler;
mod sampling;
mod source;

pub use field::Field;
pub use prepared::Prepared;
pub use sampler::Sampler;
pub use sampling::Sample;
