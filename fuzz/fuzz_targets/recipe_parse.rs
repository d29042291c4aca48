//! Takes any bytes as the text of a recipe. `proof/src/fuzzed/recipe_parse.rs` says what must come of it. `cargo +nightly fuzz run recipe_parse`

#![no_main]

use libfuzzer_sys::fuzz_target;
use perlane_proof::fuzzed::recipe_parse;

fuzz_target!(|data: &[u8]| {
    recipe_parse(data);
});
