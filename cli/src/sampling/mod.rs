//! From a recipe to samples.

pub(crate) mod stream;
