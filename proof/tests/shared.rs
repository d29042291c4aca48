//! Grids that several threads share, on every backend of this machine.
#![cfg(feature = "rayon")]
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::backends;
use perlane_proof::{compare_shared, shared};
use rayon_core::ThreadPoolBuilder;

/// The fewest samples that the library cuts for threads.
const LEAST: usize = 1 << 15;

#[test]
fn threads_have_the_bits_of_the_reference() {
    let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for case in shared() {
        assert!(case.window.samples().unwrap() >= LEAST, "{case:?}");
        let want = case.reference().unwrap();
        for backend in backends() {
            assert_eq!(pool.install(|| compare_shared(&case, backend, &want)).unwrap(), None, "{case:?}");
        }
    }
}

/// The comparison sees a wrong bit of any sample.
#[test]
fn one_wrong_bit_is_a_difference() {
    let case = &shared()[0];
    let mut want = case.reference().unwrap();
    let last = want.len() - 1;
    want[last] = f32::from_bits(want[last].to_bits() ^ 1);
    let difference = compare_shared(case, backends()[0], &want).unwrap().unwrap();
    assert_eq!((difference.way, difference.index), ("grid on threads", vec![last]));
}
