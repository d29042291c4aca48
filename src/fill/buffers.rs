//! Buffers of samples, and checks that they fit their axes.

use alloc::vec::Vec;

use crate::error::{Error, Result, require};

/// Checks that something has 1 to 4 axes.
pub(super) fn check_dims(dims: usize, name: &'static str) -> Result<()> {
    require((1..=4).contains(&dims), name, format_args!("of {dims} axes"), "1 to 4 axes")
}

/// A buffer of `len` zeros.
///
/// Systems hand out large memory as zeros, page by page, when it is first touched. So the threads that fill the buffer do that work, each for its own
/// part. `Vec::resize` would touch all pages on this thread, and `vec![0.0; len]` ends the process where there is no memory.
pub(super) fn zeros(len: usize) -> Result<Vec<f32>> {
    bytemuck::try_zeroed_vec(len)
        .map_err(|()| Error::parameter("shape", alloc::format!("{len} samples"), "grids that fit in memory"))
}

/// Samples as an array of this shape.
#[cfg(feature = "ndarray")]
pub(super) fn array(shape: Vec<usize>, samples: Vec<f32>) -> Result<ndarray::ArrayD<f32>> {
    let given = alloc::format!("{shape:?}");
    ndarray::ArrayD::from_shape_vec(shape, samples).map_err(|_| {
        Error::parameter("shape", given, "shapes whose axes, but for empty ones, have less than 2^63 samples")
    })
}

/// Checks that a buffer has exactly `want` elements.
pub(super) fn check_length(out: &[f32], want: usize) -> Result<()> {
    if out.len() == want { Ok(()) } else { Err(Error::BufferLength { got: out.len(), want }) }
}
