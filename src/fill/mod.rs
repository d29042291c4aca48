//! From noises and axes to a filled buffer.

#[cfg(feature = "rayon")]
mod bands;
mod buffers;
mod checked;
mod field;
mod field_sampler;
mod grids;
mod parallel;
mod part;
mod planes;
mod points;
mod prepared;
mod recent;
mod rows;
mod sampler;
mod sampling;
mod source;

pub use field::Field;
pub use field_sampler::FieldSampler;
pub use prepared::Prepared;
pub use sampler::Sampler;
pub use sampling::Sample;
