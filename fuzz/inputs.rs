//! The committed inputs of a fuzzer, and what they become when some of their bytes change. `cli/tests/fuzzed.rs` and `proof/tests/fuzzed.rs` take these
//! where there is no nightly compiler.
//!
//! `PERLANE_MUTANTS=1000` in the environment takes as many of each input.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

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

/// The inputs of a fuzz target.
pub(crate) fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut inputs: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(inputs.len() > 20);
    inputs
}

/// The inputs of a fuzz target that lead to something. One that panics is named.
pub(crate) fn leading(target: &str, run: impl Fn(&[u8]) -> bool) -> Vec<PathBuf> {
    let mut inputs = inputs(target);
    inputs.retain(|path| {
        let input = std::fs::read(path).unwrap();
        run_named(&input, &run, || path.display().to_string())
    });
    inputs
}

/// Runs an input, which is named if it panics: the panic itself only says what went wrong.
fn run_named(input: &[u8], run: impl Fn(&[u8]) -> bool, name: impl FnOnce() -> String) -> bool {
    catch_unwind(AssertUnwindSafe(|| run(input))).unwrap_or_else(|_| panic!("{}", name()))
}

/// Writes a mutant to a file of its own, whatever tests run at the same time. Nobody else may write to the folder of a build.
fn keep(mutant: &[u8], of: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    mutant.hash(&mut hasher);
    let target = of.parent().unwrap().file_name().unwrap().to_str().unwrap();
    let name = format!("mutant-{target}-{:016x}", hasher.finish());
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&kept, mutant).unwrap();
    kept
}

/// Runs some mutants of each input, unless the environment says how many. Returns how many led to something, and how many there were.
pub(crate) fn run_mutants(inputs: &[PathBuf], of_each: usize, run: impl Fn(&[u8]) -> bool) -> (usize, usize) {
    let of_each = std::env::var("PERLANE_MUTANTS").map_or(of_each, |count| count.parse().unwrap());
    let (mut series, mut led, mut all) = (Series(1), 0, 0);
    for path in inputs {
        let input = std::fs::read(path).unwrap();
        for _ in 0..of_each {
            let mutant = mutant(&input, &mut series);
            let name = || format!("{}, a mutant of {}", keep(&mutant, path).display(), path.display());
            let something = run_named(&mutant, &run, name);
            led += usize::from(something);
            all += 1;
        }
    }
    (led, all)
}

/// An input in which some bytes, or a number in a text, are others, or some are missing.
fn mutant(input: &[u8], series: &mut Series) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=series.below(3) {
        if bytes.is_empty() {
            return input.to_vec();
        }
        let at = series.below(bytes.len());
        let end = (at + 1 + series.below(8)).min(bytes.len());
        match series.below(8) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at..end].fill(BYTES[series.below(BYTES.len())]),
            3 | 4 => bytes[at] = BYTES[series.below(BYTES.len())],
            _ => replace_number(&mut bytes, at, TEXTS[series.below(TEXTS.len())]),
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
