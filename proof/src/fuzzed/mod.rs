//! What the fuzzers of the library run (`fuzz/fuzz_targets`), and `tests/fuzzed.rs`: each function takes any bytes, panics if something is wrong, and
//! returns whether these bytes led to samples, or to a recipe.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::must_use_candidate,
    reason = "a fuzzer sees by a panic that something is wrong"
)]

mod bit_exact;
mod grid_limits;
mod points;
mod recipe_parse;

pub use bit_exact::bit_exact;
pub use grid_limits::grid_limits;
pub use points::points;
pub use recipe_parse::recipe_parse;
