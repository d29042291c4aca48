//! Disks that are full, folders that vanish, programs that are killed: what was there before stays, nothing else does.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

#[path = "../common/mod.rs"]
mod common;

mod disks;
mod permissions;
mod programs;
mod synced;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use common::Folder;

/// Runs a script with `$perlane` in a folder.
fn sh(folder: &Folder, before: &[&str], script: &str) -> Output {
    let command = [before, &["sh", "-c", script]].concat();
    let mut run = Command::new(command[0]);
    run.args(&command[1..]).current_dir(folder.path("")).stdin(Stdio::null());
    run.env("perlane", env!("CARGO_BIN_EXE_perlane")).output().unwrap()
}

/// What a system may refuse to test.
const REFUSABLE: [&str; 4] = ["mounts", "permissions", "links", "traces"];

/// Says that something is not tested. Fails where `PERLANE_EXPECT_FAULTS` (names of [`REFUSABLE`] with commas between) says that it must be.
fn not_tested(refused: &str, what: &str) {
    let expected = std::env::var("PERLANE_EXPECT_FAULTS").unwrap_or_default();
    let expected: Vec<&str> = expected.split(',').filter(|name| !name.is_empty()).collect();
    assert!(expected.iter().all(|name| REFUSABLE.contains(name)), "PERLANE_EXPECT_FAULTS is {expected:?}");
    assert!(!expected.contains(&refused), "not tested: {what}");
    // Not by eprintln, which nobody sees of a test that passes.
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {what}");
}

/// Numbers, and their recipe beside them.
const PAIR: [&str; 2] = ["x.npy", "x.npy.perlane.json"];
