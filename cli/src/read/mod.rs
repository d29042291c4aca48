//! Reading back what perlane wrote.

pub(crate) mod detect;
pub(crate) mod metadata;
mod zarr;
