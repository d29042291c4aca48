//! Takes any recipe and any window. `proof/src/fuzzed/bit_exact.rs` says what must come of it. `cargo +nightly fuzz run bit_exact`

#![no_main]

use libfuzzer_sys::fuzz_target;
use perlane_proof::fuzzed::bit_exact;

fuzz_target!(|data: &[u8]| {
    bit_exact(data);
});
