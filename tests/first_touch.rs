//! Threads of the pool touch the memory of a new grid first, each its own part, and not the thread that asks for it.
//!
//! Linux counts the pages that a thread was the first to touch.
#![cfg(all(target_os = "linux", feature = "rayon"))]
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use perlane::{Grid, Noise, Quantity};

/// How many pages this thread was the first to touch.
fn touched() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
    // The name of the program, in parentheses, may have spaces.
    let (_, numbers) = stat.rsplit_once(')').unwrap();
    numbers.split_whitespace().nth(7).unwrap().parse().unwrap()
}

#[test]
fn the_calling_thread_touches_few_pages_of_a_new_grid() {
    const PAGE: u64 = 4096;
    let (noise, shape) = (Noise::perlin(1).frequency(0.01), [2048, 4096]);
    // One thread alone would be the calling one.
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    let bytes = 4 * shape.iter().product::<usize>() as u64;
    let before = touched();
    let samples = noise.generate(&Grid::new(shape)).unwrap();
    let slopes = noise.field(Quantity::Slope).generate(&Grid::new(shape)).unwrap();
    let pages = touched() - before;
    assert!(pages < bytes / PAGE / 4, "{pages} of {}", 2 * bytes / PAGE);
    assert_eq!(samples.len(), slopes.len());
}
