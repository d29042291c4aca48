//! Samples of any recipe in any window.

use arbitrary::Unstructured;
use perlane::Backend;

use crate::{Case, compare};

/// Takes any recipe and any window. Either everything returns an error, or every backend has the reference's bits: for the whole window, in tiles, of a
/// prepared grid, by axes, as points and one by one.
///
/// # Panics
/// If they differ.
pub fn bit_exact(input: &[u8]) -> bool {
    let Ok(case) = Case::arbitrary(&mut Unstructured::new(input)) else { return false };
    if let Err(refusal) = case.check() {
        for backend in Backend::available() {
            assert_eq!(case.fill(backend), Err(refusal.clone()), "{backend}: {case:?}");
        }
        return false;
    }
    let want = case.reference().expect("the check accepted it");
    for backend in Backend::available() {
        assert_eq!(compare(&case, backend, &want).expect("the check accepted it"), None, "{case:?}");
    }
    true
}
