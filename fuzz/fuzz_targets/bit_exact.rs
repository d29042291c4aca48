//! Any recipe, any window: an error from everything, or on every backend the reference's bits, whole, in tiles, by axes and as
//! points. `cargo +nightly fuzz run bit_exact`

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
