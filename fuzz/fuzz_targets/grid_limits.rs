//! Takes any sizes, starts, origins and spacings. `proof/src/fuzzed/grid_limits.rs` says what must come of it. `cargo +nightly fuzz run grid_limits`

#![no_main]

use std::alloc::System;

use cap::Cap;
use libfuzzer_sys::fuzz_target;
use perlane_proof::fuzzed::grid_limits;

/// Refuses allocations beyond the limit that is set.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

fuzz_target!(|data: &[u8]| {
    grid_limits(data, &MEMORY);
});
