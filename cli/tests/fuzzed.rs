//! The first inputs of the fuzzer of files, and what they become when some of their bytes change. The fuzzer itself needs a nightly compiler.
//!
//! `PERLANE_MUTANTS=20000 cargo test -p perlane-cli --all-features --test fuzzed` takes as many of each input.

#![cfg(feature = "fuzz")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use perlane_cli::fuzzed::run;
use tempfile::TempDir;

/// Values with which bytes and numbers of files are at their limits.
const BYTES: [u8; 6] = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
const TEXTS: [&str; 10] =
    ["0", "-1", "1e308", "1e-320", "4294967296", "18446744073709551615", "null", "{}", "[]", "3"];

/// A series of numbers, the same in each run.
struct Series(u64);

impl Series {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn seeds() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/files");
    let mut seeds: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    assert!(seeds.len() > 20);
    seeds
}

/// An input in which some bytes, or a number in a text, are others, or some are missing.
fn mutant(input: &[u8], series: &mut Series) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=series.below(3) {
        let at = series.below(bytes.len());
        let end = (at + 1 + series.below(8)).min(bytes.len());
        match series.below(8) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at..end].fill(BYTES[series.below(BYTES.len())]),
            3 | 4 => bytes[at] = BYTES[series.below(BYTES.len())],
            _ => replace_number(&mut bytes, at, TEXTS[series.below(TEXTS.len())]),
        }
        if bytes.is_empty() {
            return input.to_vec();
        }
    }
    bytes
}

/// Replaces the next digits behind a place.
fn replace_number(bytes: &mut Vec<u8>, at: usize, text: &str) {
    let Some(first) = bytes[at..].iter().position(u8::is_ascii_digit) else { return };
    let digits =
        bytes[at + first..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    bytes.splice(at + first..at + first + digits, text.bytes());
}

/// What perlane wrote is read, and what is made like it reproduces.
#[test]
fn first_inputs_are_read() {
    let folder = TempDir::new().unwrap();
    for seed in seeds() {
        assert!(run(&std::fs::read(&seed).unwrap(), folder.path()), "{}", seed.display());
    }
}

/// Damaged files are refused, or have a recipe that can be sampled.
#[test]
fn damaged_inputs_are_read_or_refused() {
    let folder = TempDir::new().unwrap();
    let count = std::env::var("PERLANE_MUTANTS").map_or(20, |count| count.parse().unwrap());
    let (mut series, mut read, mut all) = (Series(1), 0, 0);
    for seed in seeds() {
        let input = std::fs::read(&seed).unwrap();
        for _ in 0..count {
            let mutant = mutant(&input, &mut series);
            let result = catch_unwind(AssertUnwindSafe(|| run(&mutant, folder.path())));
            let Ok(was_read) = result else {
                let kept = std::env::temp_dir().join("perlane-mutant");
                std::fs::write(&kept, &mutant).unwrap();
                panic!("of {}: {}", seed.display(), kept.display());
            };
            read += usize::from(was_read);
            all += 1;
        }
    }
    assert!(read > all / 20 && read < all, "{read} of {all} are read");
}
