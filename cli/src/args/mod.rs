//! The command line: its commands, and groups of options with what they mean.

mod commands;
pub(crate) mod help;
pub(crate) mod noise;
pub(crate) mod output;
pub(crate) mod quantity;
pub(crate) mod run;
pub(crate) mod window;

#[cfg(feature = "explore")]
pub(crate) use commands::Explore;
pub(crate) use commands::{Args, Bench, Command, Fill, Generate, Info, Init, Reproduce, Show, Verify, Zarr};
