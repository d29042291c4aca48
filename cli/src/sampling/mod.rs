//! From a generate spec to samples: slabs of a window, generated one ahead of the writer.

pub(crate) mod blocks;
pub(crate) mod digest;
pub(crate) mod halved;
pub(crate) mod planes;
pub(crate) mod resources;
pub(crate) mod slabs;
pub(crate) mod stream;
