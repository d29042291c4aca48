//! The operations of vectors by themselves: the same tests that the library has beside them (`src/simd/tests.rs`). Where machines are emulated, they would
//! otherwise take one more build of the whole library. `cargo test --test lanes`
#![allow(
    dead_code,
    unused_imports,
    unsafe_code,
    missing_docs,
    unreachable_pub,
    reason = "this is a part of the library's source"
)]

extern crate alloc;

#[path = "../src/error.rs"]
mod error;
#[path = "../src/exact.rs"]
mod exact;
#[path = "../src/simd/mod.rs"]
mod simd;
