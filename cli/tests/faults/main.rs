//! Disks that are full, folders that vanish, programs that are killed: what was there before stays, nothing else does.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

#[path = "../common/mod.rs"]
mod common;

mod disks;
mod permissions;
mod programs;
mod synced;

/// Numbers, and their recipe beside them.
const PAIR: [&str; 2] = ["x.npy", "x.npy.perlane.json"];
