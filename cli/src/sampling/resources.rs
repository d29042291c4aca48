//! Threads and buffers, with errors if the system has no more of them.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Error, Result};

pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| Error::io("start threads", e))
}

/// An empty buffer with room for this many samples.
pub(crate) fn buffer(samples: usize) -> Result<Vec<f32>> {
    let mut buffer = Vec::new();
    reserve(&mut buffer, samples)?;
    Ok(buffer)
}

/// Makes room in a buffer for so many items in all. What grows it later to that length cannot fail.
pub(crate) fn reserve<T>(buffer: &mut Vec<T>, len: usize) -> Result<()> {
    let reserved = buffer.try_reserve_exact(len.saturating_sub(buffer.len()));
    reserved.map_err(|_| Error::Memory { bytes: len.saturating_mul(size_of::<T>()) })
}

/// Asks for so many bytes and gives them back at once, before code runs that needs as many and ends the program where it does not get them. Nothing
/// promises that they are there a moment later too, but other threads mostly have what they need already.
pub(crate) fn expect_room(bytes: usize) -> Result<()> {
    if bytes > LEAST_ASKED { reserve(&mut Vec::<u8>::new(), bytes) } else { Ok(()) }
}

/// Fewer bytes are not asked for: after glibc's allocator has given up to 32 MiB back to the system, it keeps for itself what is freed later.
const LEAST_ASKED: usize = 33 << 20;
