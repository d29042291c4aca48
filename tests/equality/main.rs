//! One sample has one value: every backend, tile, thread count and way of asking gives the reference's bits.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "../common/mod.rs"]
mod common;

mod grids;
mod large;
mod points;
mod random;
mod warps;

fn array<T: Copy, const D: usize>(v: &[T]) -> [T; D] {
    std::array::from_fn(|i| v[i])
}
