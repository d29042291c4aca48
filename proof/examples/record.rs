//! Reads recorded recipes from standard input, and prints them with the digests that lack; those that are there must be right.
//!
//! `cargo run -p perlane-proof --example record < proof/golden.jsonl > new.jsonl`
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::error::Error;
use std::io::read_to_string;

use perlane::Samples;
use perlane_proof::{digest, golden};

fn main() -> Result<(), Box<dyn Error>> {
    for mut recorded in golden::parse(&read_to_string(std::io::stdin())?)? {
        let samples = recorded.case()?.reference()?;
        let blake3 = digest(&samples);
        match recorded.digest() {
            Some(known) if known != blake3 => {
                return Err(format!("{}: recorded as {known}, is {blake3}", recorded.name).into());
            }
            _ => recorded.recipe.samples = Some(Samples { blake3, count: samples.len() as u64 }),
        }
        println!("{}", serde_json::to_string(&recorded)?);
    }
    Ok(())
}
