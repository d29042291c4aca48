//! What each command does.

pub(crate) mod bench;
pub(crate) mod completions;
mod edges;
mod failures;
pub(crate) mod generate;
mod hint;
pub(crate) mod info;
mod machine;
pub(crate) mod man;
mod report;
pub(crate) mod reproduce;
pub(crate) mod schema;
pub(crate) mod verify;
pub(crate) mod zarr;
