//! After the first call on a thread, filling tiles and sampling points allocates nothing.
//!
//! The allocator counts for the whole process, so that there is one test here.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use peak_alloc::PeakAlloc;
use perlane::{Backend, Grid, Noise};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes that were allocated at a time while this ran, beyond those before it.
fn peak(run: impl FnOnce()) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    run();
    ALLOCATOR.peak_usage().saturating_sub(before)
}

#[test]
fn nothing_is_allocated_after_the_first_call() {
    let noise = Noise::perlin(1).frequency(0.02).fbm(4);
    let warped = noise.clone().warp_by(20.0).sampler::<2>().unwrap();
    let (flat, solid) = (noise.sampler::<2>().unwrap(), noise.sampler::<3>().unwrap());
    let mut out = vec![0.0; 32 * 32 * 32];
    let (ys, xs) = (vec![0.5; 1001], vec![0.25; 1001]);
    let singles = vec![0.25_f32; 1001];
    let (near, far) = (vec![[0.5, 0.25]; 1001], vec![[1e12_f32, 0.25]; 1001]);
    assert!(peak(|| drop(vec![1; 9])) > 0, "the allocator counts");
    for backend in Backend::available() {
        let (flat, solid) = (flat.clone().with_backend(backend), solid.clone().with_backend(backend));
        let warped = warped.clone().with_backend(backend);
        let mut all = |start: i64| {
            solid.fill(&Grid::new([32, 32, 32]).start([0, 0, start]), &mut out).unwrap();
            flat.fill(&Grid::new([64, 64]).start([start, 0]), &mut out[..4096]).unwrap();
            flat.fill(&Grid::new([33, 7]).start([start, 0]).spacing([-0.3, 90.0]), &mut out[..231]).unwrap();
            flat.fill_points([&ys, &xs], &mut out[..1001]).unwrap();
            flat.fill_points([&singles, &singles], &mut out[..1001]).unwrap();
            flat.fill_points(&near, &mut out[..1001]).unwrap();
            flat.fill_points(&far, &mut out[..1001]).unwrap();
            warped.fill(&Grid::new([64, 64]).start([start, 0]), &mut out[..4096]).unwrap();
            warped.fill_points([&ys, &xs], &mut out[..1001]).unwrap();
            warped.fill_points(&near, &mut out[..1001]).unwrap();
            assert!(warped.sample([0.5, start as f64]).is_finite());
            assert!(flat.sample([0.5, start as f64]).is_finite());
        };
        all(0);
        assert_eq!(peak(|| (1..9).for_each(|k| all(32 * k))), 0, "{backend}");
    }
}
