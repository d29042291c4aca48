//! Bad input gets an error that names the parameter, its value and what is allowed; nothing panics, nothing is written.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "../common/mod.rs"]
mod common;

mod buffers;
mod coordinates;
mod finite;
mod names;
mod noises;
