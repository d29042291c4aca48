//! Takes any recipe and any coordinates. `proof/src/fuzzed/points.rs` says what must come of it. `cargo +nightly fuzz run points`

#![no_main]

use libfuzzer_sys::fuzz_target;
use perlane_proof::fuzzed::points;

fuzz_target!(|data: &[u8]| {
    points(data);
});
