//! The commands of the command line.

pub(crate) mod bench;
pub(crate) mod generate;
pub(crate) mod info;
pub(crate) mod man;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod verify;
pub(crate) mod zarr;
