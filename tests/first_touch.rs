//! Threads of the pool touch the memory of a new grid first, each its own part, and not the thread that asks for it.
//!
//! Linux counts the pages that a thread was the first to touch.
#![cfg(all(target_os = "linux", feature = "rayon"))]
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use perlane::{Grid, Noise, Quantity};

/// What something makes, and how many pages this thread was the first to touch meanwhile.
fn touched_by<T>(make: impl FnOnce() -> T) -> (T, u64) {
    let before = touched();
    let made = make();
    (made, touched() - before)
}

/// How many pages this thread was the first to touch.
fn touched() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
    // The name of the program, in parentheses, may have spaces.
    let (_, numbers) = stat.rsplit_once(')').unwrap();
    numbers.split_whitespace().nth(7).unwrap().parse().unwrap()
}

#[test]
fn the_calling_thread_touches_few_pages_of_a_new_grid() {
    // Of huge pages, a buffer would have as few as are touched by accident. Where a system does not let go of them, the buffer that this thread fills tells.
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    let (noise, shape) = (Noise::perlin(1).frequency(0.01), [2048, 4096]);
    let (filled, all) = touched_by(|| std::hint::black_box(vec![1.0_f32; shape.iter().product()]));
    let usual = (filled.len() * size_of::<f32>() / rustix::param::page_size()) as u64;
    assert!(all >= usual, "{all} pages and not {usual}: they are too large to tell who touches them");
    // One thread alone would be the calling one.
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    let ((samples, slopes), pages) = touched_by(|| {
        let slopes = noise.field(Quantity::Slope);
        (noise.generate(&Grid::new(shape)).unwrap(), slopes.generate(&Grid::new(shape)).unwrap())
    });
    assert!(pages < all / 4, "{pages} of {}", 2 * all);
    assert_eq!([samples.len(), slopes.len()], [filled.len(); 2]);
}
