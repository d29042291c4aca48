//! What is refused, with which code and which words; and that nothing is left behind.

#[path = "../common/mod.rs"]
mod common;

mod arguments;
mod files;
mod recipes;
