//! What is compared on this machine.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "each test uses a part, and may panic")]

use perlane::Backend;

/// Those of this machine, or the one that `PERLANE_ONLY` names: emulated machines are slow, and CI runs their other backends natively.
pub(crate) fn backends() -> Vec<Backend> {
    let only = std::env::var("PERLANE_ONLY").ok();
    let counts = |backend: &Backend| only.as_ref().is_none_or(|only| backend.name() == only);
    let backends: Vec<Backend> = Backend::available().filter(counts).collect();
    assert!(!backends.is_empty(), "PERLANE_ONLY is {only:?}; this machine has no such backend");
    backends
}

/// The part of the cases that this machine takes, such as 1 of 4: all of them, or what `PERLANE_CASES` names. Emulated machines take a part in CI, and all of
/// them for releases.
pub(crate) fn part_of_cases() -> (usize, usize) {
    let Ok(part) = std::env::var("PERLANE_CASES") else { return (1, 1) };
    match part.split_once('/').map(|(n, of)| (n.parse(), of.parse())) {
        Some((Ok(n), Ok(of))) if 0 < n && n <= of => (n, of),
        _ => panic!("PERLANE_CASES is {part:?}; it must be a part, such as 1/4"),
    }
}
