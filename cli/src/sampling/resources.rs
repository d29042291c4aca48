//! Threads and buffers, with errors if the system has no more of them.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, Result};

pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| Error::io("start threads", e))
}

/// An empty buffer with room for this many samples.
pub(crate) fn buffer(samples: usize) -> Result<Vec<f32>> {
    let mut buffer = Vec::new();
    let reserved = buffer.try_reserve_exact(samples);
    reserved.map_err(|_| Error::Memory { bytes: samples * size_of::<f32>() })?;
    Ok(buffer)
}
