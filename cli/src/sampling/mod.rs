//! Turns a generate spec into samples: slabs of a window, with the next one generated while the writer writes one.

pub(crate) mod blocks;
pub(crate) mod digest;
pub(crate) mod halved;
pub(crate) mod holes;
pub(crate) mod planes;
pub(crate) mod resources;
pub(crate) mod slabs;
pub(crate) mod stream;
