//! Takes any bytes as files, which `perlane info`, `reproduce` and `generate` read. The result is an error, or a recipe from which the program writes a
//! file that reproduces. `cli/src/fuzzed.rs` says what the bytes mean. `cargo +nightly fuzz run --dev --features files files`

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a temporary folder"));

fuzz_target!(|data: &[u8]| {
    perlane_cli::fuzzed::run(data, FOLDER.path());
});
