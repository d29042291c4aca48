//! The fuzzer of grids' limits, as `fuzzed.rs` runs the others. It is a program of its own, because it measures the memory of the whole program: it has
//! one test.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

#[path = "../../fuzz/inputs.rs"]
mod inputs;

use std::alloc::System;

use cap::Cap;
use perlane_proof::fuzzed::grid_limits;

/// Refuses allocations beyond the limit that is set.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

#[test]
fn grids_of_any_bytes_are_refused_or_take_little_memory() {
    let inputs = inputs::leading("grid_limits", |input| grid_limits(input, &MEMORY));
    let (sampled, mutants) = inputs::run_mutants(&inputs, 4, |mutant| grid_limits(mutant, &MEMORY));
    assert!(sampled > mutants / 20 && sampled < mutants, "{sampled} of {mutants}");
}
