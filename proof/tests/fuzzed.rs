//! The committed inputs of the fuzzers, and what they become when some of their bytes change. The fuzzers themselves need a nightly compiler.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

mod common;
#[path = "../../fuzz/inputs.rs"]
mod inputs;

use perlane_proof::fuzzed::{bit_exact, points, recipe_parse};

/// Runs the inputs of a fuzz target, and mutants of those that lead to something, as what is refused stays so in most of its mutants. Some of the
/// mutants must lead to something: more than so many of a hundred.
fn run(target: &str, of_each: usize, least: usize, run: fn(&[u8]) -> bool) {
    let (part, of) = common::part_of_cases();
    let inputs = inputs::leading(target, run);
    let inputs: Vec<_> = (0..).zip(inputs).filter(|(i, _)| i % of < part).map(|(_, path)| path).collect();
    let (led, mutants) = inputs::run_mutants(&inputs, of_each, run);
    assert!(led > mutants * least / 100 && led < mutants, "{led} of {mutants}");
}

#[test]
fn grids_of_any_bytes_equal_the_reference() {
    run("bit_exact", 2, 50, bit_exact);
}

#[test]
fn points_of_any_bytes_equal_the_reference() {
    run("points", 2, 65, points);
}

#[test]
fn recipes_of_any_bytes_survive_or_are_refused() {
    run("recipe_parse", 200, 5, recipe_parse);
}
