//! The first inputs of the fuzzer of files, and what they become when some of their bytes change. The fuzzer itself needs a nightly compiler.
//!
//! `PERLANE_MUTANTS=20000 cargo test -p perlane-cli --all-features --test fuzzed` takes as many of each input.

#![cfg(feature = "fuzz")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

#[path = "../../fuzz/inputs.rs"]
mod inputs;

use inputs::{inputs, leading, run_mutants};
use perlane_cli::fuzzed::run;
use tempfile::TempDir;

/// What perlane wrote is read, and what is made like it reproduces.
#[test]
fn first_inputs_are_read() {
    let folder = TempDir::new().unwrap();
    let read = leading("files", |input| run(input, folder.path()));
    assert_eq!(read, inputs("files"));
}

/// Damaged files are refused, or have a recipe that can be sampled.
#[test]
fn damaged_inputs_are_read_or_refused() {
    let folder = TempDir::new().unwrap();
    let (read, all) = run_mutants(&inputs("files"), 20, |mutant| run(mutant, folder.path()));
    assert!(read > all / 20 && read < all, "{read} of {all} are read");
}
