//! The backends whose samples are compared.

use perlane::Backend;

/// Those of this machine, or the one that `PERLANE_ONLY` names: emulated machines are slow, and CI runs their other backends natively.
pub(crate) fn backends() -> Vec<Backend> {
    let only = std::env::var("PERLANE_ONLY").ok();
    let counts = |backend: &Backend| only.as_ref().is_none_or(|only| backend.name() == only);
    let backends: Vec<Backend> = Backend::available().filter(counts).collect();
    assert!(!backends.is_empty(), "PERLANE_ONLY is {only:?}; this machine has no such backend");
    backends
}
