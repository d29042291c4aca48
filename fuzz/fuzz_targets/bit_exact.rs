//! Takes any recipe and any window. Either everything returns an error, or every backend has the reference's bits: for the whole window, in tiles,
//! of a prepared grid, by axes, as points and one by one. `cargo +nightly fuzz run bit_exact`

#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use perlane::Backend;
use perlane_proof::{Case, compare};

fuzz_target!(|data: &[u8]| {
    let Ok(case) = Case::arbitrary(&mut Unstructured::new(data)) else { return };
    if let Err(refusal) = case.check() {
        for backend in Backend::available() {
            assert_eq!(case.fill(backend), Err(refusal.clone()), "{backend}: {case:?}");
        }
        return;
    }
    let want = case.reference().expect("the check accepted it");
    for backend in Backend::available() {
        assert_eq!(compare(&case, backend, &want).expect("the check accepted it"), None, "{case:?}");
    }
});
