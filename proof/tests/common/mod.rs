//! What is compared on this machine, as in the library's tests.
#![allow(dead_code, unused_imports, clippy::panic, reason = "each test uses a part, and may panic")]

#[path = "../../../tests/common/backends.rs"]
mod backends;
#[path = "../../../tests/common/part.rs"]
mod part;

pub(crate) use backends::backends;
pub(crate) use part::part_of_cases;
